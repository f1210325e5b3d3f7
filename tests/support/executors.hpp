// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Fixtures: an executor and the memory that it runs on. A test body is a template over one, so that host, emulated and CUDA
// run the same cases: cases_*.hpp hold TEST_CASE_TEMPLATE(…, F, SINTER_TEST_FIXTURES); a test file says which fixtures and
// includes them. In: values and extents. Out: tensors in the fixture's memory, with any strides.
// Invariant: a tensor owns all the memory it spans, and knows which of it a kernel may write.
//
// A fixture for CUDA has the same members as on_host: most_elements, executor() and array<T>, a move-only piece of
// memory made from values, with data() and download(), which waits for the work that writes it.
#pragma once

#include <cstdlib>
#include <new>

#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

#if !defined(__CUDACC__)
#include <sinter/emulate.hpp>
#endif

#include "support/values.hpp"

namespace test {

struct host_memory {
  // Exactly as large as its values, so that AddressSanitizer sees the first byte beyond.
  template <class T>
  class array {
   public:
    explicit array(const values<T>& v) : size_(v.size()) {
      void* p = nullptr;
      if (posix_memalign(&p, 64, static_cast<std::size_t>(size_) * sizeof(T)) != 0) throw std::bad_alloc();
      data_ = static_cast<T*>(p);
      for (int64_t i = 0; i < size_; ++i) data_[i] = v[i];
    }
    array(array&& o) noexcept : size_(o.size_), data_(o.data_) { o.data_ = nullptr; }
    array& operator=(array&&) = delete;
    ~array() { std::free(data_); }
    T* data() const { return data_; }
    values<T> download() const {
      values<T> v(size_);
      for (int64_t i = 0; i < size_; ++i) v[i] = data_[i];
      return v;
    }

   private:
    int64_t size_;
    T* data_ = nullptr;
  };
};

struct on_host : host_memory {
  static constexpr int64_t most_elements = 1 << 24;
  static auto executor() { return sinter::host; }
};
struct on_host_unfused : on_host {
  static auto executor() { return sinter::unfused(sinter::host); }
};
struct on_host_exact : on_host {
  static auto executor() { return sinter::exact(sinter::host); }
};
#if !defined(__CUDACC__)
struct on_emulated : host_memory {
  static constexpr int64_t most_elements = 1 << 16;
  static auto executor() { return sinter::emulated; }
};
struct on_emulated_unfused : on_emulated {
  static auto executor() { return sinter::unfused(sinter::emulated); }
};
#endif

// The executor of a fixture with another form of fusion.
template <class F, sinter::fusion Policy>
struct with_policy : F {
  static auto executor() { return sinter::with_fusion<Policy>(F::executor()); }
};

// How a fixture cuts graphs.
template <class F>
inline constexpr sinter::fusion policy_of =
    sinter::executor_traits<std::remove_cvref_t<decltype(F::executor())>>::type::policy;

// Intermediates of bf16 keep the precision of f32: an exact value may be compared closely.
template <class F>
inline constexpr bool keeps_precision = policy_of<F> != sinter::fusion::unfused;

enum class arrangement { contiguous, misaligned, gaps, strided, negative, transposed, permuted };
inline constexpr arrangement every_arrangement[] = {
    arrangement::contiguous, arrangement::misaligned, arrangement::gaps,    arrangement::strided,
    arrangement::negative,   arrangement::transposed, arrangement::permuted};

// extents{4, 5} is extents<2>.
template <int R>
struct extents {
  int64_t axis[R == 0 ? 1 : R];

