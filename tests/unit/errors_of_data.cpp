// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong data: sinter::error with one sentence that names the op, the shapes and the place, thrown before anything is written.
#include <doctest/doctest.h>

#include <string>

#include "support/executors.hpp"

namespace {

using sinter::axis;
using test::arrangement;
using test::extents;
using test::make;
using test::output;
using test::random;
using test::values;
using F = test::on_host;

constexpr auto affine = sinter::region([](auto x) { return relu((x + 1.0f) * 2.0f); });
constexpr auto added = sinter::region([](auto x, auto b) { return x + b; });
constexpr auto row_max = sinter::region([](auto x) { return max(x, axis<-1>); });
constexpr auto shares = sinter::region([](auto x) { return x / sum(x); });
constexpr auto twice = sinter::region([](auto x) { return sinter::outputs(x + 1.0f, x * 2.0f); });

// The sentence that a call throws, or "no error".
template <class Call>
std::string sentence(const Call& call) {
  try {
    call();
  } catch (const sinter::error& e) {
    return e.what();
  }
  return "no error";
}
// Every part stands in the sentence.
bool holds(const std::string& s, std::initializer_list<const char*> parts) {
  for (const char* p : parts) {
    if (s.find(p) == std::string::npos) return false;
  }
  return true;
}

#define CHECK_SENTENCE(call, ...)                     \
  do {                                                \
    const std::string said = sentence([&] { call; }); \
    CAPTURE(said);                                    \
    CHECK(holds(said, {__VA_ARGS__}));                \
  } while (false)

}  // namespace

