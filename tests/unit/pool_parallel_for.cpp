// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// parallel_for: every chunk once, however it is called. Run it under ThreadSanitizer and AddressSanitizer too.
#include <doctest/doctest.h>
#include <pthread.h>

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <vector>

#include <sinter/host/pool.hpp>

using sinter::cpu::parallel_for;

namespace {

// How often each chunk ran; written without synchronisation, so that a sanitizer sees a chunk that ran twice.
std::vector<int> counts(std::int64_t chunks, int threads) {
  std::vector<int> seen(static_cast<std::size_t>(chunks));
  parallel_for(chunks, threads, [&](std::int64_t chunk) { ++seen[static_cast<std::size_t>(chunk)]; });
  return seen;
}

}  // namespace

TEST_CASE("parallel_for: every chunk runs exactly once, for any number of chunks and threads") {
  for (const std::int64_t chunks : {0, 1, 2, 3, 7, 64, 1000}) {
    for (const int threads : {0, 1, 2, 3, 8, -1}) {
      CHECK(counts(chunks, threads) == std::vector<int>(static_cast<std::size_t>(chunks), 1));
    }
  }
}

TEST_CASE("parallel_for: many short jobs in a row are neither lost nor mixed up") {
  std::int64_t total = 0;
  for (int i = 0; i < 3000; ++i) {
    std::int64_t part[4] = {};
    parallel_for(4, 4, [&](std::int64_t chunk) { part[chunk] = i + chunk; });
    total += part[0] + part[1] + part[2] + part[3];
  }
  CHECK(total == 4LL * 3000 * 2999 / 2 + 6 * 3000);
}

TEST_CASE("parallel_for: other threads do take part") {
  const pthread_t caller = pthread_self();
  bool elsewhere = false;
  // Both chunks wait for each other, so one thread alone could not finish.
  int arrived = 0;
  parallel_for(2, 2, [&](std::int64_t) {
    __atomic_fetch_add(&arrived, 1, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(&arrived, __ATOMIC_ACQUIRE) < 2) sched_yield();
    if (pthread_equal(pthread_self(), caller) == 0) elsewhere = true;
  });
  CHECK(elsewhere);
}

TEST_CASE("parallel_for: a nested call runs serially in its caller") {
  std::vector<int> seen(8 * 8);
  bool moved[8] = {};
  parallel_for(8, 4, [&](std::int64_t outer) {
    const pthread_t self = pthread_self();
    parallel_for(8, 4, [&](std::int64_t inner) {
      ++seen[static_cast<std::size_t>(outer * 8 + inner)];
      if (pthread_equal(self, pthread_self()) == 0) moved[outer] = true;
    });
  });
  CHECK(seen == std::vector<int>(64, 1));
  for (const bool m : moved) CHECK_FALSE(m);
}

TEST_CASE("parallel_for: the first exception reaches the caller, and the pool goes on working") {
  for (int i = 0; i < 100; ++i) {
    CHECK_THROWS_WITH_AS(parallel_for(64, 4,
                                      [](std::int64_t chunk) {
                                        if (chunk % 3 == 2) throw std::runtime_error("chunk failed");
                                      }),
                         "chunk failed", std::runtime_error);
  }
  CHECK_THROWS_AS(parallel_for(3, 1, [](std::int64_t) { throw 1; }), int);
  CHECK(counts(100, 4) == std::vector<int>(100, 1));
}

TEST_CASE("parallel_for: several user threads may call at once") {
  struct caller {
    pthread_t thread;
    bool good = true;
  };
  caller callers[6];
  for (auto& c : callers) {
    const auto body = [](void* self) -> void* {
      for (int i = 0; i < 200; ++i) {
        if (counts(16, 3) != std::vector<int>(16, 1)) static_cast<caller*>(self)->good = false;
      }
      return nullptr;
    };
    REQUIRE(pthread_create(&c.thread, nullptr, body, &c) == 0);
  }
  for (auto& c : callers) {
    pthread_join(c.thread, nullptr);
    CHECK(c.good);
  }
}
