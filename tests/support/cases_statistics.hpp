// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions of op/statistics.hpp, and those of reductions.hpp that are neither sum, mean, max nor min: over the last axis, the
// first one, two that are no neighbours and everything; ties, NaN, infinities, nothing at all. References are exact or in double.
// A test file defines SINTER_TEST_FIXTURES, and SINTER_TEST_TYPES for other dtypes than f32.
#pragma once

#include "support/axis_patterns.hpp"

namespace test {

using sinter::accumulation;
using sinter::drop;
using sinter::item;

// Tags of regions inside functions, whose classes no kernel can be named after.
struct constants_k;
struct one_element_k;
struct empty_place_k;
struct far_lse_k;
struct special_sums_k;

// Which elements a kernel reduces is the matter of cases_axes.hpp: on other executors than the plain host the patterns here are
// those with few kernels.
template <class F, class Check>
void for_each_pattern(const Check& check) {
  check(first_axis{});
  check(no_axes{});
  if constexpr (std::is_same_v<F, on_host>) {
    check(last_axis{});
    check(outer_axes{});
  }
}
inline bool is_near(double got, double want, double relative, double absolute = 0) {
  if (std::isnan(want)) return std::isnan(got);
  if (std::isinf(want)) return got == want;
  return std::fabs(got - want) <= relative * std::fabs(want) + absolute;
}

template <class Along, class T>
struct places_k;
template <class Along, class T>
inline constexpr auto places = sinter::region<places_k<Along, T>>([](auto x) {
  return Along::apply([&](auto... how) {
    const auto m = minmax(x, how...);
    return sinter::outputs(argmax(x, how...), argmin(x, how...), sinter::any(x, how...), sinter::all(x, how...),
                           count_nonzero(x, how...), m.min, m.max);
  });
});
template <class F, class T, class Along>
void check_places(const extents<3>& e, const values<T>& v, arrangement how = arrangement::contiguous) {
  const auto x = make<F>(e, v, how);
  const auto most = reduced_output<F, std::int64_t, Along>(e);
  const auto least = reduced_output<F, std::int64_t, Along>(e);
  const auto some = reduced_output<F, bool, Along>(e);
  const auto every = reduced_output<F, bool, Along>(e);
  const auto count = reduced_output<F, std::int64_t, Along>(e);
  const auto bottom = reduced_output<F, T, Along>(e);
  const auto top = reduced_output<F, T, Along>(e);
  places<Along, T>(x.view()).into(
      sinter::outputs(most.view(), least.view(), some.view(), every.view(), count.view(), bottom.view(), top.view()),
      F::executor());
  const auto got_most = most.get(), got_least = least.get(), got_count = count.get();
  const auto got_some = some.get(), got_every = every.get();
  const auto got_bottom = bottom.get(), got_top = top.get();
  int wrong = 0;
  const auto rows = rows_of<Along>(e, v);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto& row = rows[r];
    const auto i = static_cast<std::int64_t>(r);
    const auto down = order_of(row, true);
    const auto up = order_of(row, false);
    const double largest = number(row[static_cast<std::size_t>(down[0])]);
    const double smallest = number(row[static_cast<std::size_t>(up[0])]);
    std::int64_t nonzero = 0;
    for (const T& y : row) nonzero += number(y) != 0 ? 1 : 0;
    wrong += got_most[i] != down[0] || got_least[i] != up[0] ? 1 : 0;
    wrong += got_count[i] != nonzero || got_some[i] != (nonzero > 0) ? 1 : 0;
    wrong += got_every[i] != (nonzero == static_cast<std::int64_t>(row.size())) ? 1 : 0;
    // Of zeros of both signs either is the extreme one.
    wrong += std::isnan(largest) ? !std::isnan(number(got_top[i])) || !std::isnan(number(got_bottom[i]))
                                 : number(got_top[i]) != largest || number(got_bottom[i]) != smallest;
  }
  CHECK(wrong == 0);
}

