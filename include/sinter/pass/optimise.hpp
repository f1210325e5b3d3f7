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

template <class F, class... Sig>
struct optimised {
  using source = traced<F, Sig...>;
  static constexpr int outs = source::outs;
  static constexpr auto squeezed = pass::sink_squeeze(source::graph);
  static constexpr auto sunk = pass::sink_views(squeezed);
  static constexpr auto folded = pass::fold_constants(sunk);
  static constexpr auto unique = pass::eliminate_common(folded);
  static constexpr auto simple = pass::simplify(unique);
  static constexpr auto final = pass::eliminate_common(simple);
  static constexpr int nodes = [] {
    bool reached[sunk.size + 1] = {};
    return sinter::graph::mark_reachable(final, final.output, outs, reached);
  }();
  static constexpr auto graph = sinter::graph::compact<nodes, outs, sunk.move_count>(final, final.output);
  static_assert(sinter::graph::verify(graph) == sinter::graph::defect::none,
                "internal: a pass left the graph malformed");
};

}  // namespace sinter
