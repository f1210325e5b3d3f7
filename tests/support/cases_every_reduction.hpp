// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every reduction of the registry, in every dtype of SINTER_TEST_TYPES that it takes, over the first axis, a middle one, two that
// are no neighbours, the last one and everything; no elements, one, many; ties, NaN, infinities, the ends of integers.
// References are computed in long double, or exactly. A test file defines SINTER_TEST_FIXTURES and SINTER_TEST_TYPES.
// Invariant: a reduction without a reference here does not compile.
#pragma once

#include <complex>
#include <tuple>
#include <vector>

#include "support/axis_patterns.hpp"
#include "support/bounds.hpp"
#include "support/registry.hpp"

namespace test {

// What is known of a row's elements.
template <class T>
struct row_facts {
  std::vector<T> row;
  long double count = 0;
  std::complex<long double> sum = 0, product = 1;
  long double magnitude = 0;                       // of all elements together
  std::uint64_t whole_sum = 0, whole_product = 1;  // of integers, modulo 2^64
  std::int64_t nonzero = 0;
  long double mean = 0, deviations = 0;  // squared, of all elements
  long double largest = -inf, most = 0;  // most: of the magnitudes
  long double log_sum = -inf;

  explicit row_facts(const std::vector<T>& elements) : row(elements) {
    count = static_cast<long double>(row.size());
    for (const T& x : row) add(x);
    if constexpr (!sinter::is_complex<T>) finish();
  }

