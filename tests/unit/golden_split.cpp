// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A formula with more live values than a kernel may hold is split, and stores as little as it can. Graphs of 250 nodes and
// more: clang, and g++ with sanitizers, stop at their limit of constexpr steps before the schedule is found.
#include <doctest/doctest.h>

#include <type_traits>

#include <sinter/sinter.hpp>

#include "support/golden.hpp"

#if !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)

namespace {

using sinter::region;
using test::golden;

constexpr sinter::tensor<float, 1> thousand{{1000}};

// 125 values, all made before the first is used up: a fan of products of x, then a chain that needs them in reverse.
template <int N>
constexpr auto fan(auto first, auto sum, std::integral_constant<int, N>) {
  if constexpr (N == 0) {
    return sum;
  } else {
    const auto next = first * (1.0f + N);
    return fan(first, sum + next, std::integral_constant<int, N - 1>{}) * next;
  }
}
constexpr auto wide = region<struct wide_k>([](auto x) { return fan(x, x, std::integral_constant<int, 125>{}); });
// The same where each value is made from the one before.
template <int N>
constexpr auto chain(auto first, auto v, std::integral_constant<int, N>) {
  if constexpr (N == 0) {
    return v;
  } else {
    const auto next = v + first;
    return chain(first, next, std::integral_constant<int, N - 1>{}) * next;
  }
}
constexpr auto long_chain =
    region<struct long_chain_k>([](auto x) { return chain(x, x, std::integral_constant<int, 125>{}); });

}  // namespace

TEST_CASE("split: a formula with more live values than registers is split") {
  // Of 420 nodes the file holds what the kernels read and write.
  sinter::text traffic;
  for (const std::string& line : test::lines_of(sinter::explain(sinter::plan(wide, thousand)).c_str())) {
    const bool told = line.starts_with("step") || line.starts_with("  reads") || line.starts_with("  writes") ||
                      line.find("live values") != std::string::npos || line.find("kernels") != std::string::npos;
    if (told) traffic << line.c_str() << '\n';
  }
  CHECK(golden("wide", traffic) == "");
}
TEST_CASE("split: values that depend on one another and do not fit in registers are stored by few kernels") {
  CHECK(sinter::plan(long_chain, thousand).kernels() <= 4);
}

#endif
