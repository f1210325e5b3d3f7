// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements chosen by indices from memory: rows of a table, alone and normalised, and an element of its row for each place.
// Least bytes: as if no two indices were equal; indices of rows do not count.
#include "../support/measure.cuh"

namespace bench {
namespace {

constexpr std::int64_t table_rows = 65536;

__global__ void fill_indices(std::int32_t* p, std::int64_t n, std::int64_t below) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    p[i] = static_cast<std::int32_t>(mix(static_cast<std::uint64_t>(i) + 12345) % static_cast<std::uint64_t>(below));
  }
}
// A block a row of the result. Normed: divided by the root of its mean square, times the weights.
template <bool Normed>
__global__ void refer_rows(const sinter::bf16* table, const std::int32_t* ids, const sinter::bf16* w, double* y,
                           std::int64_t cols) {
  __shared__ double total[1024];
  const sinter::bf16* x = table + static_cast<std::int64_t>(ids[blockIdx.x]) * cols;
  double squares = 0;
  for (std::int64_t i = threadIdx.x; i < cols; i += 1024) {
    const double v = static_cast<float>(x[i]);
    squares += v * v;
  }
  total[threadIdx.x] = squares;
  __syncthreads();
  for (unsigned half = 512; half > 0; half /= 2) {
    if (threadIdx.x < half) total[threadIdx.x] += total[threadIdx.x + half];
    __syncthreads();
  }
  const double scale = 1 / sqrt(total[0] / static_cast<double>(cols) + 1e-6);
  for (std::int64_t i = threadIdx.x; i < cols; i += 1024) {
    const double v = static_cast<float>(x[i]);
    y[blockIdx.x * cols + i] = Normed ? v * scale * static_cast<double>(static_cast<float>(w[i])) : v;
  }
}
__global__ void refer_along(const float* x, const std::int32_t* index, double* y, std::int64_t n, std::int64_t cols) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    y[i] = x[i / cols * cols + index[i]];
  }
}

template <class T>
sinter::buffer<T, 1> make(std::int64_t n) {
  return sinter::buffer<T, 1>({n}, sinter::device_memory());
}

template <class T, class Run>
void compare_gather(session& s, const workload& w, const sinter::buffer<T, 1>& y, const sinter::buffer<double, 1>& want,
                    const Run& run) {
  check(cudaDeviceSynchronize(), "the reference");
  const std::int64_t n = w.rows * w.cols;
  sinter::workspace space;
  s.compare(
      w.name, w.bytes(),
      {{"sinter_fused", [&](cudaStream_t stream) { run(sinter::on(stream, space)); }},
       {"sinter_unfused", [&](cudaStream_t stream) { run(sinter::unfused(sinter::on(stream, space))); }}},
      [&] {
        check(cudaMemset(y.data(), 0xff, static_cast<std::size_t>(n) * sizeof(T)), "cudaMemset");
        check(cudaDeviceSynchronize(), "poison");
      },
      [&] { return max_error(y.data(), want.data(), n); });
}

template <bool Normed>
void measure_embedding(session& s, const workload& w) {
  const auto table = make<sinter::bf16>(table_rows * w.cols);
  const auto weights = make<sinter::bf16>(w.cols), y = make<sinter::bf16>(w.rows * w.cols);
  const auto ids = make<std::int32_t>(w.rows);
  const auto want = make<double>(w.rows * w.cols);
  fill_random<<<1056, 256>>>(table.data(), table_rows * w.cols, 1, false);
  fill_random<<<1056, 256>>>(weights.data(), w.cols, 2, false);
  fill_indices<<<1056, 256>>>(ids.data(), w.rows, table_rows);
  refer_rows<Normed>
      <<<static_cast<unsigned>(w.rows), 1024>>>(table.data(), ids.data(), weights.data(), want.data(), w.cols);
  compare_gather(s, w, y, want, [&](const auto& executor) {
    const auto t = sinter::view(table.data(), {table_rows, w.cols});
    const auto i = sinter::view(ids.data(), {w.rows});
    const auto out = sinter::view(y.data(), {w.rows, w.cols});
    if constexpr (Normed)
      embed_rmsnorm(t, i, sinter::view(weights.data(), {w.cols})).into(out, executor);
    else
      embed(t, i).into(out, executor);
  });
}

const bool has_embedding = add_group("ix_embedding_bf16", measure_embedding<false>);
const bool has_normed = add_group("ix_embedding_rmsnorm_bf16", measure_embedding<true>);
const bool has_along = add_group("ix_take_along_f32", [](session& s, const workload& w) {
  const std::int64_t n = w.rows * w.cols;
  const auto x = make<float>(n), y = make<float>(n);
  const auto index = make<std::int32_t>(n);
  const auto want = make<double>(n);
  fill_random<<<1056, 256>>>(x.data(), n, 1, false);
  fill_indices<<<1056, 256>>>(index.data(), n, w.cols);
  refer_along<<<1056, 256>>>(x.data(), index.data(), want.data(), n, w.cols);
  compare_gather(s, w, y, want, [&](const auto& executor) {
    chosen_along(sinter::view(x.data(), {w.rows, w.cols}), sinter::view(index.data(), {w.rows, w.cols}))
        .into(sinter::view(y.data(), {w.rows, w.cols}), executor);
  });
});

}  // namespace
}  // namespace bench
