// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>

namespace bench {

namespace {
constexpr std::size_t flush_bytes = std::size_t{256} << 20;
constexpr std::size_t copy_bytes = std::size_t{1} << 30;
constexpr float workload_us = 400e3f;  // device time spent on one workload
constexpr int least_rounds = 25, most_rounds = 150;

__global__ void nothing() {}

float quantile(const std::vector<float>& sorted, double q) {
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], static_cast<float>(at - static_cast<double>(below)));
}
}  // namespace

session::session(const std::string& only, std::FILE* out)
    : only_(only), sweeps_(only.find("sweep") != std::string::npos), out_(out) {
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate");
  check(cudaEventCreate(&start_), "cudaEventCreate");
  check(cudaEventCreate(&stop_), "cudaEventCreate");
  check(cudaMalloc(&flushed_, flush_bytes), "cudaMalloc");
  check(cudaMalloc(&copied_, 2 * copy_bytes), "cudaMalloc");
  // Random enough: power depends on the bits that toggle, and a copy of zeros would be too cheap a yardstick.
  std::vector<std::uint32_t> noise(std::size_t{1} << 22);
  std::uint32_t state = 1;
  for (auto& x : noise) x = state = state * 1664525u + 1013904223u;
  for (std::size_t at = 0; at < copy_bytes; at += noise.size() * 4) {
    check(cudaMemcpy(copied_ + at, noise.data(), noise.size() * 4, cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  copy_ = {"copy", [this](cudaStream_t s) {
             check(cudaMemcpyAsync(copied_ + copy_bytes, copied_, copy_bytes, cudaMemcpyDeviceToDevice, s),
                   "cudaMemcpyAsync");
           }};
  for (int i = 0; i < 1000; ++i) copy_.run(stream_);  // half a second, for the clocks
  check(cudaStreamSynchronize(stream_), "warm-up");
}

session::~session() {
  (void)cudaFree(flushed_);
  (void)cudaFree(copied_);
  (void)cudaEventDestroy(start_);
  (void)cudaEventDestroy(stop_);
  (void)cudaStreamDestroy(stream_);
}

float session::time(const std::function<void(cudaStream_t)>& run) {
  check(cudaMemsetAsync(flushed_, 0x5a, flush_bytes, stream_), "cudaMemsetAsync");
  check(cudaEventRecord(start_, stream_), "cudaEventRecord");
  run(stream_);
  check(cudaEventRecord(stop_, stream_), "cudaEventRecord");
  check(cudaEventSynchronize(stop_), "cudaEventSynchronize");
  float ms = 0;
  check(cudaEventElapsedTime(&ms, start_, stop_), "cudaEventElapsedTime");
  return ms * 1000;
}

void session::compare(const std::string& name, std::int64_t bytes, std::vector<contender> contenders,
                      const std::function<void()>& poison, const std::function<double()>& max_error) {
  std::fprintf(stderr, "bench: %s\n", name.c_str());
  // A contender that cannot run is named and left out.
  std::erase_if(contenders, [&](const contender& c) {
    try {
      for (int i = 0; i < 3; ++i) (void)time(c.run);
      return false;
    } catch (const std::exception& e) {
      std::fprintf(stderr, "bench: %s, %s: %s\n", name.c_str(), c.name.c_str(), e.what());
      return true;
    }
  });
  float round_us = time(copy_.run);
  for (const contender& c : contenders) round_us += time(c.run);
  const int rounds = std::clamp(static_cast<int>(workload_us / round_us), least_rounds, most_rounds);

  std::vector<std::vector<float>> us(contenders.size());
  for (int r = 0; r < rounds; ++r) {
    copy_us_.push_back(time(copy_.run));
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const std::size_t c = (i + static_cast<std::size_t>(r)) % contenders.size();
      us[c].push_back(time(contenders[c].run));
    }
  }
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    poison();
    contenders[i].run(stream_);
    check(cudaStreamSynchronize(stream_), "check");
    write(name, contenders[i].name, std::move(us[i]), bytes, max_error(), count_launches(contenders[i].run));
  }
}

void session::compare_host(const std::string& name, const std::vector<host_call>& calls) {
  constexpr int batch = 20, rounds = 500;  // a batch fits the launch queue, so that no call waits for the device
  using clock = std::chrono::steady_clock;
  std::vector<std::vector<float>> us(calls.size());
  for (int r = -20; r < rounds; ++r) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const auto begin = clock::now();
      for (int k = 0; k < batch; ++k) calls[i].run();
      const std::chrono::duration<float, std::micro> spent = clock::now() - begin;
      check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
      if (r >= 0) us[i].push_back(spent.count() / static_cast<float>(batch * calls[i].per));
    }
  }
  for (std::size_t i = 0; i < calls.size(); ++i) write(name, calls[i].name, std::move(us[i]), 0, -1, -1);
}

void session::finish() {
  if (copy_us_.empty()) {
    for (int i = 0; i < least_rounds; ++i) copy_us_.push_back(time(copy_.run));
  }
  write("copy_1GiB", "copy", copy_us_, 2 * static_cast<std::int64_t>(copy_bytes), 0, 0);
  // What a row cannot fall below by this method.
  std::vector<float> empty_us;
  for (int i = 0; i < most_rounds; ++i) empty_us.push_back(time([](cudaStream_t s) { nothing<<<1, 32, 0, s>>>(); }));
  write("empty_kernel", "raw", std::move(empty_us), 0, -1, 1);
}

// A negative error or number of launches is one that was not determined: null. JSON has no infinity: 1e308.
void session::write(const std::string& workload, const std::string& contender, std::vector<float> us,
                    std::int64_t bytes, double max_error, int launches) {
  std::sort(us.begin(), us.end());
  std::fprintf(out_,
               R"({"workload": "%s", "contender": "%s", "us": %.3f, "us_p10": %.3f, "us_p90": %.3f, "bytes": %lld, )",
               workload.c_str(), contender.c_str(), quantile(us, 0.5), quantile(us, 0.1), quantile(us, 0.9),
               static_cast<long long>(bytes));
  if (max_error < 0)
    std::fprintf(out_, R"("max_error": null, )");
  else
    std::fprintf(out_, R"("max_error": %.3g, )", std::isfinite(max_error) ? max_error : 1e308);
  if (launches < 0)
    std::fprintf(out_, "\"launches\": null}\n");
  else
    std::fprintf(out_, "\"launches\": %d}\n", launches);
  std::fflush(out_);
}

}  // namespace bench
