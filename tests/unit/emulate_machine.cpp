// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole kernels on the emulated machine: orders, barriers, shuffles, tickets, copies and what is thrown.
#include <doctest/doctest.h>

#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <sinter/emulate/machine.hpp>

namespace emulate = sinter::emulate;
using emulate::launch_grid;
using emulate::machine_options;

namespace {

// The text of the fault that a launch throws; empty if it throws none.
template <class Launch>
std::string said(Launch launch) {
  try {
    launch();
  } catch (const emulate::fault& f) {
    return f.what();
  }
  return {};
}

bool has(const std::string& text, const char* part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

template <class T>
emulate::range in(const std::vector<T>& v) {
  return {v.data(), v.size() * sizeof(T), false};
}
template <class T>
emulate::range out(std::vector<T>& v) {
  return {v.data(), v.size() * sizeof(T), true};
}

// A sum over the block in the way of the library's own collectives: lanes, then one value a warp. Valid in all threads.
template <class C>
float block_sum(const C& c, float v, bool with_barrier = true) {
  for (unsigned m = 16; m > 0; m /= 2) v += c.shuffle_xor(v, m);
  const unsigned warps = c.threads() / 32U;
  const auto partial = c.template shared<float>(0U, warps);
  if (c.lane() == 0) partial.store(c.warp(), v);
  if (with_barrier) c.sync();
  float sum = 0;
  for (unsigned w = 0; w < warps; ++w) sum += partial.load(w);
  return sum;
}

std::vector<float> ramp(std::size_t n) {
  std::vector<float> v(n);
  std::iota(v.begin(), v.end(), 1.0F);
  return v;
}

}  // namespace

TEST_CASE("machine: every thread of every block runs once, whatever the seed") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::vector<int> y(7 * 33, -1);
    launch_grid(7, 33, 0, {{out(y)}, seed}, [&](const auto& c) {
      CHECK(c.blocks() == 7);
      CHECK(c.threads() == 33);
      CHECK(c.lane() == c.thread() % 32);
      CHECK(c.warp() == c.thread() / 32);
      const unsigned i = c.block() * c.threads() + c.thread();
      c.store(y.data() + i, static_cast<int>(i));
    });
    for (std::size_t i = 0; i < y.size(); ++i) CHECK(y[i] == static_cast<int>(i));
  }
}

TEST_CASE("machine: the seed decides the order of blocks and of threads, and repeats it") {
  const auto order = [](std::uint64_t seed) {
    std::vector<unsigned> seen;
    seen.reserve(64);
    launch_grid(8, 8, 0, {{}, seed}, [&](const auto& c) { seen.push_back(c.block() * 8 + c.thread()); });
    return seen;
  };
  CHECK(order(1) == order(1));
  CHECK(order(1) != order(2));
  std::vector<unsigned> sorted(64);
  std::iota(sorted.begin(), sorted.end(), 0U);
  CHECK(order(1) != sorted);
}

TEST_CASE("machine: a block reduction is right for every seed") {
  const auto x = ramp(256);
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::vector<float> y(256);
    launch_grid(1, 256, 8 * sizeof(float), {{in(x), out(y)}, seed}, [&](const auto& c) {
      const float sum = block_sum(c, c.load(x.data() + c.thread()));
      c.store(y.data() + c.thread(), sum);
    });
    for (const float v : y) CHECK(v == 256.0F * 257.0F / 2.0F);
  }
}

TEST_CASE("machine: a block reduction without its barrier is caught for every seed") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const auto text = said([&] {
      launch_grid(1, 256, 8 * sizeof(float), {{}, seed}, [](const auto& c) { block_sum(c, 1.0F, false); });
    });
    CHECK(
        (has(text, "which no thread has written") || has(text, "wrote since the last barrier: put a sync() between")));
  }
}

TEST_CASE("machine: shared memory used again without a barrier is caught for every seed") {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const auto text = said([&] {
      launch_grid(1, 256, 8 * sizeof(float), {{}, seed}, [](const auto& c) { block_sum(c, block_sum(c, 1.0F)); });
    });
    CHECK(has(text, "since the last barrier: put a sync() between"));
  }
}

TEST_CASE("machine: every block finds its shared memory never written") {
  const auto text = said([] {
    launch_grid(2, 32, 128, {}, [first = true](const auto& c) mutable {
      const auto s = c.template shared<float>(0U, 32U);
      if (first || c.thread() != 0)
        s.store(c.thread(), 1.0F);
      else
        s.load(0U);
      c.sync();
      first = false;
    });
  });
  CHECK(has(text, "thread 0 reads byte 0 of shared memory, which no thread has written"));
}

TEST_CASE("machine: a shuffle takes values of any multiple of 4 bytes from lane ^ mask") {
  struct pair {
    double a;
    unsigned b;
    unsigned c;
  };
  launch_grid(2, 96, 0, {}, [](const auto& c) {
    for (unsigned m = 0; m < 32; ++m) {
      const pair got = c.shuffle_xor(pair{c.thread() * 0.5, c.thread(), m}, m);
      CHECK(got.b == (c.thread() ^ m));
      CHECK(got.a == got.b * 0.5);
      CHECK(got.c == m);
      CHECK(c.shuffle_xor(c.lane(), m) == (c.lane() ^ m));
    }
  });
}

