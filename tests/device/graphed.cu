// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Graph runners: a pipeline recorded once gives what eager calls give, whatever happens to its arguments between replays.
#include <thread>

#include "support/cuda.cuh"

namespace {

using sinter::axis;
using test::on_cuda;
using test::values;

inline constexpr auto softmax = sinter::region<struct g_softmax_k>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});
inline constexpr auto shares = sinter::region<struct g_shares_k>([](auto x) { return x / sum(x); });
inline constexpr auto scaled = sinter::region<struct g_scaled_k>([](auto x, auto s) { return x * s + 1.0f; });
inline constexpr auto choose =
    sinter::region<struct g_choose_k>([](auto x) { return cond(sum(x) > 0.0f, x + 1.0f, x); });

// Three regions, five kernels, two intermediates.
constexpr auto pipeline_of_three = [](auto& p, auto x, auto y, float s) {
  const auto rows = p.eval(softmax, x);
  const auto part = p.eval(shares, rows);
  p.into(y, scaled, part, s);
};

values<float> ramp(std::int64_t n, float scale) {
  values<float> v(n);
  for (std::int64_t i = 0; i < n; ++i) v[i] = static_cast<float>((i * 37) % 101) * scale - 0.3f;
  return v;
}

struct data {
  std::int64_t rows;
  std::int64_t columns;
  on_cuda::array<float> x;
  on_cuda::array<float> y;
  on_cuda::array<float> t;
  on_cuda::array<float> u;
  data(std::int64_t r, std::int64_t c, float scale)
      : rows(r),
        columns(c),
        x(ramp(r * c, scale)),
        y(values<float>(r * c)),
        t(values<float>(r * c)),
        u(values<float>(r * c)) {}
  auto in() const { return sinter::view(x.data(), {rows, columns}); }
  auto out() const { return sinter::view(y.data(), {rows, columns}); }
  // What eager calls give.
  values<float> eager(float s) const {
    const auto vt = sinter::view(t.data(), {rows, columns});
    const auto vu = sinter::view(u.data(), {rows, columns});
    softmax(in()).into(vt, test::test_stream());
    shares(vt).into(vu, test::test_stream());
    scaled(vu, s).into(vt, test::test_stream());
    return t.download();
  }
};

void check_equal(const values<float>& a, const values<float>& b) {
  REQUIRE(a.size() == b.size());
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) wrong += a[i] == b[i] ? 0 : 1;
  CHECK(wrong == 0);
}

TEST_CASE("graphed: replays give the bits of eager calls, with the same and with other memory") {
  sinter::graphed step(pipeline_of_three);
  const data a(64, 1024, 0.01f);
  const data b(64, 1024, 0.05f);
  for (int round = 0; round < 3; ++round) {
    step(test::test_stream(), a.in(), a.out(), 2.0f);
    check_equal(a.y.download(), a.eager(2.0f));
    step(test::test_stream(), b.in(), b.out(), 3.0f);
    check_equal(b.y.download(), b.eager(3.0f));
  }
  CHECK(step.graphs() == 1);
}

TEST_CASE("graphed: an unchanged call rebinds nothing, a new pointer only the kernels that use it") {
  sinter::graphed step(pipeline_of_three);
  const data a(64, 1024, 0.01f);
  const data b(64, 1024, 0.02f);
  step(test::test_stream(), a.in(), a.out(), 2.0f);
  step(test::test_stream(), a.in(), a.out(), 2.0f);
  CHECK(step.rebound() == 0);
  step(test::test_stream(), b.in(), a.out(), 2.0f);
  CHECK(step.rebound() == 1);
  check_equal(a.y.download(), b.eager(2.0f));
  step(test::test_stream(), b.in(), b.out(), 4.0f);
  CHECK(step.rebound() == 1);
  check_equal(b.y.download(), b.eager(4.0f));
}

