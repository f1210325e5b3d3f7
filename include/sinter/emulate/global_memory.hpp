// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Global memory as one emulated launch sees it. In: the ranges a kernel may touch, then its accesses, each by a
// thread. Out: the bytes, or a fault for an access outside the ranges, a misaligned one, or one that another thread
// of the launch races with.
// Invariant: within a launch a byte is written by one thread only and read by that thread only, unless it was
// published: then any thread may observe it after its writer's fence. What was written before the launch is
// anybody's to read, of a byte that is written only its writer's block's, and before a barrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <unordered_map>
#include <vector>

#include <sinter/emulate/fault.hpp>

namespace sinter::emulate {

// Memory a launch may touch. Ranges may overlap: an access is allowed if one range, writable for a write, holds it all.
struct range {
  const void* begin = nullptr;
  std::size_t bytes = 0;
  bool writable = false;
};

// Bytes that a thread has published and not yet fenced.
struct publication {
  const void* begin;
  std::size_t bytes;
};

class global_memory {
 public:
  // `threads` is the size of a block. `detect_races` keeps 12 bytes of notes per byte touched in writable ranges.
  global_memory(const std::vector<range>& ranges, bool detect_races, unsigned threads)
      : ranges_(ranges), detect_races_(detect_races), threads_(threads) {}

  // All threads of a block are here: what they have read is read. Blocks run one after the other.
  void barrier() { ++epoch_; }

  void load(place at, const void* from, void* to, std::size_t bytes, std::size_t alignment) {
    check(at, "reads", from, bytes, alignment, false);
    if (detect_races_ && shared_with_writers(from, bytes)) note_read(at, from, bytes);
    std::memcpy(to, from, bytes);
  }

  void store(place at, void* to, const void* from, std::size_t bytes, std::size_t alignment) {
    check(at, "writes", to, bytes, alignment, true);
    if (detect_races_) note_write(at, to, bytes, id(at), use::plain);
    std::memcpy(to, from, bytes);
  }

  publication publish(place at, void* to, const void* from, std::size_t bytes, std::size_t alignment) {
    check(at, "publishes", to, bytes, alignment, true);
    note_write(at, to, bytes, id(at), use::published);
    std::memcpy(to, from, bytes);
    return {to, bytes};
  }

  // Every value in `published`, all by this thread, may be observed from now on.
  void fence(const std::vector<publication>& published) {
    for (const publication& p : published) {
      for (std::size_t b = 0; b < p.bytes; ++b) at_byte(p.begin, b).kind = use::fenced;
    }
  }

  void observe(place at, const void* from, void* to, std::size_t bytes, std::size_t alignment) {
    check(at, "observes", from, bytes, alignment, false);
    if (shared_with_writers(from, bytes)) note_observation(at, from, bytes);
    std::memcpy(to, from, bytes);
  }

  // An atomic operation follows on these bytes; threads run one at a time.
  void change(place at, void* p, std::size_t bytes) {
    check(at, "changes", p, bytes, bytes, true);
    if (detect_races_) note_write(at, p, bytes, everyone, use::counter);
  }
  unsigned ticket(place at, unsigned* counter, unsigned last) {
    check(at, "draws a ticket from", counter, sizeof(unsigned), alignof(unsigned), true);
    note_write(at, counter, sizeof(unsigned), everyone, use::counter);
    const unsigned old = *counter;
    *counter = old >= last ? 0 : old + 1;
    return old;
  }

 private:
  enum class use : std::uint32_t { plain, published, fenced, counter };
  static constexpr std::uint32_t nobody = 0;
  static constexpr std::uint32_t everyone = (1U << 30U) - 1;
  static constexpr std::uint32_t several = 1U << 31U;  // beside one of some readers, all of one block

  // What this launch did to one byte. A thread's id counts from 1 through all blocks; the last read was before the barrier that
  // ended read_epoch.
  struct cell {
    std::uint32_t writer : 30;
    use kind : 2;
    std::uint32_t reader;
    std::uint32_t read_epoch;
  };
  static constexpr std::uintptr_t page_bytes = 4096;
  struct page {
    cell cells[page_bytes] = {};
  };

  std::uint32_t id(place at) const { return at.block * threads_ + at.thread + 1; }
  unsigned block_of(std::uint32_t who) const { return ((who & ~several) - 1) / threads_; }
  unsigned thread_of(std::uint32_t who) const { return (who - 1) % threads_; }

  static std::uintptr_t begin_of(const range& r) { return reinterpret_cast<std::uintptr_t>(r.begin); }

  cell& at_byte(const void* base, std::size_t byte) {
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(base) + byte;
    if (address / page_bytes != last_number_ || last_page_ == nullptr) {
      last_number_ = address / page_bytes;
      std::unique_ptr<page>& slot = pages_[last_number_];
      if (slot == nullptr) slot = std::make_unique<page>();
      last_page_ = slot.get();
    }
    return last_page_->cells[address % page_bytes];
  }

  // Inputs that no thread may write need no notes.
  bool shared_with_writers(const void* p, std::size_t bytes) const {
    const auto first = reinterpret_cast<std::uintptr_t>(p);
    for (const range& r : ranges_) {
      if (r.writable && first < begin_of(r) + r.bytes && begin_of(r) < first + bytes) return true;
    }
    return false;
  }

