// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The context of an emulated thread: what a kernel body asks for goes to the block that runs it, which checks and
// does it. Members are SINTER_FN so that nvcc lets kernel bodies call them; on the device they are never reached and
// do nothing.
// Invariant: the same members as kernel::cuda_context, with the same static requirements on their types.
#pragma once

#include <type_traits>

#include <sinter/core/config.hpp>
#include <sinter/emulate/block_runner.hpp>
#include <sinter/kernel/context.hpp>

namespace sinter::emulate {

#if SINTER_ON_DEVICE
#define SINTER_HOST_ONLY(...)
#else
#define SINTER_HOST_ONLY(...) __VA_ARGS__
#endif

template <class T>
class window {
  static_assert(std::is_trivially_copyable_v<T>, "shared memory holds trivially copyable elements only");

 public:
  SINTER_FN window(block_runner* runner, unsigned thread, unsigned offset, unsigned count)
      : runner_(runner), thread_(thread), offset_(offset), count_(count) {}

  SINTER_FN T load(unsigned i) const {
    T v{};
    SINTER_HOST_ONLY(runner_->read_shared(thread_, at(i, 1), &v, sizeof(v));)
    return v;
  }
  SINTER_FN void store(unsigned i, T v) const {
    SINTER_HOST_ONLY(runner_->write_shared(thread_, at(i, 1), &v, sizeof(v));)
  }
  template <int N>
  SINTER_FN kernel::packet<T, N> load_packet(unsigned i) const {
    kernel::packet<T, N> v{};
    SINTER_HOST_ONLY(runner_->read_shared(thread_, at(i, N), &v, sizeof(v));)
    return v;
  }

 private:
  friend class context;
  SINTER_FN unsigned at(unsigned i, unsigned n) const {
    unsigned byte = 0;
    SINTER_HOST_ONLY(byte = runner_->shared_at(thread_, offset_, count_, i, n, sizeof(T));)
    return byte;
  }

  block_runner* runner_;
  unsigned thread_;
  unsigned offset_;
  unsigned count_;
};

class context {
 public:
  SINTER_FN context(block_runner* runner, unsigned thread) : runner_(runner), thread_(thread) {}

  SINTER_FN unsigned thread() const { return thread_; }
  SINTER_FN unsigned threads() const { return pick(SINTER_HOST_ONLY(runner_->threads())); }
  SINTER_FN unsigned block() const { return pick(SINTER_HOST_ONLY(runner_->block())); }
  SINTER_FN unsigned blocks() const { return pick(SINTER_HOST_ONLY(runner_->blocks())); }
  SINTER_FN unsigned lane() const { return thread_ % 32U; }
  SINTER_FN unsigned warp() const { return thread_ / 32U; }

  SINTER_FN void sync() const { SINTER_HOST_ONLY(runner_->sync(thread_);) }
  SINTER_FN void fence() const { SINTER_HOST_ONLY(runner_->fence(thread_);) }

  template <class T>
  SINTER_FN T shuffle_xor(T v, unsigned mask) const {
    static_assert(sizeof(T) % 4 == 0, "a shuffled value is a multiple of 4 bytes: widen it first");
    T out{};
    SINTER_HOST_ONLY(runner_->shuffle_xor(thread_, &v, &out, sizeof(v), mask);)
    return out;
  }

  template <class T>
  SINTER_FN window<T> shared(unsigned byte_offset, unsigned count) const {
    SINTER_HOST_ONLY(runner_->check_window(thread_, byte_offset, count, sizeof(T), alignof(T));)
    return {runner_, thread_, byte_offset, count};
  }

  template <class T>
  SINTER_FN T load(const T* p) const {
    T v{};
    SINTER_HOST_ONLY(runner_->load(thread_, p, &v, sizeof(v), alignof(T));)
    return v;
  }
  template <class T>
  SINTER_FN void store(T* p, T v) const {
    SINTER_HOST_ONLY(runner_->store(thread_, p, &v, sizeof(v), alignof(T));)
  }
  template <class T, int N>
  SINTER_FN kernel::packet<T, N> load_packet(const T* p) const {
    static_assert(sizeof(kernel::packet<T, N>) <= 16, "a packet has at most 16 bytes");
    kernel::packet<T, N> v{};
    SINTER_HOST_ONLY(runner_->load(thread_, p, &v, sizeof(v), sizeof(v));)
    return v;
  }
  template <class T, int N>
  SINTER_FN void store_packet(T* p, const kernel::packet<T, N>& v) const {
    static_assert(sizeof(v) <= 16, "a packet has at most 16 bytes");
    SINTER_HOST_ONLY(runner_->store(thread_, p, &v, sizeof(v), sizeof(v));)
  }
  SINTER_FN void hold(std::uint32_t&) const {}

  template <class T>
  SINTER_FN void publish(T* p, T v) const {
    SINTER_HOST_ONLY(runner_->publish(thread_, p, &v, sizeof(v), alignof(T));)
  }
  template <class T>
  SINTER_FN T observe(const T* p) const {
    T v{};
    SINTER_HOST_ONLY(runner_->observe(thread_, p, &v, sizeof(v), alignof(T));)
    return v;
  }
  SINTER_FN unsigned ticket(unsigned* counter, unsigned last) const {
    unsigned old = last;
    SINTER_HOST_ONLY(old = runner_->ticket(thread_, counter, last);)
    return old;
  }

  template <class T>
  SINTER_FN void atomic_add(T* p, T v) const {
    SINTER_HOST_ONLY(runner_->change(thread_, p, sizeof(v)); *p = static_cast<T>(*p + v);)
  }
  template <class T>
  SINTER_FN void atomic_max(T* p, T v) const {
    SINTER_HOST_ONLY(runner_->change(thread_, p, sizeof(v)); *p = *p < v ? v : *p;)
  }

  template <class T, int N>
  SINTER_FN void copy_async(window<T> to, unsigned i, const T* from) const {
    static_assert(sizeof(T) * N == 16, "an asynchronous copy moves 16 bytes");
    SINTER_HOST_ONLY(runner_->copy_async(thread_, to.at(i, N), from);)
  }
  SINTER_FN void wait_copies() const { SINTER_HOST_ONLY(runner_->wait_copies(thread_);) }

 private:
  static SINTER_FN unsigned pick(unsigned v = 0) { return v; }

  block_runner* runner_;
  unsigned thread_;
};

#undef SINTER_HOST_ONLY

static_assert(kernel::Context<context>, "the emulated context must offer all that a kernel body may ask for");

}  // namespace sinter::emulate
