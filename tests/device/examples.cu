// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The regions of examples/, from their own sources, on the GPU: as many launches as their plans say (counted.cuh), and the
// CPU's values. Each example is compiled into a namespace of its own; what it includes is included here first.
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
namespace example_01 {
#include "../examples/01_one_line.cpp"
}
namespace example_02 {
#include "../examples/02_region.cpp"
}
namespace example_03 {
#include "../examples/03_several_outputs.cpp"
}
namespace example_04 {
#include "../examples/04_scalars_and_broadcasting.cpp"
}
namespace example_05 {
#include "../examples/05_your_own_op.cpp"
}
namespace example_06 {
#include "../examples/06_whole_tensor_reductions.cpp"
}
namespace example_07 {
#include "../examples/07_data_dependent_branch.cpp"
}
namespace example_08 {
#include "../examples/08_unfused_baseline.cpp"
}
namespace example_09 {
#include "../examples/09_choosing_by_index.cpp"
}
#pragma GCC diagnostic pop
#pragma nv_diag_default 940

namespace {

using test::extents;

// Runs `call(input, output, executor)` on the GPU and on the CPU; the results agree to `tolerance`.
template <int R, class Call>
void compare(const extents<2>& in, const extents<R>& out, double tolerance, const Call& call) {
  test::values<float> v(in.count());
  for (std::int64_t i = 0; i < v.size(); ++i) v[i] = 2 + std::sin(static_cast<float>(i));
  const auto on_gpu = [&](auto executor) {
    const auto x = test::make<test::on_cuda, float>(in, v);
    const auto y = test::output<test::on_cuda, float>(out);
    call(x.view(), y.view(), executor);
    return y.get();
  };
  const auto on_cpu = [&] {
    const auto x = test::make<test::on_host, float>(in, v);
    const auto y = test::output<test::on_host, float>(out);
    call(x.view(), y.view(), sinter::host);
    return y.get();
  };
  const auto want = on_cpu();
  const auto check_all = [&](const auto& got) {
    for (std::int64_t i = 0; i < want.size(); ++i) {
      CAPTURE(i);
      REQUIRE(std::abs(got[i] - want[i]) <= tolerance * (1 + std::abs(want[i])));
    }
  };
  check_all(on_gpu(test::on_cuda::executor()));
  check_all(on_gpu(test::on_cuda_unfused::executor()));
}

}  // namespace

TEST_CASE("examples: their regions launch what their plans say and agree with the CPU") {
  for (const extents<2> e : {extents{64, 512}, extents{3, 1000}, extents{1, 70001}}) {
    compare(e, e, 0, [](auto x, auto y, auto exec) { sinter::run(exec, y = relu((x + 1.0f) * 2.0f)); });
    compare(e, e, 1e-5, [](auto x, auto y, auto exec) { example_02::softmax(x).into(y, exec); });
    compare(e, extents{e.count() + 2 * e[0]}, 1e-4, [](auto x, auto y, auto exec) {
      const std::int64_t rows = x.extent(0), n = x.size();
      const auto column = [&](std::int64_t at) { return sinter::view(y.data() + at, {rows, 1}); };
      example_03::normalise(x).into(
          sinter::outputs(sinter::view(y.data(), {rows, x.extent(1)}), column(n), column(n + rows)), exec);
    });
    compare(e, e, 1e-6, [](auto x, auto y, auto exec) {
      const auto per_column = sinter::view(x.data(), {x.extent(1)});
      const auto per_row = sinter::view(x.data(), {x.extent(0), 1});
      example_04::scale_and_shift(x, 0.5f, per_column, per_row).into(y, exec);
    });
    compare(e, e, 1e-5, [](auto x, auto y, auto exec) { example_05::unit_rows(x).into(y, exec); });
    compare(e, e, 1e-5, [](auto x, auto y, auto exec) { example_06::share(x).into(y, sinter::last_block(exec)); });
    compare(e, e, 1e-3, [](auto x, auto y, auto exec) { example_06::share(x).into(y, exec); });
    compare(e, extents<0>{}, 1e-5, [](auto x, auto y, auto exec) { example_06::rms(x).into(y, exec); });
    compare(e, e, 1e-5, [](auto x, auto y, auto exec) { example_07::clip(x, 1.0f).into(y, exec); });
    compare(e, e, 1e-5, [](auto x, auto y, auto exec) { example_07::clip(x, 1e6f).into(y, exec); });
    compare(e, e, 1e-5, [](auto x, auto y, auto exec) { example_08::gelu(x).into(y, exec); });
    compare(e, e, 1e-5,
            [](auto x, auto y, auto exec) { example_09::smooth(x, sinter::view(x.data(), {3})).into(y, exec); });
  }
}
