// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Movement fused into a map, beside its materialised form: the moved tensor copied, then the map (contender sinter_unfused).
#include "../support/measure.cuh"

namespace bench {
namespace {

// (move(x) + 1) * 2, in one region and in two.
#define BENCH_MOVE(name, ...)                                                                    \
  inline constexpr auto name##_fused =                                                           \
      sinter::region<struct name##_fused_k>([](auto x) { return (__VA_ARGS__ + 1.0f) * 2.0f; }); \
  inline constexpr auto name##_alone = sinter::region<struct name##_alone_k>([](auto x) { return __VA_ARGS__; })

BENCH_MOVE(flipped, flip(x, axis<-1>));
BENCH_MOVE(permuted, permute(x, {1, 0, 2}));
BENCH_MOVE(rotated, permute(x, {2, 0, 1}));
BENCH_MOVE(sliced, slice(x, axis<-1>, 1, -1));
BENCH_MOVE(rolled, roll(x, axis<-1>, 1001));
BENCH_MOVE(padded, pad(x, axis<-1>, 2, 2, -1.0f));
BENCH_MOVE(joined, concatenate(axis<-1>, slice(x, axis<-1>, 4096), slice(x, axis<-1>, 0, 4096)));
inline constexpr auto map_of_moved = sinter::region<struct map_of_moved_k>([](auto x) { return (x + 1.0f) * 2.0f; });

// y(i, j) = neighbours - 4 x: five views of one tensor. In its unfused form each view is a tensor of its own.
template <class X>
constexpr auto inside(const X& x, int di, int dj) {
  const auto end = [](int d) { return d == 1 ? sinter::to_end : d - 1; };
  return slice(slice(x, axis<0>, 1 + di, end(di)), axis<1>, 1 + dj, end(dj));
}
inline constexpr auto laplace = sinter::region<struct laplace_k>([](auto x) {
  return inside(x, -1, 0) + inside(x, 1, 0) + inside(x, 0, -1) + inside(x, 0, 1) - 4.0f * inside(x, 0, 0);
});
inline constexpr auto laplace_views = sinter::region<struct laplace_views_k>([](auto x) {
  return sinter::outputs(inside(x, -1, 0), inside(x, 1, 0), inside(x, 0, -1), inside(x, 0, 1), inside(x, 0, 0));
});
inline constexpr auto laplace_sum = sinter::region<struct laplace_sum_k>(
    [](auto a, auto b, auto c, auto d, auto e) { return a + b + c + d - 4.0f * e; });

template <class Source>
__global__ void refer(const float* x, double* y, std::int64_t n, Source source) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) y[i] = source(x, i);
}

using buffer = sinter::buffer<float, 1>;
buffer make(std::int64_t n) { return buffer({n}, sinter::device_memory()); }

// In: x's extents, the result's, the reference as a function of x and a result's index; fused and materialised calls.
template <class Source, class Fused, class Apart>
void compare_move(session& s, const workload& w, std::int64_t results, const Source& source, const Fused& fused,
                  const Apart& apart) {
  const buffer x = make(w.rows * w.cols), y = make(results);
  const sinter::buffer<double, 1> want({results}, sinter::device_memory());
  fill_random<<<1056, 256>>>(x.data(), w.rows * w.cols, 1, false);
  refer<<<1056, 256>>>(x.data(), want.data(), results, source);
  check(cudaDeviceSynchronize(), "the reference");
  s.compare(
      w.name, w.bytes(),
      {{"sinter_fused", [&](cudaStream_t stream) { fused(x.data(), y.data(), stream); }},
       {"sinter_unfused", [&](cudaStream_t stream) { apart(x.data(), y.data(), stream); }}},
      [&] {
        check(cudaMemset(y.data(), 0xff, static_cast<std::size_t>(results) * sizeof(float)), "cudaMemset");
        check(cudaDeviceSynchronize(), "poison");
      },
      [&] { return max_error(y.data(), want.data(), results); });
}

// In: the regions and views of x and y of rank R.
template <int R, class Source, class Fused, class Alone>
void compare_map(session& s, const workload& w, const std::int64_t (&in)[R], const std::int64_t (&out)[R],
                 const Source& source, const Fused& fused, const Alone& alone) {
  const auto view = [](float* p, const std::int64_t(&e)[R]) {
    std::int64_t strides[R];
    std::int64_t step = 1;
    for (int a = R - 1; a >= 0; --a) {
      strides[a] = step;
      step *= e[a];
    }
    return sinter::view<float, R>(p, e, strides, sinter::view<float, 0>(p).space());
  };
  std::int64_t results = 1;
  for (const std::int64_t e : out) results *= e;
  const buffer moved = make(results);
  compare_move(
      s, w, results, source,
      [&](float* x, float* y, cudaStream_t stream) { fused(view(x, in)).into(view(y, out), stream); },
      [&](float* x, float* y, cudaStream_t stream) {
        alone(view(x, in)).into(view(moved.data(), out), stream);
        map_of_moved(view(moved.data(), out)).into(view(y, out), stream);
      });
}