TEST_CASE("error: shapes that do not broadcast, with the op and both shapes") {
  const auto x = make<F>(extents{3, 4}, random<float>(12, 1));
  const auto b = make<F>(extents{5}, random<float>(5, 1));
  const auto y = output<F, float>(extents{3, 4});
  CHECK_SENTENCE(added(x.view(), b.view()).into(y.view(), sinter::host), "add", "(3, 4)", "(5)", "broadcast");
  CHECK_SENTENCE(sinter::run(sinter::host, y.view() = x.view() * b.view()), "mul", "(3, 4)", "(5)");
  CHECK_SENTENCE(added(x.view(), b.view()).into(y.view(), sinter::emulated), "add", "(3, 4)", "(5)", "broadcast");
  const auto none = make<F>(extents{3, 0}, values<float>{});
  CHECK_SENTENCE(added(x.view(), none.view()).into(y.view(), sinter::host), "add", "(3, 4)", "(3, 0)");
  CHECK(y.is_untouched());
}
TEST_CASE("error: a plan of shapes that do not broadcast") {
  CHECK_SENTENCE((void)sinter::plan(added, sinter::tensor<float, 1>{{3}}, sinter::tensor<float, 1>{{4}}), "broadcast");
}
TEST_CASE("error: an output of another shape, with both shapes") {
  const auto x = make<F>(extents{3, 4}, random<float>(12, 1));
  const auto y = output<F, float>(extents{4, 3});
  CHECK_SENTENCE(affine(x.view()).into(y.view(), sinter::host), "output 0", "(4, 3)", "(3, 4)");
  CHECK(y.is_untouched());
  const auto row = make<F>(extents{4}, random<float>(4, 1));
  const auto one = output<F, float>(extents{4});
  const auto column = make<F>(extents{3}, random<float>(3, 1));
  CHECK_SENTENCE(added(column.view(), sinter::slice(column.view(), 0, 0, 1)).into(one.view(), sinter::host), "output 0",
                 "(4)", "(3)");
  const auto kept = output<F, float>(extents{3, 4});
  CHECK_SENTENCE(row_max(x.view()).into(kept.view(), sinter::host), "output 0", "(3, 4)", "(3, 1)");
  CHECK(kept.is_untouched());
  CHECK(one.is_untouched());
}
TEST_CASE("error: one of two outputs is wrong, and neither is written") {
  const auto x = make<F>(extents{4}, random<float>(4, 1));
  const auto a = output<F, float>(extents{4});
  const auto b = output<F, float>(extents{5});
  CHECK_SENTENCE(twice(x.view()).into(sinter::outputs(a.view(), b.view()), sinter::host), "output 1", "(5)", "(4)");
  CHECK(a.is_untouched());
  CHECK(b.is_untouched());
}
TEST_CASE("error: null with elements") {
  float* const nothing = nullptr;
  const auto x = make<F>(extents{4}, random<float>(4, 1));
  const auto y = output<F, float>(extents{4});
  CHECK_SENTENCE(affine(sinter::view(nothing, {4})).into(y.view(), sinter::host), "input 0", "null", "4 elements");
  CHECK_SENTENCE(affine(x.view()).into(sinter::view(nothing, {4}), sinter::host), "output 0", "null");
  CHECK(y.is_untouched());
}
TEST_CASE("error: a pointer that its element type may not have") {
  const auto x = make<F>(extents{5}, random<float>(5, 1));
  const auto y = output<F, float>(extents{4});
  auto* odd = reinterpret_cast<float*>(reinterpret_cast<std::uintptr_t>(x.view().data()) + 1);
  CHECK_SENTENCE(affine(sinter::view(odd, {4})).into(y.view(), sinter::host), "input 0", "aligned", "4");
  CHECK_SENTENCE(affine(y.view()).into(sinter::view(odd, {4}), sinter::host), "output 0", "aligned", "4");
  CHECK(x.is_untouched());
  CHECK(y.is_untouched());
}
TEST_CASE("error: an output that overlaps an input without being it") {
  const auto x = make<F>(extents{1025}, random<float>(1025, 1));
  const auto head = sinter::slice(x.view(), 0, 0, 1024);
  const auto tail = sinter::slice(x.view(), 0, 1, 1025);
  CHECK_SENTENCE(sinter::copy(head).into(tail, sinter::host), "output 0", "overlaps input 0");
  CHECK_SENTENCE(affine(tail).into(head, sinter::host), "output 0", "overlaps input 0");
  CHECK_SENTENCE(sinter::run(sinter::emulated, tail = head + 1.0f), "output 0", "overlaps input 0");
  const auto square = make<F>(extents{4, 4}, random<float>(16, 1));
  CHECK_SENTENCE(sinter::copy(sinter::permute(square.view(), {1, 0})).into(square.view(), sinter::host), "output 0",
                 "overlaps input 0");
  CHECK_SENTENCE(added(square.view(), sinter::slice(square.view(), 0, 0, 1)).into(square.view(), sinter::host),
                 "output 0", "overlaps input 1");
  CHECK(x.is_untouched());
  CHECK(square.is_untouched());
}
TEST_CASE("error: an output whose elements share an address") {
  const auto x = make<F>(extents{4, 3}, random<float>(12, 1));
  const auto y = output<F, float>(extents{3});
  const sinter::view stuck(y.view().data(), {4, 3}, {0, 1});
  CHECK_SENTENCE(affine(x.view()).into(stuck, sinter::host), "output 0", "(4, 3)", "share an address");
  const sinter::view sliding(y.view().data(), {2, 2}, {1, 1});
  CHECK_SENTENCE(affine(sinter::slice(sinter::slice(x.view(), 0, 0, 2), 1, 0, 2)).into(sliding, sinter::host),
                 "share an address");
  CHECK(y.is_untouched());
}
TEST_CASE("error: outputs that overlap one another") {
  const auto x = make<F>(extents{8}, random<float>(8, 1));
  const auto y = output<F, float>(extents{12});
  const auto a = sinter::slice(y.view(), 0, 0, 8);
  const auto b = sinter::slice(y.view(), 0, 4, 12);
  CHECK_SENTENCE(twice(x.view()).into(sinter::outputs(a, b), sinter::host), "output 1", "output 0");
  CHECK_SENTENCE(twice(x.view()).into(sinter::outputs(a, a), sinter::host), "output 1", "output 0");
  CHECK(y.is_untouched());
}
TEST_CASE("error: in place where a later kernel still reads the input") {
  const auto x = make<F>(extents{3, 4}, random<float>(12, 1));
  const auto y = output<F, float>(extents<0>{});
  constexpr auto rows_then_total =
      sinter::region([](auto v) { return sinter::outputs(v * 2.0f, sum(max(v, axis<-1>)) * sum(v + 1.0f)); });
  CHECK_SENTENCE(rows_then_total(x.view()).into(sinter::outputs(x.view(), y.view()), sinter::unfused(sinter::host)),
                 "output 0", "overlaps input 0", "read after");
  CHECK(x.is_untouched());
  CHECK(y.is_untouched());
  // The last kernel to read may write in place.
  CHECK(sentence([&] { shares(x.view()).into(x.view(), sinter::host); }) == "no error");
}
TEST_CASE("error: in place where an operand is broadcast") {
  const auto x = make<F>(extents{4, 4}, random<float>(16, 1));
  const auto row = make<F>(extents{4}, random<float>(4, 1));
  constexpr auto both = sinter::region([](auto v, auto r) { return sinter::outputs(v + r, r * 2.0f); });
  const auto y = output<F, float>(extents{4, 4});
  CHECK_SENTENCE(both(x.view(), row.view()).into(sinter::outputs(y.view(), row.view()), sinter::host), "output 1",
                 "overlaps input 1");
  CHECK(row.is_untouched());
  CHECK(y.is_untouched());
}
TEST_CASE("error: max and min of nothing") {
  const auto x = make<F>(extents{3, 0}, values<float>{});
  const auto y = output<F, float>(extents{3, 1});
  const auto z = output<F, float>(extents<0>{});
  CHECK_SENTENCE(row_max(x.view()).into(y.view(), sinter::host), "max", "no elements");
  CHECK_SENTENCE(sinter::run(sinter::host, z.view() = min(x.view())), "min", "no elements");
  CHECK_SENTENCE(sinter::run(sinter::emulated, z.view() = max(x.view())), "max", "no elements");
  CHECK(y.is_untouched());
  CHECK(z.is_untouched());
  // No rows have no maxima, which is no error.
  const auto none = make<F>(extents{0, 3}, values<float>{});
  const auto nowhere = output<F, float>(extents{0, 1});
  CHECK(sentence([&] { row_max(none.view()).into(nowhere.view(), sinter::host); }) == "no error");
}
TEST_CASE("error: a negative extent") {
  float p[4] = {};
  CHECK_SENTENCE((void)sinter::view(p, {2, -1}), "extent -1", "axis 1", "negative");
  CHECK_SENTENCE((void)sinter::view(p, {-3}, {1}), "extent -3", "axis 0", "negative");
  CHECK_SENTENCE((sinter::buffer<float, 1>({-5})), "-5", "negative");
}
TEST_CASE("error: a slice beyond its axis") {
  float p[12] = {};
  const sinter::view v(p, {3, 4});
  CHECK_SENTENCE((void)sinter::slice(v, 1, 0, 5), "[0, 5)", "axis 1");
  CHECK_SENTENCE((void)sinter::slice(v, 1, -1, 2), "[-1, 2)", "axis 1");
  CHECK_SENTENCE((void)sinter::slice(v, 0, 2, 1), "[2, 1)", "axis 0");
  CHECK_SENTENCE((void)sinter::slice(v, 2, 0, 1), "axis 2");
  CHECK(sentence([&] { (void)sinter::slice(v, 1, 4, 4); }) == "no error");
}
TEST_CASE("error: none, and no pointer moves, where a slice has no elements") {
  const sinter::view nothing(static_cast<float*>(nullptr), {0, 8});
  CHECK(sinter::slice(nothing, 1, 4, 8).data() == nullptr);
  float p[12] = {};
  const sinter::view v(p, {3, 4});
  CHECK(sinter::slice(v, 0, 3, 3).data() == p);
  CHECK(sinter::slice(v, 0, 2, 3).data() == p + 8);
}
