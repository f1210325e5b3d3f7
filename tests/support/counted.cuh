// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A stream that counts. CUPTI calls back at every kernel launch; each step of a call must launch what its plan says, one
// kernel or none, and the whole call as many as kernels(shape). Every GPU test runs on it, so every test region is held to
// its plan for every shape and layout that the test has.
// SINTER_COUNT_LAUNCHES=0 turns counting off, for compute-sanitizer, which excludes CUPTI.
#pragma once

#include <cstdlib>
#include <cstring>
#include <exception>

#include <cuda_runtime.h>
#include <cupti.h>
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

namespace test {

class launch_counter {
 public:
  static launch_counter& instance() {
    static launch_counter c;
    return c;
  }
  bool counts() const { return counts_; }
  int launches() const { return launches_; }  // since the program began
  int calls = 0;                              // held to their plans

 private:
  launch_counter() {
    const char* wish = std::getenv("SINTER_COUNT_LAUNCHES");
    if (wish != nullptr && std::strcmp(wish, "0") == 0) return;
    ask(cuptiSubscribe(&subscriber_, reinterpret_cast<CUpti_CallbackFunc>(&launched), this));
    for (const CUpti_CallbackId id :
         {CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_ptsz_v7000,
          CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_v11060, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_ptsz_v11060,
          CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernel_v9000}) {
      ask(cuptiEnableCallback(1, subscriber_, CUPTI_CB_DOMAIN_RUNTIME_API, id));
    }
    counts_ = true;
  }
  static void ask(CUptiResult r) {
    if (r == CUPTI_SUCCESS) return;
    const char* what = nullptr;
    (void)cuptiGetResultString(r, &what);
    sinter::detail::fail("CUPTI: %s", what);
  }
  static void CUPTIAPI launched(void* self, CUpti_CallbackDomain, CUpti_CallbackId, const CUpti_CallbackData* data) {
    if (data->callbackSite == CUPTI_API_ENTER) ++static_cast<launch_counter*>(self)->launches_;
  }

  CUpti_SubscriberHandle subscriber_ = nullptr;
  int launches_ = 0;
  bool counts_ = false;
};

template <class S, class Steps>
inline constexpr bool any_only_copies = false;
template <class S, std::size_t... I>
inline constexpr bool any_only_copies<S, std::index_sequence<I...>> =
    (sinter::kernel::only_copies<S, static_cast<int>(I)> || ...);

template <class E>
struct step_of;
template <class S, int Step>
struct step_of<sinter::emitted<S, Step>> {
  using scheduled = S;
  static constexpr int number = Step;
  // A branch leaves a side out, and a call in place the copy of what it writes into.
  static constexpr bool leaves_out = [] {
    for (int s = 0; s < S::plan.step_count; ++s) {
      if (S::plan.steps[s].kind == sinter::schedule::step_kind::branch) return true;
    }
    return any_only_copies<S, std::make_index_sequence<static_cast<std::size_t>(S::plan.step_count)>>;
  }();
};

template <sinter::fusion Policy>
class counted_executor {
 public:
  static constexpr sinter::fusion policy = Policy;

  explicit counted_executor(cudaStream_t stream) : stream_(stream), exec_(stream) {}
  counted_executor(const counted_executor& o) : counted_executor(o.stream_) {}
  counted_executor& operator=(const counted_executor&) = delete;
  ~counted_executor() {
    if (planned_ < 0 || std::uncaught_exceptions() > 0) return;
    ++launch_counter::instance().calls;
    const int seen = launch_counter::instance().launches() - before_;
    if (leaves_out_) {
      CHECK(seen <= planned_);
    } else {
      CHECK(seen == planned_);
    }
  }
  template <sinter::fusion P>
  counted_executor<P> with() const {
    return counted_executor<P>(stream_);
  }

  template <class Tag>
  void check_space(sinter::memory_space s) {
    exec_.template check_space<Tag>(s);
  }
  unsigned char* allocate(std::size_t bytes) { return exec_.allocate(bytes); }
  bool decide(const sinter::place_memory& predicate) { return exec_.decide(predicate); }
  template <class E, class Tag, class B>
  void run_step(const B& b) {
    launch_counter& counter = launch_counter::instance();
    if (!counter.counts()) return exec_.template run_step<E, Tag>(b);
    using step = step_of<E>;
    using S = typename step::scheduled;
    const auto kernels = [&](int s) { return sinter::schedule::kernels_of<S>(s, b.symbols); };
    if (planned_ < 0) {
      planned_ = sinter::schedule::count_kernels(S::plan, 0, S::plan.step_count, kernels);
      leaves_out_ = step::leaves_out;
      before_ = counter.launches();
    }
    const int before = counter.launches();
    exec_.template run_step<E, Tag>(b);
    const int seen = counter.launches() - before;
    if (seen != kernels(step::number)) {
      FAIL_CHECK("step " << step::number << " launched " << seen << " kernels, the plan says "
                         << kernels(step::number));
    }
  }

 private:
  cudaStream_t stream_;
  sinter::cuda_executor<Policy> exec_;
  int planned_ = -1;  // kernels; negative before the first step
  int before_ = 0;
  bool leaves_out_ = false;
};

inline counted_executor<sinter::fusion::automatic> counted(cudaStream_t stream) {
  return counted_executor<sinter::fusion::automatic>(stream);
}

}  // namespace test

template <sinter::fusion Policy>
struct sinter::executor_traits<test::counted_executor<Policy>> {
  using type = test::counted_executor<Policy>;
  static const type& make(const type& e) { return e; }
};
