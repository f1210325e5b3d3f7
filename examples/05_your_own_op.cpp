// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Your own ops: a pointwise one in four lines, a reduction in eight. They fuse like the library's, which are written alike.
#include <sinter/sinter.hpp>
#include <vector>

#include "support/check.hpp"

namespace mine {

namespace math = sinter::math;

// A pointwise op: `eval` is one element, on host and device. The arithmetic goes through math::, which rounds alike on both;
// typing::floating says that integers arrive as float. An op of any type has `template <class T> static T eval(T x)`.
struct softsign_t final : sinter::unary<softsign_t, "softsign", sinter::typing::floating> {
  SINTER_FN static float eval(float x) { return math::div(x, math::add(1.0f, math::abs(x))); }
};
constexpr auto softsign(sinter::Traced auto x) { return sinter::call<softsign_t>(x); }

// A reduction: the sum of squares and, at the end, its root. An accumulator of up to 16 bytes, joined in any order.
// clang-format off
struct norm_t final : sinter::reduction<norm_t, "norm"> {
  static constexpr sinter::dtype result(sinter::dtype t) { return t; }
  template <class T> using accumulator = T;
  template <class T> SINTER_FN static T identity() { return 0; }
  template <class T> SINTER_FN static T lift(T x) { return math::mul(x, x); }
  template <class T> SINTER_FN static T combine(T a, T b) { return math::add(a, b); }
  template <class T> SINTER_FN static T finish(T a, std::int64_t) { return math::sqrt(a); }
};
// clang-format on
template <class... How>
constexpr auto norm(sinter::Traced auto x, How... how) {
  return sinter::reduce<norm_t>(x, how...);
}

}  // namespace mine

// Both in one kernel, together with the library's own division.
inline constexpr auto unit_rows = sinter::region<struct unit_rows_kernel>([](auto x) {
  auto s = mine::softsign(x);
  return s / mine::norm(s, sinter::axis<-1>);
});
static_assert(sinter::plan<unit_rows>(sinter::tensor<float, 2>{8, 100}).max_kernels() == 1);

int main() {
  const int rows = 8, cols = 100;
  std::vector<float> px(rows * cols), py(px.size());
  for (std::size_t i = 0; i < px.size(); ++i) px[i] = static_cast<float>(i % 17) - 8;
  unit_rows(sinter::view(px.data(), {rows, cols})).into(sinter::view(py.data(), {rows, cols}), sinter::host);

  bool right = true;
  for (int r = 0; r < rows; ++r) {
    const auto softsign = [&](int c) { return px[r * cols + c] / (1.0 + std::abs(px[r * cols + c])); };
    double squares = 0;
    for (int c = 0; c < cols; ++c) squares += softsign(c) * softsign(c);
    for (int c = 0; c < cols; ++c) right = right && near(py[r * cols + c], softsign(c) / std::sqrt(squares));
  }
  check(right, "every row is softsign(x), scaled to the norm 1");
}
