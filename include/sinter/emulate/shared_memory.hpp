// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The shared memory of one emulated block. In: reads, writes and asynchronous copies of byte ranges, each by a
// thread, and barriers. Out: the bytes, or a fault for any access that a GPU would leave undefined.
// Invariant: every byte knows who wrote it, who read it and between which barriers, so whether there is a fault depends
// on the program and never on the order in which the threads ran. Epochs only grow: a byte last written before this
// block began was never written.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include <sinter/emulate/fault.hpp>

namespace sinter::emulate {

class shared_memory {
 public:
  explicit shared_memory(unsigned bytes) : words_((bytes + 15U) / 16U), cells_(bytes) {}

  unsigned bytes() const { return static_cast<unsigned>(cells_.size()); }
  void begin_block() { first_epoch_ = ++epoch_; }
  void barrier() { ++epoch_; }

  void read(place at, unsigned offset, void* to, unsigned bytes) {
    for (unsigned b = offset; b < offset + bytes; ++b) {
      cell& c = cells_[b];
      if (c.write_epoch < first_epoch_) fail_at(at, "reads byte %u of shared memory, which no thread has written", b);
      if (c.in_flight) {
        fail_at(at, "reads byte %u of shared memory, the target of a copy that thread %u has not waited for: %s", b,
                unsigned{c.writer},
                c.writer == at.thread ? "call wait_copies() first" : "it must call wait_copies() first");
      }
      if (c.write_epoch == epoch_ && c.writer != at.thread) {
        fail_at(at,
                "reads byte %u of shared memory, which thread %u wrote since the last barrier: put a sync() between", b,
                unsigned{c.writer});
      }
      c.reader = c.read_epoch != epoch_ || c.reader == at.thread ? static_cast<std::uint16_t>(at.thread) : several;
      c.read_epoch = epoch_;
    }
    std::memcpy(to, data() + offset, bytes);
  }

  void write(place at, unsigned offset, const void* from, unsigned bytes) {
    claim(at, offset, bytes, false);
    std::memcpy(data() + offset, from, bytes);
  }

  // The target of an asynchronous copy is poison from `begin_copy` to `end_copy`, which brings the bytes.
  void begin_copy(place at, unsigned offset, unsigned bytes) { claim(at, offset, bytes, true); }
  void end_copy(place at, unsigned offset, const void* from, unsigned bytes) {
    for (unsigned b = offset; b < offset + bytes; ++b) cells_[b].in_flight = false;
    write(at, offset, from, bytes);
  }

 private:
  static constexpr std::uint16_t several = 0xffff;

  struct alignas(16) word {
    unsigned char bytes[16];
  };
  struct cell {
    std::uint32_t write_epoch = 0;
    std::uint32_t read_epoch = 0;
    std::uint16_t reader = 0;
    std::uint16_t writer : 15 = 0;
    std::uint16_t in_flight : 1 = 0;
  };

  unsigned char* data() { return reinterpret_cast<unsigned char*>(words_.data()); }

  void claim(place at, unsigned offset, unsigned bytes, bool in_flight) {
    for (unsigned b = offset; b < offset + bytes; ++b) {
      cell& c = cells_[b];
      if (c.in_flight) {
        fail_at(at, "writes byte %u of shared memory, the target of a copy that thread %u has not waited for", b,
                unsigned{c.writer});
      }
      if (c.write_epoch == epoch_ && c.writer != at.thread) {
        fail_at(
            at,
            "writes byte %u of shared memory, which thread %u also wrote since the last barrier: put a sync() between",
            b, unsigned{c.writer});
      }
      if (c.read_epoch == epoch_ && c.reader == several) {
        fail_at(
            at,
            "writes byte %u of shared memory, which several threads read since the last barrier: put a sync() between",
            b);
      }
      if (c.read_epoch == epoch_ && c.reader != at.thread) {
        fail_at(at,
                "writes byte %u of shared memory, which thread %u read since the last barrier: put a sync() between", b,
                unsigned{c.reader});
      }
      c.write_epoch = epoch_;
      c.writer = static_cast<std::uint16_t>(at.thread & 0x7fffU);
      c.in_flight = in_flight;
    }
  }

  std::vector<word> words_;
  std::vector<cell> cells_;
  std::uint32_t epoch_ = 0;
  std::uint32_t first_epoch_ = 0;
};

}  // namespace sinter::emulate
