// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The CUDA executor: a cudaStream_t where an executor is expected. Work runs on the views' device, in stream order, and
// returns without waiting (a branch waits for its predicate). A recorder, where given, receives launches instead.
// Invariant: a plan of one kernel without partials takes no lock and allocates nothing.
#pragma once

#include <cuda_runtime.h>

#include <sinter/core/config.hpp>
#include <sinter/kernel/cuda_context.cuh>
#include <sinter/kernel/dispatch.hpp>
#include <sinter/kernel/walk.hpp>
#include <sinter/launch/device.cuh>
#include <sinter/launch/workspace.cuh>

namespace sinter {

namespace detail {
// Blocks that a multiprocessor should hold at least, which bounds a thread's registers; 0 leaves it to the compiler, which
// then aims at more than 1 would (measured: a whole-tensor sum lost 6% with 1).
template <class Body>
inline constexpr int min_blocks_of = [] {
  if constexpr (requires { Body::min_blocks; })
    return Body::min_blocks;
  else
    return 0;
}();
}  // namespace detail

// The one __global__ function. Tag comes first, so that a profiler shows the region's name.
template <class Tag, class Body>
__global__ void __launch_bounds__(Body::threads, detail::min_blocks_of<Body>)
    kernel_of(const __grid_constant__ typename Body::params p) {
#if SINTER_HAS_KERNELS
  Body::run(kernel::cuda_context{}, p);
#endif
}

// One kernel launch as a value.
struct launch_record {
  const void* function;
  dim3 grid;
  dim3 block;
  unsigned shared_bytes;
  const void* params;
  std::size_t params_size;
};

// Receives launches in the place of a stream.
struct launch_recorder {
  void (*record)(launch_recorder& self, const launch_record&);
};

namespace detail {

// More than 48 KB of shared memory must be asked for, once a kernel and device. A kernel template has one stub a
// translation unit, so the key is the stub's address and not the template.
inline constexpr unsigned plain_shared_bytes = 48 * 1024;
SINTER_PLAIN inline void allow_shared_memory(const void* function, unsigned bytes, int device) {
  constexpr int size = 1024;
  static const void* known[size] = {};
  const auto key = reinterpret_cast<std::uintptr_t>(function) + static_cast<std::uintptr_t>(device);
  for (unsigned probe = 0; probe < 16; ++probe) {
    const void** at = &known[(key / 16 + probe) % size];
    const void* held = __atomic_load_n(at, __ATOMIC_RELAXED);
    if (held == reinterpret_cast<const void*>(key)) return;
    if (held != nullptr) continue;
    int most = 0;
    check_cuda(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
               "cudaDeviceGetAttribute");
    check_cuda(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, most),
               "cudaFuncSetAttribute");
    __atomic_store_n(at, reinterpret_cast<const void*>(key), __ATOMIC_RELAXED);
    return;
  }
  check_cuda(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
             "cudaFuncSetAttribute");
}

}  // namespace detail

template <fusion Policy>
class cuda_executor {
 public:
  static constexpr fusion policy = Policy;

  explicit cuda_executor(cudaStream_t stream, workspace* space = nullptr, launch_recorder* recorder = nullptr)
      : stream_(stream), space_(space), recorder_(recorder) {}
  cuda_executor(const cuda_executor& o) : cuda_executor(o.stream_, o.space_, o.recorder_) {}
  cuda_executor& operator=(const cuda_executor&) = delete;
  SINTER_PLAIN ~cuda_executor() {
    if (locked_) space_->unlock();
    if (device_ != previous_) (void)cudaSetDevice(previous_);
  }

  template <fusion P>
  cuda_executor<P> with() const {
    return cuda_executor<P>(stream_, space_, recorder_);
  }