template <class Along>
struct selected_k;
template <class Along>
inline constexpr auto selected = sinter::region<selected_k<Along>>([](auto x) {
  return Along::apply([&](auto... how) {
    const auto t = sinter::top_k<3>(x, how...);
    const auto b = sinter::bottom_k<2>(x, how...);
    return sinter::outputs(item<0>(t.values), item<2>(t.values), item<1>(t.indices), item<2>(t.indices),
                           item<1>(b.values), item<1>(b.indices));
  });
});
template <class F, class Along>
void check_selected(const extents<3>& e, const values<float>& v) {
  const auto x = make<F>(e, v);
  const auto first = reduced_output<F, float, Along>(e);
  const auto third = reduced_output<F, float, Along>(e);
  const auto second_at = reduced_output<F, std::int64_t, Along>(e);
  const auto third_at = reduced_output<F, std::int64_t, Along>(e);
  const auto low = reduced_output<F, float, Along>(e);
  const auto low_at = reduced_output<F, std::int64_t, Along>(e);
  selected<Along>(x.view()).into(
      sinter::outputs(first.view(), third.view(), second_at.view(), third_at.view(), low.view(), low_at.view()),
      F::executor());
  const auto got_first = first.get(), got_third = third.get(), got_low = low.get();
  const auto got_second_at = second_at.get(), got_third_at = third_at.get(), got_low_at = low_at.get();
  int wrong = 0;
  const auto rows = rows_of<Along>(e, v);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto& row = rows[r];
    const auto i = static_cast<std::int64_t>(r);
    const auto down = order_of(row, true);
    const auto up = order_of(row, false);
    const auto value = [&](const std::vector<std::int64_t>& order, std::size_t k) {
      return k < order.size() ? row[static_cast<std::size_t>(order[k])] : 0.0f;
    };
    const auto index = [](const std::vector<std::int64_t>& order, std::size_t k) {
      return k < order.size() ? order[k] : -1;
    };
    wrong += !same_bits(got_first[i], value(down, 0)) || !same_bits(got_third[i], value(down, 2)) ? 1 : 0;
    wrong += got_second_at[i] != index(down, 1) || got_third_at[i] != index(down, 2) ? 1 : 0;
    wrong += !same_bits(got_low[i], value(up, 1)) || got_low_at[i] != index(up, 1) ? 1 : 0;
  }
  CHECK(wrong == 0);
}
// Few different values, so that there are ties.
template <class T>
values<T> tied_values(std::int64_t n) {
  values<T> v(n);
  for (std::int64_t i = 0; i < n; ++i) v[i] = stored<T>(std::is_same_v<T, bool> ? i * 5 % 7 < 3 : i * 11 % 13 % 6);
  return v;
}
template <class F>
void check_all_places(const values<float>& v, const extents<3>& e) {
  check_places<F, float, last_axis>(e, v);
  for_each_pattern<F>([&](auto along) {
    check_places<F, float, decltype(along)>(e, v);
    check_selected<F, decltype(along)>(e, v);
  });
}

#if defined(SINTER_TEST_TYPES)

