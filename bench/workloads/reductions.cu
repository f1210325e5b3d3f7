// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions over everything, beside CUB where one call of it says the formula.
#include <cub/device/device_reduce.cuh>

#include "../support/measure.cuh"

namespace bench {
namespace {

struct sum_formula : formula {
  static constexpr auto& region = total;
  static constexpr bool whole = true, positive = true;
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store_value(r.sum([&](auto i) { return r.in(0, i); }));
  }
};
struct map_sum_formula : formula {
  static constexpr auto& region = map_sum;
  static constexpr bool whole = true, positive = true;
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store_value(r.sum([&](auto i) { return r.in(0, i) * 1.5 + 0.25; }));
  }
};
struct relu_sum_formula : formula {
  static constexpr auto& region = relu_sum;
  static constexpr bool whole = true, positive = true;
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store_value(fmax(r.sum([&](auto i) { return r.in(0, i); }), 0.0));
  }
};
struct l2dist_formula : formula {
  static constexpr auto& region = l2dist;
  static constexpr int inputs = 2;
  static constexpr bool whole = true;
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store_value(sqrt(r.sum([&](auto i) { return (r.in(0, i) - r.in(1, i)) * (r.in(0, i) - r.in(1, i)); })));
  }
};

struct affine {
  __device__ float operator()(float x) const { return x * 1.5f + 0.25f; }
};

// CUB is called twice: once for the size of its temporary storage, then to work.
template <class Call>
std::vector<contender> cub_contender(const Call& call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes, cudaStream_t{}), "cub");
  auto storage = std::make_shared<sinter::buffer<bool, 1>>(
      sinter::buffer<bool, 1>({static_cast<std::int64_t>(bytes)}, sinter::device_memory()));
  return {{"cub", [=](cudaStream_t s) {
             std::size_t size = bytes;
             check(call(storage->data(), size, s), "cub");
           }}};
}

const bool has_sum = add_group("red_sum_f32", [](session& s, const workload& w) {
  measure<sum_formula, float>(s, w, [](const auto& p) {
    return cub_contender([&p](void* temp, std::size_t& bytes, cudaStream_t stream) {
      return cub::DeviceReduce::Sum(temp, bytes, p.input(0), p.output(0), p.size(), stream);
    });
  });
});
const bool has_map_sum = add_group("red_map_sum_f32", [](session& s, const workload& w) {
  measure<map_sum_formula, float>(s, w, [](const auto& p) {
    return cub_contender([&p](void* temp, std::size_t& bytes, cudaStream_t stream) {
      return cub::DeviceReduce::TransformReduce(temp, bytes, p.input(0), p.output(0), p.size(), cuda::std::plus<>{},
                                                affine{}, 0.0f, stream);
    });
  });
});
const bool has_relu_sum = add_group("red_relu_sum_bf16", measure<relu_sum_formula, sinter::bf16>);
const bool has_l2dist = add_group("red_l2dist_f32", measure<l2dist_formula, float>);

}  // namespace
}  // namespace bench
