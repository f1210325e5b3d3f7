// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// `graphed`: a pipeline of regions as one CUDA graph. Each call runs the pipeline's function against a recorder (host work
// only); if kernels and grids are those of a graph it holds, it rebinds what changed and launches; else it builds another.
// In: a function of a pipeline and arguments. Out: the pipeline's results, in stream order, by one cudaGraphLaunch.
// Invariant: what is launched is what the function recorded in this very call: no result is ever stale. Temporaries, partials
// and tickets belong to one graph; CUDA orders launches of one graph after each other.
#pragma once

#include <cstring>

#include <cuda_runtime.h>

#include <sinter/launch/executor.cuh>
#include <sinter/schedule/bind.hpp>

namespace sinter {

namespace detail {

// A growing array of trivially copyable values that keeps its memory when cleared.
template <class T>
class scratch_list {
 public:
  scratch_list() = default;
  scratch_list(const scratch_list&) = delete;
  scratch_list& operator=(const scratch_list&) = delete;
  ~scratch_list() { std::free(data_); }

  T* extend(std::size_t n) {
    if (size_ + n > room_) {
      const std::size_t room = 2 * (size_ + n);
      void* grown = std::realloc(static_cast<void*>(data_), room * sizeof(T));
      if (grown == nullptr) throw std::bad_alloc();
      data_ = static_cast<T*>(grown);
      room_ = room;
    }
    size_ += n;
    return data_ + size_ - n;
  }
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  void swap(scratch_list& o) noexcept {
    std::swap(data_, o.data_);
    std::swap(size_, o.size_);
    std::swap(room_, o.room_);
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

struct recorded_launch {
  const void* function;
  dim3 grid;
  dim3 block;
  unsigned shared_bytes;
  std::size_t params_at;  // in the recording's bytes
  std::size_t params_size;
};

// What one run of a pipeline's function would launch.
struct recording : launch_recorder {
  scratch_list<recorded_launch> launches;
  scratch_list<unsigned char> params;

  recording() : launch_recorder{&receive} {}
  void clear() {
    launches.clear();
    params.clear();
  }
  void swap(recording& o) noexcept {
    launches.swap(o.launches);
    params.swap(o.params);
  }
  static void receive(launch_recorder& self, const launch_record& r) {
    auto& me = static_cast<recording&>(self);
    const std::size_t at = (me.params.size() + 15) / 16 * 16;
    me.params.extend(at - me.params.size() + r.params_size);
    std::memcpy(me.params.data() + at, r.params, r.params_size);
    *me.launches.extend(1) = {r.function, r.grid, r.block, r.shared_bytes, at, r.params_size};
  }
  // Same kernels on the same grids: a graph of one can run the other with new parameters.
  bool same_topology(const recording& o) const {
    if (launches.size() != o.launches.size()) return false;
    for (std::size_t i = 0; i < launches.size(); ++i) {
      const recorded_launch& a = launches[i];
      const recorded_launch& b = o.launches[i];
      if (a.function != b.function || a.grid.x != b.grid.x || a.block.x != b.block.x ||
          a.shared_bytes != b.shared_bytes || a.params_size != b.params_size) {
        return false;
      }
    }
    return true;
  }
};

inline cudaKernelNodeParams node_params(const recorded_launch& l, void** args) {
  cudaKernelNodeParams p{};
  p.func = const_cast<void*>(l.function);
  p.gridDim = l.grid;
  p.blockDim = l.block;
  p.sharedMemBytes = l.shared_bytes;
  p.kernelParams = args;
  return p;
}

// One instantiated graph: what it was recorded as, and its own device memory.
class graph_entry {
 public:
  graph_entry() = default;
  graph_entry(const graph_entry&) = delete;
  graph_entry& operator=(const graph_entry&) = delete;
  ~graph_entry() {
    if (exec_ != nullptr) (void)cudaGraphExecDestroy(exec_);
    if (graph_ != nullptr) (void)cudaGraphDestroy(graph_);
  }

  void build(recording& r) {
    check_cuda(cudaGraphCreate(&graph_, 0), "cudaGraphCreate");
    cudaGraphNode_t before = nullptr;
    for (std::size_t i = 0; i < r.launches.size(); ++i) {
      void* args[] = {r.params.data() + r.launches[i].params_at};
      const cudaKernelNodeParams p = node_params(r.launches[i], args);
      cudaGraphNode_t node = nullptr;
      check_cuda(cudaGraphAddKernelNode(&node, graph_, &before, i == 0 ? 0 : 1, &p), "cudaGraphAddKernelNode");
      *nodes_.extend(1) = node;
      before = node;
    }
    check_cuda(cudaGraphInstantiate(&exec_, graph_, 0), "cudaGraphInstantiate");
  }
  // Hands the kernels whose parameters differ their new ones.
  int rebind(recording& now) {
    int changed = 0;
    for (std::size_t i = 0; i < now.launches.size(); ++i) {
      const recorded_launch& l = now.launches[i];
      unsigned char* params = now.params.data() + l.params_at;
      if (std::memcmp(params, held.params.data() + held.launches[i].params_at, l.params_size) == 0) continue;
      void* args[] = {params};
      const cudaKernelNodeParams p = node_params(l, args);
      check_cuda(cudaGraphExecKernelNodeSetParams(exec_, nodes_[i], &p), "cudaGraphExecKernelNodeSetParams");
      ++changed;
    }
    return changed;
  }
  void launch(cudaStream_t stream) { check_cuda(cudaGraphLaunch(exec_, stream), "cudaGraphLaunch"); }

  recording held;
  workspace space;   // partials, tickets and temporaries between one region's kernels
  workspace values;  // results of eval
  graph_entry* next = nullptr;

 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t exec_ = nullptr;
  scratch_list<cudaGraphNode_t> nodes_;
};

}  // namespace detail

// What a pipeline's function is given to say what runs.
class pipeline {
 public:
  // Computes a region (or a bound formula) into a view, like region(args…).into(out, stream).
  template <class Out, class Region, class... Args>
  void into(const Out& out, const Region& region, const Args&... args) {
    region(args...).into(out, executor());
  }
  // Computes a region of one result into memory of the runner's, and returns its view: valid until this call's work is done.
  template <class Region, class... Args>
  auto eval(const Region& region, const Args&... args) {
    return eval_call(region(args...));
  }