template <class T>
struct products_k;
// Products and moments of integers and narrow floats, from values that all of them hold.
TEST_CASE_TEMPLATE("statistics: products, moments and norms of every dtype", F, SINTER_TEST_FIXTURES) {
  const auto check_one = []<class T>(std::type_identity<T>) {
    constexpr auto formula = sinter::region<products_k<T>>([](auto x) {
      return sinter::outputs(prod(x, axis<0>), prod(x), sinter::cast<float>(sinter::var<0>(x, axis<0>)),
                             sinter::cast<float>(sinter::var<0>(x)), sinter::cast<float>(sinter::norm<1>(x, axis<0>)));
    });
    values<T> v(60);
    long double product = 1;
    long double row[3] = {1, 1, 1}, mean[3] = {}, square[3] = {}, total = 0, all = 0;
    for (std::int64_t i = 0; i < 60; ++i) {
      v[i] = stored<T>(i / 3 == 7 || i == 3 ? 2 : 1);
      product *= number(v[i]);
      row[i % 3] *= number(v[i]);
      mean[i % 3] += number(v[i]) / 20.0L;
      total += number(v[i]) / 60.0L;
    }
    for (std::int64_t i = 0; i < 60; ++i) {
      square[i % 3] += (number(v[i]) - mean[i % 3]) * (number(v[i]) - mean[i % 3]) / 20.0L;
      all += (number(v[i]) - total) * (number(v[i]) - total) / 60.0L;
    }
    using product_type = sinter::type_of<sinter::ops::prod_t::result(sinter::dtype_of<T>)>;
    const auto x = make<F>(extents{20, 3}, v);
    const auto p = output<F, product_type>(extents{1, 3});
    const auto whole = output<F, product_type>(extents<0>{});
    const auto variance = output<F, float>(extents{1, 3});
    const auto whole_variance = output<F, float>(extents<0>{});
    const auto norm = output<F, float>(extents{1, 3});
    formula(x.view()).into(sinter::outputs(p.view(), whole.view(), variance.view(), whole_variance.view(), norm.view()),
                           F::executor());
    // Of bf16 the result has eight bits.
    constexpr double slack = 5e-3;
    for (std::int64_t i = 0; i < 3; ++i) {
      CHECK(number(p.get()[i]) == static_cast<double>(row[i]));
      CHECK(is_near(variance.get()[i], static_cast<double>(square[i]), slack, std::is_same_v<T, bool> ? 1e-9 : 1e-2));
      CHECK(is_near(norm.get()[i], static_cast<double>(mean[i] * 20), 0.01));
    }
    CHECK(number(whole.get()[0]) == static_cast<double>(product));
    CHECK(is_near(whole_variance.get()[0], static_cast<double>(all), 0.01, 1e-6));
  };
  const auto check = [&]<class... T>(sinter::type_list<T...>) { (check_one(std::type_identity<T>{}), ...); };
  check(sinter::type_list<SINTER_TEST_TYPES>{});
}

#else

TEST_CASE_TEMPLATE("statistics: places, counts and the first k, with ties", F, SINTER_TEST_FIXTURES) {
  check_all_places<F>(tied_values<float>(4 * 5 * 6), {4, 5, 6});
  check_all_places<F>(tied_values<float>(3 * 2 * 300), {3, 2, 300});
  check_all_places<F>(tied_values<float>(1), {1, 1, 1});
  check_all_places<F>(tied_values<float>(2 * 3), {1, 2, 3});
  check_places<F, float, last_axis>({1, 1, 5003}, tied_values<float>(5003));
  check_places<F, float, no_axes>({1, 9, 3001}, random<float>(9 * 3001, 3));
  for (const arrangement how : {arrangement::gaps, arrangement::negative, arrangement::permuted}) {
    check_places<F, float, last_axis>({4, 5, 32}, tied_values<float>(640), how);
    if constexpr (std::is_same_v<F, on_host>)
      check_places<F, float, first_axis>({4, 5, 32}, tied_values<float>(640), how);
  }
}
// A result that lies across memory turns the order in which elements are visited: ties go to the lowest index all the same.
inline constexpr auto turned_place =
    sinter::region<struct turned_place_k>([](auto x) { return sinter::outputs(argmax(x), argmin(x), x + 1.0f); });
TEST_CASE_TEMPLATE("statistics: a map beside a place does not change it", F, SINTER_TEST_FIXTURES) {
  const extents<3> e{6, 40, 50};
  values<float> v(e.count(), 1.0f);
  v[7777] = v[8001] = v[150] = 3, v[9000] = v[11999] = v[2222] = -3;
  for (const arrangement how : {arrangement::contiguous, arrangement::transposed, arrangement::permuted}) {
    for (const arrangement to : {arrangement::contiguous, arrangement::transposed, arrangement::permuted}) {
      const auto x = make<F>(e, v, how);
      const auto most = output<F, std::int64_t>(extents<0>{});
      const auto least = output<F, std::int64_t>(extents<0>{});
      const auto y = output<F, float>(e, to);
      turned_place(x.view()).into(sinter::outputs(most.view(), least.view(), y.view()), F::executor());
      CHECK(most.get()[0] == 150);
      CHECK(least.get()[0] == 2222);
    }
  }
}
TEST_CASE_TEMPLATE("statistics: places among NaN, infinities and zeros of both signs", F, SINTER_TEST_FIXTURES) {
  values<float> v(4 * 5 * 8, 0.0f);
  const float special[] = {nan, inf, -inf, -0.0f, 0.0f, 1, -nan, inf};
  for (std::int64_t i = 0; i < v.size(); ++i) v[i] = special[i * 5 % 8 * (i % 3) % 8];
  check_all_places<F>(v, {4, 5, 8});
  check_all_places<F>(values<float>(4 * 5 * 8, -inf), {4, 5, 8});
  check_all_places<F>(values<float>(4 * 5 * 8, nan), {4, 5, 8});
}

