// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Streams, devices, workspaces and captures: what a CUDA program around the library relies on.
#include <string>
#include <thread>

#include "support/cuda.cuh"

namespace {

using test::on_cuda;
using test::values;

inline constexpr auto shares = sinter::region<struct s_shares_k>([](auto x) { return x / sum(x); });
inline constexpr auto total = sinter::region<struct s_total_k>([](auto x) { return sum(x); });
inline constexpr auto twice = sinter::region<struct s_twice_k>([](auto x) { return x * 2.0f; });

values<float> ones(std::int64_t n) {
  values<float> v(n);
  for (std::int64_t i = 0; i < n; ++i) v[i] = 1.0f;
  return v;
}

std::string message_of(const auto& call) {
  try {
    call();
  } catch (const sinter::error& e) {
    return e.what();
  }
  return "";
}

TEST_CASE("streams: host memory on a stream is refused before anything is launched") {
  float h[4] = {1, 2, 3, 4};
  const auto x = sinter::view(h, {4});
  CHECK(message_of([&] { twice(x).into(x, test::test_stream()); }).find("host memory") != std::string::npos);
  CHECK(h[3] == 4);
}

TEST_CASE("streams: device memory on the host executor is refused") {
  const on_cuda::array<float> a(ones(4));
  const auto x = sinter::view(a.data(), {4});
  CHECK(message_of([&] { twice(x).into(x, sinter::host); }).find("device memory") != std::string::npos);
}

TEST_CASE("streams: views of host and device memory in one call are refused") {
  const on_cuda::array<float> a(ones(4));
  float h[4] = {};
  CHECK(message_of([&] {
          twice(sinter::view(a.data(), {4})).into(sinter::view(h, {4}), test::test_stream());
        }).find("different memory") != std::string::npos);
}

TEST_CASE("streams: pinned memory serves the host and the device") {
  sinter::buffer<float, 1> b({1000}, sinter::pinned_memory());
  for (int i = 0; i < 1000; ++i) b.data()[i] = static_cast<float>(i);
  twice(b.as_view()).into(b.as_view(), test::test_stream());
  cudaStreamSynchronize(test::test_stream());
  twice(b.as_view()).into(b.as_view(), sinter::host);
  CHECK(b.data()[999] == 3996.0f);
}

TEST_CASE("streams: sums on many streams at once do not share tickets or partials") {
  constexpr int streams = 8;
  constexpr std::int64_t n = 1 << 20;
  const on_cuda::array<float> a(ones(n));
  const on_cuda::array<float> s{values<float>(streams)};
  cudaStream_t stream[streams];
  for (cudaStream_t& st : stream) cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking);
  for (int round = 0; round < 20; ++round) {
    for (int k = 0; k < streams; ++k) {
      total(sinter::view(a.data(), {n - k * 1000})).into(sinter::view(s.data() + k), stream[k]);
    }
  }
  cudaDeviceSynchronize();
  const values<float> got = s.download();
  for (int k = 0; k < streams; ++k) CHECK(got[k] == static_cast<float>(n - k * 1000));
  for (cudaStream_t st : stream) cudaStreamDestroy(st);
}

TEST_CASE("streams: two host threads on one stream do not mix their temporaries") {
  constexpr std::int64_t n = 1 << 16;
  const on_cuda::array<float> a(ones(n));
  const on_cuda::array<float> y{values<float>(n)};
  const on_cuda::array<float> b(ones(n / 2));
  const on_cuda::array<float> z{values<float>(n / 2)};
  const auto work = [](float* from, float* to, std::int64_t size) {
    for (int i = 0; i < 200; ++i)
      shares(sinter::view(from, {size})).into(sinter::view(to, {size}), test::test_stream());
  };
  std::thread other(work, b.data(), z.data(), n / 2);
  work(a.data(), y.data(), n);
  other.join();
  CHECK(y.download()[n - 1] == 1.0f / static_cast<float>(n));
  CHECK(z.download()[n / 2 - 1] == 2.0f / static_cast<float>(n));
}

TEST_CASE("streams: a capture of a one-kernel region works; a region with a workspace asks for one of its own") {
  constexpr std::int64_t n = 100000;
  const on_cuda::array<float> a(ones(n));
  const on_cuda::array<float> y{values<float>(n)};
  const auto x = sinter::view(a.data(), {n});
  const auto out = sinter::view(y.data(), {n});
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  sinter::workspace space;
  shares(x).into(out, sinter::on(stream, space));  // grows the workspace before the capture
  cudaStreamSynchronize(stream);

  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
  twice(x).into(out, stream);
  const std::string message = message_of([&] { shares(x).into(out, stream); });
  shares(x).into(out, sinter::on(stream, space));
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  CHECK(message.find("workspace") != std::string::npos);
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  for (int i = 0; i < 3; ++i) REQUIRE(cudaGraphLaunch(exec, stream) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(y.download()[n - 1] == 1.0f / static_cast<float>(n));
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

TEST_CASE("streams: the current device is what it was") {
  if (sinter::device_count() < 2) return;
  cudaSetDevice(1);
  sinter::buffer<float, 1> b({1000}, sinter::device_memory());
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaSetDevice(0);
  cudaMemset(b.data(), 0, 4000);
  twice(b.as_view()).into(b.as_view(), stream);
  int device = -1;
  cudaGetDevice(&device);
  CHECK(device == 0);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  cudaSetDevice(1);
  cudaStreamDestroy(stream);
  cudaSetDevice(0);
}

inline constexpr auto moe = sinter::specialize<struct s_moe_k>(
    [](auto x, auto use_moe) {
      auto y = x + 1.0f;
      if constexpr (use_moe)
        return relu(y * 2.0f);
      else
        return relu(y - 2.0f);
    },
    sinter::flag<1>{});
TEST_CASE("specialize: either flag is the region with that constant") {
  const on_cuda::array<float> a(ones(100));
  const on_cuda::array<float> y{values<float>(100)};
  for (const bool use : {true, false}) {
    moe(sinter::view(a.data(), {100}), use).into(sinter::view(y.data(), {100}), test::test_stream());
    CHECK(y.download()[99] == (use ? 4.0f : 0.0f));
  }
}

}  // namespace
