// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Batch invariance: the bits of a row, of a column or of a row of two axes depend on its length and dtype, not on how many there
// are, where they lie or how they are strided. A test file defines SINTER_TEST_FIXTURES and SINTER_TEST_ELEMENT.
#pragma once

#include <vector>

#include "support/formulas.hpp"

namespace test {

using sinter::axes;
using sinter::cast;

// Results of bf16 that are one a row are compared before they are rounded.
inline constexpr auto row_sums = sinter::region<struct row_sums_k>(
    [](auto x) { return sinter::outputs(cast<float>(sum(x, axis<-1>)), cast<float>(logsumexp(x, axis<-1>))); });
inline constexpr auto column_softmax = sinter::region<struct column_softmax_k>([](auto x) {
  auto e = exp(x - max(x, axis<0>));
  return sinter::outputs(e / sum(e, axis<0>), cast<float>(sum(x, axis<0>)), cast<float>(logsumexp(x, axis<0>)));
});
inline constexpr auto column_norms = sinter::region<struct column_norms_k>([](auto x, auto weight, auto bias) {
  auto centred = x - mean(x, axis<0>);
  return sinter::outputs(x * rsqrt(mean(x * x, axis<0>) + 1e-6f),
                         centred * rsqrt(mean(centred * centred, axis<0>) + 1e-5f) * weight + bias);
});
inline constexpr auto split_row_sums = sinter::region<struct split_row_sums_k>(
    [](auto x) { return sinter::outputs(cast<float>(sum(x, axes<0, 2>)), cast<float>(logsumexp(x, axes<0, 2>))); });

// How the elements of a batch's members lie: a row of memory each, a column, or around the axis that counts the members.
struct as_rows {
  static constexpr int axis = 0;
  static auto shape(int64_t m, int64_t n) { return extents{m, n}; }
};
struct as_columns {
  static constexpr int axis = 1;
  static auto shape(int64_t m, int64_t n) { return extents{n, m}; }
};
struct as_middle {
  static constexpr int axis = 1;
  static auto shape(int64_t m, int64_t n) {
    return n % 4 == 0 ? extents{n / 4, m, int64_t{4}} : extents{n, m, int64_t{1}};
  }
};
// What a batch computes of each member; every bit of a float is one of a double's.
template <class Along>
struct members {
  explicit members(int64_t m) : of(static_cast<std::size_t>(m)) {}
  // Of a tensor's elements in row-major order, the member's own in that order.
  template <int R, class Visit>
  static void for_each(const extents<R>& e, const Visit& visit) {
    int64_t after = 1;
    for (int a = Along::axis + 1; a < R; ++a) after *= e[a];
    for (int64_t i = 0; i < e.count(); ++i) visit(i, static_cast<std::size_t>(i / after % e[Along::axis]));
  }
  template <int R, class T>
  void add(const extents<R>& e, const values<T>& v) {
    for_each(e, [&](int64_t i, std::size_t r) { of[r].push_back(number(v[i])); });
  }
  std::vector<std::vector<double>> of;
};
// The extents of one result a member.
template <class Along, int R>
extents<R> one_a_member(extents<R> e) {
  for (int a = 0; a < R; ++a) e[a] = a == Along::axis ? e[a] : 1;
  return e;
}

// The lengths meet every kernel of rows: each rung of the ladder, the staged loop, the loop that reads rows again.
inline constexpr int64_t batch_lengths[] = {1,    5,    24,   33,   64,   128,   256,   512,   1000,
                                            1024, 2048, 4096, 5001, 8192, 16384, 32768, 40000, 110000};
template <class T>
bool every_rung_is_met() {
  for (const int elements : {8, 16, 32}) {
    constexpr int vector = 16 / sizeof(T);
    const auto ladder = sinter::schedule::make_row_ladder(vector, elements);
    for (int rung = 0; rung < ladder.count; ++rung) {
      bool met = false;
      for (const int64_t n : batch_lengths)
        met = met || (n % vector == 0 && sinter::schedule::pick_rung(ladder, vector, n) == rung);
      if (!met) return false;
    }
  }
  return true;
}

// Three rows in turn, among `m`, arranged: what is computed of each must be what is computed of the row alone, contiguous and
// aligned. formula(tensor, its extents, arrangement of results, members to add results to).
template <class F, class T, class Along, class Formula>
void check_invariance(int64_t n, const Formula& formula) {
  constexpr int64_t different = 3;
  const values<T> rows = random<T>(different * n, 41, -3, 4);
  const auto run = [&](int64_t first, int64_t m, arrangement how, arrangement to) {
    const auto e = Along::shape(m, n);
    values<T> v(m * n);
    std::vector<int64_t> next(static_cast<std::size_t>(m));
    members<Along>::for_each(e, [&](int64_t i, std::size_t r) {
      v[i] = rows[(first + static_cast<int64_t>(r)) % different * n + next[r]++];
    });
    members<Along> result(m);
    formula(make<F>(e, v, how), e, to, result);
    return result.of;
  };
  std::vector<std::vector<double>> want;
  for (int64_t r = 0; r < different; ++r) {
    want.push_back(run(r, 1, arrangement::contiguous, arrangement::contiguous)[0]);
  }
  const bool emulates = F::most_elements < 1 << 20;
  for (const int64_t batch : {1, 7, 132, 4096}) {
    const int64_t m = emulates && batch == 7 && n > 8192 ? 2 : batch;
    if (m > 7 && m * n > F::most_elements / (emulates ? 1 : 16)) continue;
    for (const arrangement how :
         {arrangement::contiguous, arrangement::misaligned, arrangement::gaps, arrangement::transposed}) {
      if (m > 7 && (how == arrangement::gaps || (m > 132 && how == arrangement::misaligned))) continue;
      if (n > 8192 && how != arrangement::contiguous && how != arrangement::misaligned) continue;
      CAPTURE(n);
      CAPTURE(m);
      CAPTURE(how);
      const auto got = run(0, m, how, m == 7 ? arrangement::contiguous : how);
      int64_t wrong = 0;
      for (std::size_t r = 0; r < got.size(); ++r) {
        const auto& one = want[r % different];
        wrong += std::memcmp(got[r].data(), one.data(), one.size() * sizeof(double)) == 0 ? 0 : 1;
      }
      CHECK(wrong == 0);
    }
  }
}
template <class F, class Along, class Formula>
void check_invariance(const Formula& formula) {
  for (const int64_t n : batch_lengths) check_invariance<F, SINTER_TEST_ELEMENT, Along>(n, formula);
}
// Columns have one kernel: its lengths are those at which the number of threads that share a column changes, and a long one.
template <class F, class Along, class Formula>
void check_invariance_of_columns(const Formula& formula) {
  for (const int64_t n : {1, 3, 4, 5, 16, 33, 64, 100, 256, 1000, 5001}) {
    check_invariance<F, SINTER_TEST_ELEMENT, Along>(n, formula);
  }
}

TEST_CASE_TEMPLATE("batch: the lengths of rows meet every kernel", F, SINTER_TEST_FIXTURES) {
  CHECK(every_rung_is_met<SINTER_TEST_ELEMENT>());
}
TEST_CASE_TEMPLATE("batch: a row's softmax depends on nothing but the row", F, SINTER_TEST_FIXTURES) {
  check_invariance<F, as_rows>([](const auto& x, const auto& e, arrangement to, auto& result) {
    const auto y = output<F, SINTER_TEST_ELEMENT>(e, to);
    softmax(x.view()).into(y.view(), F::executor());
    result.add(e, y.get());
  });
}
TEST_CASE_TEMPLATE("batch: a row's RMS norm depends on nothing but the row", F, SINTER_TEST_FIXTURES) {
  check_invariance<F, as_rows>([](const auto& x, const auto& e, arrangement to, auto& result) {
    const auto y = output<F, SINTER_TEST_ELEMENT>(e, to);
    rms_norm(x.view(), 1e-6f).into(y.view(), F::executor());
    result.add(e, y.get());
  });
}
TEST_CASE_TEMPLATE("batch: a row's layer norm depends on nothing but the row", F, SINTER_TEST_FIXTURES) {
  using T = SINTER_TEST_ELEMENT;
  check_invariance<F, as_rows>([](const auto& x, const auto& e, arrangement to, auto& result) {
    const auto weight = make<F>(extents{e[1]}, random<T>(e[1], 51));
    const auto bias = make<F>(extents{e[1]}, random<T>(e[1], 52));
    const auto y = output<F, T>(e, to);
    layer_norm(x.view(), weight.view(), bias.view()).into(y.view(), F::executor());
    result.add(e, y.get());
  });
}
// The sum and the log-sum-exp of each member.
template <class F, class Along>
constexpr auto sums_by(const auto& region) {
  return [&region](const auto& x, const auto& e, arrangement to, auto& result) {
    const auto small = one_a_member<Along>(e);
    const auto s = output<F, float>(small, to);
    const auto l = output<F, float>(small);
    region(x.view()).into(sinter::outputs(s.view(), l.view()), F::executor());
    result.add(small, s.get());
    result.add(small, l.get());
  };
}
TEST_CASE_TEMPLATE("batch: a row's sum and log-sum-exp depend on nothing but the row", F, SINTER_TEST_FIXTURES) {
  check_invariance<F, as_rows>(sums_by<F, as_rows>(row_sums));
}
TEST_CASE_TEMPLATE("batch: sums over two axes depend on nothing but what they add", F, SINTER_TEST_FIXTURES) {
  check_invariance_of_columns<F, as_middle>(sums_by<F, as_middle>(split_row_sums));
}
// A reduction beside it that has one element where the row has many takes other kernels, or ends earlier.
inline constexpr auto sum_beside = sinter::region<struct sum_beside_k>(
    [](auto x, auto b) { return sinter::outputs(cast<float>(sum(x, axis<-1>)), max(b, axis<-1>)); });
TEST_CASE_TEMPLATE("batch: a row's sum does not depend on what is reduced beside it", F, SINTER_TEST_FIXTURES) {
  using T = SINTER_TEST_ELEMENT;
  for (const int64_t n : {5, 33, 256, 1000, 5001}) {
    CAPTURE(n);
    const auto x = make<F>(extents{int64_t{3}, n}, random<T>(3 * n, 43));
    const auto s = output<F, float>(extents{3, 1});
    const auto l = output<F, float>(extents{3, 1});
    row_sums(x.view()).into(sinter::outputs(s.view(), l.view()), F::executor());
    for (const int64_t beside : {n, int64_t{1}}) {
      const auto b = make<F>(extents{int64_t{3}, beside}, random<T>(3 * beside, 44));
      const auto again = output<F, float>(extents{3, 1});
      const auto most = output<F, T>(extents{3, 1});
      sum_beside(x.view(), b.view()).into(sinter::outputs(again.view(), most.view()), F::executor());
      CHECK(difference(again.get(), s.get()) == "");
    }
  }
}
inline constexpr auto whole_sums = sinter::region<struct whole_sums_k>(
    [](auto x) { return sinter::outputs(cast<float>(sum(x)), cast<float>(logsumexp(x))); });
// On a GPU a strided tensor takes a kernel that adds it up in another order.
template <class F>
void check_whole_sums(const extents<3>& e) {
  CAPTURE(e[2]);
  const values<SINTER_TEST_ELEMENT> v = random<SINTER_TEST_ELEMENT>(e.count(), 45);
  values<float> sum, log_sum;
  for (const arrangement how : every_arrangement) {
    CAPTURE(how);
    const auto x = make<F>(e, v, how);
    const auto s = output<F, float>(extents<0>{});
    const auto l = output<F, float>(extents<0>{});
    whole_sums(x.view()).into(sinter::outputs(s.view(), l.view()), F::executor());
    if (sum.size() == 0) sum = s.get(), log_sum = l.get();
    CHECK(difference(s.get(), sum) == "");
    CHECK(difference(l.get(), log_sum) == "");
  }
}
TEST_CASE_TEMPLATE("batch: on the host a whole tensor's sums do not depend on where its elements lie", F,
                   SINTER_TEST_FIXTURES) {
  if constexpr (std::is_base_of_v<on_host, F>) {
    check_whole_sums<F>({4, 60, 100});
    check_whole_sums<F>({2, 3, 5001});
    check_whole_sums<F>({700, 1, 33});
  }
}
TEST_CASE_TEMPLATE("batch: a column's softmax and sums depend on nothing but the column", F, SINTER_TEST_FIXTURES) {
  check_invariance_of_columns<F, as_columns>([](const auto& x, const auto& e, arrangement to, auto& result) {
    const auto small = one_a_member<as_columns>(e);
    const auto y = output<F, SINTER_TEST_ELEMENT>(e, to);
    const auto s = output<F, float>(small);
    const auto l = output<F, float>(small, to);
    column_softmax(x.view()).into(sinter::outputs(y.view(), s.view(), l.view()), F::executor());
    result.add(e, y.get());
    result.add(small, s.get());
    result.add(small, l.get());
  });
}
TEST_CASE_TEMPLATE("batch: a column's norms depend on nothing but the column", F, SINTER_TEST_FIXTURES) {
  using T = SINTER_TEST_ELEMENT;
  check_invariance_of_columns<F, as_columns>([](const auto& x, const auto& e, arrangement to, auto& result) {
    const auto weight = make<F>(extents{e[0], int64_t{1}}, random<T>(e[0], 51));
    const auto bias = make<F>(extents{e[0], int64_t{1}}, random<T>(e[0], 52));
    const auto y = output<F, T>(e, to);
    const auto z = output<F, T>(e);
    column_norms(x.view(), weight.view(), bias.view()).into(sinter::outputs(y.view(), z.view()), F::executor());
    result.add(e, y.get());
    result.add(e, z.get());
  });
}

}  // namespace test
