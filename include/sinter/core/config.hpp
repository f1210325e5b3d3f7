// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every macro of the library, and nothing else. A header that needs a compiler's dialect asks here.
// Invariant: the same source compiles under g++, clang and nvcc; a macro changes annotations, never meaning.
#pragma once

#define SINTER_VERSION_MAJOR 0
#define SINTER_VERSION_MINOR 1
#define SINTER_VERSION_PATCH 0

// A function that host and device code may call. Under a host compiler it is an ordinary function.
#if defined(__CUDACC__)
#define SINTER_FN __host__ __device__
#define SINTER_INLINE __host__ __device__ __forceinline__
#else
#define SINTER_FN
#define SINTER_INLINE inline __attribute__((always_inline))
#endif

// What only the host runs and must not be a call there.
#define SINTER_HOST_INLINE inline __attribute__((always_inline))

// Functions of the host that have nothing which an optimiser's later passes would gain; g++ at -O3 spends more on them than on
// the rest of a region, so they ask for less. SINTER_WARM: every call runs them (-O1 is a third faster than -Og there); never
// inlined, so that the regions of a file share one copy. SINTER_PLAIN: calls of some layouts. SINTER_COLD: errors, printing,
// rare layouts. g++ inlines nothing between functions of different levels: what is to be inlined there says so itself.
#if defined(__GNUC__) && !defined(__clang__)
#define SINTER_COLD [[gnu::noinline, gnu::cold, gnu::optimize("O0")]]
#define SINTER_PLAIN [[gnu::optimize("Og")]]
#define SINTER_WARM [[gnu::noinline, gnu::optimize("O1")]]
#else
#define SINTER_COLD [[gnu::noinline, gnu::cold]]
#define SINTER_PLAIN
#define SINTER_WARM
#endif

// True while the body of a SINTER_FN is compiled for the device.
#if defined(__CUDA_ARCH__)
#define SINTER_ON_DEVICE 1
#else
#define SINTER_ON_DEVICE 0
#endif

// nvcc reads a file twice. For the host it writes the launches of kernels, for the device their bodies; neither needs what the other
// compiles, which is a quarter of the headers. SINTER_EMULATE: a .cu file runs bodies on the host too (sinter/emulate.hpp).
#define SINTER_HAS_HOST (!SINTER_ON_DEVICE)
#if defined(__CUDACC__) && !defined(SINTER_EMULATE)
#define SINTER_HAS_KERNELS SINTER_ON_DEVICE
#else
#define SINTER_HAS_KERNELS 1
#endif

// Loops over a thread's fragment: the trip count is a compile-time constant and the body indexes registers.
// SINTER_ROLLED: loops over axes, which are few and costly to copy.
#if SINTER_ON_DEVICE
#define SINTER_UNROLL _Pragma("unroll")
#define SINTER_ROLLED _Pragma("unroll 1")
#else
#define SINTER_UNROLL
#define SINTER_ROLLED
#endif

// Loops over arrays of which none overlaps another. clang finds that out by itself, and warns when told and still unable.
#if defined(__CUDACC__) || defined(__clang__)
#define SINTER_VECTORISE
#else
#define SINTER_VECTORISE _Pragma("GCC ivdep")
#endif
