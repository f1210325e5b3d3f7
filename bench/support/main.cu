// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// bench_gpu [--only REGEX] [--out FILE]   measures and writes one JSON object a line
// bench_gpu --list                        prints the table of workloads, likewise
#include <cstring>
#include <exception>

#include "session.hpp"

int main(int argc, char** argv) {
  std::string only = ".", out;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--list") == 0) {
      for (const bench::workload& w : bench::all_workloads()) {
        std::printf("{\"workload\": \"%s\", \"dtype\": \"%s\", \"rows\": %lld, \"cols\": %lld, \"bytes\": %lld}\n",
                    w.name.c_str(), sinter::name_of(w.type), static_cast<long long>(w.rows),
                    static_cast<long long>(w.cols), static_cast<long long>(w.bytes()));
      }
      return 0;
    }
    const bool is_only = std::strcmp(argv[i], "--only") == 0;
    const bool is_out = std::strcmp(argv[i], "--out") == 0;
    if (!(is_only || is_out) || i + 1 == argc) {
      std::fprintf(stderr, "bench_gpu: %s is not --list, --only REGEX or --out FILE\n", argv[i]);
      return 2;
    }
    (is_only ? only : out) = argv[++i];
  }
  try {
    std::FILE* file = out.empty() ? stdout : std::fopen(out.c_str(), "w");
    if (file == nullptr) {
      std::perror(out.c_str());
      return 1;
    }
    bench::session s(only, file);
    for (const bench::workload& w : bench::all_workloads()) {
      if (!s.wants(w.name)) continue;
      for (const bench::group& g : bench::groups()) {
        if (w.name.starts_with(g.prefix)) g.run(s, w);
      }
    }
    bench::measure_host_overhead(s);
    s.finish();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bench_gpu: %s\n", e.what());
    return 1;
  }
}
