// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: A type defined inside a __host__ function ("local_t") cannot be used in the template argument type of a __global__ function template
// only: nvcc
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

namespace {
struct hidden_t final : sinter::unary<hidden_t, "hidden"> {
  SINTER_FN static float eval(float x) { return x + 1.0f; }
};
}  // namespace

void f(view x, view y, cudaStream_t stream) {
#ifdef CONTROL
  sinter::run(stream, y = sinter::call<hidden_t>(x));
#else
  struct local_t final : sinter::unary<local_t, "local"> {
    SINTER_FN static float eval(float x) { return x + 1.0f; }
  };
  sinter::run(stream, y = sinter::call<local_t>(x));
#endif
}