 private:
  template <class F>
  friend class graphed;

  explicit pipeline(detail::graph_entry& entry, detail::recording& to, int device)
      : entry_(entry), to_(to), device_(device) {}

  cuda_executor<fusion::automatic> executor() { return cuda_executor<fusion::automatic>(nullptr, &entry_.space, &to_); }

  template <class F, class Tag, class... Args>
  auto eval_call(const invocation<F, Tag, Args...>& call) {
    using S = sinter::detail::schedule_for<fusion::automatic, F, Args...>;
    static_assert(S::graph_type::outs == 1,
                  "pipeline: eval takes a region of one result; use into(outputs(...), region, ...)");
    constexpr auto& n = S::graph.nodes[S::graph.output[0]];
    std::int64_t inputs[S::plan.inputs + 1][max_rank] = {};
    call.args.apply([&](const auto&... a) { sinter::detail::collect_extents(inputs, a...); });
    schedule::symbol_values<S::graph.symbols.count> symbols;
    (void)schedule::evaluate_symbols(S::graph.symbols, schedule::moves_of(S::graph), symbols.extent,
                                     [&](const graph::input_axis& a) { return inputs[a.input][a.axis]; });
    std::int64_t extents[n.rank + 1];
    std::int64_t strides[n.rank + 1];
    std::int64_t size = 1;
    for (int k = 0; k < n.rank; ++k) {
      extents[n.rank - 1 - k] = symbols.extent[n.ext.axis[k]];
      strides[n.rank - 1 - k] = size;
      size *= symbols.extent[n.ext.axis[k]];
    }
    using T = type_of<n.type>;
    const view<T, n.rank> out(static_cast<T*>(place(static_cast<std::size_t>(size) * sizeof(T))), extents, strides,
                              {device_});
    call.into(out, executor());
    return out;
  }
  // What does not fit is only counted, at an address where nothing is; the function then runs again with enough memory.
  void* place(std::size_t bytes) {
    const std::size_t at = used_;
    used_ += (bytes + 255) / 256 * 256;
    return used_ > room_ ? reinterpret_cast<void*>(placeholder + at) : base_ + at;
  }
  static constexpr std::uintptr_t placeholder = std::uintptr_t{1} << 40;

  detail::graph_entry& entry_;
  detail::recording& to_;
  int device_;
  unsigned char* base_ = nullptr;
  std::size_t room_ = 0;
  std::size_t used_ = 0;
};

// A runner. F is called with (pipeline&, args…) on every call and must do nothing but describe the pipeline.
// Not for two threads at once: a second one is refused with an error.
template <class F>
class graphed {
 public:
  explicit graphed(F f) : f_(f) {}
  graphed(const graphed&) = delete;
  graphed& operator=(const graphed&) = delete;
  ~graphed() {
    while (first_ != nullptr) {
      detail::graph_entry* next = first_->next;
      delete first_;
      first_ = next;
    }
    delete spare_;
  }

