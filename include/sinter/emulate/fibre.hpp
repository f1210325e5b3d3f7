// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A fibre: a function that runs on a stack of its own and may stop in the middle. In: a function and its argument.
// Out: control comes back from `resume` whenever the function suspends, returns or throws; what it threw is kept for
// the caller.
// Invariant: a fibre runs on the thread that made it, and no frame outlives it: one that is cancelled while
// suspended is unwound. A body must not suspend inside a catch block, because the C++ runtime keeps one list of
// caught exceptions per thread.
#pragma once

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <utility>
#include <vector>

// AddressSanitizer must be told about every change of stack; without it these three are nothing.
#if defined(__SANITIZE_ADDRESS__)
#define SINTER_FIBRE_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SINTER_FIBRE_ASAN
#endif
#endif
#if defined(SINTER_FIBRE_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace sinter::emulate {
namespace detail {

#if defined(SINTER_FIBRE_ASAN)
inline constexpr std::size_t stack_bytes = std::size_t{256} << 10;  // redzones make frames several times larger
inline void leave_stack(void** fake, const void* to, std::size_t bytes) {
  __sanitizer_start_switch_fiber(fake, to, bytes);
}
inline void enter_stack(void* fake, const void** from, std::size_t* bytes) {
  __sanitizer_finish_switch_fiber(fake, from, bytes);
}
inline void clean_stack(void* stack, std::size_t bytes) { __asan_unpoison_memory_region(stack, bytes); }
#else
inline constexpr std::size_t stack_bytes = std::size_t{64} << 10;
inline void leave_stack(void**, const void*, std::size_t) {}
inline void enter_stack(void*, const void**, std::size_t*) {}
inline void clean_stack(void*, std::size_t) {}
#endif
#undef SINTER_FIBRE_ASAN

// Stacks that are not in use, each above a page that traps an overflow. Mapping costs more than a whole small block.
class stack_pool {
 public:
  stack_pool() = default;
  stack_pool(const stack_pool&) = delete;
  stack_pool& operator=(const stack_pool&) = delete;
  ~stack_pool() {
    for (char* stack : free_) munmap(stack - guard_, guard_ + stack_bytes);
  }

  char* take() {
    if (!free_.empty()) {
      char* stack = free_.back();
      free_.pop_back();
      return stack;
    }
    free_.reserve(++made_);  // so that `give` never allocates
    void* base = mmap(nullptr, guard_ + stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED) throw std::bad_alloc();
    mprotect(base, guard_, PROT_NONE);
    return static_cast<char*>(base) + guard_;
  }
  void give(char* stack) noexcept { free_.push_back(stack); }

  static stack_pool& of_this_thread() {
    thread_local stack_pool pool;
    return pool;
  }

 private:
  std::size_t guard_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::size_t made_ = 0;
  std::vector<char*> free_;
};

}  // namespace detail

class fibre {
 public:
  using function = void (*)(void* argument);

  fibre() : stack_(detail::stack_pool::of_this_thread().take()) { getcontext(&self_); }
  fibre(const fibre&) = delete;  // a ucontext_t points into itself
  fibre& operator=(const fibre&) = delete;
  ~fibre() {
    cancel();
    detail::stack_pool::of_this_thread().give(stack_);
  }

  // Makes the fibre ready to run `f(argument)`; it begins at the first resume. The fibre must be finished or new.
  void start(function f, void* argument) {
    function_ = f;
    argument_ = argument;
    state_ = state::ready;
    cancelled_ = false;
    self_.uc_link = nullptr;
    self_.uc_stack.ss_sp = stack_;
    self_.uc_stack.ss_size = detail::stack_bytes;
    const auto bits = reinterpret_cast<std::uintptr_t>(this);  // makecontext passes ints only
    makecontext(&self_, reinterpret_cast<void (*)()>(&fibre::main), 2, static_cast<unsigned>(bits >> 32U),
                static_cast<unsigned>(bits));
    self_.uc_stack.ss_size = 0;  // else ASan's swapcontext clears the redzones of this stack at every switch
    detail::clean_stack(stack_, detail::stack_bytes);
  }

  // Runs the fibre until it suspends, returns or throws.
  void resume() {
    void* fake = nullptr;
    state_ = state::entered;
    detail::leave_stack(&fake, stack_, detail::stack_bytes);
    swapcontext(&home_, &self_);
    detail::enter_stack(fake, nullptr, nullptr);
  }

  // Called inside the fibre: goes back to the caller of `resume`. Throws when the fibre is cancelled meanwhile.
  void suspend() {
    void* fake = nullptr;
    detail::leave_stack(&fake, home_stack_, home_bytes_);
    swapcontext(&self_, &home_);
    detail::enter_stack(fake, &home_stack_, &home_bytes_);
    if (cancelled_) throw cancellation{};
  }

  // Unwinds a suspended fibre; whatever else it throws on the way is dropped. A fibre that never began just ends.
  void cancel() {
    cancelled_ = true;
    while (state_ == state::entered) resume();
    state_ = state::finished;
  }

  bool finished() const { return state_ == state::finished; }
  // What the function threw, once; null if it returned.
  std::exception_ptr take_error() { return std::exchange(error_, nullptr); }

 private:
  enum class state : unsigned char { finished, ready, entered };
  struct cancellation {};

  static void main(unsigned high, unsigned low) {
    auto* self = reinterpret_cast<fibre*>((static_cast<std::uintptr_t>(high) << 32U) | low);
    detail::enter_stack(nullptr, &self->home_stack_, &self->home_bytes_);
    self->call();
    detail::leave_stack(nullptr, self->home_stack_, self->home_bytes_);  // null: this stack is done with
    setcontext(&self->home_);
  }

  void call() {
    try {
      function_(argument_);
    } catch (...) {
      if (!cancelled_) error_ = std::current_exception();
    }
    state_ = state::finished;
  }

  ucontext_t self_;
  ucontext_t home_{};
  char* stack_;
  const void* home_stack_ = nullptr;
  std::size_t home_bytes_ = 0;
  function function_ = nullptr;
  void* argument_ = nullptr;
  std::exception_ptr error_;
  state state_ = state::finished;
  bool cancelled_ = false;
};

}  // namespace sinter::emulate
