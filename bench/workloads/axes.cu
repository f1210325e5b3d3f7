// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions of columns, of a middle axis, to places, and several results of one pass over everything.
#include "../support/measure.cuh"

namespace bench {
namespace {

// in(i): element i of what one result is made of.
template <class Row, class In>
__device__ void store_var_mean(const Row& r, const In& in) {
  const auto n = static_cast<double>(r.cols);
  const double mean = r.sum(in) / n;
  r.store_value(r.sum([&](auto i) { return (in(i)-mean) * (in(i)-mean); }) / (n - 1));
  r.store_value(mean, 1);
}

struct total_var_mean_formula : formula {
  static constexpr auto& region = total_var_mean;
  static constexpr int outputs = 2;
  static constexpr bool whole = true, positive = true;
  template <class Row>
  static __device__ void reference(const Row& r) {
    store_var_mean(r, [&](auto i) { return r.in(0, i); });
  }
};
// A result a column.
struct column_formula : formula {
  static constexpr bool reduced = true, positive = true;
  static std::array<std::int64_t, 2> result_shape(const workload& w) { return {1, w.cols}; }
};
struct column_sum_formula : column_formula {
  static constexpr auto& region = column_sum;
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store_value(r.sum([&](auto i) { return r.turned(0, i); }));
  }
};
struct column_var_mean_formula : column_formula {
  static constexpr auto& region = column_var_mean;
  static constexpr int outputs = 2;
  template <class Row>
  static __device__ void reference(const Row& r) {
    store_var_mean(r, [&](auto i) { return r.turned(0, i); });
  }
};
struct middle_sum_formula : formula {
  static constexpr auto& region = middle_sum;
  static constexpr bool reduced = true, positive = true;
  static std::array<std::int64_t, 2> result_shape(const workload& w) { return {w.rows / middle, w.cols}; }
  template <class Row>
  static __device__ void reference(const Row& r) {
    constexpr std::int64_t columns = 1024;
    const auto* from = r.inputs[0] + r.row / columns * middle * columns + r.row % columns;
    r.store_value(r.sum([&](auto i) { return static_cast<double>(from[i * columns]); }));
  }
};
struct row_argmax_formula : formula {
  static constexpr auto& region = row_argmax;
  static constexpr bool reduced = true;
  template <class T>
  using result = std::int64_t;
  static std::array<std::int64_t, 2> result_shape(const workload& w) { return {w.rows, 1}; }
  template <class Row>
  static __device__ void reference(const Row& r) {
    const double most = r.max([&](auto i) { return r.in(0, i); });
    r.store_value(-r.max([&](auto i) { return r.in(0, i) == most ? -static_cast<double>(i) : -1e300; }));
  }
};

const bool has_total_var_mean = add_group("red_var_mean_f32", measure<total_var_mean_formula, float>);
const bool has_column_sum_f32 = add_group("col_sum_f32", measure<column_sum_formula, float>);
const bool has_column_sum_bf16 = add_group("col_sum_bf16", measure<column_sum_formula, sinter::bf16>);
const bool has_column_var_mean = add_group("col_var_mean_f32", measure<column_var_mean_formula, float>);
const bool has_middle_sum = add_group("mid_sum_f32", measure<middle_sum_formula, float>);
const bool has_row_argmax = add_group("row_argmax_bf16", measure<row_argmax_formula, sinter::bf16>);

}  // namespace
}  // namespace bench