 private:
  void add(const T& x) {
    if constexpr (sinter::is_complex<T>) {
      const std::complex<long double> z(x.re, x.im);
      sum += z;
      product *= z;
      magnitude += std::abs(z);
      nonzero += x.re != 0 || x.im != 0 ? 1 : 0;
    } else {
      const auto v = static_cast<long double>(number(x));
      if constexpr (std::is_integral_v<T>) {
        whole_sum += static_cast<std::uint64_t>(x);
        whole_product *= static_cast<std::uint64_t>(x);
      }
      sum = sum.real() + v;
      product = product.real() * v;
      magnitude += std::fabs(v);
      most = std::fmax(most, std::fabs(v));
      largest = std::isnan(v) || std::isnan(largest) ? static_cast<long double>(nan) : std::fmax(largest, v);
      nonzero += v != 0 ? 1 : 0;
    }
  }
  void finish() {
    mean = sum.real() / count;
    for (const T& x : row) {
      const long double apart = static_cast<long double>(number(x)) - mean;
      deviations += apart * apart;
    }
    long double scaled = 0;
    for (const T& x : row) {
      const auto v = static_cast<long double>(number(x));
      scaled += v == largest ? 1 : std::exp(v - largest);
    }
    log_sum = row.empty() ? static_cast<long double>(-inf) : largest + std::log(scaled);
  }
};

// Within `absolute` and one unit of the result, or what rounding makes of the exact value.
template <class R>
bool is_close(R got, long double want, long double absolute) {
  if constexpr (sinter::is_complex<R>) {
    return false;
  } else {
    const long double g = number(got);
    if (std::isnan(want)) return std::isnan(g);
    const long double rounded = number(stored<R>(want));
    if (g == rounded) return true;
    return std::isfinite(g) && std::isfinite(want) && std::fabs(g - want) <= absolute + unit<R>(want);
  }
}

template <class Red, class... Reds>
inline constexpr bool is_one_of = (std::is_same_v<Red, Reds> || ...);
// Their results are integers or elements.
template <class Red, class T, class R>
bool is_exactly_right(R got, const row_facts<T>& f) {
  using namespace ops;
  if constexpr (is_one_of<Red, any_t>) {
    return got == (f.nonzero > 0);
  } else if constexpr (is_one_of<Red, all_t>) {
    return got == (f.nonzero == static_cast<std::int64_t>(f.row.size()));
  } else if constexpr (is_one_of<Red, count_nonzero_t>) {
    return got == f.nonzero;
  } else {
    // Only supremum has a value over no elements, which is asked for of floats.
    if (f.row.empty()) return std::is_integral_v<T> || number(got) == number(stored<T>(-inf));
    const std::int64_t place = order_of(f.row, is_one_of<Red, argmax_t, max_t, supremum_t>)[0];
    const T want = f.row[static_cast<std::size_t>(place)];
    if constexpr (is_one_of<Red, argmax_t, argmin_t>)
      return got == place;
    else
      return is_nan(want) ? is_nan(got) : number(got) == number(want);
  }
}
template <class Red, class T, class R>
bool is_right(R got, const row_facts<T>& f) {
  using namespace ops;
  constexpr bool integers = std::is_integral_v<T>;
  if constexpr (is_one_of<Red, any_t, all_t, count_nonzero_t, argmax_t, argmin_t, max_t, min_t, supremum_t>) {
    return is_exactly_right<Red>(got, f);
  } else if constexpr (integers && is_one_of<Red, sum_t, prod_t>) {
    return static_cast<std::uint64_t>(got) == (std::is_same_v<Red, sum_t> ? f.whole_sum : f.whole_product);
  } else if constexpr (integers && is_one_of<Red, mean_t, unbiased_mean_t>) {
    using sum_type = sinter::type_of<sum_t::result(sinter::dtype_of<T>)>;
    const auto n = static_cast<float>(f.row.size());
    const float degrees = std::is_same_v<Red, mean_t> ? n : n < 1 ? 0 : n - 1;
    const float want = static_cast<float>(static_cast<sum_type>(f.whole_sum)) / degrees;
    return is_nan(want) ? is_nan(got) : got == want;
  } else {
    using part = sinter::type_of<sinter::real_of(sinter::dtype_of<R>)>;
    const long double rounding = std::is_same_v<sinter::compute_t<part>, double> ? 0x1p-53L : 0x1p-24L;
    const long double n = f.count;
    const long double summing = rounding * sum_bound(static_cast<std::int64_t>(f.row.size()));
    const auto close = [&](std::complex<long double> want, long double absolute) {
      if constexpr (sinter::is_complex<R>)
        return is_close(got.re, want.real(), absolute) && is_close(got.im, want.imag(), absolute);
      else
        return is_close(got, want.real(), absolute);
    };
    if constexpr (is_one_of<Red, sum_t, compensated_sum_t, f64_sum_t>) {
      return close(f.sum, summing * f.magnitude);
    } else if constexpr (is_one_of<Red, prod_t>) {
      return close(f.product, 4 * n * rounding * std::abs(f.product));
    } else if constexpr (is_one_of<Red, mean_t, moment_mean_t, compensated_mean_t, f64_mean_t>) {
      return close(f.sum / n, summing * f.magnitude / n);
    } else if constexpr (is_one_of<Red, unbiased_mean_t>) {
      const long double degrees = n < 1 ? 0 : n - 1;
      return close(f.sum / degrees, summing * f.magnitude / degrees);
    } else if constexpr (is_one_of<Red, variance_t, unbiased_variance_t>) {
      if (integers && f.most > 1e15L) return true;  // its square is beyond f32
      const long double degrees = std::is_same_v<Red, variance_t> ? n : n - 1;
      if (degrees <= 0) return is_nan(got);
      return close(f.deviations / degrees, 4 * summing * f.deviations / degrees + rounding * f.most * f.most);
    } else {
      static_assert(is_one_of<Red, logsumexp_t>, "this reduction needs a reference here");
      return close(f.log_sum, 2 * summing + 8 * rounding * (std::fabs(f.log_sum) + f.most));
    }
  }
}

// Of the registry's, what T is reduced by; those that have no value over no elements are a list of their own.
using every_reduction = typename flat<sinter::type_list<ops::reductions, ops::statistics>>::type;
template <class Red, class T>
inline constexpr bool reduces =
    sinter::is_complex<T>
        ? sinter::detail::takes_complex<Red>()
        : !std::is_integral_v<T> ||
              !is_one_of<Red, ops::compensated_sum_t, ops::compensated_mean_t, ops::f64_sum_t, ops::f64_mean_t>;
template <class T, bool NeedsElements, class List, class Kept = sinter::type_list<>>
struct reductions_of;
template <class T, bool NeedsElements, class... Kept>
struct reductions_of<T, NeedsElements, sinter::type_list<>, sinter::type_list<Kept...>> {
  using type = sinter::type_list<Kept...>;
};
template <class T, bool NeedsElements, class Red, class... Reds, class... Kept>
struct reductions_of<T, NeedsElements, sinter::type_list<Red, Reds...>, sinter::type_list<Kept...>>
    : reductions_of<T, NeedsElements, sinter::type_list<Reds...>,
                    std::conditional_t<reduces<Red, T> && sinter::detail::NeedsElements<Red> == NeedsElements,
                                       sinter::type_list<Kept..., Red>, sinter::type_list<Kept...>>> {};

template <class Red, class A, class... How>
constexpr auto reduce_by(const A& x, How... how) {
  if constexpr (std::is_same_v<Red, ops::argmax_t>)
    return argmax(x, how...);
  else if constexpr (std::is_same_v<Red, ops::argmin_t>)
    return argmin(x, how...);
  else
    return sinter::reduce<Red>(x, how...);
}
// A lambda in a lambda would do, if nvcc found the list in it.
template <class List, class A>
struct reducing_by_all;
template <class... Reds, class A>
struct reducing_by_all<sinter::type_list<Reds...>, A> {
  A x;
  template <class... How>
  constexpr auto operator()(How... how) const {
    return sinter::outputs(reduce_by<Reds>(x, how...)...);
  }
};
template <class Along, class List>
struct every_k;
template <class Along, class List>
inline constexpr auto every = sinter::region<every_k<Along, List>>([](auto x) {
  return Along::apply(reducing_by_all<List, decltype(x)>{x});
});

template <class F, class T, class Along, class... Reds>
void check_reductions(sinter::type_list<Reds...> list, const extents<3>& e, const values<T>& v, arrangement how) {
  const auto x = make<F>(e, v, how);
  const auto results =
      std::make_tuple(reduced_output<F, sinter::type_of<Reds::result(sinter::dtype_of<T>)>, Along>(e)...);
  std::apply(
      [&](const auto&... y) {
        every<Along, decltype(list)>(x.view()).into(sinter::outputs(y.view()...), F::executor());
      },
      results);
  const auto got = std::apply([](const auto&... y) { return std::make_tuple(y.get()...); }, results);
  const auto rows = rows_of<Along>(e, v);
  std::string wrong;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const row_facts<T> facts(rows[r]);
    const auto check = [&](const char* name, bool right) {
      if (!right) wrong += name + (" of " + std::to_string(r)) + ", ";
    };
    std::apply(
        [&](const auto&... y) { (check(Reds::name, is_right<Reds>(y[static_cast<std::int64_t>(r)], facts)), ...); },
        got);
  }
  CHECK(wrong == "");
}

