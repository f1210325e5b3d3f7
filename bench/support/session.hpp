// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// One run: which workloads are wanted, how contenders are timed, where rows go.
// Method: contenders take turns, round after round; before each timed launch 256 MiB are written, so that no input is in L2;
// CUDA events around the launch; medians with p10 and p90. A copy of 1 GiB takes part in every round: its median over the
// whole run is the row that fractions refer to. Then each contender's output is poisoned, computed once more on the same
// buffers and compared with a reference in double precision; its launches are counted.
// Not Google Benchmark: its interleaving shuffles the repetitions of all registered benchmarks, so the buffers of every
// workload would have to be alive at once, and it keeps averages of repetitions where percentiles of launches are wanted.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "count_launches.hpp"
#include "workloads.hpp"

namespace bench {

struct contender {
  std::string name;
  std::function<void(cudaStream_t)> run;
};

// A call whose cost to the host is measured; it must leave little work on the device.
struct host_call {
  std::string name;
  std::function<void()> run;
  int per = 1;  // times are divided by this: a call that does the same thing n times
};

class session {
 public:
  session(const std::string& only, std::FILE* out);
  ~session();
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  // A sweep is wanted only where the pattern says so: it takes longer than everything else.
  bool wants(const std::string& workload) const {
    return (sweeps_ || !workload.starts_with("sweep_")) && std::regex_search(workload, only_);
  }
  cudaStream_t stream() const { return stream_; }

  // Times on the device. `poison` overwrites the outputs, `max_error` compares them.
  void compare(const std::string& name, std::int64_t bytes, std::vector<contender> contenders,
               const std::function<void()>& poison, const std::function<double()>& max_error);
  // Times on the host: batches of calls, the stream drained between them.
  void compare_host(const std::string& name, const std::vector<host_call>& calls);
  // Writes the rows of the copy and of an empty kernel.
  void finish();

 private:
  float time(const std::function<void(cudaStream_t)>& run);
  void write(const std::string& workload, const std::string& contender, std::vector<float> us, std::int64_t bytes,
             double max_error, int launches);

  std::regex only_;
  bool sweeps_;
  std::FILE* out_;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
  unsigned char* flushed_ = nullptr;
  unsigned char* copied_ = nullptr;
  contender copy_;
  std::vector<float> copy_us_;
};

// A group measures every workload whose name begins with `prefix`; each file of workloads adds its own.
struct group {
  std::string prefix;
  void (*run)(session&, const workload&);
};
inline std::vector<group>& groups() {
  static std::vector<group> all;
  return all;
}
inline bool add_group(const char* prefix, void (*run)(session&, const workload&)) {
  groups().push_back({prefix, run});
  return true;
}

void measure_host_overhead(session& s);

}  // namespace bench
