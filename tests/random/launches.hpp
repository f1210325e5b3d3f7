// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What is compiled for each random program: its region on views and scalars, and the choice of a fixture's executor. In: a type
// that generate.py has written, a fixture of executors.hpp. Out: calls of the driver, which knows neither.
#pragma once

#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>

#include "random/driver.hpp"
#include "support/executors.hpp"

namespace test::fuzz {

template <class T, int Rank>
sinter::view<T, Rank> view_of(const memory& m) {
  return {static_cast<T*>(m.data), m.extent, m.stride, sinter::space_of(m.data)};
}
// The scalar itself, which stays on the host.
template <class T>
T scalar_at(const memory& m) {
  return *static_cast<const T*>(m.data);
}
// A form of whole-tensor reductions, unless the executor is unfused.
template <sinter::fusion Policy, class Exec>
auto forced(const Exec& exec) {
  if constexpr (sinter::is_unfused(sinter::executor_traits<Exec>::type::policy))
    return exec;
  else
    return sinter::with_fusion<Policy>(exec);
}

template <class F>
struct backend_of;  // of a fixture on the GPU: launches.cuh
template <class F>
  requires std::is_base_of_v<host_memory, F>
struct backend_of<F> {
  static constexpr bool slow = F::most_elements < on_host::most_elements;
  static void* allocate(std::size_t bytes) {
    void* p = nullptr;
    if (bytes != 0 && posix_memalign(&p, 64, bytes) != 0) throw std::bad_alloc();
    return p;
  }
  static void copy(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }
  static constexpr backend value{
      slow ? "emulated" : "host", slow ? 2000 : 20000, slow ? 24 : 250, &allocate, &std::free, &copy, &copy};
};

template <class F, class Program, bool Exact>
void check() {
  const launch_function fused = [](const memory* in, const memory* out) { Program::launch(in, out, F::executor()); };
  launch_function exact = nullptr;
  if constexpr (Exact)
    exact = [](const memory* in, const memory* out) { Program::launch(in, out, sinter::exact(F::executor())); };
  check(Program::data, backend_of<F>::value, fused, exact);
}

}  // namespace test::fuzz
