// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Random numbers inside a formula. In: a value whose extents are meant, a seed and an offset (integers; run-time scalars or
// literals). Out: one number an element. Invariant: a number is a function of seed, offset and the element's row-major index
// alone: of no stride, kernel, executor, grid or call before. Streams of one seed are told apart by their offsets.
#pragma once

#include <cstdint>

#include <sinter/core/math/philox.hpp>
#include <sinter/op/arithmetic.hpp>
#include <sinter/op/elementary.hpp>
#include <sinter/op/iota.hpp>
#include <sinter/op/library.hpp>
#include <sinter/op/op.hpp>

namespace sinter {
namespace ops {

// Word `index` of the stream, in the low bits.
struct random_word_t final : ternary<random_word_t, "random_word", typing::integral> {
  template <class T>
  SINTER_FN static constexpr T eval(T index, T seed, T offset) {
    return static_cast<T>(math::random_word(static_cast<std::uint64_t>(index), static_cast<std::uint64_t>(seed),
                                            static_cast<std::uint64_t>(offset)));
  }
  // Four neighbours have one block, which costs as much as a word.
  static constexpr bool by_four = true;
  template <class T>
  SINTER_FN static void eval_four(T* out, T i0, T i1, T i2, T i3, T seed, T offset) {
    if ((i0 & 3) == 0 && i1 == i0 + 1 && i2 == i0 + 2 && i3 == i0 + 3) {
      const math::philox_block r = math::random_block(static_cast<std::uint64_t>(i0), static_cast<std::uint64_t>(seed),
                                                      static_cast<std::uint64_t>(offset));
      SINTER_UNROLL
      for (int i = 0; i < 4; ++i) out[i] = static_cast<T>(r.word[i]);
    } else {
      out[0] = eval(i0, seed, offset);
      out[1] = eval(i1, seed, offset);
      out[2] = eval(i2, seed, offset);
      out[3] = eval(i3, seed, offset);
    }
  }
  static constexpr auto vjp = derivative::zero;
};

}  // namespace ops

namespace detail {
// What a caller passes as seed or offset: an integer, a literal or a scalar of the region.
template <class A>
constexpr bool is_integer_operand() {
  return kind_of(operand_of<A>().type) != dtype_kind::floating;
}
template <class A, class S, class O>
constexpr auto random_words(const A& index, const S& seed, const O& offset) {
  static_assert(is_integer_operand<S>() && is_integer_operand<O>(),
                "random numbers: seed and offset are integers, such as 42 or a scalar argument of the region");
  return call<ops::random_word_t>(index, seed, offset);
}
}  // namespace detail

// 32 random bits an element, u32 (Philox 4x32-10).
template <class A, class S, class O = int>
constexpr auto random_bits(const A& like, const S& seed, const O& offset = 0) {
  return cast<std::uint32_t>(detail::random_words(iota(like), seed, offset));
}
// f32, uniform in [0, 1): the multiples of 2^-24.
template <class A, class S, class O = int>
constexpr auto random_uniform(const A& like, const S& seed, const O& offset = 0) {
  return cast<float>(random_bits(like, seed, offset) >> 8) * 0x1p-24f;
}
// f32, normal with mean 0 and variance 1, up to 6.7 in magnitude (G. Box and M. Muller, 1958, on neighbouring words).
template <class A, class S, class O = int>
constexpr auto random_normal(const A& like, const S& seed, const O& offset = 0) {
  const auto index = iota(like);
  const auto first = cast<std::uint32_t>(detail::random_words(index & ~std::int64_t{1}, seed, offset));
  const auto second = cast<std::uint32_t>(detail::random_words(index | std::int64_t{1}, seed, offset));
  const auto radius = sqrt(log(cast<float>(first) * 0x1p-32f + 0x1p-33f) * -2.0f);
  const auto angle = cast<float>(second >> 8) * (0x1p-24f * 6.28318531f);
  return radius * where((index & std::int64_t{1}) == 0, cos(angle), sin(angle));
}
// i64, uniform in [low, high): each value's probability is right to (high - low) / 2^32.
template <class A, class L, class H, class S, class O = int>
constexpr auto random_integers(const A& like, const L& low, const H& high, const S& seed, const O& offset = 0) {
  const auto bits = cast<std::int64_t>(random_bits(like, seed, offset));
  return low + ((bits * (high - low)) >> 32);
}
// bool, true with probability p. A dropout mask is random_bernoulli(x, 1 - rate, seed, offset).
template <class A, class P, class S, class O = int>
constexpr auto random_bernoulli(const A& like, const P& p, const S& seed, const O& offset = 0) {
  return random_uniform(like, seed, offset) < p;
}

}  // namespace sinter