template <class Along>
struct moments_k;
template <class Along>
inline constexpr auto moments = sinter::region<moments_k<Along>>([](auto x) {
  return Along::apply([&](auto... how) {
    const auto both = var_mean(x, how...);
    return sinter::outputs(var(x, how...), sinter::var<0>(x, how...), stddev(x, how...), both.var, both.mean,
                           logsumexp(x, how...), norm(x, how...), sinter::norm<1>(x, how...),
                           sinter::norm<3>(x, how...), max_norm(x, how...), p_norm(x, 2.5f, how...), dot(x, x, how...));
  });
});
template <class F, class Along>
void check_moments(const extents<3>& e, const values<float>& v, double magnitude, arrangement how) {
  const auto x = make<F>(e, v, how);
  const auto y = [&] { return reduced_output<F, float, Along>(e); };
  const auto variance = y(), biased = y(), deviation = y(), again = y(), mean = y(), lse = y(), two = y(), one = y(),
             three = y(), most = y(), general = y(), product = y();
  moments<Along>(x.view()).into(
      sinter::outputs(variance.view(), biased.view(), deviation.view(), again.view(), mean.view(), lse.view(),
                      two.view(), one.view(), three.view(), most.view(), general.view(), product.view()),
      F::executor());
  const auto rows = rows_of<Along>(e, v);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto& row = rows[r];
    const auto i = static_cast<std::int64_t>(r);
    const double n = static_cast<double>(row.size());
    double m = 0, s = 0, top = -1e300, total = 0, sum1 = 0, sum2 = 0, sum3 = 0, sum25 = 0, largest = 0;
    for (const float f : row) m += f / n;
    for (const float f : row) {
      s += (f - m) * (f - m);
      top = std::fmax(top, f);
      sum1 += std::fabs(f);
      sum2 += static_cast<double>(f) * f;
      sum3 += std::pow(std::fabs(f), 3);
      sum25 += std::pow(std::fabs(f), 2.5);
      largest = std::fmax(largest, std::fabs(f));
    }
    for (const float f : row) total += std::exp(f - top);
    // A mean off by a rounding moves a variance by its square.
    const double off = magnitude * magnitude * 1e-12;
    CHECK(is_near(variance.get()[i], s / (n - 1), 2e-5, off));
    CHECK(is_near(biased.get()[i], s / n, 2e-5, off));
    CHECK(is_near(deviation.get()[i], std::sqrt(s / (n - 1)), 2e-5, off));
    CHECK(is_near(again.get()[i], s / (n - 1), 2e-5, off));
    CHECK(is_near(mean.get()[i], m, 2e-6, magnitude * 1e-6));
    CHECK(is_near(lse.get()[i], std::log(total) + top, 2e-6, 2e-6));
    CHECK(is_near(one.get()[i], sum1, 2e-6));
    CHECK(is_near(two.get()[i], std::sqrt(sum2), 2e-6));
    CHECK(is_near(three.get()[i], std::cbrt(sum3), 5e-6));
    CHECK(is_near(general.get()[i], std::pow(sum25, 0.4), 5e-6));
    CHECK(is_near(product.get()[i], sum2, 2e-6));
    CHECK(is_near(most.get()[i], largest, 0));
  }
}
template <class F>
void check_all_moments(const extents<3>& e, const values<float>& v, double magnitude,
                       arrangement how = arrangement::contiguous) {
  for_each_pattern<F>([&](auto along) { check_moments<F, decltype(along)>(e, v, magnitude, how); });
}
template <class T>
struct norms_of_lowest_k;
// The magnitude of the lowest integer of a type is none of that type.
template <class F, class T>
void check_norms_of_lowest() {
  using U = std::make_unsigned_t<T>;
  constexpr auto formula = sinter::region<norms_of_lowest_k<T>>([](auto x) {
    return sinter::outputs(sinter::norm<1>(x, sinter::axis<-1>), max_norm(x, sinter::axis<-1>), sinter::norm<1>(x),
                           max_norm(x));
  });
  constexpr T lowest = std::numeric_limits<T>::lowest();
  const values<T> v{lowest, 1, -2, 0, 7, -7, lowest + 1, -1, 1};
  const auto x = make<F>(extents{3, 3}, v);
  const extents<2> rows{3, 1};
  const auto sums = output<F, std::uint64_t>(rows);
  const auto largest = output<F, U>(rows);
  const auto sum = output<F, std::uint64_t>(extents<0>{});
  const auto most = output<F, U>(extents<0>{});
  formula(x.view()).into(sinter::outputs(sums.view(), largest.view(), sum.view(), most.view()), F::executor());
  constexpr auto top = std::uint64_t{1} << (8 * sizeof(T) - 1);
  CHECK(difference(sums.get(), values<std::uint64_t>{top + 3, 14, top + 1}) == "");
  CHECK(difference(largest.get(), values<U>{static_cast<U>(top), 7, static_cast<U>(top - 1)}) == "");
  CHECK(sum.get()[0] == 2 * top + 18);
  CHECK(most.get()[0] == top);
}
TEST_CASE_TEMPLATE("statistics: norms of the lowest integers are their unsigned magnitudes", F, SINTER_TEST_FIXTURES) {
  check_norms_of_lowest<F, std::int8_t>();
  check_norms_of_lowest<F, std::int64_t>();
}

