// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs one block at a time: each of its threads is a fibre, the next one to run is drawn at random, and one that
// waits for others stands aside until they have come. In: a thread's main function. Out: every thread has returned,
// or the first error is thrown and the others have been unwound. What a context asks of the machine arrives here.
// Invariant: a barrier opens only when all threads of the block stand at it, a shuffle only when all lanes of the
// warp do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <vector>

#include <sinter/emulate/fault.hpp>
#include <sinter/emulate/fibre.hpp>
#include <sinter/emulate/global_memory.hpp>
#include <sinter/emulate/shared_memory.hpp>

namespace sinter::emulate {

// A repeatable source of orders (splitmix64).
class shuffler {
 public:
  explicit shuffler(std::uint64_t seed) : state_(seed) {}
  // A number in 0..n-1; the bias of the multiply is below 2^-22 for any n used here.
  unsigned below(unsigned n) {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<unsigned>(((z >> 32U) * n) >> 32U);
  }

 private:
  std::uint64_t state_;
};

class block_runner {
 public:
  using thread_main = void (*)(void* body, block_runner& runner, unsigned thread);

  block_runner(unsigned blocks, unsigned threads, unsigned shared_bytes, global_memory& global, shuffler& order)
      : blocks_(blocks),
        count_(threads),
        global_(global),
        order_(order),
        shared_(shared_bytes),
        threads_(std::make_unique<thread_state[]>(threads)),
        warps_((threads + 31U) / 32U) {
    runnable_.reserve(threads);
  }

  void run(unsigned block, thread_main main, void* body) {
    block_ = block;
    main_ = main;
    body_ = body;
    at_barrier_ = at_shuffle_ = returned_ = 0;
    drew_since_sync_ = false;
    shared_.begin_block();
    for (warp_state& w : warps_) w.arrived = 0;
    runnable_.clear();
    for (unsigned t = 0; t < count_; ++t) {
      thread_state& s = threads_[t];
      s.runner = this;
      s.index = t;
      s.drew = s.fence_since_ticket = s.fence_since_sync = false;
      s.copies.clear();
      s.published.clear();
      s.body.start(
          [](void* state) {
            static_cast<thread_state*>(state)->runner->run_thread(*static_cast<thread_state*>(state));
          },
          &s);
      runnable_.push_back(t);
    }
    while (!runnable_.empty()) {
      unsigned& slot = runnable_[order_.below(static_cast<unsigned>(runnable_.size()))];
      const unsigned t = slot;
      slot = runnable_.back();
      runnable_.pop_back();
      threads_[t].body.resume();
      if (std::exception_ptr error = threads_[t].body.take_error()) {
        abandon();
        std::rethrow_exception(error);
      }
    }
    if (returned_ != count_) {
      abandon();
      fail(
          "barrier divergence: in block %u, %u threads wait at sync(), %u at a warp shuffle and %u have returned: all "
          "threads of "
          "the block, for a shuffle all lanes of the warp, must make the same call",
          block_, at_barrier_, at_shuffle_, returned_);
    }
  }

  unsigned threads() const { return count_; }
  unsigned block() const { return block_; }
  unsigned blocks() const { return blocks_; }

  void sync(unsigned t) {
    if (++at_barrier_ == count_) {
      at_barrier_ = 0;
      shared_.barrier();
      global_.barrier();
      for (unsigned i = 0; i < count_; ++i) {
        // A barrier after a ticket hands on what the ticket told; barriers of a reduction in between hand on nothing.
        if (drew_since_sync_) threads_[i].fence_since_sync = false;
        runnable_.push_back(i);
      }
      drew_since_sync_ = false;
    }
    threads_[t].body.suspend();
  }

  // `in` and `out` lie on the stack of the calling fibre, which stands still until all lanes have come and gone.
  void shuffle_xor(unsigned t, const void* in, void* out, unsigned bytes, unsigned mask) {
    warp_state& w = warps_[t / 32U];
    const unsigned lane = t % 32U;
    const unsigned lanes = count_ - t + lane < 32U ? count_ - t + lane : 32U;
    if ((lane ^ mask) >= lanes) {
      fail_at(here(t), "shuffles with mask %u in a warp of %u lanes: lane %u does not exist", mask, lanes, lane ^ mask);
    }
    if (w.arrived == 0) w.bytes = bytes, w.mask = mask;
    if (w.bytes != bytes || w.mask != mask) {
      fail_at(here(t), "shuffles %u bytes with mask %u while other lanes of its warp shuffle %u bytes with mask %u",
              bytes, mask, w.bytes, w.mask);
    }
    w.in[lane] = in;
    w.out[lane] = out;
    ++at_shuffle_;
    if (++w.arrived == lanes) {
      for (unsigned i = 0; i < lanes; ++i) {
        std::memcpy(w.out[i], w.in[i ^ mask], bytes);
        runnable_.push_back(t - lane + i);
      }
      at_shuffle_ -= lanes;
      w.arrived = 0;
    }
    threads_[t].body.suspend();
  }