TEST_CASE("graphed: another shape, stride or alignment is another graph or another binding, never a stale result") {
  sinter::graphed step(pipeline_of_three);
  for (int round = 0; round < 2; ++round) {
    for (const std::int64_t columns : {1024, 1000, 1001, 3000, 16, 1024}) {
      const data a(48, columns, 0.01f);
      step(test::test_stream(), a.in(), a.out(), 2.0f);
      check_equal(a.y.download(), a.eager(2.0f));
    }
  }
  const data wide(1024, 48, 0.02f);
  const auto x = sinter::permute(wide.in(), {1, 0});
  const auto y = sinter::permute(wide.out(), {1, 0});
  step(test::test_stream(), x, y, 2.0f);
  const auto t = sinter::permute(sinter::view(wide.t.data(), {1024, 48}), {1, 0});
  const auto u = sinter::permute(sinter::view(wide.u.data(), {1024, 48}), {1, 0});
  softmax(x).into(t, test::test_stream());
  shares(t).into(u, test::test_stream());
  scaled(u, 2.0f).into(t, test::test_stream());
  const values<float> got = wide.y.download();
  const values<float> want = wide.t.download();
  double worst = 0;
  for (std::int64_t i = 0; i < got.size(); ++i)
    worst = std::max(worst, std::fabs(static_cast<double>(got[i]) - want[i]));
  CHECK(worst < 1e-5);  // the runner's intermediates are contiguous, so a sum may run in another order
}

TEST_CASE("graphed: a larger call grows the runner's memory and the smaller one still works") {
  sinter::graphed step(pipeline_of_three);
  const data small(8, 256, 0.01f);
  const data large(512, 2048, 0.01f);
  step(test::test_stream(), small.in(), small.out(), 2.0f);
  step(test::test_stream(), large.in(), large.out(), 2.0f);
  check_equal(large.y.download(), large.eager(2.0f));
  step(test::test_stream(), small.in(), small.out(), 2.0f);
  check_equal(small.y.download(), small.eager(2.0f));
}

TEST_CASE("graphed: memory that was freed and given to someone else is not remembered") {
  sinter::graphed step(pipeline_of_three);
  for (int round = 0; round < 4; ++round) {
    const data a(32, 512, 0.01f * static_cast<float>(round + 1));
    step(test::test_stream(), a.in(), a.out(), 2.0f);
    check_equal(a.y.download(), a.eager(2.0f));
  }
}

TEST_CASE("graphed: an error while recording launches nothing and leaves stream and runner usable") {
  sinter::graphed step(pipeline_of_three);
  const data a(32, 512, 0.01f);
  const data b(16, 512, 0.01f);
  CHECK_THROWS_AS(step(test::test_stream(), a.in(), b.out(), 2.0f), sinter::error);
  step(test::test_stream(), a.in(), a.out(), 2.0f);
  check_equal(a.y.download(), a.eager(2.0f));
  CHECK_THROWS_AS(step(test::test_stream(), a.in(), b.out(), 2.0f), sinter::error);
  step(test::test_stream(), a.in(), a.out(), 3.0f);
  check_equal(a.y.download(), a.eager(3.0f));
}

TEST_CASE("graphed: a region that decides on the host is refused with a sentence") {
  sinter::graphed step([](auto& p, auto x, auto y) { p.into(y, choose, x); });
  const data a(32, 512, 0.01f);
  std::string message;
  try {
    step(test::test_stream(), a.in(), a.out());
  } catch (const sinter::error& e) {
    message = e.what();
  }
  CHECK(message.find("cond") != std::string::npos);
}

TEST_CASE("graphed: two threads at once are refused or run in turn, never mixed") {
  sinter::graphed step(pipeline_of_three);
  const data a(64, 1024, 0.01f);
  const data b(64, 1024, 0.02f);
  int refused = 0;
  const auto work = [&](const data& d, int* failures) {
    for (int i = 0; i < 200; ++i) {
      try {
        step(test::test_stream(), d.in(), d.out(), 2.0f);
      } catch (const sinter::error&) {
        ++*failures;
      }
    }
  };
  int refused_other = 0;
  std::thread other([&] { work(b, &refused_other); });
  work(a, &refused);
  other.join();
  step(test::test_stream(), a.in(), a.out(), 2.0f);
  step(test::test_stream(), b.in(), b.out(), 2.0f);
  check_equal(a.y.download(), a.eager(2.0f));
  check_equal(b.y.download(), b.eager(2.0f));
}

TEST_CASE("graphed: the legacy default stream works too, since nothing is captured") {
  sinter::graphed step(pipeline_of_three);
  const data a(64, 1024, 0.01f);
  step(nullptr, a.in(), a.out(), 2.0f);
  cudaDeviceSynchronize();
  check_equal(a.y.download(), a.eager(2.0f));
}

}  // namespace
