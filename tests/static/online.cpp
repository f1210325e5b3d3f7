// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Which sums are taken online, and which only look as if they could be; what that saves in kernels and bytes.
#include <sinter/sinter.hpp>

namespace online_ops {

// A user's exponential is none that a law knows; a user's row value is as good as any.
struct my_exp_t final : sinter::unary<my_exp_t, "exp", sinter::typing::floating> {
  static constexpr auto vjp = sinter::derivative::unknown;
  template <class T>
  SINTER_FN static T eval(T x) {
    return sinter::math::exp(x);
  }
};
struct second_largest_t final : sinter::reduction<second_largest_t, "second_largest"> {
  static constexpr auto vjp = sinter::derivative::unknown;
  static constexpr sinter::dtype result(sinter::dtype t) { return t; }
  struct two {
    float first, second;
  };
  template <class T>
  using accumulator = two;
  template <class T>
  SINTER_FN static two identity() {
    return {-1e30f, -1e30f};
  }
  template <class T>
  SINTER_FN static two lift(T x) {
    return {x, -1e30f};
  }
  template <class T>
  SINTER_FN static two combine(two a, two b) {
    if (a.first >= b.first) return {a.first, b.first > a.second ? b.first : a.second};
    return {b.first, a.first > b.second ? a.first : b.second};
  }
  template <class T>
  SINTER_FN static float finish(two a, std::int64_t) {
    return a.second;
  }
};

}  // namespace online_ops