  // What walk() asks for.
  template <class Tag>
  void check_space(memory_space s) {
    enter(s);
  }
  SINTER_WARM void enter(memory_space s) {
    if (s.device == memory_space::host_only) {
      sinter::detail::fail(
          "the views are host memory and the executor is a CUDA stream; copy them to the device or pass sinter::host");
    }
    // With one device there is nothing to ask or to change, and asking is a tenth of what a call may cost.
    if (detail::is_only_device()) return;
    detail::check_cuda(cudaGetDevice(&previous_), "cudaGetDevice");
    device_ = s.device >= 0 ? s.device : previous_;
    if (device_ != previous_) detail::check_cuda(cudaSetDevice(device_), "cudaSetDevice");
  }
  unsigned char* allocate(std::size_t bytes) {
    take_workspace();
    // Two host threads on one stream must not interleave kernels that share temporaries.
    space_->lock();
    locked_ = true;
    return space_->temporaries(bytes);
  }
  kernel::reduce_scratch scratch(std::int64_t blocks, int folds, int accumulator_bytes) {
    take_workspace();
    return space_->scratch(blocks, folds, accumulator_bytes);
  }
  std::int64_t max_shared_bytes() const {
    int most = 0;
    detail::check_cuda(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device_),
                       "cudaDeviceGetAttribute");
    return most;
  }
  bool decide(const place_memory& predicate) {
    if (recorder_ != nullptr) {
      sinter::detail::fail(
          "a region with a branch (cond) waits for its predicate on the host and can't be part of a graph: call it "
          "between two runners");
    }
    take_workspace();
    bool* decision = space_->decision();
    detail::check_cuda(cudaMemcpyAsync(decision, predicate.data, 1, cudaMemcpyDeviceToHost, stream_),
                       "cudaMemcpyAsync");
    detail::check_cuda(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
    return *decision;
  }
  template <class E, class Tag, class B>
  void run_step(const B& b) {
    kernel::run_step<E, Tag>(*this, b);
  }
  template <class Tag, class Body>
  void launch(std::int64_t blocks, const typename Body::params& p, unsigned shared_bytes, int threads = Body::threads) {
    submit(reinterpret_cast<const void*>(&kernel_of<Tag, Body>), blocks, threads, shared_bytes, &p, sizeof(p));
  }

 private:
  SINTER_WARM void submit(const void* function, std::int64_t blocks, int threads, unsigned shared_bytes,
                          const void* params, std::size_t params_size) {
    if (blocks > 2147483647) sinter::detail::fail("a kernel would need more than 2^31 - 1 blocks: split the tensor");
    if (shared_bytes > detail::plain_shared_bytes) detail::allow_shared_memory(function, shared_bytes, device_);
    const dim3 grid(static_cast<unsigned>(blocks));
    const dim3 block(static_cast<unsigned>(threads));
    if (recorder_ != nullptr) {
      recorder_->record(*recorder_, {function, grid, block, shared_bytes, params, params_size});
      return;
    }
    void* args[] = {const_cast<void*>(params)};
    const cudaError_t e = cudaLaunchKernel(function, grid, block, args, shared_bytes, stream_);
    if (e != cudaSuccess) detail::report_cuda(e, "launch", name_of_kernel(function));
  }
  SINTER_COLD static const char* name_of_kernel(const void* function) {
    const char* name = nullptr;
    return cudaFuncGetName(&name, function) == cudaSuccess && name != nullptr ? name : "a kernel";
  }
  void take_workspace() {
    if (space_ == nullptr) space_ = &detail::workspace_of(stream_, device_);
    if (space_->device() != device_) sinter::detail::fail("the workspace is on another device than the views");
  }

  cudaStream_t stream_;
  workspace* space_;
  launch_recorder* recorder_;
  int device_ = 0;
  int previous_ = 0;
  bool locked_ = false;
};

template <>
struct executor_traits<cudaStream_t> {
  using type = cuda_executor<fusion::automatic>;
  static type make(cudaStream_t s) { return type(s); }
};
template <fusion Policy>
struct executor_traits<cuda_executor<Policy>> {
  using type = cuda_executor<Policy>;
  static const type& make(const type& e) { return e; }
};

// A stream with a workspace of the caller's: for calls inside a capture, or to say where temporaries live.
inline cuda_executor<fusion::automatic> on(cudaStream_t stream, workspace& space) {
  return cuda_executor<fusion::automatic>(stream, &space);
}

}  // namespace sinter