struct map_at {
  static __device__ double of(float x) { return (static_cast<double>(x) + 1) * 2; }
};
struct flip_source {
  std::int64_t cols;
  __device__ double operator()(const float* x, std::int64_t i) const {
    return map_at::of(x[i / cols * cols + cols - 1 - i % cols]);
  }
};
struct permute_source {
  std::int64_t a, b, c;
  __device__ double operator()(const float* x, std::int64_t i) const {
    return map_at::of(x[((i / c % a) * b + i / c / a) * c + i % c]);
  }
};
struct rotate_source {
  std::int64_t a, b, c;
  __device__ double operator()(const float* x, std::int64_t i) const {
    return map_at::of(x[i % (a * b) * c + i / (a * b)]);
  }
};
struct slice_source {
  std::int64_t cols;
  __device__ double operator()(const float* x, std::int64_t i) const {
    return map_at::of(x[i / (cols - 2) * cols + i % (cols - 2) + 1]);
  }
};
struct roll_source {
  std::int64_t cols, shift;
  __device__ double operator()(const float* x, std::int64_t i) const {
    return map_at::of(x[i / cols * cols + (i % cols + cols - shift) % cols]);
  }
};
struct pad_source {
  std::int64_t cols;
  __device__ double operator()(const float* x, std::int64_t i) const {
    const std::int64_t j = i % (cols + 4) - 2;
    return j < 0 || j >= cols ? 0.0 : map_at::of(x[i / (cols + 4) * cols + j]);
  }
};
struct laplace_source {
  std::int64_t cols;
  __device__ double operator()(const float* x, std::int64_t i) const {
    const float* at = x + (i / (cols - 2) + 1) * cols + i % (cols - 2) + 1;
    return static_cast<double>(at[-cols]) + at[cols] + at[-1] + at[1] - 4.0 * at[0];
  }
};

const bool has_flip = add_group("mv_flip_f32", [](session& s, const workload& w) {
  compare_map<2>(s, w, {w.rows, w.cols}, {w.rows, w.cols}, flip_source{w.cols}, flipped_fused, flipped_alone);
});
const bool has_permute = add_group("mv_permute_f32", [](session& s, const workload& w) {
  const std::int64_t a = 128, b = w.rows / a, c = w.cols;
  compare_map<3>(s, w, {a, b, c}, {b, a, c}, permute_source{a, b, c}, permuted_fused, permuted_alone);
});
const bool has_rotate = add_group("mv_rotate_f32", [](session& s, const workload& w) {
  const std::int64_t a = 128, b = w.rows / a, c = w.cols;
  compare_map<3>(s, w, {a, b, c}, {c, a, b}, rotate_source{a, b, c}, rotated_fused, rotated_alone);
});
const bool has_slice = add_group("mv_slice_f32", [](session& s, const workload& w) {
  compare_map<2>(s, w, {w.rows, w.cols}, {w.rows, w.cols - 2}, slice_source{w.cols}, sliced_fused, sliced_alone);
});
const bool has_roll = add_group("mv_roll_f32", [](session& s, const workload& w) {
  compare_map<2>(s, w, {w.rows, w.cols}, {w.rows, w.cols}, roll_source{w.cols, 1001}, rolled_fused, rolled_alone);
});
const bool has_pad = add_group("mv_pad_f32", [](session& s, const workload& w) {
  compare_map<2>(s, w, {w.rows, w.cols}, {w.rows, w.cols + 4}, pad_source{w.cols}, padded_fused, padded_alone);
});
const bool has_concat = add_group("mv_concat_f32", [](session& s, const workload& w) {
  compare_map<2>(s, w, {w.rows, w.cols}, {w.rows, w.cols}, roll_source{w.cols, 4096}, joined_fused, joined_alone);
});
const bool has_laplace = add_group("mv_laplace_f32", [](session& s, const workload& w) {
  const std::int64_t n = w.rows - 2, m = w.cols - 2;
  std::vector<buffer> part;
  for (int k = 0; k < 5; ++k) part.push_back(make(n * m));
  const auto at = [&](std::size_t k) { return sinter::view(part[k].data(), {n, m}); };
  compare_move(
      s, w, n * m, laplace_source{w.cols},
      [&](float* x, float* y, cudaStream_t stream) {
        laplace(sinter::view(x, {w.rows, w.cols})).into(sinter::view(y, {n, m}), stream);
      },
      [&](float* x, float* y, cudaStream_t stream) {
        laplace_views(sinter::view(x, {w.rows, w.cols}))
            .into(sinter::outputs(at(0), at(1), at(2), at(3), at(4)), stream);
        laplace_sum(at(0), at(1), at(2), at(3), at(4)).into(sinter::view(y, {n, m}), stream);
      });
});

}  // namespace
}  // namespace bench