TEST_CASE_TEMPLATE("statistics: moments, norms and log-sum-exp", F, SINTER_TEST_FIXTURES) {
  check_all_moments<F>({3, 4, 50}, random<float>(600, 5, -3, 5), 5);
  check_all_moments<F>({40, 2, 9}, random<float>(720, 6, -1, 1), 1, arrangement::gaps);
  check_moments<F, no_axes>({2, 130, 91}, random<float>(2 * 130 * 91, 7, -3, 5), 5, arrangement::contiguous);
}
TEST_CASE_TEMPLATE("statistics: a variance far from 0 keeps its digits", F, SINTER_TEST_FIXTURES) {
  // The mean of squares would lose all of them: 10000^2 + 1 is 10000^2 in f32.
  values<float> v(4 * 4 * 64);
  for (std::int64_t i = 0; i < v.size(); ++i) v[i] = 10000.0f + static_cast<float>(i % 3 - 1);
  check_all_moments<F>({4, 4, 64}, v, 10000);
  constexpr auto formula = sinter::region<constants_k>([](auto x) {
    return sinter::outputs(sinter::var<0>(x, axis<-1>), sinter::var<0>(x, axis<0>), sinter::var<0>(x));
  });
  const auto x = make<F>(extents{2, 48}, values<float>(96, 3.7f));
  const auto a = output<F, float>(extents{2, 1});
  const auto b = output<F, float>(extents{1, 48});
  const auto c = output<F, float>(extents<0>{});
  formula(x.view()).into(sinter::outputs(a.view(), b.view(), c.view()), F::executor());
  CHECK(is_near(a.get()[0], 0, 0, 1e-12));
  CHECK(difference(b.get(), values<float>(48, 0.0f)) == "");
  CHECK(is_near(c.get()[0], 0, 0, 1e-12));
}
TEST_CASE_TEMPLATE("statistics: of one element and of none", F, SINTER_TEST_FIXTURES) {
  constexpr auto formula = sinter::region<one_element_k>([](auto x) {
    return sinter::outputs(var(x, axis<-1>), sinter::var<0>(x, axis<-1>), logsumexp(x, axis<-1>), norm(x, axis<-1>),
                           sinter::any(x, axis<-1>), sinter::all(x, axis<-1>), var(x), sinter::var<0>(x), logsumexp(x));
  });
  const auto run = [&](const extents<2>& e, const values<float>& v) {
    const auto x = make<F>(e, v);
    const auto y = [] { return output<F, float>(extents{1, 1}); };
    const auto z = [] { return output<F, float>(extents<0>{}); };
    const auto a = y(), b = y(), c = y(), d = y();
    const auto s = output<F, bool>(extents{1, 1});
    const auto t = output<F, bool>(extents{1, 1});
    const auto g = z(), h = z(), i = z();
    formula(x.view()).into(
        sinter::outputs(a.view(), b.view(), c.view(), d.view(), s.view(), t.view(), g.view(), h.view(), i.view()),
        F::executor());
    return values<float>{
        a.get()[0], b.get()[0], c.get()[0], d.get()[0], s.get()[0] ? 1.0f : 0.0f, t.get()[0] ? 1.0f : 0.0f,
        g.get()[0], h.get()[0], i.get()[0]};
  };
  CHECK(difference(run({1, 1}, {-2}), values<float>{nan, 0, -2, 2, 1, 1, nan, 0, -2}) == "");
  CHECK(difference(run({1, 0}, {}), values<float>{nan, nan, -inf, 0, 0, 1, nan, nan, -inf}) == "");
  constexpr auto place = sinter::region<empty_place_k>([](auto x) { return argmax(x, axis<-1>); });
  const auto x = make<F>(extents{1, 0}, values<float>{});
  const auto y = output<F, std::int64_t>(extents{1, 1});
  CHECK_THROWS_WITH(place(x.view()).into(y.view(), F::executor()),
                    doctest::Contains("argmax over no elements has no value"));
}
TEST_CASE_TEMPLATE("statistics: log-sum-exp at infinities and far from 0", F, SINTER_TEST_FIXTURES) {
  constexpr auto formula = sinter::region<far_lse_k>(
      [](auto x) { return sinter::outputs(logsumexp(x, axis<-1>, drop), logsumexp(x, axis<0>), logsumexp(x)); });
  const values<float> rows[] = {{1000, 1000}, {-1000, -1000}, {-inf, -inf}, {-inf, 3},  {inf, 0},
                                {inf, inf},   {inf, -inf},    {nan, 1},     {nan, -inf}};
  const float two = 0.693147180559945f;
  const float want[] = {1000 + two, -1000 + two, -inf, 3, inf, inf, inf, nan, nan};
  for (int r = 0; r < 9; ++r) {
    CAPTURE(r);
    const auto x = make<F>(extents{1, 2}, rows[r]);
    const auto a = output<F, float>(extents{1});
    const auto b = output<F, float>(extents{1, 2});
    const auto c = output<F, float>(extents<0>{});
    formula(x.view()).into(sinter::outputs(a.view(), b.view(), c.view()), F::executor());
    CHECK(is_near(a.get()[0], want[r], 1e-6));
    CHECK(difference(b.get(), rows[r]) == "");
    CHECK(is_near(c.get()[0], want[r], 1e-6));
  }
}

