// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Several results of one region come out of one kernel when they run over the same elements: x is read once for all of them.
#include <sinter/sinter.hpp>
#include <vector>

#include "support/check.hpp"

using sinter::axis;

// Normalises rows and returns what the backward pass would want too: the mean and 1 / sigma of each row.
inline constexpr auto normalise = sinter::region<struct normalise_kernel>([](auto x) {
  auto m = mean(x, axis<-1>);
  auto d = x - m;
  auto r = rsqrt(mean(d * d, axis<-1>) + 1e-5f);
  return sinter::outputs(d * r, m, r);
});
static_assert(sinter::plan<normalise>(sinter::tensor<float, 2>{64, 512}).max_kernels() == 1);

int main() {
  const int rows = 64, cols = 512;
  std::vector<float> px(rows * cols), py(px.size()), pm(rows), pr(rows);
  for (std::size_t i = 0; i < px.size(); ++i) px[i] = static_cast<float>(i * 7919 % 1000) / 100;

  // A reduced axis stays, with the extent 1; `sinter::drop` as a last argument of mean(...) would remove it.
  auto x = sinter::view(px.data(), {rows, cols});
  auto y = sinter::view(py.data(), {rows, cols});
  auto m = sinter::view(pm.data(), {rows, 1});
  auto r = sinter::view(pr.data(), {rows, 1});
  normalise(x).into(sinter::outputs(y, m, r), sinter::host);

  bool right = true;
  for (int i = 0; i < rows; ++i) {
    double sum = 0, squares = 0;
    for (int c = 0; c < cols; ++c) sum += px[i * cols + c];
    for (int c = 0; c < cols; ++c) squares += std::pow(px[i * cols + c] - sum / cols, 2);
    const double scale = 1 / std::sqrt(squares / cols + 1e-5);
    right = right && near(pm[i], sum / cols) && near(pr[i], scale);
    right = right && near(py[i * cols], (px[i * cols] - sum / cols) * scale);
  }
  check(right, "normalised rows, their means and their 1 / sigma");
}
