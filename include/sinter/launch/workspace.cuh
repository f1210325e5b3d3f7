// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Device memory of calls: temporaries between kernels, partials and tickets of whole-tensor reductions.
// A workspace belongs to one stream (eager calls), or to one runner, or to the caller. It grows and never shrinks while in
// use; blocks that it has outgrown live as long as it does, since queued kernels may still use them.
// Invariant: tickets are 0 whenever no kernel of the owner runs.
#pragma once

#include <pthread.h>

#include <cuda_runtime.h>

#include <sinter/core/error.hpp>
#include <sinter/kernel/reduce.hpp>
#include <sinter/launch/device.cuh>

namespace sinter {

class workspace {
 public:
  // Memory of the current device; `bytes` of temporaries to begin with.
  explicit workspace(std::size_t bytes = 0) {
    detail::check_cuda(cudaGetDevice(&device_), "cudaGetDevice");
    if (bytes != 0) (void)temporaries(bytes);
  }
  workspace(const workspace&) = delete;
  workspace& operator=(const workspace&) = delete;
  ~workspace() {
    while (blocks_ != nullptr) {
      block* next = blocks_->next;
      (void)cudaFree(blocks_->data);
      delete blocks_;
      blocks_ = next;
    }
    if (decision_ != nullptr) (void)cudaFreeHost(decision_);
    pthread_mutex_destroy(&mutex_);
  }

  int device() const { return device_; }
  // Device memory that this workspace holds.
  std::size_t bytes() const { return held_; }

  std::size_t temporary_bytes() const { return temporary_bytes_; }
  unsigned char* temporaries(std::size_t bytes) {
    if (bytes > temporary_bytes_) {
      temporaries_ = grow(bytes);
      temporary_bytes_ = bytes;
    }
    return temporaries_;
  }
  kernel::reduce_scratch scratch(std::int64_t blocks, int folds, int accumulator_bytes) {
    const std::size_t stride = static_cast<std::size_t>(blocks) * static_cast<std::size_t>(accumulator_bytes);
    const std::size_t bytes = 256 + stride * static_cast<std::size_t>(folds);
    if (bytes > scratch_bytes_) {
      const std::size_t room = bytes < (std::size_t{1} << 16) ? std::size_t{1} << 16 : bytes;
      scratch_ = grow(room);
      detail::check_cuda(cudaMemset(scratch_, 0, 256), "cudaMemset");
      // The memset is on the legacy stream; the owner's stream may not wait for it by itself.
      detail::check_cuda(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize");
      scratch_bytes_ = room;
    }
    return {reinterpret_cast<unsigned*>(scratch_), scratch_ + 256, stride};
  }
  // One pinned byte, for a branch's predicate.
  bool* decision() {
    if (decision_ == nullptr) detail::check_cuda(cudaMallocHost(&decision_, 1), "cudaMallocHost");
    return decision_;
  }

  void lock() { pthread_mutex_lock(&mutex_); }
  void unlock() { pthread_mutex_unlock(&mutex_); }

 private:
  struct block {
    void* data;
    block* next;
  };
  unsigned char* grow(std::size_t bytes) {
    const detail::device_scope scope(device_);
    auto* b = new block{nullptr, blocks_};
    const cudaError_t e = cudaMalloc(&b->data, bytes);
    if (e != cudaSuccess) {
      delete b;
      detail::report_cuda(e, "cudaMalloc of a workspace", nullptr);
    }
    blocks_ = b;
    held_ += bytes;
    return static_cast<unsigned char*>(b->data);
  }

  int device_ = 0;
  block* blocks_ = nullptr;
  std::size_t held_ = 0;
  unsigned char* temporaries_ = nullptr;
  std::size_t temporary_bytes_ = 0;
  unsigned char* scratch_ = nullptr;
  std::size_t scratch_bytes_ = 0;
  bool* decision_ = nullptr;
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

namespace detail {

// Workspaces of streams, by device and the stream's unique number: a handle may be reused, the number never is.
struct stream_workspaces {
  struct entry {
    int device;
    unsigned long long stream;
    workspace* space;
    entry* next;
  };
  entry* first = nullptr;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

  workspace& find(int device, unsigned long long stream) {
    pthread_mutex_lock(&mutex);
    entry* e = first;
    while (e != nullptr && (e->device != device || e->stream != stream)) e = e->next;
    if (e == nullptr) {
      try {
        e = new entry{device, stream, new workspace(), first};
      } catch (...) {
        pthread_mutex_unlock(&mutex);
        throw;
      }
      first = e;
    }
    pthread_mutex_unlock(&mutex);
    return *e->space;
  }
};
// Never destroyed: the driver may be gone before static destructors run.
inline stream_workspaces& all_stream_workspaces() {
  static auto* all = new stream_workspaces;
  return *all;
}

struct recent_workspace {
  int device = -1;
  unsigned long long stream = 0;
  workspace* space = nullptr;
};
inline thread_local recent_workspace recently_used;

// What a warm call asks of its stream. The driver's own functions, found once, answer in half the runtime's time
// (cudaStreamIsCapturing and cudaStreamGetId together cost 0.13 µs a call on an H200's host).
struct stream_state {
  bool capturing;
  unsigned long long id;
};
struct stream_queries {
  int (*is_capturing)(cudaStream_t, int*) = nullptr;  // cuStreamIsCapturing, cuStreamGetId: CUresult is an int
  int (*get_id)(cudaStream_t, unsigned long long*) = nullptr;
  stream_queries() {
#if CUDART_VERSION >= 12050
    find("cuStreamIsCapturing", is_capturing);
    find("cuStreamGetId", get_id);
#endif
  }

 private:
  template <class F>
  static void find(const char* name, F& f) {
    void* p = nullptr;
    cudaDriverEntryPointQueryResult found{};
    if (cudaGetDriverEntryPointByVersion(name, &p, 12000, cudaEnableDefault, &found) == cudaSuccess &&
        found == cudaDriverEntryPointSuccess) {
      f = reinterpret_cast<F>(p);
    } else {
      (void)cudaGetLastError();
    }
  }
};
// A stream that is being captured is not asked for its number: the question would end the capture.
inline stream_state query_stream(cudaStream_t stream) {
  static const stream_queries driver;
  stream_state s{};
  int capturing = 0;
  if (driver.is_capturing != nullptr && driver.is_capturing(stream, &capturing) == 0) {
    s.capturing = capturing != 0;
  } else {
    cudaStreamCaptureStatus status{};
    check_cuda(cudaStreamIsCapturing(stream, &status), "cudaStreamIsCapturing");
    s.capturing = status != cudaStreamCaptureStatusNone;
  }
  if (s.capturing || (driver.get_id != nullptr && driver.get_id(stream, &s.id) == 0)) return s;
  check_cuda(cudaStreamGetId(stream, &s.id), "cudaStreamGetId");
  return s;
}

// The workspace of a stream on the current device. Allocates on the first use of a stream; refuses a stream that is being
// captured, whose graph would share it with eager calls.
inline workspace& workspace_of(cudaStream_t stream, int device) {
  const stream_state state = query_stream(stream);
  if (state.capturing) {
    sinter::detail::fail(
        "this call needs a workspace and its stream is being captured: pass on(stream, workspace) with a workspace of "
        "the graph's own");
  }
  const unsigned long long id = state.id;
  recent_workspace& recent = recently_used;
  if (recent.space == nullptr || recent.device != device || recent.stream != id) {
    recent = {device, id, &all_stream_workspaces().find(device, id)};
  }
  return *recent.space;
}

}  // namespace detail
}  // namespace sinter
