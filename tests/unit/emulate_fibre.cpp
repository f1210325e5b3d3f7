// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Fibres by themselves: control goes back and forth, exceptions come out, nothing outlives a fibre.
#include <doctest/doctest.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include <sinter/emulate/fibre.hpp>

using sinter::emulate::fibre;

namespace {

struct counter {
  fibre body;
  int steps = 0;
  int rounds = 3;
};

void count(void* argument) {
  auto* c = static_cast<counter*>(argument);
  for (int i = 0; i < c->rounds; ++i) {
    ++c->steps;
    c->body.suspend();
  }
}

}  // namespace

TEST_CASE("fibre: it runs from suspension to suspension and then it is finished") {
  counter c;
  c.body.start(count, &c);
  CHECK(c.steps == 0);
  for (int i = 1; i <= 3; ++i) {
    c.body.resume();
    CHECK(c.steps == i);
    CHECK_FALSE(c.body.finished());
  }
  c.body.resume();
  CHECK(c.body.finished());
  CHECK(c.body.take_error() == nullptr);
}

TEST_CASE("fibre: a finished fibre can be started again, on the same stack") {
  counter c;
  for (int round = 1; round <= 100; ++round) {
    c.body.start(count, &c);
    while (!c.body.finished()) c.body.resume();
    CHECK(c.steps == 3 * round);
  }
}

TEST_CASE("fibre: many fibres interleave") {
  const auto all = std::make_unique<counter[]>(1024);
  for (int i = 0; i < 1024; ++i) {
    all[i].rounds = i % 5;
    all[i].body.start(count, &all[i]);
  }
  for (int step = 0; step < 5; ++step) {
    for (int i = 0; i < 1024; ++i) {
      if (!all[i].body.finished()) all[i].body.resume();
    }
  }
  for (int i = 0; i < 1024; ++i) {
    CHECK(all[i].body.finished());
    CHECK(all[i].steps == i % 5);
  }
}

TEST_CASE("fibre: what it throws is kept for the caller") {
  fibre f;
  f.start([](void*) { throw std::runtime_error("out of the fibre"); }, nullptr);
  f.resume();
  CHECK(f.finished());
  CHECK_THROWS_WITH_AS(std::rethrow_exception(f.take_error()), "out of the fibre", std::runtime_error);
  CHECK(f.take_error() == nullptr);
}

TEST_CASE("fibre: one that is cancelled or destroyed while it is suspended is unwound") {
  const auto owned = std::make_shared<int>(1);
  struct state {
    fibre body;
    std::shared_ptr<int> shared;
  };
  {
    state s{{}, owned};
    s.body.start(
        [](void* argument) {
          auto* self = static_cast<state*>(argument);
          const std::shared_ptr<int> copy = self->shared;
          const std::vector<int> heap(1000, *copy);
          self->body.suspend();
          CHECK(heap.empty());  // never reached
        },
        &s);
    s.body.resume();
    CHECK(owned.use_count() == 3);
    SUBCASE("cancelled") {
      s.body.cancel();
      CHECK(owned.use_count() == 2);
      CHECK(s.body.take_error() == nullptr);
    }
    SUBCASE("destroyed") {}
  }
  CHECK(owned.use_count() == 1);
}

TEST_CASE("fibre: one that was started and never resumed just ends") {
  counter c;
  c.body.start(count, &c);
  c.body.cancel();
  CHECK(c.body.finished());
  CHECK(c.steps == 0);
}
