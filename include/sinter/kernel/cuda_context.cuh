// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The context of a real GPU: each member is the intrinsic it names and costs nothing more.
// Members are SINTER_FN so that kernel bodies, which are SINTER_FN templates, may call them without a warning; on the host
// they are never reached.
#pragma once

#include <sinter/core/config.hpp>
#include <sinter/kernel/context.hpp>

#if SINTER_HAS_KERNELS
namespace sinter::kernel {

#if SINTER_ON_DEVICE
// The block's dynamic shared memory. Declared once, as bytes; windows give it types.
extern __shared__ __align__(16) unsigned char shared_bytes[];
#endif

template <class T>
struct cuda_window {
  T* base;
  SINTER_INLINE T load(unsigned i) const { return base[i]; }
  SINTER_INLINE void store(unsigned i, T v) const { base[i] = v; }
  template <int N>
  SINTER_INLINE packet<T, N> load_packet(unsigned i) const {
    return *reinterpret_cast<const packet<T, N>*>(base + i);
  }
};

#if SINTER_ON_DEVICE
#define SINTER_DEVICE_ONLY(...) __VA_ARGS__
#else
#define SINTER_DEVICE_ONLY(...)
#endif

struct cuda_context {
  SINTER_INLINE unsigned thread() const { return pick(SINTER_DEVICE_ONLY(threadIdx.x)); }
  SINTER_INLINE unsigned threads() const { return pick(SINTER_DEVICE_ONLY(blockDim.x)); }
  SINTER_INLINE unsigned block() const { return pick(SINTER_DEVICE_ONLY(blockIdx.x)); }
  SINTER_INLINE unsigned blocks() const { return pick(SINTER_DEVICE_ONLY(gridDim.x)); }
  SINTER_INLINE unsigned lane() const { return thread() % 32U; }
  SINTER_INLINE unsigned warp() const { return thread() / 32U; }

  SINTER_INLINE void sync() const { SINTER_DEVICE_ONLY(__syncthreads();) }
  SINTER_INLINE void fence() const { SINTER_DEVICE_ONLY(__threadfence();) }

  template <class T>
  SINTER_INLINE T shuffle_xor(T v, unsigned mask) const {
#if SINTER_ON_DEVICE
    static_assert(sizeof(T) % 4 == 0, "a shuffled value is a multiple of 4 bytes: widen it first");
    constexpr int words = sizeof(T) / 4;
    unsigned in[words];
    unsigned out[words];
    __builtin_memcpy(in, &v, sizeof(T));
    SINTER_UNROLL
    for (int w = 0; w < words; ++w) out[w] = __shfl_xor_sync(0xffffffffU, in[w], static_cast<int>(mask));
    __builtin_memcpy(&v, out, sizeof(T));
#else
    (void)mask;
#endif
    return v;
  }

  template <class T>
  SINTER_INLINE cuda_window<T> shared(unsigned byte_offset, unsigned /*count*/) const {
#if SINTER_ON_DEVICE
    return {reinterpret_cast<T*>(shared_bytes + byte_offset)};
#else
    (void)byte_offset;
    return {nullptr};
#endif
  }

  template <class T>
  SINTER_INLINE T load(const T* p) const {
    return *p;
  }
  template <class T>
  SINTER_INLINE void store(T* p, T v) const {
    *p = v;
  }
  template <class T, int N>
  SINTER_INLINE packet<T, N> load_packet(const T* p) const {
    return move_packet<T, N>(p);
  }
  template <class T, int N>
  SINTER_INLINE void store_packet(T* p, const packet<T, N>& v) const {
    using raw = raw_of<sizeof(v)>;
    raw r;
    __builtin_memcpy(&r, &v, sizeof(v));
    *reinterpret_cast<raw*>(p) = r;
  }

  SINTER_INLINE void hold(std::uint32_t& word) const {
#if defined(__CUDA_ARCH__)
    asm("" : "+r"(word));
#else
    (void)word;
#endif
  }

