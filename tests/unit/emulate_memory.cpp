// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every fault of shared and global memory: the smallest body that triggers it, and beside it the body that does not.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <sinter/emulate/machine.hpp>

namespace emulate = sinter::emulate;
using emulate::machine_options;

namespace {

struct alignas(16) data {
  float v[64] = {};
};

// The text of the fault of one launch; empty if there is none. Each case runs under several seeds, which must agree
// whether there is a fault; the text is that of the first.
template <class Body>
std::string fault_of(unsigned blocks, unsigned threads, unsigned shared_bytes, machine_options options, Body body) {
  std::string first;
  for (unsigned seed = 0; seed < 10; ++seed) {
    options.seed = seed;
    std::string text;
    try {
      emulate::launch_grid(blocks, threads, shared_bytes, options, body);
    } catch (const emulate::fault& f) {
      text = f.what();
    }
    if (seed == 0) first = text;
    CHECK(text.empty() == first.empty());
  }
  return first;
}

bool has(const std::string& text, const char* part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

emulate::range in(const data& d) { return {&d, sizeof(d), false}; }
emulate::range out(data& d) { return {&d, sizeof(d), true}; }

}  // namespace

TEST_CASE("shared memory: elements of 1, 2, 4 and 8 bytes side by side belong to different threads") {
  CHECK(fault_of(1, 32, 512, {}, [](const auto& c) {
          const auto go = [&](auto zero) {
            const auto s = c.template shared<decltype(zero)>(0U, 32U);
            s.store(c.thread(), static_cast<decltype(zero)>(c.thread()));
            CHECK(s.load(c.thread()) == static_cast<decltype(zero)>(c.thread()));
            c.sync();
            CHECK(s.load(31 - c.thread()) == static_cast<decltype(zero)>(31 - c.thread()));
            c.sync();
          };
          go(std::int8_t{});
          go(std::uint16_t{});
          go(0.0F);
          go(0.0);
        }).empty());
}

TEST_CASE("shared memory: reading what another thread wrote needs a barrier, a shuffle is none") {
  const auto text = fault_of(1, 32, 128, {}, [](const auto& c) {
    const auto s = c.template shared<float>(0U, 32U);
    s.store(c.thread(), 1.0F);
    c.shuffle_xor(1.0F, 1U);
    s.load(c.thread() ^ 1U);
  });
  CHECK(has(text, "of shared memory, which thread"));
  CHECK(has(text, "wrote since the last barrier: put a sync() between"));
}

TEST_CASE("shared memory: reading what no thread wrote is a fault") {
  CHECK(has(fault_of(1, 1, 128, {}, [](const auto& c) { c.template shared<float>(8U, 4U).load(1U); }),
            "block 0, thread 0 reads byte 12 of shared memory, which no thread has written"));
}

TEST_CASE("shared memory: writing what others read or wrote needs a barrier") {
  CHECK(has(fault_of(1, 2, 4, {}, [](const auto& c) { c.template shared<float>(0U, 1U).store(0U, 1.0F); }),
            "also wrote since the last barrier"));
  const auto rewrite = [](bool one, bool barrier) {
    return fault_of(1, 3, 4, {}, [=](const auto& c) {
      const auto s = c.template shared<float>(0U, 1U);
      if (c.thread() == 0) s.store(0U, 1.0F);
      c.sync();
      if (c.thread() == 1 || !one) s.load(0U);
      if (barrier) c.sync();
      if (c.thread() == 0) s.store(0U, 2.0F);
    });
  };
  CHECK(has(rewrite(true, false), "since the last barrier"));
  CHECK(has(rewrite(false, false), "since the last barrier"));
  CHECK(rewrite(true, true).empty());
  CHECK(rewrite(false, true).empty());
}

TEST_CASE("shared memory: windows and packets stay inside and aligned") {
  CHECK(has(fault_of(1, 1, 64, {}, [](const auto& c) { c.template shared<float>(32U, 9U); }),
            "opens a window of 36 bytes at byte 32 of shared memory, of which the block has 64"));
  CHECK(has(fault_of(1, 1, 64, {}, [](const auto& c) { c.template shared<float>(6U, 2U); }), "is no multiple of 4"));
  CHECK(has(fault_of(1, 1, 64, {}, [](const auto& c) { c.template shared<float>(0U, 8U).load(8U); }),
            "touches 1 elements at element 8 of a shared window of 8"));
  CHECK(has(fault_of(1, 1, 64, {}, [](const auto& c) { c.template shared<float>(0U, 8U).store(~0U, 1.0F); }),
            "of a shared window of 8"));
  CHECK(has(fault_of(1, 1, 64, {}, [](const auto& c) { c.template shared<float>(0U, 8U).template load_packet<4>(6U); }),
            "touches 4 elements at element 6"));
  CHECK(has(fault_of(1, 1, 64, {}, [](const auto& c) { c.template shared<float>(8U, 8U).template load_packet<4>(0U); }),
            "touches a packet of 16 bytes at byte 8 of shared memory"));
}

TEST_CASE("asynchronous copy: its target is poison until the wait of the thread that started it") {
  const data x;
  const auto run = [&](auto body) {
    return fault_of(1, 2, 64, {{in(x)}}, [&](const auto& c) {
      const auto s = c.template shared<float>(0U, 16U);
      if (c.thread() == 0) c.template copy_async<float, 4>(s, 4U, x.v);
      body(c, s);
      if (c.thread() == 0) c.wait_copies();
    });
  };
  CHECK(run([](const auto&, const auto&) {}).empty());
  CHECK(
      has(run([](const auto& c, const auto& s) {
            if (c.thread() == 0) s.load(5U);
          }),
          "reads byte 20 of shared memory, the target of a copy that thread 0 has not waited for: call wait_copies()"));
  CHECK(has(run([](const auto& c, const auto& s) {
              c.sync();
              if (c.thread() == 1) s.load(5U);
            }),
            "it must call wait_copies() first"));
  CHECK(has(run([](const auto& c, const auto& s) {
              if (c.thread() == 0) s.store(7U, 1.0F);
            }),
            "writes byte 28 of shared memory, the target of a copy"));
  CHECK(has(run([](const auto& c, const auto& s) {
              if (c.thread() == 0) c.wait_copies();
              c.wait_copies();  // another thread's wait orders nothing
              if (c.thread() == 1) s.load(5U);
            }),
            "of shared memory, which"));
  CHECK(run([](const auto& c, const auto& s) {
          c.wait_copies();
          c.sync();
          s.load(5U);
        }).empty());
}

TEST_CASE("asynchronous copy: it must be waited for, aligned, inside its ranges, and its source must hold still") {
  data x;
  CHECK(
      has(fault_of(1, 1, 64, {{in(x)}},
                   [&](const auto& c) { c.template copy_async<float, 4>(c.template shared<float>(0U, 4U), 0U, x.v); }),
          "block 0, thread 0 returns with 1 asynchronous copies in flight: call wait_copies()"));
  CHECK(
      has(fault_of(1, 1, 64, {{in(x)}},
                   [&](const auto& c) { c.template copy_async<float, 4>(c.template shared<float>(0U, 8U), 2U, x.v); }),
          "touches a packet of 16 bytes at byte 8 of shared memory"));
  CHECK(has(
      fault_of(1, 1, 64, {{in(x)}},
               [&](const auto& c) { c.template copy_async<float, 4>(c.template shared<float>(0U, 4U), 0U, x.v + 1); }),
      "reads 16 bytes at an address that is 4 past a multiple of 16"));
  CHECK(has(
      fault_of(1, 1, 64, {{in(x)}},
               [&](const auto& c) { c.template copy_async<float, 4>(c.template shared<float>(0U, 4U), 0U, x.v + 64); }),
      "reads 16 bytes at 0 bytes past the end of range 0"));
  float next = 1.0F;
  CHECK(has(fault_of(1, 1, 64, {{out(x)}},
                     [&](const auto& c) {
                       c.template copy_async<float, 4>(c.template shared<float>(0U, 4U), 0U, x.v);
                       c.store(x.v, next++);
                       c.wait_copies();
                     }),
            "changed the source of an asynchronous copy before wait_copies()"));
}

TEST_CASE("global memory: an access outside its ranges names the nearest one") {
  data x;
  data y;
  const machine_options both{{in(x), out(y)}};
  const auto one = [&](auto body) { return fault_of(1, 1, 0, both, body); };
  CHECK(has(fault_of(1, 1, 0, {{{y.v, 128, false}}}, [&](const auto& c) { c.load(y.v + 34); }),
            "block 0, thread 0 reads 4 bytes at 8 bytes past the end of range 0"));
  CHECK(has(one([&](const auto& c) { c.load(static_cast<const float*>(nullptr)); }),
            "reads 4 bytes through a null pointer"));
  CHECK(has(one([&](const auto& c) { c.template load_packet<float, 4>(x.v + 1); }), "is 4 past a multiple of 16"));
  CHECK(has(one([&](const auto& c) { c.store_packet(y.v + 2, sinter::kernel::packet<float, 4>{}); }),
            "writes 16 bytes at an address that is 8 past a multiple of 16"));
  CHECK(has(one([&](const auto& c) { c.store(x.v + 3, 1.0F); }),
            "writes 4 bytes at offset 12 of range 0, which is read-only"));
  CHECK(has(one([&](const auto& c) { c.publish(x.v + 3, 1.0F); }), "publishes 4 bytes at offset 12 of range 0"));
  CHECK(has(fault_of(1, 1, 0, {}, [&](const auto& c) { c.load(x.v); }), "was given no ranges"));

  const machine_options middle{{{x.v + 4, 24, false}}};
  CHECK(has(fault_of(1, 1, 0, middle, [&](const auto& c) { c.load(x.v + 1); }),
            "reads 4 bytes at 12 bytes before the beginning of range 0"));
  CHECK(has(fault_of(1, 1, 0, middle, [&](const auto& c) { c.template load_packet<float, 4>(x.v + 8); }),
            "reads 16 bytes at offset 16 of range 0, which ends at 24"));
}

TEST_CASE("global memory: in place is allowed, one range to read and the same to write") {
  data x;
  CHECK(fault_of(2, 32, 0, {{in(x), out(x)}}, [&](const auto& c) {
          float* p = x.v + c.block() * 32 + c.thread();
          c.store(p, c.load(p) + 1.0F);
          c.store(p, c.load(p) + 1.0F);
        }).empty());
  CHECK(x.v[63] == 20.0F);
}

TEST_CASE("global memory: two threads that touch one byte, one of them writing, are a race") {
  data x;
  const auto race = [&](unsigned blocks, unsigned threads, bool detect, auto body) {
    return fault_of(blocks, threads, 0, {{out(x)}, 0, detect}, body);
  };
  const auto both_write = [&](const auto& c) { c.store(x.v, 1.0F); };
  const auto read_and_write = [&](const auto& c) {
    if (c.block() + c.thread() == 0)
      c.store(x.v, 1.0F);
    else
      c.load(x.v);
  };
  const auto neighbour = [&](const auto& c) {
    c.store(x.v + c.thread(), 1.0F);
    c.sync();
    c.load(x.v + (c.thread() ^ 1U));
  };
  CHECK(has(race(2, 1, true, both_write), "also wrote in this launch: give each element one writer"));
  CHECK(has(race(1, 2, true, both_write), "also wrote in this launch"));
  CHECK(has(race(2, 1, true, read_and_write), "in this launch"));
  CHECK(has(race(1, 2, true, read_and_write), "in this launch"));
  CHECK(has(race(4, 32, true, read_and_write), "in this launch"));
  CHECK(has(race(1, 2, true, neighbour), "wrote in this launch: publish and observe it, or split the kernel"));
  CHECK(race(2, 1, false, both_write).empty());
  CHECK(race(4, 32, false, read_and_write).empty());

  CHECK(race(1, 32, true,
             [&](const auto& c) {  // elements of 2 bytes side by side are no race
               c.store(reinterpret_cast<std::uint16_t*>(&x) + c.thread(), std::uint16_t{1});
             })
            .empty());
}

TEST_CASE("global memory: a barrier of their block orders the reads of threads before another one's write") {
  data x;
  const auto fault = [&](unsigned blocks, unsigned threads, auto body) {
    return fault_of(blocks, threads, 0, {{out(x)}, 0, true}, body);
  };
  const auto all_read = [&](bool waits) {
    return [&x, waits](const auto& c) {
      c.load(x.v);
      if (waits) c.sync();
      if (c.thread() == 1) c.store(x.v, 1.0F);
    };
  };
  CHECK(fault(1, 4, all_read(true)).empty());
  CHECK(has(fault(1, 4, all_read(false)), "in this launch"));
  CHECK(has(fault(2, 4, all_read(true)), "in this launch"));
  CHECK(has(fault(1, 4,
                  [&](const auto& c) {  // one reads behind the barrier
                    c.load(x.v);
                    c.sync();
                    if (c.thread() == 2) c.load(x.v);
                    if (c.thread() == 1) c.store(x.v, 1.0F);
                  }),
            "in this launch"));
  CHECK(has(fault(1, 4,
                  [&](const auto& c) {  // what was written stays the writer's
                    if (c.thread() == 0) c.load(x.v);
                    c.sync();
                    if (c.thread() == 1) c.store(x.v, 1.0F);
                    c.sync();
                    if (c.thread() == 0) c.load(x.v);
                  }),
            "wrote in this launch"));
}

namespace {

// Two threads of one block hand a value over; the steps that make it right can each be left out.
struct handover {
  bool publish = true, writer_fence = true, barrier = true, reader_fence = true, detect = true;
  std::string operator()() const {
    data x;
    unsigned counter = 0;
    return fault_of(1, 2, 0, {{out(x), {&counter, 4, true}}, 0, detect}, [&](const auto& c) {
      if (c.thread() == 0) {
        if (publish)
          c.publish(x.v, 1.0F);
        else
          c.store(x.v, 1.0F);
        if (writer_fence) c.fence();
        c.ticket(&counter, 0U);
      }
      if (barrier) c.sync();
      if (c.thread() == 1) {
        if (reader_fence) c.fence();
        const float got = c.observe(x.v);  // a fault inside CHECK would stay there
        CHECK(got == 1.0F);
      }
    });
  }
};

}  // namespace

TEST_CASE("publish and observe: publish, fence, ticket, fence, observe is right and each fence is needed") {
  CHECK(handover{}().empty());
  CHECK(handover{.detect = false}().empty());
  CHECK(
      has(handover{.writer_fence = false}(), "observes what block 0, thread 0 published, before that thread's fence"));
  CHECK(has(handover{.writer_fence = false, .detect = false}(), "before that thread's fence"));
  CHECK(has(handover{.reader_fence = false}(),
            "observes without a fence() of its own after the last sync() or ticket()"));
  CHECK(has(handover{.publish = false}(), "observes what block 0, thread 0 stored: it must publish the value"));
}

TEST_CASE("publish and observe: the thread that drew the ticket must fence after it, and may then pass a barrier") {
  data x;
  unsigned counter = 0;
  const machine_options options{{out(x), {&counter, 4, true}}};
  CHECK(has(fault_of(1, 1, 0, options,
                     [&](const auto& c) {
                       c.publish(x.v, 1.0F);
                       c.fence();
                       c.ticket(&counter, 0U);
                       c.observe(x.v);
                     }),
            "observes without a fence()"));
  CHECK(fault_of(1, 1, 0, options, [&](const auto& c) {
          c.publish(x.v, 1.0F);
          c.fence();
          c.ticket(&counter, 0U);
          c.fence();
          c.sync();
          c.observe(x.v);
        }).empty());
}

TEST_CASE("publish and observe: what was written before the launch may be observed, what was published not loaded") {
  data x;
  x.v[7] = 3.0F;
  CHECK(fault_of(1, 4, 0, {{out(x)}}, [&](const auto& c) {
          c.fence();
          CHECK(c.observe(x.v + 7) == 3.0F);
        }).empty());
  CHECK(has(fault_of(1, 2, 0, {{out(x)}},
                     [&](const auto& c) {
                       if (c.thread() == 0) {
                         c.publish(x.v, 1.0F);
                         c.fence();
                       }
                       c.sync();
                       if (c.thread() == 1) c.load(x.v);
                     }),
            "reads global memory that block 0, thread 0 wrote in this launch: publish and observe it"));
}

TEST_CASE("ticket: it counts 0 to last and wraps, and nothing else may touch its counter") {
  unsigned counter = 0;
  data x;
  const machine_options options{{{&counter, 4, true}}};
  std::vector<unsigned> drawn;
  CHECK(fault_of(3, 2, 0, options, [&](const auto& c) { drawn.push_back(c.ticket(&counter, 2U)); }).empty());
  for (std::size_t i = 0; i < drawn.size(); ++i) CHECK(drawn[i] == i % 3);
  counter = 9;  // above last: as atomicInc, back to 0
  CHECK(fault_of(1, 1, 0, options, [&](const auto& c) { c.ticket(&counter, 2U); }).empty());
  CHECK(has(fault_of(1, 1, 0, options,
                     [&](const auto& c) {
                       c.ticket(&counter, 2U);
                       c.load(&counter);
                     }),
            "reads a ticket counter: use what ticket() returned"));
  CHECK(has(fault_of(1, 1, 0, options,
                     [&](const auto& c) {
                       c.ticket(&counter, 2U);
                       c.store(&counter, 0U);
                     }),
            "writes a ticket counter: it wraps to 0 by itself"));
  CHECK(has(fault_of(1, 2, 0, options,
                     [&](const auto& c) {
                       if (c.thread() == 0) c.store(&counter, 0U);
                       c.sync();
                       if (c.thread() == 1) c.ticket(&counter, 2U);
                     }),
            "draws a ticket from global memory that block 0, thread 0 also wrote in this launch"));
  CHECK(
      has(fault_of(1, 1, 0, {{in(x)}}, [&](const auto& c) { c.ticket(&counter, 2U); }), "draws a ticket from 4 bytes"));
}

TEST_CASE("atomic operations: any thread may change an integer, and none reads or writes it otherwise in that launch") {
  std::int64_t most = -1;
  unsigned count = 0;
  const machine_options options{{{&most, 8, true}, {&count, 4, true}}};
  CHECK(fault_of(3, 4, 0, options, [&](const auto& c) {
          c.atomic_max(&most, static_cast<std::int64_t>(c.block() * 4 + c.thread()));
          c.atomic_add(&count, 2U);
        }).empty());
  CHECK(most == 11);
  CHECK(count == 10 * 24);  // ten orders of threads
  const auto beside = [&](const auto& other) {
    return fault_of(1, 2, 0, options, [&](const auto& c) {
      if (c.thread() == 0)
        c.atomic_add(&count, 1U);
      else
        other(c);
    });
  };
  CHECK(!beside([&](const auto& c) { (void)c.load(&count); }).empty());
  CHECK(!beside([&](const auto& c) { c.store(&count, 5U); }).empty());
  const machine_options read_only{{{&count, 4, false}}};
  CHECK(has(fault_of(1, 1, 0, read_only, [&](const auto& c) { c.atomic_add(&count, 1U); }), "read-only"));
}
