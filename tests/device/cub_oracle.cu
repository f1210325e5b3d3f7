// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole-tensor and row reductions against CUB's: integers, extremes and places in every bit, sums of floats within the bound of
// bounds.hpp, twice. The same lengths are compared with sums in double on every executor by cases_reductions.hpp and cases_totals.hpp.
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#include "support/bounds.hpp"
#include "support/cuda.cuh"

namespace {

using sinter::axis;
using test::on_cuda;

inline constexpr auto whole = sinter::region<struct o_whole_k>(
    [](auto x) { return sinter::outputs(sum(x), max(x), min(x), argmax(x), argmin(x)); });
inline constexpr auto total = sinter::region<struct o_total_k>([](auto x) { return sum(x); });
inline constexpr auto rows = sinter::region<struct o_rows_k>(
    [](auto x) { return sinter::outputs(sum(x, axis<-1>), max(x, axis<-1>), min(x, axis<-1>)); });

// CUB accumulates in what this gives.
template <class S>
struct add {
  __host__ __device__ S operator()(S a, S b) const { return a + b; }
};

// A call of CUB: call(temporary storage, its size), first for the size.
template <class Call>
void run_cub(const Call& call) {
  std::size_t bytes = 0;
  REQUIRE(call(nullptr, bytes) == cudaSuccess);
  const on_cuda::array<unsigned char> temporary(test::values<unsigned char>(static_cast<int64_t>(bytes) + 1));
  REQUIRE(call(temporary.data(), bytes) == cudaSuccess);
}
template <class T>
T first_of(const on_cuda::array<T>& a) {
  return a.download()[0];
}

template <class T>
using sum_of = sinter::type_of<sinter::ops::sum_t::result(sinter::dtype_of<T>)>;
template <class T>
bool same_sum(sum_of<T> a, sum_of<T> b, const test::values<T>& v) {
  if constexpr (std::is_integral_v<T>) {
    return a == b;
  } else {
    double magnitude = 0;
    for (const T x : v) magnitude += std::fabs(x);
    return std::fabs(double{a} - double{b}) <= 2 * test::sum_bound(v.size()) * 0x1p-24 * magnitude;
  }
}
// Few different values: ties, which go to the lowest index.
template <class T>
test::values<T> tied(int64_t n) {
  test::values<T> v = test::random<T>(n, 61, 0, 100);
  for (T& x : v) x = static_cast<T>(static_cast<int>(x));
  return v;
}

template <class T>
void check_whole(const test::values<T>& v) {
  const int64_t n = v.size();
  const auto x = test::make<on_cuda>(test::extents{n}, v);
  const T* data = x.view().data();
  const on_cuda::array<sum_of<T>> cub_sum(test::values<sum_of<T>>(1));
  run_cub([&](void* temporary, std::size_t& bytes) {
    return cub::DeviceReduce::Reduce(temporary, bytes, data, cub_sum.data(), n, add<sum_of<T>>{}, sum_of<T>{0},
                                     test::test_stream());
  });
  const auto sum = test::output<on_cuda, sum_of<T>>(test::extents<0>{});
  if (n == 0) {
    total(x.view()).into(sum.view(), on_cuda::executor());
    CHECK(sum.get()[0] == first_of(cub_sum));
    return;
  }
  const on_cuda::array<T> cub_most(test::values<T>(1)), cub_least(test::values<T>(1));
  const on_cuda::array<int64_t> cub_first_most(test::values<int64_t>(1)), cub_first_least(test::values<int64_t>(1));
  run_cub([&](void* temporary, std::size_t& bytes) {
    return cub::DeviceReduce::ArgMax(temporary, bytes, data, cub_most.data(), cub_first_most.data(), n,
                                     test::test_stream());
  });
  run_cub([&](void* temporary, std::size_t& bytes) {
    return cub::DeviceReduce::ArgMin(temporary, bytes, data, cub_least.data(), cub_first_least.data(), n,
                                     test::test_stream());
  });
  const auto most = test::output<on_cuda, T>(test::extents<0>{});
  const auto least = test::output<on_cuda, T>(test::extents<0>{});
  const auto first_most = test::output<on_cuda, int64_t>(test::extents<0>{});
  const auto first_least = test::output<on_cuda, int64_t>(test::extents<0>{});
  whole(x.view()).into(sinter::outputs(sum.view(), most.view(), least.view(), first_most.view(), first_least.view()),
                       on_cuda::executor());
  CAPTURE(n);
  CHECK(same_sum<T>(sum.get()[0], first_of(cub_sum), v));
  CHECK(test::same_bits(most.get()[0], first_of(cub_most)));
  CHECK(test::same_bits(least.get()[0], first_of(cub_least)));
  CHECK(first_most.get()[0] == first_of(cub_first_most));
  CHECK(first_least.get()[0] == first_of(cub_first_least));
}
template <class T>
void check_every_size() {
  for (const int64_t n : {0, 1, 31, 1023, (1 << 20) + 7, 1 << 24}) {
    check_whole(test::random<T>(n, 60, std::is_signed_v<T> ? -120 : 0, 120));
    check_whole(tied<T>(n));
  }
}
TEST_CASE("cub: whole tensors of i32, u8 and f32 have its sums, extremes and places") {
  check_every_size<std::int32_t>();
  check_every_size<std::uint8_t>();
  check_every_size<float>();
}

template <class T>
void check_rows(int64_t m, int64_t n) {
  CAPTURE(m);
  CAPTURE(n);
  const test::values<T> v = test::random<T>(m * n, 62, -120, 120);
  test::values<int64_t> begin(m + 1);
  for (int64_t i = 0; i <= m; ++i) begin[i] = i * n;
  const on_cuda::array<int64_t> offsets(begin);
  const auto x = test::make<on_cuda>(test::extents{m, n}, v);
  const on_cuda::array<sum_of<T>> cub_sum((test::values<sum_of<T>>(m)));
  const on_cuda::array<T> cub_most((test::values<T>(m))), cub_least((test::values<T>(m)));
  const T* data = x.view().data();
  const int64_t* from = offsets.data();
  run_cub([&](void* temporary, std::size_t& bytes) {
    return cub::DeviceSegmentedReduce::Reduce(temporary, bytes, data, cub_sum.data(), m, from, from + 1,
                                              add<sum_of<T>>{}, sum_of<T>{0}, test::test_stream());
  });
  run_cub([&](void* temporary, std::size_t& bytes) {
    return cub::DeviceSegmentedReduce::Max(temporary, bytes, data, cub_most.data(), m, from, from + 1,
                                           test::test_stream());
  });
  run_cub([&](void* temporary, std::size_t& bytes) {
    return cub::DeviceSegmentedReduce::Min(temporary, bytes, data, cub_least.data(), m, from, from + 1,
                                           test::test_stream());
  });
  const auto sum = test::output<on_cuda, sum_of<T>>(test::extents{m, int64_t{1}});
  const auto most = test::output<on_cuda, T>(test::extents{m, int64_t{1}});
  const auto least = test::output<on_cuda, T>(test::extents{m, int64_t{1}});
  rows(x.view()).into(sinter::outputs(sum.view(), most.view(), least.view()), on_cuda::executor());
  const auto got = sum.get(), want = cub_sum.download();
  int64_t wrong = 0;
  for (int64_t i = 0; i < m; ++i) wrong += same_sum<T>(got[i], want[i], v.part(i * n, n)) ? 0 : 1;
  CHECK(wrong == 0);
  CHECK(test::difference(most.get(), cub_most.download()) == "");
  CHECK(test::difference(least.get(), cub_least.download()) == "");
}
TEST_CASE("cub: rows of i32 and f32 have its sums and extremes") {
  for (const int64_t n : {1, 3, 31, 256, 1023, 40000}) {
    check_rows<std::int32_t>(n > 2000 ? 20 : 1000, n);
    check_rows<float>(n > 2000 ? 20 : 1000, n);
  }
}

}  // namespace
