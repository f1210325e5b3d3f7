// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// bench_cpu [--threads N] [--only REGEX]   the host executor beside Eigen, a plain loop and memcpy, compiled with the same flags.
// Contenders take turns, on random data; medians with spread; outputs are checked against double. One JSON object a line.
// Eigen's arrays and the loop know no threads: with N of them, each works on one N-th of the rows.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include <Eigen/Core>
#include <sinter/sinter.hpp>

namespace {

using sinter::axis;
using matrix = Eigen::Map<Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

inline constexpr auto relu_affine =
    sinter::region<struct relu_affine_k>([](auto x) { return relu((x + 1.0f) * 2.0f); });
inline constexpr auto exponential = sinter::region<struct exponential_k>([](auto x) { return exp(x); });
inline constexpr auto swiglu = sinter::region<struct swiglu_k>([](auto g, auto x) { return g * sigmoid(g) * x; });
inline constexpr auto tangent = sinter::region<struct tangent_k>([](auto x) { return tanh(x) + 0.5f; });
inline constexpr auto softmax = sinter::region<struct softmax_k>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});
inline constexpr auto rms_norm =
    sinter::region<struct rms_norm_k>([](auto x) { return x * rsqrt(mean(x * x, axis<-1>) + 1e-6f); });
inline constexpr auto row_sum = sinter::region<struct row_sum_k>([](auto x) { return sum(x, axis<-1>); });

struct problem {
  std::int64_t rows, cols;
  std::vector<float> a, b, out;
  std::int64_t out_cols;
};

// A contender computes rows [begin, end) of out.
using slice = std::function<void(problem&, std::int64_t begin, std::int64_t end)>;
struct workload {
  const char* name;
  std::int64_t rows, cols;
  int inputs;
  bool reduces;
  std::function<void(problem&, int threads)> sinter;
  slice eigen, loop;
  std::function<double(const problem&, std::int64_t row, std::int64_t col)> reference;
};

matrix rows_of(std::vector<float>& v, std::int64_t cols, std::int64_t begin, std::int64_t end) {
  return {v.data() + begin * cols, end - begin, cols};
}
sinter::view<float, 2> view_of(std::vector<float>& v, std::int64_t cols) {
  return sinter::view(v.data(), {static_cast<std::int64_t>(v.size()) / cols, cols});
}
auto on(int threads) {
  auto executor = sinter::host;
  executor.threads = threads;
  return executor;
}

template <class F>
slice loop_over_elements(F f) {
  return [f](problem& p, std::int64_t begin, std::int64_t end) {
    const float* a = p.a.data();
    const float* b = p.b.data();
    float* out = p.out.data();
    for (std::int64_t i = begin * p.cols; i < end * p.cols; ++i) out[i] = f(a[i], b[i]);
  };
}

