// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Tensors beyond 2^31 elements and 2^32 bytes: the last element is as right as the first. Skips itself where memory is short.
#include "support/cuda.cuh"

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

}  // namespace