  void check(place at, const char* verb, const void* p, std::size_t bytes, std::size_t alignment, bool write) const {
    const auto first = reinterpret_cast<std::uintptr_t>(p);
    for (const range& r : ranges_) {
      const bool inside = first >= begin_of(r) && bytes <= r.bytes && first - begin_of(r) <= r.bytes - bytes;
      if (inside && (r.writable || !write)) {
        if (first % alignment == 0) return;
        fail_at(at, "%s %zu bytes at an address that is %zu past a multiple of %zu: use a narrower packet", verb, bytes,
                first % alignment, alignment);
      }
    }
    refuse(at, verb, first, bytes);
  }

  [[noreturn]] void refuse(place at, const char* verb, std::uintptr_t first, std::size_t bytes) const {
    std::size_t nearest = 0;
    std::uintptr_t distance = UINTPTR_MAX;
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      const std::uintptr_t begin = begin_of(ranges_[i]);
      const std::uintptr_t end = begin + ranges_[i].bytes;
      const std::uintptr_t d = first < begin ? begin - first : first < end ? 0 : first - end;
      if (d < distance) nearest = i, distance = d;
    }
    if (first == 0) fail_at(at, "%s %zu bytes through a null pointer", verb, bytes);
    if (ranges_.empty()) fail_at(at, "%s %zu bytes, but the launch was given no ranges", verb, bytes);
    const range& r = ranges_[nearest];
    if (first < begin_of(r)) {
      fail_at(at, "%s %zu bytes at %zu bytes before the beginning of range %zu", verb, bytes, std::size_t{distance},
              nearest);
    }
    const std::size_t offset = first - begin_of(r);
    if (offset >= r.bytes) {
      fail_at(at, "%s %zu bytes at %zu bytes past the end of range %zu", verb, bytes, std::size_t{distance}, nearest);
    }
    if (bytes > r.bytes - offset) {
      fail_at(at, "%s %zu bytes at offset %zu of range %zu, which ends at %zu", verb, bytes, offset, nearest, r.bytes);
    }
    fail_at(at,
            "%s %zu bytes at offset %zu of range %zu, which is read-only: name the range writable or write elsewhere",
            verb, bytes, offset, nearest);
  }

  void note_read(place at, const void* p, std::size_t bytes) {
    for (std::size_t b = 0; b < bytes; ++b) {
      cell& c = at_byte(p, b);
      if (c.kind == use::counter) fail_at(at, "reads a ticket counter: use what ticket() returned");
      if (c.writer != nobody && c.writer != id(at)) {
        fail_at(at,
                "reads global memory that block %u, thread %u wrote in this launch: publish and observe it, or split "
                "the kernel",
                block_of(c.writer), thread_of(c.writer));
      }
      mark_reader(c, at);
    }
  }

  void note_observation(place at, const void* p, std::size_t bytes) {
    for (std::size_t b = 0; b < bytes; ++b) {
      cell& c = at_byte(p, b);
      if (c.kind == use::counter) fail_at(at, "observes a ticket counter: use what ticket() returned");
      if (c.writer != nobody && c.writer != id(at) && c.kind != use::fenced) {
        fail_at(at,
                c.kind == use::published ? "observes what block %u, thread %u published, before that thread's fence: "
                                           "publish, fence, take a ticket"
                                         : "observes what block %u, thread %u stored: it must publish the value",
                block_of(c.writer), thread_of(c.writer));
      }
      mark_reader(c, at);
    }
  }

  void note_write(place at, const void* p, std::size_t bytes, std::uint32_t writer, use kind) {
    const char* verb = kind == use::counter ? "draws a ticket from" : "writes";
    for (std::size_t b = 0; b < bytes; ++b) {
      cell& c = at_byte(p, b);
      if (c.kind == use::counter && kind != use::counter)
        fail_at(at, "writes a ticket counter: it wraps to 0 by itself");
      if (c.writer != nobody && c.writer != writer) {
        fail_at(at, "%s global memory that block %u, thread %u also wrote in this launch: give each element one writer",
                verb, block_of(c.writer), thread_of(c.writer));
      }
      const bool waited = c.reader != everyone && writer != everyone && c.read_epoch != epoch_;
      if (c.reader != nobody && c.reader != writer && !(waited && block_of(c.reader) == at.block)) {
        if (c.reader == everyone || (c.reader & several) != 0) {
          fail_at(at, "%s global memory that several threads read in this launch: write elsewhere or split the kernel",
                  verb);
        }
        fail_at(at,
                "%s global memory that block %u, thread %u read in this launch: write elsewhere or split the kernel",
                verb, block_of(c.reader), thread_of(c.reader));
      }
      c.writer = writer & everyone;
      c.kind = kind;
    }
  }

  void mark_reader(cell& c, place at) {
    if (c.reader == nobody || c.reader == id(at))
      c.reader = id(at);
    else
      c.reader = c.reader != everyone && block_of(c.reader) == at.block ? c.reader | several : everyone;
    c.read_epoch = epoch_;
  }

  const std::vector<range>& ranges_;
  bool detect_races_;
  unsigned threads_;
  std::unordered_map<std::uintptr_t, std::unique_ptr<page>> pages_;
  std::uintptr_t last_number_ = 0;
  page* last_page_ = nullptr;
  std::uint32_t epoch_ = 0;
};

}  // namespace sinter::emulate