  // A window of `count` elements of shared memory, and a packet of `n` elements from its element `i`.
  void check_window(unsigned t, unsigned offset, unsigned count, std::size_t size, std::size_t alignment) const {
    if (offset + count * std::uint64_t{size} > shared_.bytes()) {
      fail_at(
          here(t),
          "opens a window of %zu bytes at byte %u of shared memory, of which the block has %u: ask for more at launch",
          count * size, offset, shared_.bytes());
    }
    if (offset % alignment != 0) {
      fail_at(here(t), "opens a window at byte %u of shared memory, which is no multiple of %zu", offset, alignment);
    }
  }
  unsigned shared_at(unsigned t, unsigned offset, unsigned count, unsigned i, unsigned n, std::size_t size) const {
    if (i >= count || n > count - i) {
      fail_at(here(t), "touches %u elements at element %u of a shared window of %u", n, i, count);
    }
    const std::size_t byte = offset + i * size;
    if (n > 1 && byte % (n * size) != 0) {
      fail_at(here(t), "touches a packet of %zu bytes at byte %zu of shared memory, which is no multiple of it",
              n * size, byte);
    }
    return static_cast<unsigned>(byte);
  }
  void read_shared(unsigned t, unsigned byte, void* to, std::size_t bytes) {
    shared_.read(here(t), byte, to, static_cast<unsigned>(bytes));
  }
  void write_shared(unsigned t, unsigned byte, const void* from, std::size_t bytes) {
    shared_.write(here(t), byte, from, static_cast<unsigned>(bytes));
  }

  // The source is read when the copy starts and again when it arrives: it must not change in between.
  void copy_async(unsigned t, unsigned byte, const void* from) {
    copy c{byte, from, {}};
    global_.load(here(t), from, c.seen, sizeof(c.seen), sizeof(c.seen));
    shared_.begin_copy(here(t), byte, sizeof(c.seen));
    threads_[t].copies.push_back(c);
  }
  void wait_copies(unsigned t) {
    for (const copy& c : threads_[t].copies) {
      if (std::memcmp(c.seen, c.from, sizeof(c.seen)) != 0) {
        fail_at(here(t), "changed the source of an asynchronous copy before wait_copies()");
      }
      shared_.end_copy(here(t), c.byte, c.seen, sizeof(c.seen));
    }
    threads_[t].copies.clear();
  }

  void load(unsigned t, const void* from, void* to, std::size_t bytes, std::size_t alignment) {
    global_.load(here(t), from, to, bytes, alignment);
  }
  void store(unsigned t, void* to, const void* from, std::size_t bytes, std::size_t alignment) {
    global_.store(here(t), to, from, bytes, alignment);
  }
  void publish(unsigned t, void* to, const void* from, std::size_t bytes, std::size_t alignment) {
    threads_[t].published.push_back(global_.publish(here(t), to, from, bytes, alignment));
  }
  void fence(unsigned t) {
    thread_state& s = threads_[t];
    global_.fence(s.published);
    s.published.clear();
    s.fence_since_sync = true;
    s.fence_since_ticket = s.drew;
  }
  // A thread learns that the values are there by a ticket or, through its block, by a barrier; a fence must follow.
  void observe(unsigned t, const void* from, void* to, std::size_t bytes, std::size_t alignment) {
    const thread_state& s = threads_[t];
    if (!s.fence_since_sync && !s.fence_since_ticket) {
      fail_at(here(t), "observes without a fence() of its own after the last sync() or ticket()");
    }
    global_.observe(here(t), from, to, bytes, alignment);
  }
  // Before an atomic operation.
  void change(unsigned t, void* p, std::size_t bytes) { global_.change(here(t), p, bytes); }
  unsigned ticket(unsigned t, unsigned* counter, unsigned last) {
    thread_state& s = threads_[t];
    s.drew = drew_since_sync_ = true;
    s.fence_since_sync = s.fence_since_ticket = false;
    return global_.ticket(here(t), counter, last);
  }

 private:
  struct copy {
    unsigned byte;
    const void* from;
    unsigned char seen[16];
  };
  struct thread_state {
    fibre body;
    block_runner* runner = nullptr;
    unsigned index = 0;
    bool drew = false;
    bool fence_since_ticket = false;
    bool fence_since_sync = false;
    std::vector<copy> copies;
    std::vector<publication> published;
  };
  struct warp_state {
    unsigned arrived = 0;
    unsigned bytes = 0;
    unsigned mask = 0;
    const void* in[32] = {};
    void* out[32] = {};
  };

  place here(unsigned t) const { return {block_, t}; }

  void run_thread(thread_state& s) {
    main_(body_, *this, s.index);
    if (!s.copies.empty()) {
      fail_at(here(s.index), "returns with %zu asynchronous copies in flight: call wait_copies()", s.copies.size());
    }
    ++returned_;
  }

  void abandon() {
    for (unsigned t = 0; t < count_; ++t) threads_[t].body.cancel();
  }

  bool drew_since_sync_ = false;
  unsigned blocks_;
  unsigned count_;
  global_memory& global_;
  shuffler& order_;
  shared_memory shared_;
  std::unique_ptr<thread_state[]> threads_;
  std::vector<warp_state> warps_;
  std::vector<unsigned> runnable_;
  unsigned block_ = 0;
  unsigned at_barrier_ = 0;
  unsigned at_shuffle_ = 0;
  unsigned returned_ = 0;
  thread_main main_ = nullptr;
  void* body_ = nullptr;
};

}  // namespace sinter::emulate
