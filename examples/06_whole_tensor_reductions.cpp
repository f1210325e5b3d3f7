// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions without an axis run over the whole tensor. What needs the result for every element is a second kernel, since
// nothing in between can wait for all blocks; what needs it once is an epilogue of the first.
#include <iostream>
#include <sinter/sinter.hpp>
#include <vector>

#include "support/check.hpp"

// Two kernels: partial sums, which the second one finishes on its way to dividing.
inline constexpr auto share = sinter::region<struct share_kernel>([](auto x) { return x / sum(x); });
// One kernel: the block that finishes last joins the partial sums and applies the root.
inline constexpr auto rms = sinter::region<struct rms_kernel>([](auto x) { return sqrt(mean(x * x)); });

static_assert(sinter::plan<share>(sinter::tensor<float, 1>{1'000'000}).max_kernels() == 2);
static_assert(sinter::plan<rms>(sinter::tensor<float, 1>{1'000'000}).max_kernels() == 1);

int main() {
  const int n = 1'000'000;
  std::vector<float> px(n), py(n), pz(n);
  double total = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    px[i] = 1 + static_cast<float>(i % 1000) / 1000;
    total += px[i];
    squares += px[i] * px[i];
  }
  auto x = sinter::view(px.data(), {n});
  auto y = sinter::view(py.data(), {n});
  auto z = sinter::view(pz.data(), {n});

  std::cout << sinter::explain(share(x));
  share(x).into(y, sinter::host);
  check(near(py[n - 1] * total, px[n - 1]), "y is x / sum(x)");

  float root = 0;
  rms(x).into(sinter::view(&root), sinter::host);  // the view of one value has no extents
  check(near(root, std::sqrt(squares / n)), "the root of the mean square");

  // Both forms of the sum can be forced; partials are the same, so are the bits.
  share(x).into(z, sinter::two_pass(sinter::host));
  check(py == pz, "two_pass: the second kernel finishes the sum");
  share(x).into(z, sinter::last_block(sinter::host));
  check(py == pz, "last_block: the first kernel finishes the sum");
}
