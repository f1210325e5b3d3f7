// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Other libraries' complex numbers in place and by value, plans of complex tensors, and what is printed of them.
#include <complex>
#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <sinter/emulate.hpp>
#include <sinter/sinter.hpp>

namespace {

using c64 = sinter::complex<float>;
using c128 = sinter::complex<double>;

inline constexpr auto turned = sinter::region<struct turned_k>([](auto z, auto s) { return z * s; });
inline constexpr auto power = sinter::region<struct power_k>([](auto z) { return real(z * conj(z)); });

// As CUDA's cuFloatComplex is.
struct alignas(8) float_pair {
  float x, y;
};

static_assert(sinter::ComplexNumber<std::complex<float>> && sinter::ComplexNumber<c128> &&
              !sinter::ComplexNumber<std::complex<long double>[2]> && !sinter::ComplexNumber<float_pair> &&
              !sinter::ComplexNumber<std::vector<float>>);
static_assert(c64(std::complex<float>(1, 2)).im == 2 && static_cast<std::complex<double>>(c128(3, 4)).imag() == 4);
static_assert(c64(2, 3) * c64(0, 1) == c64(-3, 2) && c64(1) / c64(0, 1) == -c64(0, 1) &&
              c64(1, 1) - c64(0, 1) + c64(2) == c64(3));

// 16 bytes an element, one element a vector.
constexpr auto plan = sinter::plan<power>(sinter::tensor<c128, 1>{1000});
static_assert(plan.kernels() == 1 && plan.bytes() == 1000 * (16 + 8));
static_assert(sinter::plan<power>(sinter::tensor<c64, 1>{1000}).bytes() == 1000 * (8 + 4));

}  // namespace

TEST_CASE("complex: std::complex in place, a call's scalar too") {
  std::vector<std::complex<float>> z{{1, 2}, {3, -4}, {0, 0.5f}};
  std::vector<std::complex<float>> out(3);
  const auto x = sinter::view(sinter::as_complex(z.data()), {3});
  const auto y = sinter::view(sinter::as_complex(out.data()), {3});
  turned(x, std::complex<double>(0, 2)).into(y, sinter::host);
  CHECK(out == std::vector<std::complex<float>>{{-4, 2}, {8, 6}, {-1, 0}});
  turned(x, c64(0, 2)).into(x, sinter::emulated);
  CHECK(z == out);
}

TEST_CASE("complex: read-only data, pairs and interleaved parts") {
  alignas(16) const double parts[] = {3, 4, 5, 12};
  const auto z = sinter::view(sinter::as_complex(parts), {2});
  static_assert(std::is_same_v<decltype(z), const sinter::view<const c128, 1>>);
  double out[2];
  power(z).into(sinter::view(out, {2}), sinter::host);
  CHECK(out[0] == 25);
  CHECK(out[1] == 169);
  float_pair pair{1, -2};
  static_assert(std::is_same_v<decltype(sinter::as_complex(&pair)), c64*>);
  CHECK(sinter::as_complex(&pair)->im == -2);
  std::complex<double> number(1, 2);
  sinter::as_complex(&number)->re = 7;
  CHECK(number.real() == 7);
}

TEST_CASE("complex: data that are not aligned as a whole are refused") {
  alignas(16) float parts[6] = {};
  std::string said;
  try {
    (void)sinter::as_complex(parts + 1);
  } catch (const sinter::error& e) {
    said = e.what();
  }
  CHECK(said ==
        "as_complex: the data do not begin at a multiple of 8 bytes, as a GPU's access to one number does: copy them");
  CHECK(sinter::as_complex(parts + 2) == reinterpret_cast<c64*>(parts + 2));
}

TEST_CASE("complex: bytes are std::complex's") {
  const c128 z(1.5, -2.5);
  const std::complex<double> s(1.5, -2.5);
  CHECK(std::memcmp(&z, &s, sizeof(z)) == 0);
}

TEST_CASE("complex: a graph prints scalars and literals as the real numbers they are made of") {
  const c64 z[1] = {c64(1)};
  const std::string text = sinter::explain(turned(sinter::view(z, {1}), c64(0, 1))).c_str();
  CHECK(text.find("make_complex c64[] %") != std::string::npos);
  CHECK(text.find("mul c64[x0.0]") != std::string::npos);
}