  // A published value bypasses L1 on its way out and in, word by word, so that a fence is all the order it needs.
  template <class T>
  SINTER_INLINE void publish(T* p, T v) const {
    static_assert(sizeof(T) % 4 == 0, "a published value is a multiple of 4 bytes: widen it first");
    unsigned word[sizeof(T) / 4];
    __builtin_memcpy(word, &v, sizeof(T));
    SINTER_UNROLL
    for (unsigned w = 0; w < sizeof(T) / 4; ++w) reinterpret_cast<volatile unsigned*>(p)[w] = word[w];
  }
  template <class T>
  SINTER_INLINE T observe(const T* p) const {
    unsigned word[sizeof(T) / 4];
    SINTER_UNROLL
    for (unsigned w = 0; w < sizeof(T) / 4; ++w) word[w] = reinterpret_cast<const volatile unsigned*>(p)[w];
    T v;
    __builtin_memcpy(&v, word, sizeof(T));
    return v;
  }
  SINTER_INLINE unsigned ticket(unsigned* counter, unsigned last) const {
#if SINTER_ON_DEVICE
    return atomicInc(counter, last);
#else
    (void)counter;
    return last;
#endif
  }

  // Of signed integers of 8 bytes there is no atomicAdd, and none of long beside long long.
  template <class T>
  SINTER_INLINE void atomic_add(T* p, T v) const {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
#if SINTER_ON_DEVICE
    if constexpr (sizeof(T) == 4) {
      atomicAdd(reinterpret_cast<unsigned*>(p), static_cast<unsigned>(v));
    } else {
      atomicAdd(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(v));
    }
#else
    (void)p, (void)v;
#endif
  }
  template <class T>
  SINTER_INLINE void atomic_max(T* p, T v) const {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
#if SINTER_ON_DEVICE
    constexpr bool negative = static_cast<T>(-1) < static_cast<T>(1);
    if constexpr (sizeof(T) == 4 && negative) {
      atomicMax(reinterpret_cast<int*>(p), static_cast<int>(v));
    } else if constexpr (sizeof(T) == 4) {
      atomicMax(reinterpret_cast<unsigned*>(p), static_cast<unsigned>(v));
    } else if constexpr (negative) {
      atomicMax(reinterpret_cast<long long*>(p), static_cast<long long>(v));
    } else {
      atomicMax(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(v));
    }
#else
    (void)p, (void)v;
#endif
  }

  template <class T, int N>
  SINTER_INLINE void copy_async(cuda_window<T> to, unsigned i, const T* from) const {
#if SINTER_ON_DEVICE
    static_assert(sizeof(T) * N == 16, "an asynchronous copy moves 16 bytes");
    const unsigned target = static_cast<unsigned>(__cvta_generic_to_shared(to.base + i));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(target), "l"(from) : "memory");
#else
    (void)to, (void)i, (void)from;
#endif
  }
  SINTER_INLINE void wait_copies() const { SINTER_DEVICE_ONLY(asm volatile("cp.async.wait_all;" ::: "memory");) }

 private:
  static SINTER_INLINE unsigned pick(unsigned v = 0) { return v; }

  template <int Bytes>
  struct raw_t;
  template <int Bytes>
  using raw_of = typename raw_t<Bytes>::type;

  template <class T, int N>
  static SINTER_INLINE packet<T, N> move_packet(const T* p) {
    using raw = raw_of<sizeof(T) * N>;
    const raw r = *reinterpret_cast<const raw*>(p);
    packet<T, N> v;
    __builtin_memcpy(&v, &r, sizeof(v));
    return v;
  }
};

template <>
struct cuda_context::raw_t<1> {
  using type = unsigned char;
};
template <>
struct cuda_context::raw_t<2> {
  using type = unsigned short;
};
template <>
struct cuda_context::raw_t<4> {
  using type = unsigned;
};
template <>
struct cuda_context::raw_t<8> {
  using type = uint2;
};
template <>
struct cuda_context::raw_t<16> {
  using type = uint4;
};

#undef SINTER_DEVICE_ONLY

}  // namespace sinter::kernel
#endif
