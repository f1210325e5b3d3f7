// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares a text with tests/golden/<name>.txt. SINTER_UPDATE_GOLDEN=1 writes the file instead: read the diff before you
// commit it. In: a name and a text. Out: "" or the lines that differ, for CHECK(golden("softmax", explain(…)) == "").
#pragma once

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <sinter/core/text.hpp>

namespace test {

inline std::vector<std::string> lines_of(const std::string& s) {
  std::vector<std::string> lines;
  std::istringstream in(s);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The lines of both that follow their longest common subsequence, marked - (file) and + (now).
inline std::string line_difference(const std::string& file, const std::string& now) {
  const auto a = lines_of(file);
  const auto b = lines_of(now);
  std::vector<std::vector<std::size_t>> common(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      common[i][j] = a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::string out;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      ++i, ++j;
    } else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
      out += "- " + a[i++] + "\n";
    } else {
      out += "+ " + b[j++] + "\n";
    }
  }
  return out;
}

inline std::string same_as_file(const std::string& path, const std::string& now) {
  const char* update = std::getenv("SINTER_UPDATE_GOLDEN");
  if (update != nullptr && *update == '1') {
    std::ofstream(path, std::ios::binary) << now;
    return "";
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) return path + " is missing: run with SINTER_UPDATE_GOLDEN=1 and read what it holds";
  std::ostringstream file;
  file << in.rdbuf();
  if (file.str() == now) return "";
  const std::string lines = line_difference(file.str(), now);
  return "\n" + path + " (-) and this build (+) differ:\n" + (lines.empty() ? "only in their last newline\n" : lines);
}
inline std::string golden(const std::string& name, const sinter::text& text) {
  return same_as_file(SINTER_GOLDEN_DIR "/" + name + ".txt", text.c_str());
}

}  // namespace test
