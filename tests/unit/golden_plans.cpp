// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Graphs and plans as text, compared with tests/golden/: what is one kernel, what is two, and the reason of each boundary.
#include <doctest/doctest.h>

#include <type_traits>

#include <sinter/sinter.hpp>

#include "support/golden.hpp"

namespace {

using sinter::axis;
using sinter::bf16;
using sinter::fusion;
using sinter::region;
using sinter::tensor;
using test::golden;

template <class T, int R>
tensor<T, R> of(const std::int64_t (&e)[R]) {
  tensor<T, R> t{};
  for (int a = 0; a < R; ++a) t.extent[a] = e[a];
  return t;
}

// The plan of a region for arguments, printed.
template <fusion Policy = fusion::automatic, class Region, class... Args>
sinter::text printed(const Region& r, const Args&... args) {
  return sinter::explain(sinter::plan<Policy>(r, args...));
}

constexpr auto affine = region<struct affine_k>([](auto x) { return relu((x + 1.0f) * 2.0f); });
template <class UseMoe>
struct moe {
  constexpr auto operator()(auto x) const {
    auto y = x + 1.0f;
    if constexpr (UseMoe::value)
      return relu(y * 2.0f);
    else
      return relu(y - 2.0f);
  }
};
constexpr auto moe_on = region<struct moe_on_k>(moe<std::true_type>{});
constexpr auto moe_off = region<struct moe_off_k>(moe<std::false_type>{});
constexpr auto scaled_total = region<struct scaled_total_k>([](auto x, auto s, auto b) { return sum(x * s + b); });
constexpr auto positive_total = region<struct positive_total_k>([](auto x) { return relu(sum(x)); });
constexpr auto shares = region<struct shares_k>([](auto x) { return x / sum(x); });
constexpr auto softmax = region<struct softmax_k>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});
constexpr auto softmax_of_everything = region<struct softmax_of_everything_k>([](auto x) {
  auto e = exp(x - max(x));
  return e / sum(e);
});
constexpr auto softmax_of_columns = region<struct softmax_of_columns_k>([](auto x) {
  auto e = exp(x - max(x, axis<0>));
  return e / sum(e, axis<0>);
});
constexpr auto rms_norm =
    region<struct rms_norm_k>([](auto x, auto w) { return x * rsqrt(mean(x * x, axis<-1>) + 1e-6f) * w; });
constexpr auto layer_norm = region<struct layer_norm_k>([](auto x) {
  auto centred = x - mean(x, axis<-1>);
  return centred * rsqrt(mean(centred * centred, axis<-1>) + 1e-5f);
});
constexpr auto branch = region<struct branch_k>([](auto x) {
  auto y = x + 1.0f;
  return cond(sum(y) > 0.0f, relu(y * 2.0f), y - 2.0f);
});
constexpr auto row_branch = region<struct row_branch_k>([](auto x) {
  auto centred = x - mean(x, axis<-1>);
  return cond(max(centred) > 1.0f, centred / max(centred, axis<-1>), centred);
});
constexpr auto several = region<struct several_k>([](auto x, auto b) {
  auto y = x + b;
  return sinter::outputs(y, b * 2.0f, sum(y, axis<-1>, sinter::drop), sum(x));
});
constexpr auto rows_then_total = region<struct rows_then_total_k>([](auto x) { return sum(max(x, axis<-1>)); });
}  // namespace

TEST_CASE("golden: a chain of maps is one kernel") {
  const auto x = of<float>({1000});
  CHECK(golden("affine", printed(affine, x)) == "");
  CHECK(golden("moe_on", printed(moe_on, x)) == "");
  CHECK(golden("moe_off", printed(moe_off, x)) == "");
}
TEST_CASE("golden: both spellings print alike, but literals of a bound expression are run-time scalars") {
  float data[4] = {};
  const sinter::view x(data, {4});
  const sinter::view y(data, {4});
  CHECK(golden("affine_bound", sinter::explain(y = relu((x + 1.0f) * 2.0f))) == "");
  CHECK(std::string(sinter::explain(y = relu((x + 1.0f) * 2.0f)).c_str()) ==
        sinter::explain(region([](auto v, auto a, auto b) { return relu((v + a) * b); })(x, 1.0f, 2.0f)).c_str());
}
TEST_CASE("golden: a whole-tensor reduction is one kernel, its form a choice") {
  const auto x = of<float>({1 << 20});
  CHECK(golden("scaled_total", printed(scaled_total, x, 2.0f, 1.0f)) == "");
  CHECK(golden("positive_total", printed(positive_total, x)) == "");
  CHECK(golden("positive_total_two_pass", printed<fusion::two_pass>(positive_total, x)) == "");
  CHECK(golden("shares", printed(shares, x)) == "");
  CHECK(golden("shares_last_block", printed<fusion::last_block>(shares, x)) == "");
}
TEST_CASE("golden: row formulas are one kernel") {
  const auto x = of<bf16>({32768, 4096});
  CHECK(golden("softmax", printed(softmax, x)) == "");
  CHECK(golden("rms_norm", printed(rms_norm, x, of<bf16>({4096}))) == "");
  CHECK(golden("layer_norm", printed(layer_norm, x)) == "");
}
TEST_CASE("golden: sums that would wait for another pass over memory are taken online, and it is said why") {
  const auto x = of<float>({4096, 4096});
  CHECK(golden("softmax_of_everything", printed(softmax_of_everything, x)) == "");
  CHECK(golden("softmax_of_columns", printed(softmax_of_columns, x)) == "");
  CHECK(golden("softmax_of_long_rows", printed(softmax, of<float>({64, 65536}))) == "");
}
TEST_CASE("golden: unfused, every op is a kernel") {
  CHECK(golden("softmax_unfused", printed<fusion::unfused>(softmax, of<bf16>({128, 1000}))) == "");
  CHECK(golden("softmax_exact", printed<fusion::exact>(softmax, of<bf16>({128, 1000}))) == "");
}
TEST_CASE("golden: a branch stands between kernels; a common row reduction is stored") {
  CHECK(golden("branch", printed(branch, of<float>({5000}))) == "");
  CHECK(golden("row_branch", printed(row_branch, of<float>({64, 128}))) == "");
}
TEST_CASE("golden: several outputs, and rows that finish before a total") {
  CHECK(golden("several", printed(several, of<float>({64, 128}), of<float>({128}))) == "");
  CHECK(golden("rows_then_total", printed(rows_then_total, of<float>({64, 128}))) == "");
}
