// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// softmax, RMS norm and layer norm as a user writes them, and what they are in double.
#pragma once

#include "support/executors.hpp"

namespace test {

using sinter::axis;
using sinter::bf16;

inline constexpr auto softmax = sinter::region<struct softmax_k>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});
inline constexpr auto rms_norm =
    sinter::region<struct rms_norm_k>([](auto x, auto epsilon) { return x * rsqrt(mean(x * x, axis<-1>) + epsilon); });
inline constexpr auto layer_norm = sinter::region<struct layer_norm_k>([](auto x, auto weight, auto bias) {
  auto centred = x - mean(x, axis<-1>);
  return centred * rsqrt(mean(centred * centred, axis<-1>) + 1e-5f) * weight + bias;
});

template <class T>
values<double> softmax_of(const values<T>& x) {
  double top = number(x[0]);
  for (const T& v : x) top = std::isnan(number(v)) || number(v) > top ? number(v) : top;
  double total = 0;
  values<double> e(x.size());
  for (int64_t i = 0; i < x.size(); ++i) total += e[i] = std::exp(number(x[i]) - top);
  for (double& v : e) v /= total;
  return e;
}
template <class T>
values<double> rms_norm_of(const values<T>& x, double epsilon) {
  double squares = 0;
  for (const T& v : x) squares += number(v) * number(v);
  values<double> y(x.size());
  for (int64_t i = 0; i < x.size(); ++i)
    y[i] = number(x[i]) / std::sqrt(squares / static_cast<double>(x.size()) + epsilon);
  return y;
}
template <class T>
values<double> layer_norm_of(const values<T>& x, const values<T>& weight, const values<T>& bias) {
  const double n = static_cast<double>(x.size());
  double mean = 0;
  for (const T& v : x) mean += number(v) / n;
  double variance = 0;
  for (const T& v : x) variance += (number(v) - mean) * (number(v) - mean) / n;
  values<double> y(x.size());
  for (int64_t i = 0; i < x.size(); ++i) {
    y[i] = (number(x[i]) - mean) / std::sqrt(variance + 1e-5) * number(weight[i]) + number(bias[i]);
  }
  return y;
}

// What a row formula may be off: f32 arithmetic, and for bf16 the rounding of the result (of each op, when unfused).
template <class F, class T>
constexpr double row_tolerance() {
  if (std::is_same_v<T, float>) return 2e-5;
  return keeps_precision<F> ? 0x1.01p-8 : 0x1p-5;
}

}  // namespace test