std::vector<workload> workloads() {
  std::vector<workload> w;
  w.push_back({"cpu_relu_affine_f32", 4096, 4096, 1, false,
               [](problem& p, int n) { relu_affine(view_of(p.a, p.cols)).into(view_of(p.out, p.cols), on(n)); },
               [](problem& p, std::int64_t b, std::int64_t e) {
                 rows_of(p.out, p.cols, b, e) = ((rows_of(p.a, p.cols, b, e) + 1.0f) * 2.0f).max(0.0f);
               },
               loop_over_elements([](float a, float) { return std::max((a + 1.0f) * 2.0f, 0.0f); }),
               [](const problem& p, std::int64_t r, std::int64_t c) {
                 return std::max((double{p.a[r * p.cols + c]} + 1) * 2, 0.0);
               }});
  w.push_back({"cpu_exp_f32", 2048, 1024, 1, false,
               [](problem& p, int n) { exponential(view_of(p.a, p.cols)).into(view_of(p.out, p.cols), on(n)); },
               [](problem& p, std::int64_t b, std::int64_t e) {
                 rows_of(p.out, p.cols, b, e) = rows_of(p.a, p.cols, b, e).exp();
               },
               loop_over_elements([](float a, float) { return std::exp(a); }),
               [](const problem& p, std::int64_t r, std::int64_t c) { return std::exp(double{p.a[r * p.cols + c]}); }});
  w.push_back(
      {"cpu_tanh_f32", 2048, 1024, 1, false,
       [](problem& p, int n) { tangent(view_of(p.a, p.cols)).into(view_of(p.out, p.cols), on(n)); },
       [](problem& p, std::int64_t b, std::int64_t e) {
         rows_of(p.out, p.cols, b, e) = rows_of(p.a, p.cols, b, e).tanh() + 0.5f;
       },
       loop_over_elements([](float a, float) { return std::tanh(a) + 0.5f; }),
       [](const problem& p, std::int64_t r, std::int64_t c) { return std::tanh(double{p.a[r * p.cols + c]}) + 0.5; }});
  w.push_back({"cpu_swiglu_f32", 2048, 1024, 2, false,
               [](problem& p, int n) {
                 swiglu(view_of(p.a, p.cols), view_of(p.b, p.cols)).into(view_of(p.out, p.cols), on(n));
               },
               [](problem& p, std::int64_t b, std::int64_t e) {
                 const auto g = rows_of(p.a, p.cols, b, e);
                 rows_of(p.out, p.cols, b, e) = g / (1.0f + (-g).exp()) * rows_of(p.b, p.cols, b, e);
               },
               loop_over_elements([](float g, float x) { return g / (1.0f + std::exp(-g)) * x; }),
               [](const problem& p, std::int64_t r, std::int64_t c) {
                 const double g = p.a[r * p.cols + c];
                 return g / (1 + std::exp(-g)) * p.b[r * p.cols + c];
               }});
  w.push_back({"cpu_softmax_f32", 4096, 1024, 1, false,
               [](problem& p, int n) { softmax(view_of(p.a, p.cols)).into(view_of(p.out, p.cols), on(n)); },
               [](problem& p, std::int64_t b, std::int64_t e) {
                 for (std::int64_t r = b; r < e; ++r) {
                   const auto x = rows_of(p.a, p.cols, r, r + 1).row(0);
                   auto y = rows_of(p.out, p.cols, r, r + 1).row(0);
                   y = (x - x.maxCoeff()).exp();
                   y /= y.sum();
                 }
               },
               [](problem& p, std::int64_t b, std::int64_t e) {
                 for (std::int64_t r = b; r < e; ++r) {
                   const float* x = p.a.data() + r * p.cols;
                   float* y = p.out.data() + r * p.cols;
                   float most = x[0], total = 0;
                   for (std::int64_t c = 1; c < p.cols; ++c) most = std::max(most, x[c]);
                   for (std::int64_t c = 0; c < p.cols; ++c) total += y[c] = std::exp(x[c] - most);
                   for (std::int64_t c = 0; c < p.cols; ++c) y[c] /= total;
                 }
               },
               [](const problem& p, std::int64_t r, std::int64_t c) {
                 const float* x = p.a.data() + r * p.cols;
                 double total = 0;
                 for (std::int64_t k = 0; k < p.cols; ++k) total += std::exp(double{x[k]} - x[c]);
                 return 1 / total;
               }});
  w.push_back({"cpu_rmsnorm_f32", 4096, 1024, 1, false,
               [](problem& p, int n) { rms_norm(view_of(p.a, p.cols)).into(view_of(p.out, p.cols), on(n)); },
               [](problem& p, std::int64_t b, std::int64_t e) {
                 for (std::int64_t r = b; r < e; ++r) {
                   const auto x = rows_of(p.a, p.cols, r, r + 1).row(0);
                   const float scale = 1.0f / std::sqrt(x.square().mean() + 1e-6f);
                   rows_of(p.out, p.cols, r, r + 1).row(0) = x * scale;
                 }
               },
               [](problem& p, std::int64_t b, std::int64_t e) {
                 for (std::int64_t r = b; r < e; ++r) {
                   const float* x = p.a.data() + r * p.cols;
                   float total = 0;
                   for (std::int64_t c = 0; c < p.cols; ++c) total += x[c] * x[c];
                   const float scale = 1.0f / std::sqrt(total / static_cast<float>(p.cols) + 1e-6f);
                   for (std::int64_t c = 0; c < p.cols; ++c) p.out[r * p.cols + c] = x[c] * scale;
                 }
               },
               [](const problem& p, std::int64_t r, std::int64_t c) {
                 const float* x = p.a.data() + r * p.cols;
                 double total = 0;
                 for (std::int64_t k = 0; k < p.cols; ++k) total += double{x[k]} * x[k];
                 return x[c] / std::sqrt(total / static_cast<double>(p.cols) + 1e-6);
               }});
  w.push_back({"cpu_row_sum_f32", 4096, 4096, 1, true,
               [](problem& p, int n) { row_sum(view_of(p.a, p.cols)).into(view_of(p.out, 1), on(n)); },
               [](problem& p, std::int64_t b, std::int64_t e) {
                 rows_of(p.out, 1, b, e) = rows_of(p.a, p.cols, b, e).rowwise().sum();
               },
               [](problem& p, std::int64_t b, std::int64_t e) {
                 for (std::int64_t r = b; r < e; ++r) {
                   float total = 0;
                   for (std::int64_t c = 0; c < p.cols; ++c) total += p.a[r * p.cols + c];
                   p.out[r] = total;
                 }
               },
               [](const problem& p, std::int64_t r, std::int64_t) {
                 double total = 0;
                 for (std::int64_t k = 0; k < p.cols; ++k) total += p.a[r * p.cols + k];
                 return total;
               }});
  return w;
}

