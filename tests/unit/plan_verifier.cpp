// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The verifier of plans finds planted faults; every region of the other tests has passed it at compile time.
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

namespace {

using sinter::axis;
using sinter::schedule::fault;

constexpr auto formula = sinter::region<struct v_formula_k>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  auto p = e / sum(e, axis<-1>);
  return cond(sum(p) > 0.5f, p * 2.0f, x + 1.0f);
});
using S = sinter::scheduled<sinter::fusion::automatic, decltype(formula)::function, sinter::tensor_arg<float, 2>>;

fault after(const auto& damage) {
  auto plan = S::plan;
  damage(plan);
  return sinter::schedule::verify(S::graph, plan);
}

}  // namespace

TEST_CASE("plan: the verifier accepts what the scheduler makes") {
  CHECK(after([](auto&) {}) == fault::none);
}
TEST_CASE("plan: a write that is missing is a read of nothing, or a result that is not written") {
  CHECK(after([](auto& p) { p.writes[0].place = static_cast<std::int16_t>(p.places() + 1); }) == fault::unwritten_read);
  CHECK(after([](auto& p) { p.writes[p.write_count - 1].place = static_cast<std::int16_t>(p.places() + 1); }) ==
        fault::unwritten_result);
}
TEST_CASE("plan: two steps of one path may not write one place") {
  CHECK(after([](auto& p) { p.writes[1].place = p.writes[0].place; }) != fault::none);
}
TEST_CASE("plan: an operand that is neither computed nor loaded is found") {
  CHECK(after([](auto& p) { p.steps[0].loaded = {}; }) == fault::unknown_operand);
}
TEST_CASE("plan: rows and a whole tensor do not share a kernel") {
  CHECK(after([](auto& p) {
          p.steps[0].computed.insert(p.steps[1].computed);
          p.steps[0].loaded.insert(p.steps[1].loaded);
          for (int i = 0; i < S::graph.count; ++i) {
            if (p.steps[0].computed.contains(i)) p.steps[0].loaded.erase(i);
          }
        }) == fault::mixed_reductions);
}
TEST_CASE("plan: rows finish no partials") {
  CHECK(after([](auto& p) { p.steps[0].finished.insert(p.steps[0].loaded); }) == fault::finishing_rows);
}
TEST_CASE("plan: every fault has a sentence") {
  for (int f = 0; f <= static_cast<int>(fault::finishing_rows); ++f) {
    CHECK(sinter::text(sinter::schedule::name_of(static_cast<fault>(f))).size() > 3);
  }
}
