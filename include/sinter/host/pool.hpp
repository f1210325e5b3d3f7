// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// parallel_for(chunks, threads, f): f(0) … f(chunks - 1), each once, shared out among the caller and a process-wide
// pool. Workers start on first need, spin briefly between jobs, then park; they are never joined, so process exit is
// safe. The pool serves one caller at a time: a nested call, or a call while another thread's runs, is serial in its
// caller. Plain pthreads and __atomic builtins: <thread> and <atomic> are too slow to compile for the umbrella header.
#pragma once

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <cstdint>
#include <exception>

namespace sinter::cpu {

namespace detail {

// One parallel_for, on its caller's stack. Chunks are claimed from `next`, so a slow thread simply claims fewer.
struct job {
  void (*call)(const void* f, std::int64_t chunk);
  const void* f;
  std::int64_t chunks;
  std::int64_t next = 0;
  bool failed = false;
  std::exception_ptr error{};

  void work() {
    for (;;) {
      const std::int64_t chunk = __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED);
      if (chunk >= chunks) return;
      try {
        call(f, chunk);
      } catch (...) {
        if (!__atomic_exchange_n(&failed, true, __ATOMIC_RELAXED)) error = std::current_exception();
        __atomic_store_n(&next, chunks, __ATOMIC_RELAXED);
      }
    }
  }
};

inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// True in workers, and in a caller while its job runs: a parallel_for there is nested.
inline thread_local constinit bool inside_job = false;

// Constant-initialised and trivially destructible: usable before main, and still there after the last destructor.
class pool {
 public:
  void run(job& j, int threads) {
    if (threads <= 0) threads = hardware_threads();
    if (threads > j.chunks) threads = static_cast<int>(j.chunks);
    if (threads <= 1 || inside_job || pthread_mutex_trylock(&owner_) != 0) {
      for (std::int64_t chunk = 0; chunk < j.chunks; ++chunk) j.call(j.f, chunk);
      return;
    }
    open(j, threads - 1);
    inside_job = true;
    j.work();
    inside_job = false;
    close();
    pthread_mutex_unlock(&owner_);
    if (j.error) std::rethrow_exception(j.error);
  }

 private:
  // About 10 to 30 microseconds: longer than the gap between two steps of one plan, shorter than a scheduler's slice.
  static constexpr int spins = 1000;
  static constexpr std::size_t stack_bytes = std::size_t{8} << 20;

  int hardware_threads() {
    int n = __atomic_load_n(&hardware_, __ATOMIC_RELAXED);
    if (n == 0) {
      cpu_set_t mine;  // those that the process may run on
      n = sched_getaffinity(0, sizeof(mine), &mine) == 0 ? CPU_COUNT(&mine) : 1;
      __atomic_store_n(&hardware_, n, __ATOMIC_RELAXED);  // asking again costs a file read
    }
    return n;
  }

  void open(job& j, int helpers) {
    while (workers_ < helpers && start_worker()) ++workers_;  // workers_ belongs to the owner
    pthread_mutex_lock(&mutex_);
    job_ = &j;
    vacancies_ = helpers;
    __atomic_store_n(&generation_, generation_ + 1, __ATOMIC_RELEASE);
    if (parked_ > 0) pthread_cond_broadcast(&opened_);
    pthread_mutex_unlock(&mutex_);
  }

  // Nobody joins any more; wait for those that did. Their writes are visible afterwards.
  void close() {
    pthread_mutex_lock(&mutex_);
    vacancies_ = 0;
    pthread_mutex_unlock(&mutex_);
    for (int i = 0; i < spins && __atomic_load_n(&active_, __ATOMIC_ACQUIRE) > 0; ++i) relax();
    pthread_mutex_lock(&mutex_);
    while (active_ > 0) pthread_cond_wait(&finished_, &mutex_);
    job_ = nullptr;
    pthread_mutex_unlock(&mutex_);
  }

  // May fail where the system has no thread left: the caller works anyway, so the job still finishes.
  bool start_worker() {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigset_t all, before;  // a worker inherits the mask: signals stay with the program's own threads
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    const int status = pthread_create(&thread, &attributes, &enter, this);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
    return status == 0;
  }

  static void* enter(void* self) {
    inside_job = true;
    static_cast<pool*>(self)->serve();
  }

  [[noreturn]] void serve() {
    std::uint64_t seen = 0;
    for (;;) {
      for (int i = 0; i < spins && __atomic_load_n(&generation_, __ATOMIC_ACQUIRE) == seen; ++i) relax();
      pthread_mutex_lock(&mutex_);
      ++parked_;
      while (generation_ == seen) pthread_cond_wait(&opened_, &mutex_);
      --parked_;
      seen = generation_;
      job* const mine = vacancies_ > 0 ? job_ : nullptr;
      if (mine != nullptr) {
        --vacancies_;
        __atomic_store_n(&active_, active_ + 1, __ATOMIC_RELAXED);
      }
      pthread_mutex_unlock(&mutex_);
      if (mine == nullptr) continue;
      mine->work();
      pthread_mutex_lock(&mutex_);
      __atomic_store_n(&active_, active_ - 1, __ATOMIC_RELEASE);
      if (active_ == 0) pthread_cond_signal(&finished_);
      pthread_mutex_unlock(&mutex_);
    }
  }

  pthread_mutex_t owner_ = PTHREAD_MUTEX_INITIALIZER;  // held by the caller whose job runs
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;  // guards all below but hardware_ and workers_
  pthread_cond_t opened_ = PTHREAD_COND_INITIALIZER;
  pthread_cond_t finished_ = PTHREAD_COND_INITIALIZER;
  job* job_ = nullptr;
  std::uint64_t generation_ = 0;
  int vacancies_ = 0;
  int active_ = 0;
  int parked_ = 0;
  int workers_ = 0;
  int hardware_ = 0;
};

inline constinit pool shared_pool;

}  // namespace detail

// Calls f(chunk) once for every chunk in [0, chunks), in any order, on at most `threads` threads, the caller included;
// threads <= 0 means one per hardware thread. Returns when all are done; what f wrote is visible to the caller.
// If f throws, chunks not yet started may be skipped and the first exception is rethrown here.
template <class F>
void parallel_for(std::int64_t chunks, int threads, const F& f) {
  if (chunks <= 0) return;
  detail::job j{[](const void* g, std::int64_t chunk) { (*static_cast<const F*>(g))(chunk); }, &f, chunks};
  detail::shared_pool.run(j, threads);
}

}  // namespace sinter::cpu