  int64_t& operator[](int a) { return axis[a]; }
  int64_t operator[](int a) const { return axis[a]; }
  const int64_t* data() const { return axis; }
  int64_t count() const {
    int64_t n = 1;
    for (int a = 0; a < R; ++a) n *= axis[a];
    return n;
  }
};
template <class... I>
extents(I...) -> extents<static_cast<int>(sizeof...(I))>;

// Strides of an arrangement and the element of its memory at which the view begins.
template <int R>
struct placement {
  extents<R> stride{};
  int64_t offset = 0;
  int64_t size = 0;  // elements of memory
};

template <int R>
placement<R> place(const extents<R>& e, arrangement how) {
  placement<R> p;
  int order[R + 1] = {};  // axes, the slowest first
  for (int a = 0; a < R; ++a) order[a] = a;
  if (how == arrangement::transposed) {
    for (int a = 0; a < R; ++a) order[a] = R - 1 - a;
  } else if (how == arrangement::permuted) {
    for (int a = 0; a < R; ++a) order[a] = (a + 1) % (R == 0 ? 1 : R);
  }
  int64_t step = how == arrangement::strided ? 3 : 1;
  for (int i = R - 1; i >= 0; --i) {
    const int a = order[i];
    p.stride[a] = step;
    step *= e[a] < 1 ? 1 : e[a];
    if (how == arrangement::gaps) step += 5;
  }
  p.offset = how == arrangement::misaligned ? 1 : how == arrangement::gaps ? 2 : 0;
  p.size = step + p.offset + (how == arrangement::contiguous ? 0 : 3);
  if (how == arrangement::negative) {
    for (int a = 0; a < R; ++a) {
      p.offset += (e[a] < 1 ? 0 : e[a] - 1) * p.stride[a];
      p.stride[a] = -p.stride[a];
    }
  }
  return p;
}

// A view and the memory that it needs.
template <class F, class T, int R>
class tensor {
 public:
  // Values in row-major order of the extents, whatever the strides.
  tensor(const extents<R>& e, const values<T>& v, arrangement how = arrangement::contiguous)
      : tensor(e, v, place<R>(e, how)) {}
  tensor(const extents<R>& e, const values<T>& v, const placement<R>& p)
      : extent_(e), place_(p), array_(spread(e, v, p)), before_(spread(e, v, p)) {}

  sinter::view<T, R> view() const {
    return {array_.data() + place_.offset, extent_.data(), place_.stride.data(), sinter::space_of(array_.data())};
  }
  int64_t size() const { return extent_.count(); }

  // The view's elements in row-major order.
  values<T> get() const {
    const values<T> all = array_.download();
    values<T> v(size());
    for (int64_t i = 0; i < v.size(); ++i) v[i] = all[at(i)];
    return v;
  }
  // Memory between and around the elements is what it was.
  bool gaps_are_untouched() const {
    values<T> all = array_.download();
    for (int64_t i = 0; i < size(); ++i) all[at(i)] = before_[at(i)];
    return difference(all, before_).empty() && same(all, before_);
  }
  // Nothing at all has been written.
  bool is_untouched() const { return same(array_.download(), before_); }

 private:
  static bool same(const values<T>& a, const values<T>& b) {
    return std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(T)) == 0;
  }
  static int64_t locate(const extents<R>& e, const placement<R>& p, int64_t i) {
    int64_t at = p.offset;
    for (int a = R - 1; a >= 0; --a) {
      at += i % e[a] * p.stride[a];
      i /= e[a];
    }
    return at;
  }
  int64_t at(int64_t i) const { return locate(extent_, place_, i); }
  static values<T> spread(const extents<R>& e, const values<T>& v, const placement<R>& p) {
    values<T> all(p.size, poison<T>());
    for (int64_t i = 0; i < e.count() && v.size() != 0; ++i) all[locate(e, p, i)] = v[i];
    return all;
  }

  extents<R> extent_;
  placement<R> place_;
  typename F::template array<T> array_;
  values<T> before_;
};

// A tensor of values; one to be written, full of poison.
template <class F, class T, int R>
tensor<F, T, R> make(const extents<R>& e, const values<T>& v, arrangement how = arrangement::contiguous) {
  return {e, v, how};
}
template <class F, class T, int R>
tensor<F, T, R> output(const extents<R>& e, arrangement how = arrangement::contiguous) {
  return {e, values<T>{}, how};
}

}  // namespace test

#if !defined(__CUDACC__)
TYPE_TO_STRING_AS("host", test::on_host);
TYPE_TO_STRING_AS("host, unfused", test::on_host_unfused);
TYPE_TO_STRING_AS("host, exact", test::on_host_exact);
TYPE_TO_STRING_AS("emulated", test::on_emulated);
TYPE_TO_STRING_AS("emulated, unfused", test::on_emulated_unfused);
#endif
