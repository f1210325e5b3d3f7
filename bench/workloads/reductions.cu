// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions over everything, beside CUB where one call of it says the formula. Thrust's hand their result to the host, which
// no other contender waits for: it is not measured.
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>

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
struct widened {
  __device__ float operator()(sinter::bf16 x) const { return static_cast<float>(x); }
};
struct relu_of {
  __device__ float operator()(float x) const { return fmaxf(x, 0.0f); }
};
const bool has_relu_sum = add_group("red_relu_sum_bf16", [](session& s, const workload& w) {
  measure<relu_sum_formula, sinter::bf16>(s, w, [](const auto& p) {
    return cub_contender([&p](void* temp, std::size_t& bytes, cudaStream_t stream) {
      const auto to = thrust::make_transform_output_iterator(p.output(0), relu_of{});
      return cub::DeviceReduce::TransformReduce(temp, bytes, p.input(0), to, p.size(), cuda::std::plus<>{}, widened{},
                                                0.0f, stream);
    });
  });
});

struct square_of_difference {
  __device__ float operator()(const thrust::tuple<float, float>& xy) const {
    const float d = thrust::get<0>(xy) - thrust::get<1>(xy);
    return d * d;
  }
};
struct sqrt_of {
  __device__ float operator()(float x) const { return sqrtf(x); }
};
const bool has_l2dist = add_group("red_l2dist_f32", [](session& s, const workload& w) {
  measure<l2dist_formula, float>(s, w, [](const auto& p) {
    return cub_contender([&p](void* temp, std::size_t& bytes, cudaStream_t stream) {
      const auto from = thrust::make_zip_iterator(p.input(0), p.input(1));
      const auto to = thrust::make_transform_output_iterator(p.output(0), sqrt_of{});
      return cub::DeviceReduce::TransformReduce(temp, bytes, from, to, p.size(), cuda::std::plus<>{},
                                                square_of_difference{}, 0.0f, stream);
    });
  });
});

}  // namespace
}  // namespace bench
