// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// alias_of and overlaps_itself against the addresses themselves, for small random views.
#include <doctest/doctest.h>

#include <set>
#include <vector>

#include <sinter/tensor/overlap.hpp>

#include "support/values.hpp"

namespace {

struct small_view {
  int rank;
  std::int64_t offset, extent[4], stride[4];
  int element_size;

  sinter::memory_extent get(const unsigned char* base) const {
    return {base + offset, extent, stride, rank, element_size};
  }
  // Byte offsets of the elements, in order.
  std::vector<std::int64_t> addresses() const {
    std::vector<std::int64_t> all{offset};
    for (int a = 0; a < rank; ++a) {
      std::vector<std::int64_t> next;
      for (const std::int64_t p : all) {
        for (std::int64_t i = 0; i < extent[a]; ++i) next.push_back(p + i * stride[a] * element_size);
      }
      all = next;
    }
    return all;
  }
  std::set<std::int64_t> bytes() const {
    std::set<std::int64_t> s;
    for (const std::int64_t p : addresses()) {
      for (int b = 0; b < element_size; ++b) s.insert(p + b);
    }
    return s;
  }
};

small_view random_view(test::generator& g, bool positive) {
  small_view v{};
  v.rank = static_cast<int>(g.integer(0, 3));
  v.element_size = g.integer(0, 3) == 0 ? 2 : 4;
  v.offset = 4000 + g.integer(-6, 6) * v.element_size;
  for (int a = 0; a < v.rank; ++a) {
    v.extent[a] = g.integer(0, 9) == 0 ? 0 : g.integer(1, 4);
    v.stride[a] = g.integer(positive ? 1 : -9, 9);
  }
  return v;
}

unsigned char memory[8000];

}  // namespace

TEST_CASE("overlap: what a view is said to touch is what it touches") {
  test::generator g(1);
  int wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    const small_view v = random_view(g, false);
    const auto range = sinter::bytes_of(v.get(memory));
    const auto bytes = v.bytes();
    if (bytes.empty() ? range.low != range.high
                      : (v.offset + range.low != *bytes.begin() || v.offset + range.high != *bytes.rbegin() + 1))
      ++wrong;
  }
  CHECK(wrong == 0);
}
TEST_CASE("overlap: a view with two elements at one address is always found") {
  test::generator g(2);
  int missed = 0;
  int refused = 0;
  int sound = 0;
  for (int i = 0; i < 40000; ++i) {
    const small_view v = random_view(g, false);
    const auto all = v.addresses();
    const bool shares = std::set<std::int64_t>(all.begin(), all.end()).size() != all.size();
    const bool said = sinter::overlaps_itself(v.get(memory));
    missed += shares && !said ? 1 : 0;
    refused += !shares && said ? 1 : 0;
    sound += shares ? 0 : 1;
  }
  CHECK(missed == 0);
  MESSAGE("refused although every element has its own address: " << refused << " of " << sound);
}
TEST_CASE("overlap: a row-major, permuted, reversed or padded view never overlaps itself") {
  test::generator g(3);
  int wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    small_view v = random_view(g, true);
    std::int64_t step = g.integer(1, 3);
    const int first = static_cast<int>(g.integer(0, 3));
    for (int k = 0; k < v.rank; ++k) {
      const int a = (first + k) % v.rank;
      v.stride[a] = g.integer(0, 1) == 0 ? step : -step;
      step = step * v.extent[a] + g.integer(0, 3);
    }
    if (sinter::overlaps_itself(v.get(memory))) ++wrong;
  }
  CHECK(wrong == 0);
}
TEST_CASE("overlap: disjoint and same are proofs") {
  test::generator g(4);
  int lies = 0;
  int counts[3] = {};
  int pessimistic = 0;
  for (int i = 0; i < 60000; ++i) {
    const small_view a = random_view(g, g.integer(0, 1) == 0);
    small_view b = random_view(g, g.integer(0, 1) == 0);
    if (g.integer(0, 2) != 0) {  // a relative: the same strides, another place or other extents
      const std::int64_t offset = g.integer(0, 3) == 0 ? a.offset : a.offset + g.integer(-20, 20) * a.element_size;
      const std::int64_t shorter = g.integer(0, 3);
      b = a;
      b.offset = offset;
      if (b.rank > 0 && shorter == 0 && b.extent[0] > 1) --b.extent[0];
    }
    const auto said = sinter::alias_of(a.get(memory), b.get(memory));
    const auto of_a = a.bytes();
    bool common = false;
    for (const std::int64_t p : b.bytes()) common = common || of_a.count(p) != 0;
    const bool equal = a.element_size == b.element_size && a.rank == b.rank && a.addresses() == b.addresses();
    if (said == sinter::aliasing::disjoint && common) ++lies;
    if (said == sinter::aliasing::same && !equal) ++lies;
    if (said == sinter::aliasing::overlap && !common) ++pessimistic;
    ++counts[static_cast<int>(said)];
  }
  CHECK(lies == 0);
  CHECK(counts[0] > 1000);
  CHECK(counts[1] > 1000);
  MESSAGE("called overlapping although disjoint: " << pessimistic);
}
TEST_CASE("overlap: columns of one buffer are told apart exactly") {
  int wrong = 0;
  for (std::int64_t width = 1; width <= 5; ++width) {
    for (std::int64_t at = -12; at <= 12; ++at) {
      const small_view a{2, 4000, {6, 4}, {12, 1}, 4};
      const small_view b{2, 4000 + at * 4, {6, width}, {12, 1}, 4};
      const auto said = sinter::alias_of(a.get(memory), b.get(memory));
      const auto of_a = a.bytes();
      bool common = false;
      for (const std::int64_t p : b.bytes()) common = common || of_a.count(p) != 0;
      if ((said == sinter::aliasing::disjoint) == common) ++wrong;
    }
  }
  CHECK(wrong == 0);
}
