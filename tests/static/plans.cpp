// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// kernels(), bytes() and max_kernels() of the main formulas are constants of the program.
#include <sinter/sinter.hpp>

namespace {

using sinter::axis;
using sinter::bf16;
using sinter::drop;
using sinter::fusion;
using sinter::plan;
using sinter::region;
using sinter::tensor;

// A plan as an argument: g++ does not compare the address of a temporary's member in a constant expression.
constexpr int kernels(const auto p) { return p.kernels(); }
constexpr int max_kernels(const auto p) { return p.max_kernels(); }
constexpr std::int64_t bytes(const auto p) { return p.bytes(); }

constexpr tensor<float, 1> vector(std::int64_t n) { return {{n}}; }
constexpr tensor<float, 2> matrix(std::int64_t m, std::int64_t n) { return {{m, n}}; }
constexpr tensor<bf16, 2> half(std::int64_t m, std::int64_t n) { return {{m, n}}; }

constexpr auto affine = region([](auto x) { return relu((x + 1.0f) * 2.0f); });
static_assert(kernels(plan<affine>(vector(1000))) == 1 && bytes(plan<affine>(vector(1000))) == 8000);
static_assert(kernels(plan<affine>(vector(0))) == 0 && bytes(plan<affine>(vector(0))) == 0);
static_assert(max_kernels(plan<affine>(vector(1))) == 1);
static_assert(kernels(plan<affine, fusion::unfused>(vector(1000))) == 3 &&
              bytes(plan<affine, fusion::unfused>(vector(1000))) == 3 * 8000);
static_assert(kernels(plan<affine>(tensor<float, 0>{})) == 1 && bytes(plan<affine>(tensor<float, 0>{})) == 8);

constexpr auto softmax = region([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});
constexpr auto large = plan<softmax>(matrix(32768, 4096));
static_assert(large.kernels() == 1 && large.bytes() == 2 * 4 * 32768L * 4096 && large.max_kernels() == 1);
static_assert(bytes(plan<softmax>(half(32768, 4096))) == 2 * 2 * 32768L * 4096);
static_assert(kernels(plan<softmax>(matrix(0, 4096))) == 0 && bytes(plan<softmax>(matrix(0, 4096))) == 0);
static_assert(kernels(plan<softmax, fusion::unfused>(matrix(8, 8))) == 5);

constexpr auto rms_norm = region([](auto x, auto w) { return x * rsqrt(mean(x * x, axis<-1>) + 1e-6f) * w; });
static_assert(kernels(plan<rms_norm>(half(64, 128), tensor<bf16, 1>{{128}})) == 1);
static_assert(bytes(plan<rms_norm>(half(64, 128), tensor<bf16, 1>{{128}})) == 2 * (2 * 64 * 128 + 128));

constexpr auto layer_norm = region([](auto x, auto w, auto b) {
  auto centred = x - mean(x, axis<-1>);
  return centred * rsqrt(mean(centred * centred, axis<-1>) + 1e-5f) * w + b;
});
static_assert(kernels(plan<layer_norm>(matrix(64, 128), vector(128), vector(128))) == 1);

// Sums: one kernel, of nothing too; the mean of no rows launches nothing.
constexpr auto total = region([](auto x) { return sum(x); });
static_assert(kernels(plan<total>(vector(1 << 20))) == 1 && bytes(plan<total>(vector(1 << 20))) == (4 << 20) + 4);
static_assert(kernels(plan<total>(vector(0))) == 1);
static_assert(kernels(plan<total, fusion::two_pass>(vector(1 << 20))) == 2);
constexpr auto positive_total = region([](auto x) { return relu(sum(x)); });
static_assert(kernels(plan<positive_total>(vector(1 << 20))) == 1);
static_assert(kernels(plan<positive_total, fusion::two_pass>(vector(1 << 20))) == 2);
static_assert(kernels(plan<positive_total, fusion::unfused>(vector(1 << 20))) == 2);
constexpr auto row_sums = region([](auto x) { return sum(x, axis<-1>, drop); });
static_assert(kernels(plan<row_sums>(matrix(0, 5))) == 0 && kernels(plan<row_sums>(matrix(5, 0))) == 1);
static_assert(bytes(plan<row_sums>(matrix(5, 8))) == 4 * (5 * 8 + 5));

// Every element needs the whole sum: two kernels, whichever finishes it.
constexpr auto shares = region([](auto x) { return x / sum(x); });
static_assert(kernels(plan<shares>(vector(1000))) == 2 && kernels(plan<shares, fusion::last_block>(vector(1000))) == 2);
static_assert(max_kernels(plan<shares>(vector(1000))) == 2);

// Both sums of one tensor, and a map of it, share a kernel; so do all statistics of a row.
constexpr auto statistics = region([](auto x) { return sinter::outputs(sum(x), max(x), x * 2.0f); });
static_assert(kernels(plan<statistics>(matrix(64, 64))) == 1 &&
              bytes(plan<statistics>(matrix(64, 64))) == 2 * 4 * 64 * 64 + 8);
constexpr auto row_statistics =
    region([](auto x) { return sinter::outputs(sum(x, axis<-1>), max(x, axis<-1>, drop), x - min(x, axis<-1>)); });
static_assert(kernels(plan<row_statistics>(matrix(64, 64))) == 1);

// Of a branch the longer side counts.
constexpr auto branch = region([](auto x) { return cond(sum(x) > 0.0f, x / sum(x, axis<-1>), -x); });
static_assert(kernels(plan<branch>(matrix(64, 64))) == 2 && max_kernels(plan<branch>(matrix(64, 64))) == 2);
constexpr auto lopsided = region([](auto x) { return cond(max(x) > 0.0f, x / sum(x), -x); });
static_assert(kernels(plan<lopsided>(vector(64))) == 3);

// Broadcast operands are read once each.
constexpr auto biased = region([](auto x, auto b) { return x + b; });
static_assert(bytes(plan<biased>(matrix(64, 128), vector(128))) == 4 * (2 * 64 * 128 + 128));
static_assert(bytes(plan<biased>(matrix(1, 128), matrix(64, 1))) == 4 * (128 + 64 + 64 * 128));
static_assert(kernels(plan<biased>(matrix(0, 128), vector(128))) == 0);

// A copy is one kernel too.
constexpr sinter::region_type<sinter::copy_function, struct copy_tag> copy{};
static_assert(kernels(plan<copy>(vector(10))) == 1 && bytes(plan<copy>(vector(10))) == 80);

}  // namespace