TEST_CASE("machine: a last-block reduction over tickets works, and its counter wraps for the next launch") {
  const auto x = ramp(16 * 64);
  unsigned counter = 0;
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::vector<float> partial(16);
    std::vector<float> y(1);
    const machine_options options{{in(x), out(partial), out(y), {&counter, sizeof(counter), true}}, seed};
    launch_grid(16, 64, 3 * sizeof(float), options, [&](const auto& c) {
      const float sum = block_sum(c, c.load(x.data() + c.block() * 64 + c.thread()));
      const auto last = c.template shared<unsigned>(2 * sizeof(float), 1U);
      if (c.thread() == 0) {
        c.publish(partial.data() + c.block(), sum);
        c.fence();
        last.store(0U, c.ticket(&counter, c.blocks() - 1) == c.blocks() - 1 ? 1U : 0U);
      }
      c.sync();
      if (last.load(0U) == 0U) return;
      c.fence();
      const float total = block_sum(c, c.thread() < 16 ? c.observe(partial.data() + c.thread()) : 0.0F);
      if (c.thread() == 0) c.store(y.data(), total);
    });
    CHECK(y[0] == 1024.0F * 1025.0F / 2.0F);
    CHECK(counter == 0);
  }
}

TEST_CASE("machine: asynchronous copies arrive at the wait, and reach other threads after a barrier") {
  const auto x = ramp(4 * 64);
  std::vector<float> y(4 * 64);
  const machine_options options{{in(x), out(y)}, 3};
  launch_grid(1, 64, 64 * 16, options, [&](const auto& c) {
    const auto tile = c.template shared<float>(0U, 256U);
    c.template copy_async<float, 4>(tile, 4 * c.thread(), x.data() + 4 * c.thread());
    c.wait_copies();
    CHECK(tile.load(4 * c.thread()) == 4.0F * c.thread() + 1.0F);  // its own, at once
    c.sync();
    c.store_packet(y.data() + 4 * c.thread(), tile.template load_packet<4>(4 * (63 - c.thread())));
  });
  for (unsigned i = 0; i < 256; ++i) CHECK(y[i] == x[4 * (63 - i / 4) + i % 4]);
}

TEST_CASE("machine: threads that do not all reach a barrier are a divergence") {
  SUBCASE("some return") {
    const auto text = said([] {
      launch_grid(1, 48, 0, {}, [](const auto& c) {
        if (c.thread() < 20) c.sync();
      });
    });
    CHECK(has(text,
              "barrier divergence: in block 0, 20 threads wait at sync(), 0 at a warp shuffle and 28 have returned"));
  }
  SUBCASE("a lane leaves before a shuffle") {
    const auto text = said([] {
      launch_grid(1, 64, 0, {}, [](const auto& c) {
        if (c.thread() != 5) c.shuffle_xor(1.0F, 1U);
      });
    });
    CHECK(has(text, "0 threads wait at sync(), 31 at a warp shuffle and 33 have returned"));
  }
  SUBCASE("one warp is split between a shuffle and a barrier") {
    const auto text = said([] {
      launch_grid(3, 32, 0, {}, [](const auto& c) {
        if (c.lane() < 8)
          c.sync();
        else
          c.shuffle_xor(1.0F, 1U);
      });
    });
    CHECK(has(text, "8 threads wait at sync(), 24 at a warp shuffle and 0 have returned"));
  }
}

TEST_CASE("machine: lanes that join one shuffle with different masks or sizes are a fault") {
  CHECK(
      has(said([] { launch_grid(1, 32, 0, {}, [](const auto& c) { c.shuffle_xor(1.0F, c.lane() == 3 ? 2U : 1U); }); }),
          "while other lanes of its warp shuffle 4 bytes with mask"));
  CHECK(has(said([] {
              launch_grid(1, 32, 0, {}, [](const auto& c) {
                if (c.lane() == 3)
                  c.shuffle_xor(1.0, 1U);
                else
                  c.shuffle_xor(1.0F, 1U);
              });
            }),
            "of its warp shuffle"));
  CHECK(has(said([] { launch_grid(1, 16, 0, {}, [](const auto& c) { c.shuffle_xor(1.0F, 16U); }); }),
            "in a warp of 16 lanes"));
}

TEST_CASE("machine: what a body throws comes out of the launch, and the other threads are unwound") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    int alive = 0;
    struct guard {
      int& count;
      explicit guard(int& n) : count(n) { ++count; }
      ~guard() { --count; }
    };
    CHECK_THROWS_WITH_AS(launch_grid(4, 64, 0, {{}, seed},
                                     [&](const auto& c) {
                                       const guard g(alive);
                                       const std::vector<int> heap(100);
                                       c.sync();
                                       if (c.thread() % 2 == 1) throw std::runtime_error("odd");
                                       c.sync();
                                     }),
                         "odd", std::runtime_error);
    CHECK(alive == 0);
  }
}

TEST_CASE("machine: a body may launch another grid, and may catch an exception of its own") {
  std::vector<int> y(4);
  launch_grid(1, 4, 0, {{out(y)}}, [&](const auto& c) {
    int inner = 0;
    launch_grid(1, 8, 0, {}, [&](const auto& d) {
      d.sync();
      ++inner;
    });
    c.sync();
    try {
      throw 1;
    } catch (int one) {
      inner += one;
    }
    c.sync();
    c.store(y.data() + c.thread(), inner);
  });
  for (const int v : y) CHECK(v == 9);
}

TEST_CASE("machine: a launch that no GPU would accept is a fault") {
  const auto nothing = [](const auto&) {};
  CHECK(has(said([&] { launch_grid(0, 32, 0, {}, nothing); }), "no GPU launches 0 blocks of 32 threads"));
  CHECK(has(said([&] { launch_grid(1, 0, 0, {}, nothing); }), "at least 1 block, 1 to 1024 threads"));
  CHECK(has(said([&] { launch_grid(1, 1025, 0, {}, nothing); }), "no GPU launches"));
  CHECK(has(said([&] { launch_grid(1, 1, 227 * 1024 + 1, {}, nothing); }), "at most 232448 bytes"));
  CHECK(has(said([&] { launch_grid(1U << 20U, 1024, 0, {}, nothing); }), "too large to emulate"));
}