namespace {

using sinter::axes;
using sinter::axis;
using sinter::bf16;
using sinter::fusion;
using sinter::tensor;
using sinter::tensor_arg;

template <fusion Policy, class F, class... Sig>
constexpr int forms_of() {
  return sinter::scheduled<Policy, F, Sig...>::formula::forms;
}
// How many sums of a formula over a matrix and another one are taken online.
template <class T = float, class F>
constexpr int taken(F) {
  return forms_of<fusion::automatic, F, tensor_arg<T, 2>, tensor_arg<T, 2>>();
}

// The plain formula, over columns, everything and several axes.
constexpr auto q(auto x) { return max(x, axis<0>); }
constexpr auto total(auto x) { return sum(x, axis<0>); }
static_assert(taken([](auto x, auto) { return total(exp(x - q(x))); }) == 1);
static_assert(taken([](auto x, auto) { return sum(exp(x - max(x))); }) == 1);
static_assert(taken([](auto x, auto) { return sum(exp(x - max(x, axes<0, 1>)), axes<0, 1>); }) == 1);
static_assert(taken<double>([](auto x, auto) { return total(exp(x - q(x))); }) == 1);
static_assert(taken<bf16>([](auto x, auto) { return total(exp(x - q(x))); }) == 1);
static_assert(taken([](auto x, auto) { return mean(exp(x - q(x)), axis<0>); }) == 1);
static_assert(taken([](auto x, auto) { return sum(exp(x - q(x)), axis<0>, sinter::drop); }) == 1);
static_assert(taken([](auto x, auto) { return total(exp2(x - q(x))); }) == 1);
static_assert(taken([](auto x, auto) { return logsumexp(x, axis<0>); }) == 1);

// However q is computed.
static_assert(taken([](auto x, auto) { return total(exp(x - min(x, axis<0>) * 2.0f)); }) == 1);
static_assert(taken([](auto x, auto y) { return total(exp(x - mean(y, axis<0>))); }) == 0);  // other extents
static_assert(taken([](auto x, auto y) { return total(exp(x + y - mean(y + x, axis<0>))); }) == 1);
static_assert(taken([](auto x, auto) {
                return total(exp(x - sinter::reduce<online_ops::second_largest_t>(x, axis<0>)));
              }) == 1);
static_assert(taken([](auto x, auto) { return total(exp(x * rsqrt(total(x * x)) - q(x * rsqrt(total(x * x))))); }) ==
              1);

// Commuted, scaled, negated, converted.
static_assert(taken([](auto x, auto) { return total(exp(-q(x) + x)); }) == 1);
static_assert(taken([](auto x, auto) { return total(exp(-(q(x) - x))); }) == 1);
static_assert(taken([](auto x, auto) { return total(exp((x - q(x)) * 0.125f)); }) == 1);
static_assert(taken([](auto x, auto) { return total(exp(0.125f * x - 0.125f * q(x))); }) == 1);
static_assert(taken([](auto x, auto) { return total(exp((x - q(x)) / 8.0f)); }) == 1);
static_assert(taken([](auto x, auto) { return -total(-exp(min(x, axis<0>) - x)); }) == 1);
static_assert(taken<bf16>([](auto x, auto) {
                return total(sinter::cast<float>(exp(sinter::cast<float>(x - q(x)))));
              }) == 1);
static_assert(taken([](auto x, auto y) { return total(exp(x + (y - q(x + y)) + 1.0f)); }) == 1);

// Weighted, masked, divided by a row value; a chain of two, of which the second needs what the first gives.
static_assert(taken([](auto x, auto y) { return total(y * exp(x - q(x + y))); }) == 1);
static_assert(taken([](auto x, auto y) { return total(exp(x - q(x + y)) * y * (x + y) / (y * y)); }) == 1);
static_assert(taken([](auto x, auto y) { return total(where(y > x, exp(x - q(x + y)), 0.0f)); }) == 1);
static_assert(taken([](auto x, auto y) { return total(where(y > x, 0.0f, exp(x - q(x + y)) * y) * x); }) == 1);
static_assert(taken([](auto x, auto y) {
                const auto e = exp(x - q(x + y));
                return total(e / total(e) * y);
              }) == 1);  // total(e) runs over x alone, q over x and y
static_assert(taken([](auto x, auto) {
                const auto e = exp(x - q(x));
                return total(e / total(e) * x);
              }) == 2);
static_assert(taken([](auto x, auto) {
                const auto e = exp(x - q(x));
                return sinter::outputs(total(e), mean(e, axis<0>), total(e * x));
              }) == 3);

// Squares.
static_assert(taken([](auto x, auto) { return mean(square(x - mean(x, axis<0>)), axis<0>); }) == 1);
static_assert(taken([](auto x, auto) {
                const auto c = x - mean(x);
                return c * rsqrt(mean(c * c) + 1e-5f);
              }) == 1);
static_assert(taken([](auto x, auto) { return total(square(q(x) - x) * 2.0f) / 3.0f; }) == 1);
static_assert(taken([](auto x, auto y) { return total(square(x - q(x + y)) * y); }) == 0);  // weighted

// What a law does not say, or not for less: q differs from element to element, weights and exponents that wait themselves, other
// functions, whole numbers, other accumulations, a pass that stays because of another sum, nothing to wait for.
static_assert(taken([](auto x, auto) { return total(exp(x - x * q(x))); }) == 0);
static_assert(taken([](auto x, auto) { return total((x - q(x)) * exp(x - q(x))); }) == 0);
static_assert(taken([](auto x, auto) { return total(exp(x) - q(x)); }) == 0);
static_assert(taken([](auto x, auto) { return total(exp(abs(x - q(x)))); }) == 0);
static_assert(taken([](auto x, auto) { return total(exp(relu(x - q(x)) - q(x))); }) == 0);
static_assert(taken([](auto x, auto) { return total(exp(x - q(x)) * exp(x - q(x))); }) == 0);
static_assert(taken([](auto x, auto) { return total(exp(x - q(x)) + 1.0f); }) == 0);
static_assert(taken([](auto x, auto y) { return total(where(y > x, exp(x - q(x)), 1.0f)); }) == 0);
static_assert(taken([](auto x, auto) { return total(where(x > q(x), exp(x - q(x)), 0.0f)); }) == 0);
static_assert(taken([](auto x, auto) { return total(sinter::call<online_ops::my_exp_t>(x - q(x))); }) == 0);
static_assert(taken([](auto x, auto) { return total(sinter::cast<bf16>(exp(x - q(x)))); }) == 0);  // rounds
static_assert(taken([](auto x, auto) { return sum(sinter::cast<double>(exp(x - q(x))), axis<0>); }) == 0);
static_assert(taken<std::int32_t>([](auto x, auto) { return total(exp(x - q(x))); }) == 0);
static_assert(taken<std::int32_t>([](auto x, auto) { return total(square(x - q(x))); }) == 0);
static_assert(taken([](auto x, auto) { return sum<sinter::accumulation::f64>(exp(x - q(x)), axis<0>); }) == 0);
static_assert(taken([](auto x, auto) { return sinter::outputs(total(exp(x - q(x))), total(abs(x - q(x)))); }) == 0);
static_assert(taken([](auto x, auto) { return max(exp(x - q(x)), axis<0>); }) == 0);
static_assert(taken([](auto x, auto y) { return total(exp(x - y)); }) == 0);
static_assert(taken([](auto x, auto) { return sum(exp(x - max(x, axis<-1>))); }) == 0);
static_assert(taken([](auto x, auto) { return sum(exp(x - max(x)), axis<0>); }) == 0);

// Only what is cut automatically changes; rows along memory keep it unless they are long.
struct columns {
  constexpr auto operator()(auto x) const { return total(exp(x - q(x))); }
};
struct rows {
  constexpr auto operator()(auto x) const { return x * sum(exp(x - max(x, axis<-1>)), axis<-1>); }
};
static_assert(forms_of<fusion::automatic, columns, tensor_arg<float, 2>>() == 1);
static_assert(forms_of<fusion::plain, columns, tensor_arg<float, 2>>() == 0);
static_assert(forms_of<fusion::two_pass, columns, tensor_arg<float, 2>>() == 0);
static_assert(forms_of<fusion::unfused, columns, tensor_arg<float, 2>>() == 0);
static_assert(forms_of<fusion::exact, columns, tensor_arg<float, 2>>() == 0);
static_assert(forms_of<fusion::automatic, rows, tensor_arg<float, 2>>() == 0);

// A plan as an argument: g++ does not compare the address of a temporary's member in a constant expression.
constexpr int kernels(const auto p) { return p.kernels(); }
constexpr std::int64_t bytes(const auto p) { return p.bytes(); }
constexpr tensor<float, 2> matrix(std::int64_t m, std::int64_t n) { return {{m, n}}; }

constexpr auto softmax_of_all = sinter::region([](auto x) {
  const auto e = exp(x - max(x));
  return e / sum(e);
});
constexpr auto softmax_of_columns = sinter::region([](auto x) {
  const auto e = exp(x - max(x, axis<0>));
  return e / sum(e, axis<0>);
});
constexpr auto softmax_of_rows = sinter::region([](auto x) {
  const auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});
constexpr std::int64_t mebi = 1 << 20;
constexpr std::int64_t partials = 2 * 128 * (4 + 8 + 8);  // written and read
static_assert(kernels(plan<softmax_of_all>(matrix(1024, 1024))) == 2);
static_assert(bytes(plan<softmax_of_all>(matrix(1024, 1024))) == 3 * 4 * mebi + partials);
static_assert(kernels(plan<softmax_of_all, fusion::plain>(matrix(1024, 1024))) == 3);
static_assert(bytes(plan<softmax_of_all, fusion::plain>(matrix(1024, 1024))) > 4 * 4 * mebi);
static_assert(bytes(plan<softmax_of_columns>(matrix(1024, 1024))) == 3 * 4 * mebi);
static_assert(bytes(plan<softmax_of_columns, fusion::plain>(matrix(1024, 1024))) == 4 * 4 * mebi);
// 200 KiB less what the collectives need hold 50944 floats.
static_assert(bytes(plan<softmax_of_rows>(matrix(8, 50944))) == 2 * 4 * 8 * 50944);
static_assert(bytes(plan<softmax_of_rows>(matrix(8, 50945))) == 3 * 4 * 8 * 50945);
static_assert(bytes(plan<softmax_of_rows, fusion::plain>(matrix(8, 50945))) == 4 * 4 * 8 * 50945);

}  // namespace
