// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// pointwise_strided: misaligned, transposed, repeated and permuted operands, and results smaller than the domain.
#define SINTER_MUTATION_BODIES strided
#include "mutation/machine.hpp"

namespace test {

inline constexpr auto added = sinter::region<struct added_k>([](auto x, auto b, auto one) { return x + b * one; });

TEST_CASE("strided: misaligned, of every length") {
  on_machines([](const auto& machine) {
    for (const int64_t n : {1, 255, 256, 257, 1024, 2500}) {
      CAPTURE(n);
      const values<float> v = random<float>(n, 1);
      const values<float> b = random<float>(n, 2);
      values<float> want(n);
      for (int64_t i = 0; i < n; ++i) want[i] = v[i] + b[i] * 2.0f;
      const auto x = input(extents{n}, v, arrangement::misaligned);
      const auto tb = input(extents{n}, b, arrangement::negative);
      const auto one = input(extents<0>{}, values<float>{2.0f});
      const auto y = result<float>(extents{n}, arrangement::misaligned);
      added(x.view(), tb.view(), one.view()).into(y.view(), machine);
      CHECK(difference(y.get(), want) == "");
      CHECK(y.gaps_are_untouched());
    }
  });
}

// Tiles of every shape: one row or many, one axis of rows or several, steps that 32 bits hold and that they don't.
TEST_CASE("strided: an index is taken apart exactly, below and beyond 2^31") {
  using emitted = sinter::emitted<
      sinter::detail::schedule_for<sinter::fusion::automatic, decltype(added)::function, sinter::view<float, 1>,
                                   sinter::view<float, 1>, sinter::view<float, 0>>,
      0>;
  using params = sinter::kernel::strided_params<emitted::program_type>;
  struct context {
    unsigned at;
    unsigned thread() const { return at; }
  };
  struct domain {
    int rank;
    int64_t extent[3];
    int64_t stride[3];
  };
  const int64_t far = int64_t{1} << 33;
  const domain domains[] = {
      {1, {5000}, {-3}},
      {1, {7}, {far}},
      {2, {1000, 1000}, {1, 5000}},
      {2, {1 << 20, 5}, {-7, 3}},
      {2, {4, 1 << 23}, {far, 2}},
      {2, {3000, 900}, {far, 1}},
      {2, {6, 700}, {1, far}},
      {3, {7, 5, 1000}, {1, 14000, -7}},
      {3, {30, 46341, 1545}, {1, 60, -30}},
      {3, {3, 5000, 1 << 20}, {1, 6, 30000}},
      {3, {1 << 20, 5000, 3}, {15000, 3, 1}},
      {3, {40, 50, 5}, {-1, 40, 2000}},
  };
  for (const domain& d : domains) {
    CAPTURE(d.rank);
    CAPTURE(d.extent[0]);
    sinter::kernel::step_layout l = [&] {
      static const sinter::kernel::layout_facts& facts = sinter::kernel::layout_facts_of<emitted>;
      sinter::place_memory none[4] = {};
      std::int64_t symbol[8] = {1, 1, 1, 1, 1, 1, 1, 1};
      std::uint64_t scalar[1] = {};
      return sinter::kernel::step_layout(facts, {none, scalar, symbol});
    }();
    l.rank = d.rank;
    int64_t count = 1;
    for (int a = 0; a < d.rank; ++a) {
      l.extent[a] = d.extent[a];
      count *= d.extent[a];
      for (int s = 0; s < l.slots; ++s) l.stride[s][a] = d.stride[a];
    }
    params p{};
    sinter::kernel::detail::fill_strided(p, l);
    const int64_t tile_rows = int64_t{1} << (p.tile_log - p.width_log), tile_columns = int64_t{1} << p.width_log;
    const int64_t across = (p.columns + tile_columns - 1) / tile_columns;
    CHECK(p.rows * p.columns == count);
    CHECK(p.tiles * tile_rows * tile_columns >= count);
    for (const int64_t tile : {int64_t{0}, p.tiles / 2, p.tiles - 2, p.tiles - 1}) {
      if (tile < 0) continue;
      for (const unsigned thread : {0U, 1U, 131U, 255U}) {
        const context c{thread};
        sinter::kernel::strided_machine<emitted::program_type, false, context, params> m{{c, p}, {}, 0, 0, {}, {}, {}};
        m.enter(tile);
        for (const int round : {0, m.rounds() - 1}) {
          m.place(round);
          for (int e = 0; e < 4; ++e) {
            const int64_t at = int64_t{round} * 1024 + e * 256 + thread;
            const int64_t row = tile / across * tile_rows + at / tile_columns;
            const int64_t column = tile % across * tile_columns + at % tile_columns;
            CAPTURE(tile);
            CAPTURE(at);
            CHECK(m.exists[e] == (row < p.rows && column < p.columns));
            if (!m.exists[e]) continue;
            int64_t want = column * d.stride[d.rank - 1];
            int64_t rest = row;
            for (int a = d.rank - 2; a >= 0; --a) {
              want += (a == 0 ? rest : rest % d.extent[a]) * d.stride[a];
              rest /= d.extent[a];
            }
            CHECK(m.offset[0][e] == want);
          }
        }
      }
    }
  }
}

inline constexpr auto next = sinter::region<struct next_k>([](auto x) { return x + std::uint8_t{1}; });
TEST_CASE("strided: four rounds a tile") {
  const strict_executor<sinter::fusion::automatic> machine{5};
  const int64_t n = (1 << 22) + 77;
  values<std::uint8_t> v(n), want(n);
  for (int64_t i = 0; i < n; ++i) {
    v[i] = static_cast<std::uint8_t>(i * 37 >> 3);
    want[i] = static_cast<std::uint8_t>(v[i] + 1);
  }
  const auto y = result<std::uint8_t>(extents{n}, arrangement::misaligned);
  next(input(extents{n}, v).view()).into(y.view(), machine);
  CHECK(difference(y.get(), want) == "");
}

TEST_CASE("strided: in place, where an element read by another thread would be a race") {
  on_machines([](const auto& machine) {
    const int64_t n = 700;
    const values<float> v = random<float>(n, 8);
    values<float> want(n);
    for (int64_t i = 0; i < n; ++i) want[i] = v[i] + v[i] * 0.5f;
    const auto x = input(extents{n}, v, arrangement::misaligned);
    const auto one = input(extents<0>{}, values<float>{0.5f});
    added(x.view(), x.view(), one.view()).into(x.view(), machine);
    CHECK(difference(x.get(), want) == "");
    CHECK(x.gaps_are_untouched());
  });
}

TEST_CASE("strided: three axes, transposed, permuted and of stride 0") {
  on_machines([](const auto& machine) {
    const values<float> v = random<float>(5 * 3 * 7, 3);
    const values<float> b = random<float>(5 * 7, 4);
    values<float> want(5 * 3 * 7);
    for (int64_t i = 0; i < want.size(); ++i) want[i] = v[i] + b[i / 21 * 7 + i % 7] * -1.5f;
    const auto x = input(extents{5, 3, 7}, v, arrangement::transposed);
    const auto tb = input(extents{5, 1, 7}, b, arrangement::permuted);
    const auto one = input(extents<0>{}, values<float>{-1.5f});
    const sinter::view everywhere(one.view().data(), {5, 3, 7}, {0, 0, 0});
    const auto y = result<float>(extents{5, 3, 7}, arrangement::permuted);
    added(x.view(), tb.view(), everywhere).into(y.view(), machine);
    CHECK(difference(y.get(), want) == "");
    CHECK(y.gaps_are_untouched());
  });
}

inline constexpr auto several = sinter::region<struct several_k>(
    [](auto x, auto row, auto column) { return sinter::outputs(x + row, row * 2.0f, column * 3.0f, x * column); });

template <class Executor>
void check_several(const Executor& machine, int64_t m, int64_t n) {
  CAPTURE(m);
  CAPTURE(n);
  const values<float> x = random<float>(m * n, 5);
  const values<float> row = random<float>(n, 6);
  const values<float> column = random<float>(m, 7);
  values<float> want0(m * n), want1(n), want2(m), want3(m * n);
  for (int64_t j = 0; j < n; ++j) want1[j] = row[j] * 2.0f;
  for (int64_t i = 0; i < m; ++i) want2[i] = column[i] * 3.0f;
  for (int64_t i = 0; i < m * n; ++i) {
    want0[i] = x[i] + row[i % n];
    want3[i] = x[i] * column[i / n];
  }
  const auto tx = input(extents{m, n}, x);
  const auto trow = input(extents{n}, row);
  const auto tcolumn = input(extents{m, int64_t{1}}, column);
  const auto y0 = result<float>(extents{m, n});
  const auto y1 = result<float>(extents{n});
  const auto y2 = result<float>(extents{m, int64_t{1}}, arrangement::gaps);
  const auto y3 = result<float>(extents{m, n});
  several(tx.view(), trow.view(), tcolumn.view())
      .into(sinter::outputs(y0.view(), y1.view(), y2.view(), y3.view()), machine);
  CHECK(difference(y0.get(), want0) == "");
  CHECK(difference(y1.get(), want1) == "");
  CHECK(difference(y2.get(), want2) == "");
  CHECK(difference(y3.get(), want3) == "");
  CHECK(y2.gaps_are_untouched());
}
TEST_CASE("strided: results of [N] and [M,1] beside [M,N] are each written once") {
  on_machines([](const auto& machine) { check_several(machine, 13, 101); });
}
inline constexpr auto with_row =
    sinter::region<struct with_row_k>([](auto x, auto row) { return sinter::outputs(x + row, row * 2.0f); });
TEST_CASE("strided: a result of [N] beside [L,M,N], whose rows fill tiles or don't") {
  on_machines([](const auto& machine) {
    for (const int64_t n : {2048, 70}) {
      const extents<3> e{3, 4, n};
      const values<float> x = random<float>(e.count(), 8);
      const values<float> row = random<float>(n, 9);
      values<float> want(e.count()), twice(n);
      for (int64_t i = 0; i < e.count(); ++i) want[i] = x[i] + row[i % n];
      for (int64_t i = 0; i < n; ++i) twice[i] = row[i] * 2.0f;
      const auto y0 = result<float>(e, arrangement::gaps);
      const auto y1 = result<float>(extents{n});
      with_row(input(e, x).view(), input(extents{n}, row).view()).into(sinter::outputs(y0.view(), y1.view()), machine);
      CHECK(difference(y0.get(), want) == "");
      CHECK(difference(y1.get(), twice) == "");
    }
  });
}
TEST_CASE("strided: results of [N] and [M,1] beside no elements at all") {
  on_machines([](const auto& machine) {
    check_several(machine, 0, 7);
    check_several(machine, 7, 0);
  });
}

}  // namespace test