  // Runs the pipeline on these arguments. Throws sinter::error before anything is launched; the stream stays usable.
  template <class... Args>
  void operator()(cudaStream_t stream, const Args&... args) {
    const busy_scope busy(busy_);
    sinter::detail::common_space space;
    (space.add(args), ...);
    const detail::device_scope scope(space.space.device);
    rebound_ = 0;
    if (first_ != nullptr && repeats(args...)) return first_->launch(stream);
    if (first_ == nullptr && spare_ == nullptr) spare_ = new detail::graph_entry;
    // Recorded against the graph that ran last; only if another one fits is it recorded again, with that one's memory.
    detail::graph_entry* likely = first_ != nullptr ? first_ : spare_;
    record(*likely, scope.device(), args...);
    detail::graph_entry** at = &first_;
    while (*at != nullptr && !now_.same_topology((*at)->held)) at = &(*at)->next;
    detail::graph_entry* e = *at;
    if (e == nullptr) {
      e = build(likely, scope.device(), args...);
    } else {
      if (e != likely) record(*e, scope.device(), args...);
      rebound_ = e->rebind(now_);
      if (rebound_ != 0) e->held.swap(now_);
      *at = e->next;
    }
    e->next = first_;
    first_ = e;
    remember(args...);
    e->launch(stream);
  }

  // Graphs built so far, and kernels that the last call rebound.
  int graphs() const { return graphs_; }
  int rebound() const { return rebound_; }

 private:
  struct busy_scope {
    explicit busy_scope(bool& b) : flag(b) {
      if (__atomic_exchange_n(&flag, true, __ATOMIC_ACQUIRE)) {
        sinter::detail::fail("graphed: the runner is in use by another thread; give each thread a runner of its own");
      }
    }
    busy_scope(const busy_scope&) = delete;
    busy_scope& operator=(const busy_scope&) = delete;
    ~busy_scope() { __atomic_store_n(&flag, false, __ATOMIC_RELEASE); }
    bool& flag;
  };

  template <class... Args>
  void record(detail::graph_entry& e, int device, const Args&... args) {
    // The first run finds how much memory eval needs; where there was enough, it is the only one.
    for (;;) {
      now_.clear();
      pipeline p(e, now_, device);
      p.base_ = e.values.temporaries(0);
      p.room_ = e.values.temporary_bytes();
      f_(p, args...);
      if (p.used_ <= p.room_) return;
      (void)e.values.temporaries(p.used_);
    }
  }

  // A new graph of what was recorded; `likely` is not yet a graph when it is the spare.
  template <class... Args>
  detail::graph_entry* build(const detail::graph_entry* likely, int device, const Args&... args) {
    if (spare_ == nullptr) spare_ = new detail::graph_entry;
    if (likely != spare_) record(*spare_, device, args...);
    spare_->held.swap(now_);
    detail::graph_entry* e = std::exchange(spare_, nullptr);
    try {
      e->build(e->held);
    } catch (...) {
      delete e;
      throw;
    }
    ++graphs_;
    return e;
  }

  // The same arguments again, bit for bit, to a function without state: nothing can have changed.
  template <class... Args>
  bool repeats(const Args&... args) {
    if constexpr (std::is_empty_v<F> && (std::is_trivially_copyable_v<Args> && ...)) {
      if (last_types_ != &types_of<Args...>) return false;
      const unsigned char* at = last_.data();
      bool same = true;
      ((same = same && std::memcmp(at, &args, sizeof(args)) == 0, at += sizeof(args)), ...);
      return same;
    } else {
      return false;
    }
  }
  template <class... Args>
  void remember(const Args&... args) {
    if constexpr (std::is_empty_v<F> && (std::is_trivially_copyable_v<Args> && ...)) {
      last_types_ = &types_of<Args...>;
      last_.clear();
      unsigned char* at = last_.extend((sizeof(args) + ... + 0));
      ((std::memcpy(at, &args, sizeof(args)), at += sizeof(args)), ...);
    }
  }
  template <class... Args>
  static constexpr char types_of = 0;

  F f_;
  const char* last_types_ = nullptr;
  detail::scratch_list<unsigned char> last_;
  detail::graph_entry* first_ = nullptr;
  detail::graph_entry* spare_ = nullptr;
  detail::recording now_;
  bool busy_ = false;
  int graphs_ = 0;
  int rebound_ = 0;
};

}  // namespace sinter