void in_threads(int threads, std::int64_t rows, const std::function<void(std::int64_t, std::int64_t)>& f) {
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t) others.emplace_back(f, rows * t / threads, rows * (t + 1) / threads);
  f(0, rows / threads);
  for (std::thread& t : others) t.join();
}

double max_error(const workload& w, const problem& p) {
  double worst = 0;
  for (std::int64_t r = 0; r < p.rows; r += 37) {
    for (std::int64_t c = 0; c < p.out_cols; c += 13) {
      const double want = w.reference(p, r, c);
      worst = std::max(worst, std::abs(p.out[r * p.out_cols + c] - want) / std::max(1.0, std::abs(want)));
    }
  }
  return worst;
}

void measure(const workload& w, int threads, const char* flags) {
  problem p{w.rows, w.cols, {}, {}, {}, w.reduces ? 1 : w.cols};
  std::mt19937 random(1);
  std::uniform_real_distribution<float> values(-2, 2);
  p.a.resize(w.rows * w.cols);
  p.b.resize(w.rows * w.cols);
  p.out.resize(w.rows * p.out_cols);
  for (float& v : p.a) v = values(random);
  for (float& v : p.b) v = values(random);

  struct contender {
    const char* name;
    std::function<void()> run;
    std::vector<double> us = {};
    double error = -1;
  };
  std::vector<float> from(p.a.size()), to(p.a.size());
  contender all[] = {
      {"sinter_host", [&] { w.sinter(p, threads); }},
      {"eigen", [&] { in_threads(threads, w.rows, [&](auto b, auto e) { w.eigen(p, b, e); }); }},
      {"loop", [&] { in_threads(threads, w.rows, [&](auto b, auto e) { w.loop(p, b, e); }); }},
      {"memcpy",
       [&] {
         in_threads(threads, w.rows, [&](auto b, auto e) {
           std::memcpy(to.data() + b * w.cols, from.data() + b * w.cols, (e - b) * w.cols * sizeof(float));
         });
       }},
  };
  const auto started = std::chrono::steady_clock::now();
  for (int round = -2; round < 200; ++round) {
    for (contender& c : all) {
      const auto begin = std::chrono::steady_clock::now();
      c.run();
      const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
      if (round >= 0) c.us.push_back(took.count());
      if (round == -1 && std::strcmp(c.name, "memcpy") != 0) {
        c.error = max_error(w, p);
        std::fill(p.out.begin(), p.out.end(), -77.0f);
      }
    }
    if (round >= 20 && std::chrono::steady_clock::now() - started > std::chrono::seconds(3)) break;
  }
  for (contender& c : all) {
    std::sort(c.us.begin(), c.us.end());
    const auto at = [&](double q) { return c.us[static_cast<std::size_t>(q * static_cast<double>(c.us.size() - 1))]; };
    const bool copy = std::strcmp(c.name, "memcpy") == 0;
    const std::int64_t bytes = 4 * (copy ? 2 * w.rows * w.cols : w.rows * (w.inputs * w.cols + p.out_cols));
    char error[32] = "null";
    if (!copy) std::snprintf(error, sizeof(error), "%.2e", c.error);
    std::printf(
        "{\"workload\": \"%s\", \"flags\": \"%s\", \"threads\": %d, \"contender\": \"%s\", \"us\": %.2f, \"us_p10\": "
        "%.2f, "
        "\"us_p90\": %.2f, \"bytes\": %lld, \"max_error\": %s}\n",
        w.name, flags, threads, c.name, at(0.5), at(0.1), at(0.9), static_cast<long long>(bytes), error);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int threads = 1;
  std::string only = ".", flags = "default";
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--threads") threads = std::stoi(argv[i + 1]);
    if (name == "--only") only = argv[i + 1];
    if (name == "--flags") flags = argv[i + 1];
  }
  for (const workload& w : workloads()) {
    if (std::regex_search(w.name, std::regex(only))) measure(w, threads, flags.c_str());
  }
}
