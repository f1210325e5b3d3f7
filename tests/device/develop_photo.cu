// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The photograph of examples/, from its own source, on the GPU: as many launches as its plans say (counted.cuh), fused and not.
// The example is compiled into a namespace; what it includes is included here first.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <iostream>
#include <sstream>
#include <vector>

#include "../examples/support/check.hpp"
#include "../examples/support/machine.hpp"
#include "../examples/support/png.hpp"
#include "support/counted.cuh"
#include "support/cuda.cuh"

// main() is an ordinary function there, which nobody calls, and ends without a value.
#pragma nv_diag_suppress 940
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wreturn-type"
namespace photo {
#include "../examples/develop_photo.cpp"
}
#pragma GCC diagnostic pop
#pragma nv_diag_default 940

namespace {

// A GPU whose stream counts.
struct counted_gpu : gpu {
  auto executor() const { return test::counted(stream); }
};

}  // namespace

TEST_CASE("examples: the photograph is developed by as many kernels as its plans say, fused and unfused") {
  const counted_gpu m;
  picture p{37, 51, {}};
  for (int i = 0; i < 3 * p.height * p.width; ++i) p.rgb.push_back(static_cast<std::uint8_t>(i * 37 % 256));
  const photo::darkroom d(m, p);
  const auto develop = [&](auto policy) {
    const int before = test::launch_counter::instance().launches();
    d.work()(sinter::with_fusion<policy.value>(m.executor()));
    const int seen = test::launch_counter::instance().launches() - before;
    if (test::launch_counter::instance().counts()) CHECK(seen == photo::cost_of<policy.value>(d).kernels);
    return photo::result_of(m, d);
  };
  const auto fused = develop(std::integral_constant<sinter::fusion, sinter::fusion::automatic>{});
  CHECK(fused == develop(std::integral_constant<sinter::fusion, sinter::fusion::unfused>{}));
}
