// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The passes in their order, each in a constexpr variable of its own (compilers limit the steps of one evaluation), and the
// removal of dead nodes at the end. In: a traced region. Out: `optimised<F, Sig…>::graph`.
#pragma once

#include <sinter/graph/verify.hpp>
#include <sinter/pass/eliminate_common.hpp>
#include <sinter/pass/fold_constants.hpp>
#include <sinter/pass/simplify.hpp>
#include <sinter/pass/sink_squeeze.hpp>
#include <sinter/pass/sink_views.hpp>
#include <sinter/trace/trace.hpp>

namespace sinter {

namespace detail {
// Most formulas neither squeeze nor move: their graph is not copied.
template <class Source, bool Squeezes>
struct squeezes_sunk {
  static constexpr auto& graph = Source::graph;
};
template <class Source>
struct squeezes_sunk<Source, true> {
  static constexpr auto graph = pass::sink_squeeze(Source::graph);
};
template <class Source, bool Moves>
struct views_sunk {
  static constexpr auto& graph = Source::graph;
};
template <class Source>
struct views_sunk<Source, true> {
  static constexpr auto graph = pass::sink_views(Source::graph);
};
}  // namespace detail

template <class F, class... Sig>
struct optimised {
  using source = traced<F, Sig...>;
  static constexpr int outs = source::outs;
  static constexpr bool moves = source::graph.move_count > 0;
  using squeezed = detail::squeezes_sunk<source, moves || pass::has_squeeze(source::graph)>;
  static constexpr auto& sunk = detail::views_sunk<squeezed, moves>::graph;
  static constexpr auto folded = pass::fold_constants(sunk);
  static constexpr auto unique = pass::eliminate_common(folded);
  static constexpr auto simple = pass::simplify(unique);
  static constexpr auto final = pass::eliminate_common(simple);
  static constexpr int nodes = [] {
    bool reached[sunk.size + 1] = {};
    return sinter::graph::mark_reachable(final, final.output, outs, reached);
  }();
  static constexpr auto graph = sinter::graph::compact<nodes, outs, sunk.move_count>(final, final.output);
#if !SINTER_ON_DEVICE  // once is enough
  static_assert(sinter::graph::verify(graph) == sinter::graph::defect::none,
                "internal: a pass left the graph malformed");
#endif
};

}  // namespace sinter
