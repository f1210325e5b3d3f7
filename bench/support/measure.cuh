// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A formula on a workload's shape: buffers, reference, and Sinter fused and unfused as contenders. A formula is
//   struct { static constexpr auto& region; int inputs, weights, outputs; int turned (that many inputs have rows and columns
//            swapped); bool whole (one value comes out), reduced (of fewer elements than come in), positive (data);
//            result_shape(workload), of outputs that are not whole; result<T>, the output's type; scalars() -> tuple of further
//            arguments; reference(row): the formula in double precision, of a row of the input, or of one result if reduced }.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "reference.cuh"
#include "session.hpp"

namespace bench {

struct formula {
  static constexpr int inputs = 1, weights = 0, outputs = 1, turned = 0;
  static constexpr bool whole = false, positive = false, reduced = false;
  static std::array<std::int64_t, 2> result_shape(const workload& w) { return {w.rows, w.cols}; }
  template <class T>
  using result = T;
  static std::tuple<> scalars() { return {}; }
};

template <class Formula, class T>
class problem {
  static constexpr int rank = Formula::whole ? 1 : 2;
  using result = std::conditional_t<Formula::whole, float, typename Formula::template result<T>>;

 public:
  explicit problem(const workload& w)
      : w_(w), shape_(Formula::result_shape(w)), results_(Formula::whole ? 1 : shape_[0] * shape_[1]) {
    for (int k = 0; k < Formula::inputs; ++k) add(inputs_, w.rows * w.cols);
    for (int k = 0; k < Formula::weights; ++k) add(weights_, w.cols);
    for (int k = 0; k < Formula::outputs; ++k) {
      outputs_.emplace_back(sinter::buffer<result, 1>({results_}, sinter::device_memory()));
      references_.emplace_back(sinter::buffer<double, 1>({results_}, sinter::device_memory()));
    }
    reference_arrays<T> a{};
    for (int k = 0; k < Formula::inputs; ++k) a.inputs[k] = input(k);
    for (int k = 0; k < Formula::weights; ++k) a.weights[k] = weights_[at(k)].data();
    for (int k = 0; k < Formula::outputs; ++k) a.outputs[k] = references_[at(k)].data();
    const std::int64_t blocks = Formula::reduced ? results_ : w.rows;
    reference<Formula, T><<<static_cast<unsigned>(blocks), 1024>>>(a, size() / blocks);
    check(cudaDeviceSynchronize(), "the reference");
  }

  const T* input(int k) const { return inputs_[at(k)].data(); }
  result* output(int k) const { return outputs_[at(k)].data(); }
  std::int64_t size() const { return w_.rows * w_.cols; }

  template <class Executor>
  void run(const Executor& executor) const {
    const auto go = [&]<std::size_t... I, std::size_t... W, std::size_t... O>(
        std::index_sequence<I...>, std::index_sequence<W...>, std::index_sequence<O...>) {
      const auto call = [&](auto... scalar) {
        return Formula::region(large<const T>(input(I), I < Formula::turned)...,
                               sinter::view(static_cast<const T*>(weights_[W].data()), {w_.cols})..., scalar...);
      };
      std::apply(call, Formula::scalars()).into(sinter::outputs(results(output(O))...), executor);
    };
    go(std::make_index_sequence<Formula::inputs>{}, std::make_index_sequence<Formula::weights>{},
       std::make_index_sequence<Formula::outputs>{});
  }

  void poison() const {
    for (const auto& o : outputs_) {
      check(cudaMemset(o.data(), 0xff, static_cast<std::size_t>(results_) * sizeof(result)), "cudaMemset");
    }
    check(cudaDeviceSynchronize(), "poison");
  }
  double error() const {
    double worst = 0;
    for (int k = 0; k < Formula::outputs; ++k)
      worst = std::max(worst, max_error(output(k), references_[at(k)].data(), results_));
    return worst;
  }

 private:
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
  void add(std::vector<sinter::buffer<T, 1>>& to, std::int64_t n) {
    to.emplace_back(sinter::buffer<T, 1>({n}, sinter::device_memory()));
    fill_random<<<1056, 256>>>(to.back().data(), n, ++seed_, Formula::positive);
    check(cudaDeviceSynchronize(), "random data");
  }
  template <class U>
  auto large(U* p, bool turned = false) const {
    if constexpr (rank == 1)
      return sinter::view(p, {size()});
    else
      return turned ? sinter::view(p, {w_.cols, w_.rows}) : sinter::view(p, {w_.rows, w_.cols});
  }
  auto results(result* p) const {
    if constexpr (Formula::whole)
      return sinter::view(p);
    else
      return sinter::view(p, {shape_[0], shape_[1]});
  }

  const workload& w_;
  std::array<std::int64_t, 2> shape_;
  std::int64_t results_;
  std::uint64_t seed_ = 0;
  std::vector<sinter::buffer<T, 1>> inputs_, weights_;
  std::vector<sinter::buffer<result, 1>> outputs_;
  std::vector<sinter::buffer<double, 1>> references_;
};

// `others(problem)` returns further contenders.
template <class Formula, class T, class Others>
void measure(session& s, const workload& w, const Others& others) {
  const problem<Formula, T> p(w);
  sinter::workspace space;
  std::vector<contender> contenders = others(p);
  contenders.push_back({"sinter_fused", [&](cudaStream_t stream) { p.run(sinter::on(stream, space)); }});
  contenders.push_back(
      {"sinter_unfused", [&](cudaStream_t stream) { p.run(sinter::unfused(sinter::on(stream, space))); }});
  s.compare(
      w.name, w.bytes(), std::move(contenders), [&] { p.poison(); }, [&] { return p.error(); });
}
template <class Formula, class T>
void measure(session& s, const workload& w) {
  measure<Formula, T>(s, w, [](const auto&) { return std::vector<contender>{}; });
}

}  // namespace bench