template <class Along>
struct tally_k;
template <class Along>
inline constexpr auto tally = sinter::region<tally_k<Along>>([](auto x, auto low, auto high) {
  return Along::apply([&](auto... how) {
    const auto h = histogram<5>(x, low, high, how...);
    return sinter::outputs(item<0>(h), item<1>(h), item<2>(h), item<3>(h), item<4>(h), prod(sign(x) + 3.0f, how...),
                           sinter::sum<accumulation::compensated>(x, how...), sinter::sum<accumulation::f64>(x, how...),
                           sinter::mean<accumulation::compensated>(x, how...),
                           sinter::mean<accumulation::f64>(x, how...));
  });
});
template <class F, class Along>
void check_tally(const extents<3>& e, const values<float>& v) {
  const auto x = make<F>(e, v);
  const auto bin = [&] { return reduced_output<F, std::int64_t, Along>(e); };
  const auto y = [&] { return reduced_output<F, float, Along>(e); };
  const auto b0 = bin(), b1 = bin(), b2 = bin(), b3 = bin(), b4 = bin();
  const auto product = y(), compensated = y(), wide = y(), compensated_mean = y(), wide_mean = y();
  tally<Along>(x.view(), -1.0f, 1.5f)
      .into(sinter::outputs(b0.view(), b1.view(), b2.view(), b3.view(), b4.view(), product.view(), compensated.view(),
                            wide.view(), compensated_mean.view(), wide_mean.view()),
            F::executor());
  const values<std::int64_t> got[] = {b0.get(), b1.get(), b2.get(), b3.get(), b4.get()};
  const auto rows = rows_of<Along>(e, v);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto i = static_cast<std::int64_t>(r);
    std::int64_t count[5] = {};
    double total = 0, factor = 1;
    for (const float f : rows[r]) {
      total += f;
      factor *= f > 0 ? 4 : f < 0 ? 2 : 3;
      for (int k = 0; k < 5; ++k) {
        const float low = -1.0f + 0.5f * static_cast<float>(k);
        count[k] += f >= low && (f < low + 0.5f || (k == 4 && f == 1.5f)) ? 1 : 0;
      }
    }
    for (int k = 0; k < 5; ++k) CHECK(got[k][i] == count[k]);
    CHECK(is_near(product.get()[i], factor > 3.4e38 ? double{inf} : factor, 1e-5));
    // Two digits more than a plain sum: one rounding of the result, and of the whole far below it.
    CHECK(is_near(compensated.get()[i], total, 6e-8, 1e-9));
    CHECK(is_near(wide.get()[i], total, 6e-8, 1e-9));
    CHECK(is_near(compensated_mean.get()[i], total / static_cast<double>(rows[r].size()), 1.2e-7, 1e-9));
    CHECK(is_near(wide_mean.get()[i], total / static_cast<double>(rows[r].size()), 6e-8, 1e-9));
  }
}
TEST_CASE_TEMPLATE("statistics: histograms, products and sums that keep more digits", F, SINTER_TEST_FIXTURES) {
  values<float> v = random<float>(3 * 5 * 70, 21, -1.4, 1.9);
  v[3] = -1.0f, v[4] = 1.5f, v[5] = 100.0f, v[6] = -100.0f, v[7] = -0.5f, v[8] = 0.0f;
  for_each_pattern<F>([&](auto along) { check_tally<F, decltype(along)>({3, 5, 70}, v); });
  // Terms that a sum in f32 would lose.
  values<float> hard(3 * 5 * 70, 0.001f);
  for (std::int64_t i = 0; i < hard.size(); i += 7) hard[i] = i / 7 % 2 == 0 ? 30000.0f : -30000.0f;
  check_tally<F, last_axis>({3, 5, 70}, hard);
  check_tally<F, no_axes>({3, 5, 70}, hard);
  constexpr auto formula = sinter::region<special_sums_k>([](auto x) {
    const auto h = histogram<1>(x, -1.0f, 1.0f);
    return sinter::outputs(sinter::sum<accumulation::compensated>(x), sinter::sum<accumulation::f64>(x), item<0>(h));
  });
  for (const auto& [values_in, want] :
       {std::pair<values<float>, float>{{1, inf, 2}, inf}, std::pair<values<float>, float>{{1, -inf, 2}, -inf},
        std::pair<values<float>, float>{{inf, -inf, 2}, nan}, std::pair<values<float>, float>{{1, nan, 2}, nan}}) {
    const auto x = make<F>(extents{3}, values_in);
    const auto a = output<F, float>(extents<0>{});
    const auto b = output<F, float>(extents<0>{});
    const auto c = output<F, std::int64_t>(extents<0>{});
    formula(x.view()).into(sinter::outputs(a.view(), b.view(), c.view()), F::executor());
    CHECK(difference(a.get(), values<float>{want}) == "");
    CHECK(difference(b.get(), values<float>{want}) == "");
    CHECK(c.get()[0] == (values_in[0] == 1 ? 1 : 0));
  }
}

// Reductions of one value that share a monoid are folded once; those of one domain are one kernel.
TEST_CASE_TEMPLATE("statistics: independent reductions of one domain are one kernel", F, SINTER_TEST_FIXTURES) {
  const sinter::tensor<float, 3> x{{2, 3, 4}};
  CHECK(sinter::plan(places<last_axis, float>, x).kernels() == 1);
  CHECK(sinter::plan(places<no_axes, float>, x).kernels() == 1);
  CHECK(sinter::plan(moments<outer_axes>, x).kernels() == 1);
  CHECK(sinter::plan(moments<no_axes>, x).kernels() == 1);
  CHECK(sinter::plan(tally<first_axis>, x, 0.0f, 1.0f).kernels() == 1);
}

#endif

}  // namespace test
