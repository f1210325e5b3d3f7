// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Complex tensors in every kernel: arrangements, broadcasts, turned tiles, in place, several results, reductions of rows and of
// everything; and beside them real tensors, scalars and literals. A test file defines SINTER_TEST_FIXTURES.
// Invariant: formulas round each operation once, so results are compared bit for bit where no sum is in them.
#pragma once

#include "support/complex_values.hpp"
#include "support/executors.hpp"

namespace test {

using c64 = sinter::complex<float>;
using c128 = sinter::complex<double>;

template <class T>
struct layout_k;  // names the kernels

// a * b + c, each operation rounded once.
template <class Z>
Z multiply_add(Z a, Z b, Z c) {
  using T = typename Z::value_type;
  volatile T ac = a.re * b.re, bd = a.im * b.im, ad = a.re * b.im, bc = a.im * b.re;
  volatile T re = ac - bd, im = ad + bc;
  volatile T sum_re = re + c.re, sum_im = im + c.im;
  return {sum_re, sum_im};
}

template <class F, class Z>
void check_complex_arrangements(int64_t rows, int64_t columns) {
  constexpr auto formula = sinter::region<layout_k<Z>>(
      [](auto z, auto row, auto column) { return sinter::outputs(z * row + column, real(z), imag(z)); });
  using T = typename Z::value_type;
  const extents<2> e{rows, columns};
  const values<Z> z = random<Z>(e.count(), 3), r = random<Z>(columns, 4), c = random<Z>(rows, 5);
  values<Z> want(e.count());
  for (int64_t i = 0; i < e.count(); ++i) want[i] = multiply_add(z[i], r[i % columns], c[i / columns]);
  for (const arrangement in : every_arrangement) {
    for (const arrangement out : {arrangement::contiguous, in}) {
      CAPTURE(in);
      CAPTURE(out);
      CAPTURE(rows);
      const auto tz = make<F>(e, z, in);
      const auto tr = make<F>(extents{columns}, r, out);
      const auto tc = make<F>(extents{rows, int64_t{1}}, c);
      const auto y = output<F, Z>(e, out);
      const auto re = output<F, T>(e, in), im = output<F, T>(e, out);
      formula(tz.view(), tr.view(), tc.view()).into(sinter::outputs(y.view(), re.view(), im.view()), F::executor());
      const values<Z> got = y.get();
      const values<T> got_re = re.get(), got_im = im.get();
      int wrong = 0;
      for (int64_t i = 0; i < e.count(); ++i) {
        wrong += same_parts(got[i], want[i]) && same_bits(got_re[i], z[i].re) && same_bits(got_im[i], z[i].im) ? 0 : 1;
      }
      CHECK(wrong == 0);
      CHECK(y.gaps_are_untouched());
      CHECK(re.gaps_are_untouched());
      CHECK(tz.is_untouched());
    }
  }
}

TEST_CASE_TEMPLATE("complex: any arrangement, broadcasts, parts beside the numbers", F, SINTER_TEST_FIXTURES) {
  check_complex_arrangements<F, c64>(1, 1);
  check_complex_arrangements<F, c64>(5, 7);
  check_complex_arrangements<F, c64>(33, 64);
  check_complex_arrangements<F, c128>(5, 7);
  check_complex_arrangements<F, c128>(33, 64);
}

// A complex value a row beside narrow elements, whose vectors are longer than one of complex numbers.
template <class F, class Z>
void check_value_a_row(int64_t rows, int64_t columns) {
  constexpr auto formula =
      sinter::region<layout_k<Z&>>([](auto x, auto z) { return x * sinter::cast<float>(real(z) - imag(z)); });
  const values<float> x = random<float>(rows * columns, 13);
  values<Z> z(rows);
  for (int64_t r = 0; r < rows; ++r) z[r] = Z(static_cast<float>(r), 0.5f);
  for (const arrangement how : every_arrangement) {
    const auto tx = make<F>(extents{rows, columns}, x, how);
    const auto tz = make<F>(extents{rows, int64_t{1}}, z);
    const auto y = output<F, float>(extents{rows, columns}, how);
    formula(tx.view(), tz.view()).into(y.view(), F::executor());
    const values<float> got = y.get();
    int wrong = 0;
    for (int64_t i = 0; i < got.size(); ++i) {
      wrong += got[i] == x[i] * (static_cast<float>(i / columns) - 0.5f) ? 0 : 1;
    }
    CHECK(wrong == 0);
    CHECK(y.gaps_are_untouched());
  }
}
TEST_CASE_TEMPLATE("complex: one number a row beside elements of 4 bytes", F, SINTER_TEST_FIXTURES) {
  check_value_a_row<F, c64>(6, 64);
  check_value_a_row<F, c64>(5, 7);
  check_value_a_row<F, c128>(6, 64);
  check_value_a_row<F, c128>(5, 7);
}

// Tiles of shared memory are turned where both axes are long.
template <class F, class Z>
void check_turned(int64_t rows, int64_t columns) {
  constexpr auto formula = sinter::region<layout_k<Z>>([](auto a, auto b) { return transpose(a) * b + transpose(a); });
  const values<Z> a = random<Z>(rows * columns, 7), b = random<Z>(rows * columns, 8);
  for (const arrangement how : {arrangement::contiguous, arrangement::misaligned}) {
    const auto ta = make<F>(extents{columns, rows}, a, how);
    const auto tb = make<F>(extents{rows, columns}, b, how);
    const auto y = output<F, Z>(extents{rows, columns}, how);
    formula(ta.view(), tb.view()).into(y.view(), F::executor());
    const values<Z> got = y.get();
    int wrong = 0;
    for (int64_t i = 0; i < got.size(); ++i) {
      const Z across = a[i % columns * rows + i / columns];
      wrong += same_parts(got[i], multiply_add(across, b[i], across)) ? 0 : 1;
    }
    CHECK(wrong == 0);
    CHECK(y.gaps_are_untouched());
  }
}

TEST_CASE_TEMPLATE("complex: a transposed operand through tiles", F, SINTER_TEST_FIXTURES) {
  check_turned<F, c64>(64, 96);
  check_turned<F, c64>(37, 41);
  check_turned<F, c128>(64, 96);
  check_turned<F, c128>(37, 41);
}

template <class F, class Z>
void check_in_place() {
  constexpr auto square = sinter::region<layout_k<Z>>([](auto z) { return z * z + z; });
  for (const int64_t n : {1, 2, 3, 255, 1000}) {
    const values<Z> v = random<Z>(n, 9);
    const auto z = make<F>(extents{n}, v);
    square(z.view()).into(z.view(), F::executor());
    const values<Z> got = z.get();
    int wrong = 0;
    for (int64_t i = 0; i < n; ++i) wrong += same_parts(got[i], multiply_add(v[i], v[i], v[i])) ? 0 : 1;
    CHECK(wrong == 0);
  }
}

TEST_CASE_TEMPLATE("complex: in place, and a bound expression", F, SINTER_TEST_FIXTURES) {
  check_in_place<F, c64>();
  check_in_place<F, c128>();
  const values<c64> v{{1, 2}, {3, -4}};
  const auto z = make<F>(extents{2}, v);
  const auto y = output<F, float>(extents{2});
  sinter::run(F::executor(), y.view() = real(z.view() * conj(z.view())) + abs(z.view()) * 0.0f);
  CHECK(difference(y.get(), values<float>{5, 25}) == "");
}

// Against long double sums: errors grow with the logarithm of the length at most tenfold.
template <class F, class Z>
void check_complex_reductions(int64_t rows, int64_t n, arrangement how) {
  using T = typename Z::value_type;
  constexpr auto formula = sinter::region<layout_k<Z>>([](auto z) {
    const auto centred = z - mean(z, sinter::axis<-1>);
    return sinter::outputs(sum(z), mean(z), sum(z, sinter::axis<-1>), mean(z, sinter::axis<-1>, sinter::drop),
                           centred * conj(centred), sqrt(sum(real(centred * conj(centred)), sinter::axis<-1>)));
  });
  const extents<2> e{rows, n};
  const values<Z> v = random<Z>(e.count(), 11);
  const auto z = make<F>(e, v, how);
  const auto total = output<F, Z>(extents<0>{}), average = output<F, Z>(extents<0>{});
  const auto row_sum = output<F, Z>(extents{rows, int64_t{1}});
  const auto row_mean = output<F, Z>(extents{rows});
  const auto power = output<F, Z>(e, how);
  const auto norm = output<F, T>(extents{rows, int64_t{1}});
  formula(z.view()).into(
      sinter::outputs(total.view(), average.view(), row_sum.view(), row_mean.view(), power.view(), norm.view()),
      F::executor());
  const double slack = 10 * std::numeric_limits<T>::epsilon();
  const auto close = [&](Z got, exact_complex want, double scale) {
    return std::abs(exact(got) - want) <= slack * scale;
  };
  const auto got_sum = row_sum.get(), got_mean = row_mean.get(), got_power = power.get();
  const auto got_norm = norm.get();
  exact_complex all = 0;
  int wrong = 0;
  for (int64_t r = 0; r < rows; ++r) {
    exact_complex sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += exact(v[r * n + i]);
    all += sum;
    const auto length = static_cast<long double>(n);
    wrong += close(got_sum[r], sum, static_cast<double>(n)) && close(got_mean[r], sum / length, 4) ? 0 : 1;
    long double squares = 0;
    for (int64_t i = 0; i < n; ++i) {
      const long double want = std::norm(exact(v[r * n + i]) - sum / length);
      squares += want;
      wrong += close(got_power[r * n + i], want, 40) ? 0 : 1;
    }
    wrong += std::fabs(got_norm[r] - std::sqrt(squares)) <= slack * 4 * (1 + std::sqrt(squares)) ? 0 : 1;
  }
  CAPTURE(rows);
  CAPTURE(n);
  CHECK(wrong == 0);
  const auto count = static_cast<double>(e.count());
  CHECK(close(total.get()[0], all, count));
  CHECK(close(average.get()[0], all / static_cast<long double>(count), 4));
  CHECK(power.gaps_are_untouched());
}

template <class F, class Z>
void check_lengths() {
  for (const int64_t n : {1, 2, 7, 32, 200, 1025}) {
    check_complex_reductions<F, Z>(3, n, arrangement::contiguous);
    check_complex_reductions<F, Z>(2, n, arrangement::strided);
  }
  check_complex_reductions<F, Z>(40, 33, arrangement::transposed);
  check_complex_reductions<F, Z>(1, 9000, arrangement::contiguous);   // staged
  check_complex_reductions<F, Z>(1, 20000, arrangement::contiguous);  // looped; several blocks' partials
}

TEST_CASE_TEMPLATE("complex: sums and means of rows and of everything", F, SINTER_TEST_FIXTURES) {
  check_lengths<F, c64>();
  check_lengths<F, c128>();
}
TEST_CASE_TEMPLATE("complex: no elements sum to 0, and their mean is NaN", F, SINTER_TEST_FIXTURES) {
  constexpr auto formula = sinter::region<layout_k<void>>([](auto z) { return sinter::outputs(sum(z), mean(z)); });
  const auto z = make<F>(extents{0}, values<c128>(0));
  const auto s = output<F, c128>(extents<0>{}), m = output<F, c128>(extents<0>{});
  formula(z.view()).into(sinter::outputs(s.view(), m.view()), F::executor());
  CHECK(s.get()[0] == c128(0));
  CHECK(is_nan(m.get()[0]));
}

// A second kernel finishes the partials of the first, 16 bytes each; or the last block does.
template <class F, class Z>
void check_shares() {
  constexpr auto formula = sinter::region<layout_k<Z>>([](auto z) {
    const auto all = sum(z);
    return sinter::outputs(z - all, all * 2.0f);
  });
  const int64_t n = 20000;
  values<Z> v(n);
  for (int64_t i = 0; i < n; ++i) v[i] = Z(static_cast<float>(i % 5), static_cast<float>(-i % 3));  // sums are exact
  Z all(0);
  for (int64_t i = 0; i < n; ++i) all = Z(all.re + v[i].re, all.im + v[i].im);
  const auto z = make<F>(extents{n}, v);
  const auto y = output<F, Z>(extents{n});
  const auto twice = output<F, Z>(extents<0>{});
  formula(z.view()).into(sinter::outputs(y.view(), twice.view()), F::executor());
  const values<Z> got = y.get();
  int wrong = 0;
  for (int64_t i = 0; i < n; ++i) wrong += got[i] == Z(v[i].re - all.re, v[i].im - all.im) ? 0 : 1;
  CHECK(wrong == 0);
  CHECK(twice.get()[0] == Z(2 * all.re, 2 * all.im));
}
TEST_CASE_TEMPLATE("complex: what needs the sum of everything, in either form", F, SINTER_TEST_FIXTURES) {
  check_shares<with_policy<F, sinter::fusion::two_pass>, c64>();
  check_shares<with_policy<F, sinter::fusion::last_block>, c64>();
  check_shares<with_policy<F, sinter::fusion::two_pass>, c128>();
  check_shares<with_policy<F, sinter::fusion::last_block>, c128>();
}

// A real operand counts as x + 0i; f64 widens c64.
TEST_CASE_TEMPLATE("complex: beside tensors of every kind", F, SINTER_TEST_FIXTURES) {
  constexpr auto formula = sinter::region<layout_k<int>>([](auto z, auto b, auto i, auto h, auto f, auto d) {
    return sinter::outputs(z + b, z * i, h - z, z * f + 1.0f, z * d, make_complex(h, f), make_complex(i, d),
                           sinter::cast<c128>(z), sinter::cast<c64>(h), sinter::cast<c64>(z * d));
  });
  const values<c64> z{{1, -2}, {0.5f, 3}, {-0.0f, 7}};
  const values<bool> b{true, false, true};
  const values<std::int32_t> i{2, -3, 16777217};
  const values<sinter::bf16> h{stored<sinter::bf16>(0.5L), stored<sinter::bf16>(-4), stored<sinter::bf16>(3)};
  const values<float> f{10, 0.25f, -1};
  const values<double> d{0.1, 1e300, -0.0};
  const extents<1> e{3};
  const auto tz = make<F>(e, z);
  const auto tb = make<F>(e, b);
  const auto ti = make<F>(e, i);
  const auto th = make<F>(e, h);
  const auto tf = make<F>(e, f);
  const auto td = make<F>(e, d);
  const auto o0 = output<F, c64>(e), o1 = output<F, c64>(e), o2 = output<F, c64>(e), o3 = output<F, c64>(e),
             o5 = output<F, c64>(e), o8 = output<F, c64>(e), o9 = output<F, c64>(e);
  const auto o4 = output<F, c128>(e), o6 = output<F, c128>(e), o7 = output<F, c128>(e);
  formula(tz.view(), tb.view(), ti.view(), th.view(), tf.view(), td.view())
      .into(sinter::outputs(o0.view(), o1.view(), o2.view(), o3.view(), o4.view(), o5.view(), o6.view(), o7.view(),
                            o8.view(), o9.view()),
            F::executor());
  for (int k = 0; k < 3; ++k) {
    const c128 wide(z[k].re, z[k].im);
    const c128 product = multiply_add(wide, c128(d[k]), c128(-0.0, -0.0));
    CHECK(same_parts(o0.get()[k], c64(z[k].re + (b[k] ? 1.0f : 0.0f), z[k].im + 0.0f)));
    CHECK(same_parts(o1.get()[k], multiply_add(z[k], c64(static_cast<float>(i[k])), c64(-0.0f, -0.0f))));
    CHECK(same_parts(o2.get()[k], c64(static_cast<float>(h[k]) - z[k].re, 0.0f - z[k].im)));
    CHECK(same_parts(o3.get()[k], multiply_add(z[k], c64(f[k]), c64(1))));
    CHECK(same_parts(o4.get()[k], product));
    CHECK(same_parts(o5.get()[k], c64(static_cast<float>(h[k]), f[k])));
    CHECK(same_parts(o6.get()[k], c128(i[k], d[k])));
    CHECK(same_parts(o7.get()[k], wide));
    CHECK(same_parts(o8.get()[k], c64(static_cast<float>(h[k]))));
    CHECK(same_parts(o9.get()[k], c64(static_cast<float>(product.re), static_cast<float>(product.im))));
  }
}

TEST_CASE_TEMPLATE("complex: scalars and literals are weak and keep f64's digits beside f64 and c128", F,
                   SINTER_TEST_FIXTURES) {
  constexpr auto formula = sinter::region<layout_k<char>>([](auto x, auto s, auto t) {
    return sinter::outputs((x + s) * std::complex<double>(0, 1), x * 0.1 + c64(1, 2), x - t);
  });
  const std::complex<double> s(0.1, 0.2);
  const values<c64> narrow{{1, 2}, {3, -4}};
  const values<c128> wide{{1, 2}, {3, -4}};
  const values<double> real{1, 3};
  const extents<1> e{2};
  const auto run = [&](const auto& x, auto number, auto tenth) {
    using Z = decltype(number);
    using T = typename Z::value_type;
    const auto a = output<F, Z>(e), b = output<F, Z>(e), c = output<F, Z>(e);
    formula(x.view(), s, c64(0.5f, -0.5f)).into(sinter::outputs(a.view(), b.view(), c.view()), F::executor());
    const values<Z> got_a = a.get(), got_b = b.get(), got_c = c.get();
    const auto in = x.get();
    for (int k = 0; k < 2; ++k) {
      Z z{};
      if constexpr (sinter::is_complex<std::remove_cvref_t<decltype(in[k])>>)
        z = in[k];
      else
        z = Z(in[k]);
      const Z sum(z.re + static_cast<T>(s.real()), z.im + static_cast<T>(s.imag()));
      CHECK(got_a[k] == multiply_add(sum, Z(0, 1), Z(0)));
      CHECK(same_parts(got_b[k], multiply_add(z, Z(tenth), Z(1, 2))));
      CHECK(got_c[k] == Z(z.re - T(0.5), z.im + T(0.5)));
    }
  };
  run(make<F>(e, narrow), c64{}, 0.1f);
  run(make<F>(e, wide), c128{}, 0.1);
  run(make<F>(e, real), c128{}, 0.1);
  // All scalars: the formula's dtype is theirs.
  constexpr auto constant =
      sinter::region<layout_k<long>>([](auto x, auto re, auto im) { return make_complex(re, im) + x * 0; });
  const auto x = make<F>(e, values<float>{5, 6});
  const auto y = output<F, c64>(e);
  constant(x.view(), 1.5, -2.5).into(y.view(), F::executor());
  CHECK(y.get()[1] == c64(1.5f, -2.5f));
}

// Of real operands the functions that take numbers apart are what they are of x + 0i.
TEST_CASE_TEMPLATE("complex: parts of real operands", F, SINTER_TEST_FIXTURES) {
  constexpr auto formula = sinter::region<layout_k<float>>(
      [](auto x, auto n) { return sinter::outputs(real(x), imag(x), conj(x), arg(x), real(n), imag(n), arg(n)); });
  const values<float> v{2, -3, -0.0f, nan};
  const values<std::int64_t> n{2, -3, 0, 5};
  const extents<1> e{4};
  const auto x = make<F>(e, v);
  const auto i = make<F>(e, n);
  const auto a = output<F, float>(e), b = output<F, float>(e), c = output<F, float>(e), d = output<F, float>(e);
  const auto p = output<F, std::int64_t>(e), q = output<F, std::int64_t>(e);
  const auto r = output<F, float>(e);
  formula(x.view(), i.view())
      .into(sinter::outputs(a.view(), b.view(), c.view(), d.view(), p.view(), q.view(), r.view()), F::executor());
  const float pi = 3.14159274f;
  CHECK(difference(a.get(), v) == "");
  CHECK(difference(b.get(), values<float>{0, 0, 0, 0}) == "");
  CHECK(difference(c.get(), v) == "");
  CHECK(difference(d.get(), values<float>{0, pi, pi, nan}) == "");
  CHECK(difference(p.get(), n) == "");
  CHECK(difference(q.get(), values<std::int64_t>{0, 0, 0, 0}) == "");
  CHECK(difference(r.get(), values<float>{0, pi, 0, 0}) == "");
}

// Elements move as they are, whatever they hold; what a pad or a triangle adds is a number too.
template <class F, class Z>
void check_moved() {
  using sinter::axis;
  constexpr auto formula = sinter::region<layout_k<Z*>>([](auto z, auto index) {
    return sinter::outputs(flip(z, axis<-1>), take(z, axis<1>, index), pad(z, axis<-1>, 1, 2, Z(7, -7)), tril(z),
                           concatenate(axis<-1>, z, conj(z)), sum(unfold(z, axis<-1>, 2), axis<-1>, sinter::drop));
  });
  const extents<2> e{3, 4};
  values<Z> v(12);
  for (int64_t i = 0; i < 12; ++i) v[i] = Z(static_cast<float>(i), static_cast<float>(100 - i));
  const auto z = make<F>(e, v);
  const auto index = make<F>(extents{2}, values<std::int32_t>{3, 0});
  const auto flipped = output<F, Z>(e), lower = output<F, Z>(e);
  const auto taken = output<F, Z>(extents{3, 2}), padded = output<F, Z>(extents{3, 7}),
             both = output<F, Z>(extents{3, 8}), pairs = output<F, Z>(extents{3, 3});
  formula(z.view(), index.view())
      .into(sinter::outputs(flipped.view(), taken.view(), padded.view(), lower.view(), both.view(), pairs.view()),
            F::executor());
  for (int64_t i = 0; i < 3; ++i) {
    for (int64_t k = 0; k < 4; ++k) {
      const Z here = v[i * 4 + k];
      CHECK(flipped.get()[i * 4 + 3 - k] == here);
      CHECK(lower.get()[i * 4 + k] == (k <= i ? here : Z(0)));
      CHECK(padded.get()[i * 7 + k + 1] == here);
      CHECK(both.get()[i * 8 + k] == here);
      CHECK(both.get()[i * 8 + 4 + k] == Z(here.re, -here.im));
      if (k < 3) CHECK(pairs.get()[i * 3 + k] == here + v[i * 4 + k + 1]);
    }
    CHECK(taken.get()[i * 2] == v[i * 4 + 3]);
    CHECK(taken.get()[i * 2 + 1] == v[i * 4]);
    CHECK(padded.get()[i * 7] == Z(7, -7));
    CHECK(padded.get()[i * 7 + 6] == Z(7, -7));
  }
}
TEST_CASE_TEMPLATE("complex: movement and gathers", F, SINTER_TEST_FIXTURES) {
  check_moved<F, c64>();
  check_moved<F, c128>();
}

// A user's op sees complex numbers as values with operators.
struct mandelbrot_step_t final : sinter::binary<mandelbrot_step_t, "mandelbrot_step"> {
  template <class T>
  SINTER_FN static T eval(T z, T c) {
    return z * z + c;
  }
};
TEST_CASE_TEMPLATE("complex: a user's op and a branch", F, SINTER_TEST_FIXTURES) {
  constexpr auto formula = sinter::region<layout_k<bool>>([](auto z, auto c) {
    const auto next = sinter::call<mandelbrot_step_t>(z, c);
    return cond(abs(sum(next)) > 100.0f, next / 2.0f, conj(next));
  });
  const values<c128> z{{1, 2}, {-1, 0.5}}, c{{0.25, 0}, {0, 1}};
  const auto tz = make<F>(extents{2}, z), tc = make<F>(extents{2}, c);
  const auto y = output<F, c128>(extents{2});
  formula(tz.view(), tc.view()).into(y.view(), F::executor());
  for (int i = 0; i < 2; ++i) {
    const c128 next = multiply_add(z[i], z[i], c[i]);
    CHECK(same_parts(y.get()[i], c128(next.re, -next.im)));
  }
}

}  // namespace test