// Of which products are exact in any order, and do not overflow: few factors are not of magnitude 1.
template <class T>
values<T> ordinary_values(std::int64_t n) {
  values<T> v(n);
  generator g(91);
  for (T& x : v) {
    const std::int64_t k = g.integer(0, 1023);
    if constexpr (sinter::is_complex<T>) {
      using part = typename T::value_type;
      const T factors[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
      x = k < 16 ? T(1, part(-1)) : k < 32 ? T(part(0.5), part(0.5)) : factors[k % 4];
    } else if constexpr (std::is_integral_v<T>) {
      x = stored<T>(k < 5 ? 0 : std::is_signed_v<T> ? 2 * (k % 10) - 9 : 2 * (k % 10) + 1);
    } else {
      const double factors[] = {2, 0.5, -2, -0.5, 4, 0.25};
      x = stored<T>(k < 5 ? 0 : k < 41 ? factors[k % 6] : k % 2 == 0 ? 1 : -1);
    }
  }
  return v;
}
// Equal ones, NaN, infinities, zeros of both signs, the ends of integers: where there are few of a kind some rows have none.
template <class T>
values<T> special_values(std::int64_t n) {
  using limits = std::numeric_limits<T>;
  values<T> v(n);
  generator g(92);
  for (T& x : v) {
    const std::int64_t k = g.integer(0, 199);
    if constexpr (std::is_integral_v<T>)
      x = k % 5 == 0 ? limits::max() : k % 5 == 1 ? limits::lowest() : stored<T>(k % 5 == 2 ? 0 : 1);
    else
      x = stored<T>(k == 0 ? nan : k < 6 ? inf : k < 8 ? -inf : k % 4 == 0 ? -0.0 : k % 4 == 1 ? 0.0 : k % 4 - 2);
  }
  return v;
}

template <class F, class T, class Along, class List>
void check_shape(List list, const extents<3>& e, const values<T>& v, arrangement how = arrangement::contiguous) {
  const std::string type = sinter::name_of(sinter::dtype_of<T>);
  CAPTURE(type);
  CAPTURE(Along::mask);
  CAPTURE(e[0]);
  CAPTURE(e[1]);
  CAPTURE(e[2]);
  CAPTURE(how);
  check_reductions<F, T, Along>(list, e, v, how);
}
template <class F, class T, class Along>
void check_pattern(const std::initializer_list<extents<3>>& shapes) {
  const auto check_list = [&](auto list, bool of_nothing) {
    for (const extents<3>& e : shapes) {
      if (e.count() == 0 && !of_nothing) continue;
      check_shape<F, T, Along>(list, e, ordinary_values<T>(e.count()));
      if constexpr (!sinter::is_complex<T>) check_shape<F, T, Along>(list, e, special_values<T>(e.count()));
      if (e.count() > 1000) continue;
      for (const arrangement how : {arrangement::permuted, arrangement::negative, arrangement::gaps})
        check_shape<F, T, Along>(list, e, ordinary_values<T>(e.count()), how);
    }
  };
  check_list(typename reductions_of<T, false, every_reduction>::type{}, true);
  if constexpr (!sinter::is_complex<T>) check_list(typename reductions_of<T, true, every_reduction>::type{}, false);
}
// Two axes that are no neighbours are also a first one, a middle one or a last one, where the others have the extent 1. Kernels of
// columns exchange accumulators another way: of each size once, where that is not long to compile. The last axis by name has
// many kernels, whose dtypes are the matter of cases_reductions.hpp.
template <class F, class T>
void check_every_reduction() {
  check_pattern<F, T, outer_axes>(
      {{7, 2, 5}, {1, 1, 1}, {1, 3, 37}, {37, 4, 1}, {40, 2, 40}, {1, 2, 2003}, {1500, 2, 1}, {0, 2, 3}, {2, 3, 0}});
  check_pattern<F, T, no_axes>({{3, 7, 5}, {1, 1, 1}, {1, 1, 20011}, {0, 1, 1}});
#if !defined(__CUDACC__)
  if constexpr (is_one_of<T, std::int8_t, sinter::f16, double>)
    check_pattern<F, T, middle_axis>({{2, 7, 3}, {5, 33, 4}, {1, 1500, 2}, {2, 0, 3}});
#endif
}

TEST_CASE_TEMPLATE("every reduction: of every dtype over every pattern of axes", F, SINTER_TEST_FIXTURES) {
  const auto check = []<class... T>(sinter::type_list<T...>) { (check_every_reduction<F, T>(), ...); };
  check(sinter::type_list<SINTER_TEST_TYPES>{});
}

}  // namespace test
