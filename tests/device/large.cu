// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Tensors beyond 2^31 elements and 2^32 bytes: the last element is as right as the first. Skips itself where memory is short.
#include "support/cuda.cuh"

#include "support/large_regions.hpp"

namespace {

using sinter::axis;
using sinter::bf16;

inline constexpr auto affine = sinter::region<struct l_affine_k>([](auto x) { return x * 2.0f + 1.0f; });
inline constexpr auto add_row = sinter::region<struct l_add_row_k>([](auto x, auto b) { return x + b; });
inline constexpr auto row_max = sinter::region<struct l_row_max_k>([](auto x) { return max(x, axis<-1>); });
inline constexpr auto count = sinter::region<struct l_count_k>([](auto x) { return sum(x); });
inline constexpr auto place = sinter::region<struct l_place_k>([](auto x) { return argmax(x); });
inline constexpr auto counting = sinter::region<struct l_counting_k>([](auto x) {
  const auto i = sinter::iota(x);
  return sinter::outputs(max(i), argmax(i), min(i));
});

constexpr std::int64_t rows = 175000;
constexpr std::int64_t columns = 12288;

bool has_memory(std::size_t bytes) {
  std::size_t available = 0;
  std::size_t total = 0;
  return cudaMemGetInfo(&available, &total) == cudaSuccess && available > bytes + (std::size_t{1} << 30);
}
template <class T>
T read(const T* p) {
  T v;
  cudaStreamSynchronize(test::test_stream());
  REQUIRE(cudaMemcpy(&v, p, sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
  return v;
}
void write(auto* p, auto v) { REQUIRE(cudaMemcpy(p, &v, sizeof(v), cudaMemcpyHostToDevice) == cudaSuccess); }

TEST_CASE("large: maps and rows of 2150400000 bf16 elements are right to the last row, whatever the layout") {
  if (!has_memory(2 * sizeof(bf16) * rows * columns)) return;
  sinter::buffer<bf16, 2> a({rows, columns}, sinter::device_memory());
  sinter::buffer<bf16, 2> b({rows, columns}, sinter::device_memory());
  sinter::buffer<bf16, 1> r({columns}, sinter::device_memory());
  cudaMemset(a.data(), 0, sizeof(bf16) * rows * columns);
  cudaMemset(r.data(), 0, sizeof(bf16) * columns);
  const std::int64_t last = rows * columns - 1;
  write(a.data() + last, bf16(3.0f));
  write(a.data() + last - columns, bf16(-5.0f));
  write(r.data() + columns - 1, bf16(0.5f));
  const auto x = a.as_view();
  const auto y = b.as_view();
  affine(x).into(y, test::test_stream());
  CHECK(static_cast<float>(read(b.data() + last)) == 7.0f);
  CHECK(static_cast<float>(read(b.data() + last - columns)) == -9.0f);
  CHECK(static_cast<float>(read(b.data())) == 1.0f);
  add_row(x, r.as_view()).into(y, test::test_stream());
  CHECK(static_cast<float>(read(b.data() + last)) == 3.5f);
  CHECK(static_cast<float>(read(b.data() + last - columns)) == -4.5f);
  // Transposed in and not out: the strided kernel with 64-bit indices.
  const auto z = sinter::view(b.data(), {columns, rows});
  affine(sinter::permute(x, {1, 0})).into(z, test::test_stream());
  CHECK(static_cast<float>(read(b.data() + last)) == 7.0f);
  CHECK(static_cast<float>(read(b.data() + last - 1)) == -9.0f);
  row_max(x).into(sinter::view(b.data(), {rows, 1}), test::test_stream());
  CHECK(static_cast<float>(read(b.data() + rows - 1)) == 3.0f);
  CHECK(static_cast<float>(read(b.data() + rows - 2)) == 0.0f);
}

TEST_CASE("large: a whole-tensor sum counts beyond 2^32 elements") {
  constexpr std::int64_t n = (std::int64_t{1} << 32) + 3;
  if (!has_memory(n + 64)) return;
  sinter::buffer<bool, 1> a({n}, sinter::device_memory());
  sinter::buffer<std::int64_t, 1> s({1}, sinter::device_memory());
  cudaMemset(a.data(), 1, n);
  count(a.as_view()).into(sinter::view(s.data()), test::test_stream());
  CHECK(read(s.data()) == n);
  // The same elements by a step of -1: the strided kernel.
  count(sinter::view(a.data() + n - 1, {n}, {-1})).into(sinter::view(s.data()), test::test_stream());
  CHECK(read(s.data()) == n);
}

TEST_CASE("large: places beyond 2^32, and the largest of a sequence that has no memory") {
  constexpr std::int64_t n = (std::int64_t{1} << 32) + 3;
  if (!has_memory(n + 64)) return;
  sinter::buffer<bool, 1> a({n}, sinter::device_memory());
  sinter::buffer<std::int64_t, 1> s({3}, sinter::device_memory());
  cudaMemset(a.data(), 0, n);
  write(a.data() + n - 2, true);
  place(a.as_view()).into(sinter::view(s.data()), test::test_stream());
  CHECK(read(s.data()) == n - 2);
  constexpr std::int64_t numbers = (std::int64_t{1} << 31) - 1;
  counting(sinter::view(a.data(), {numbers}, {0}))
      .into(sinter::outputs(sinter::view(s.data()), sinter::view(s.data() + 1), sinter::view(s.data() + 2)),
            test::test_stream());
  CHECK(read(s.data()) == 2147483646);
  CHECK(read(s.data() + 1) == 2147483646);
  CHECK(read(s.data() + 2) == 0);
}

TEST_CASE("large: a row of more than 2^31 elements, in memory and of one element by a stride of 0") {
  using test::beyond;
  if (!has_memory(beyond + 64)) return;
  sinter::buffer<std::int8_t, 1> a({beyond}, sinter::device_memory());
  sinter::buffer<std::int64_t, 1> s({2}, sinter::device_memory());
  cudaMemset(a.data(), -3, beyond);
  write(a.data() + beyond - 1, std::int8_t{100});
  write(a.data() + beyond - 2, std::int8_t{0});
  const auto first = sinter::view(s.data(), {1, 1});
  const auto second = sinter::view(s.data() + 1, {1, 1});
  const auto row = [&](std::int64_t step) {
    return sinter::view(a.data(), {std::int64_t{1}, beyond}, {step * beyond, step});
  };
  test::row_totals(row(1)).into(sinter::outputs(first, second), test::test_stream());
  CHECK(read(s.data()) == -3 * (beyond - 2) + 100);
  CHECK(read(s.data() + 1) == beyond - 1);
  test::row_totals(row(0)).into(sinter::outputs(first, second), test::test_stream());
  CHECK(read(s.data()) == -3 * beyond);
  CHECK(read(s.data() + 1) == beyond);
  test::row_places(row(0)).into(sinter::outputs(first, second), test::test_stream());
  CHECK(read(s.data()) == beyond - 2);
  CHECK(read(s.data() + 1) == beyond - 2);
}

TEST_CASE("large: ten million rows of three") {
  constexpr std::int64_t rows = 10000000;
  test::values<std::uint8_t> v(3 * rows);
  for (std::int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<std::uint8_t>(i * 7 % 256);
  const auto x = test::make<test::on_cuda>(test::extents{rows, std::int64_t{3}}, v);
  const auto one_a_row = test::extents{rows, std::int64_t{1}};
  const auto sum = test::output<test::on_cuda, std::uint64_t>(one_a_row);
  const auto most = test::output<test::on_cuda, std::uint8_t>(one_a_row);
  const auto place = test::output<test::on_cuda, std::int64_t>(one_a_row);
  test::short_rows(x.view()).into(sinter::outputs(sum.view(), most.view(), place.view()), test::on_cuda::executor());
  CHECK(test::wrong_short_rows(v, sum.get(), most.get(), place.get()) == 0);
}

}  // namespace
