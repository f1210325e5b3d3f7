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
      for (const bench::workload& w : bench::workloads) {
        std::printf(R"({"workload": "%s", "dtype": "%s", "rows": %lld, "cols": %lld, "bytes": %lld})" "\n", w.name,
                    w.type == bench::bf16 ? "bf16" : "f32", static_cast<long long>(w.rows), static_cast<long long>(w.cols),
                    static_cast<long long>(w.bytes()));
      }
      return 0;
    }
    if (std::strcmp(argv[i], "--only") == 0 && i + 1 < argc) only = argv[++i];
    else if (std::strcmp(argv[i], "--out") == 0 && i + 1 < argc) out = argv[++i];
    else return std::fprintf(stderr, "bench_gpu: %s is not --list, --only REGEX or --out FILE\n", argv[i]), 2;
  }
  try {
    std::FILE* file = out.empty() ? stdout : std::fopen(out.c_str(), "w");
    if (file == nullptr) return std::perror(out.c_str()), 1;
    bench::session s(only, file);
    for (const bench::workload& w : bench::workloads) {
      if (!s.wants(w.name)) continue;
      for (const bench::group& g : bench::groups()) {
        if (std::string(w.name).starts_with(g.prefix)) g.run(s, w);
      }
    }
    bench::measure_host_overhead(s);
    s.finish();
  } catch (const std::exception& e) {
    return std::fprintf(stderr, "bench_gpu: %s\n", e.what()), 1;
  }
}
