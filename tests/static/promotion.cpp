// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Dtypes and ranks of results: tensors promote among themselves, literals and run-time scalars are weak.
#include <type_traits>

#include <sinter/sinter.hpp>

namespace {

using sinter::axis;
using sinter::bf16;
using sinter::drop;
using sinter::val;
using std::int32_t;
using std::int64_t;

// A tensor of rank 2 and a run-time scalar, as a region's lambda sees them.
template <class T>
constexpr val<T, 2> t{};
template <class T>
constexpr val<T, 0, true> s{};

template <class V, class T, int Rank = 2>
constexpr bool is = std::is_same_v<typename V::value_type, T>&& V::rank == Rank;

// Tensors: bool < integers < floats, the wider wins; arithmetic on bools is i32.
static_assert(is<decltype(t<float> + t<float>), float>);
static_assert(is<decltype(t<bf16> + t<bf16>), bf16>);
static_assert(is<decltype(t<bf16> * t<float>), float>);
static_assert(is<decltype(t<int32_t> - t<int64_t>), int64_t>);
static_assert(is<decltype(t<int64_t> + t<bf16>), bf16>);
static_assert(is<decltype(t<bool> + t<bool>), int32_t>);
static_assert(is<decltype(t<bool> * t<float>), float>);
static_assert(is<decltype(-t<bool>), int32_t>);

// Division and elementary functions of integers are f32; of floats they keep their dtype.
static_assert(is<decltype(t<int32_t> / t<int32_t>), float>);
static_assert(is<decltype(t<int64_t> / t<bf16>), bf16>);
static_assert(is<decltype(t<bf16> / t<bf16>), bf16>);
static_assert(is<decltype(exp(t<int64_t>)), float>);
static_assert(is<decltype(exp(t<bool>)), float>);
static_assert(is<decltype(tanh(t<bf16>)), bf16>);

// Comparisons and logic are bool; a choice has the dtype of what it chooses from.
static_assert(is<decltype(t<float> < t<int32_t>), bool>);
static_assert(is<decltype(t<bf16> == t<bf16>), bool>);
static_assert(is<decltype(t<float> && t<bool>), bool>);
static_assert(is<decltype(!t<int64_t>), bool>);
static_assert(is<decltype(where(t<float>, t<int32_t>, t<int64_t>)), int64_t>);
static_assert(is<decltype(where(t<bool>, t<bool>, t<bool>)), bool>);
static_assert(is<decltype(where(t<bool>, t<bf16>, 0.0)), bf16>);
static_assert(is<decltype(where(t<int64_t>, 1.0f, t<int32_t>)), float>);

// A literal decides only when its kind is higher than every tensor's, and then as f32 or i32.
static_assert(is<decltype(t<bf16> + 1.0f), bf16>);
static_assert(is<decltype(t<bf16> + 1.0), bf16>);
static_assert(is<decltype(t<bf16> * 2), bf16>);
static_assert(is<decltype(t<float> + 1LL), float>);
static_assert(is<decltype(t<int32_t> + 1), int32_t>);
static_assert(is<decltype(t<int32_t> + 1LL), int32_t>);
static_assert(is<decltype(t<int32_t> + true), int32_t>);
static_assert(is<decltype(t<int64_t> + 1), int64_t>);
static_assert(is<decltype(t<int32_t> + 0.5), float>);
static_assert(is<decltype(t<int64_t> * 0.5f), float>);
static_assert(is<decltype(t<bool> + 1), int32_t>);
static_assert(is<decltype(1.0f - t<bf16>), bf16>);
static_assert(is<decltype(t<int32_t> < 0.5f), bool>);

// A run-time scalar is as weak, and arithmetic among scalars stays weak.
static_assert(is<decltype(t<bf16> + s<float>), bf16>);
static_assert(is<decltype(t<int32_t> * s<float>), float>);
static_assert(is<decltype(t<bf16> * (s<float> + 1.0f)), bf16>);
static_assert(decltype(s<float> * 2.0f)::weak && !decltype(t<bf16> + s<float>)::weak);
// A comparison, a cast and a reduction are strong.
static_assert(!decltype(s<float> < 1.0f)::weak && !decltype(sinter::cast<float>(s<float>))::weak);
static_assert(is<decltype(t<bf16> + sinter::cast<float>(s<float>)), float>);

// Narrow floats: what holds both. Signed and unsigned: a signed type that holds both.
static_assert(is<decltype(t<sinter::f16> + t<bf16>), float> && is<decltype(t<sinter::f16> + t<float>), float>);
static_assert(is<decltype(t<sinter::e4m3> * t<sinter::e4m3>), sinter::e4m3> &&
              is<decltype(t<sinter::e4m3> * t<sinter::e5m2>), sinter::f16> &&
              is<decltype(t<sinter::e5m2> * t<bf16>), bf16>);
static_assert(is<decltype(t<double> + t<float>), double> && is<decltype(t<double> + t<int64_t>), double> &&
              is<decltype(t<std::uint64_t> + t<sinter::f16>), sinter::f16>);
static_assert(is<decltype(t<std::uint8_t> + t<std::uint8_t>), std::uint8_t> &&
              is<decltype(t<std::uint8_t> + t<std::int8_t>), std::int16_t> &&
              is<decltype(t<std::uint8_t> + t<int32_t>), int32_t> &&
              is<decltype(t<std::uint16_t> - t<std::int16_t>), int32_t> &&
              is<decltype(t<std::uint32_t> - t<std::int8_t>), int64_t>);
static_assert(is<decltype(t<std::uint8_t> + 1), std::uint8_t> && is<decltype(t<std::uint64_t> * 2), std::uint64_t> &&
              is<decltype(t<std::int8_t> * 0.5), float> && is<decltype(t<sinter::f16> * 0.5), sinter::f16> &&
              is<decltype(t<double> * 0.5f), double>);

// Complex numbers are above the floats; f64 and either of them are c128. Parts, magnitude and angle are real.
using c64 = sinter::complex<float>;
using c128 = sinter::complex<double>;
static_assert(is<decltype(t<c64> + t<float>), c64> && is<decltype(t<bool> * t<c64>), c64> &&
              is<decltype(t<int64_t> - t<c64>), c64> && is<decltype(t<bf16> / t<c128>), c128> &&
              is<decltype(t<double> + t<c64>), c128> && is<decltype(t<c128> * t<c64>), c128> &&
              is<decltype(t<std::uint64_t> + t<c64>), c64>);
static_assert(is<decltype(t<c64> * 2.0), c64> && is<decltype(t<c64> + 1), c64> && is<decltype(-t<c64>), c64> &&
              is<decltype(t<float> + c64(0, 1)), c64> && is<decltype(t<double> * c64(0, 1)), c128> &&
              is<decltype(t<int32_t> * c128(0, 1)), c64> && is<decltype(t<c64> - c128(0, 1)), c64> &&
              is<decltype(t<bf16> + s<c64>), c64> && is<decltype(t<double> + s<c64>), c128> &&
              is<decltype(t<float> + s<c128>), c64>);
static_assert(is<decltype(real(t<c64>)), float> && is<decltype(imag(t<c128>)), double> &&
              is<decltype(abs(t<c64>)), float> && is<decltype(arg(t<c128>)), double> &&
              is<decltype(conj(t<c64>)), c64> && is<decltype(abs(t<bf16>)), bf16> &&
              is<decltype(real(t<bool>)), int32_t> && is<decltype(arg(t<int32_t>)), float>);
static_assert(is<decltype(make_complex(t<float>, t<bf16>)), c64> && is<decltype(make_complex(t<double>, 0)), c128> &&
              is<decltype(make_complex(t<sinter::f16>, t<bf16>)), c64> &&
              is<decltype(polar(t<int32_t>, t<double>)), c128> && decltype(make_complex(s<float>, 1.0f))::weak);
static_assert(is<decltype(t<c64> == t<double>), bool> && is<decltype(isnan(t<c64>)), bool> &&
              is<decltype(where(t<bool>, t<c64>, t<double>)), c128> && is<decltype(exp(t<c64>)), c64> &&
              is<decltype(pow(t<c64>, 2)), c64>);
static_assert(is<decltype(sinter::cast<c128>(t<c64>)), c128> && is<decltype(sinter::cast<c64>(t<int64_t>)), c64> &&
              is<decltype(sum(t<c64>)), c64, 0> && is<decltype(mean(t<c128>, axis<-1>)), c128>);

// Casts.
static_assert(is<decltype(sinter::cast<bf16>(t<float>)), bf16>);
static_assert(is<decltype(sinter::cast<bool>(t<float>)), bool>);

// Reductions: sums of integers and bools are i64, of unsigned ones u64, their means f32; max and min keep the dtype.
static_assert(is<decltype(sum(t<std::uint8_t>)), std::uint64_t, 0> && is<decltype(sum(t<std::int8_t>)), int64_t, 0> &&
              is<decltype(sum(t<double>)), double, 0> && is<decltype(mean(t<std::uint16_t>)), float, 0> &&
              is<decltype(mean(t<sinter::f16>)), sinter::f16, 0> &&
              is<decltype(max(t<sinter::e5m2>)), sinter::e5m2, 0>);
static_assert(is<decltype(sum(t<bf16>, axis<-1>)), bf16> && is<decltype(sum(t<bool>, axis<1>)), int64_t>);
static_assert(is<decltype(sum(t<int32_t>)), int64_t, 0> && is<decltype(mean(t<int32_t>)), float, 0>);
static_assert(is<decltype(mean(t<bf16>, axis<-1>, drop)), bf16, 1> && is<decltype(max(t<bool>, axis<-1>)), bool>);
static_assert(is<decltype(min(t<int64_t>, axis<-1>, drop)), int64_t, 1>);

// Ranks: the higher one.
static_assert(is<decltype(t<float> + val<float, 5>{}), float, 5> && is<decltype(t<float> + val<float, 0>{}), float, 2>);
static_assert(is<decltype(t<float> - sum(t<float>)), float, 2> &&
              is<decltype(fma(t<float>, s<float>, val<float, 3>{})), float, 3>);

// Scalars promote as C++ types: f32 for every floating type, i64 where it has 8 bytes.
static_assert(sinter::scalar_dtype<double> == sinter::dtype::f32 && sinter::scalar_dtype<long> == sinter::dtype::i64);
static_assert(sinter::scalar_dtype<char> == sinter::dtype::i32 && sinter::scalar_dtype<bool> == sinter::dtype::boolean);

}  // namespace
