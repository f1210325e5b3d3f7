// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
#include "random/driver.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <sstream>
#include <string_view>

#include <doctest/doctest.h>

#include <sinter/core/error.hpp>

#include "support/values.hpp"

namespace test::fuzz {

namespace {

using shape = std::vector<std::int64_t>;

std::int64_t count_of(const shape& s) {
  return std::accumulate(s.begin(), s.end(), std::int64_t{1}, std::multiplies<>());
}

// ---- One case -------------------------------------------------------------------------------------------------------------

// What the elements of inputs are.
enum class filling : std::uint8_t { small_integers, around_zero, positive, wide, special, constant };
constexpr const char* name_of(filling f) {
  constexpr const char* names[] = {"small integers", "around zero", "positive", "of all sizes", "special", "constant"};
  return names[static_cast<int>(f)];
}

struct test_case {
  shape free;                           // the program's free extents
  std::vector<std::uint32_t> one;       // per input, axes that have the extent 1 and are broadcast
  std::vector<std::uint32_t> repeated;  // per input, axes along which all elements are equal: the stride may be 0
  filling fill = filling::small_integers;
  std::uint64_t values = 0;
  std::vector<std::uint64_t> layouts;  // of a second run, a seed an operand, results last; 0: contiguous
  int in_place = -1;                   // an input whose memory the first result has, too
  bool again = false;                  // a third run, which must give the same bits
};

int interesting_extent(generator& g) {
  constexpr int plain[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100};
  constexpr int large[] = {127, 128, 129, 255, 256, 257, 511, 513, 1000, 1023, 1024, 1025, 2047, 4096, 4097, 10007};
  const std::int64_t k = g.integer(0, 99);
  if (k < 3) return 0;
  if (k < 78) return plain[g.integer(0, std::size(plain) - 1)];
  return large[g.integer(0, std::size(large) - 1)];
}

std::vector<shape> shapes_of(const program& p, const test_case& c) {
  std::vector<shape> e(static_cast<std::size_t>(p.input_count));
  p.extents(c.free.data(), e.data());
  for (std::size_t i = 0; i < e.size(); ++i) {
    for (std::size_t a = 0; a < e[i].size(); ++a) {
      if ((c.one[i] >> a & 1U) != 0) e[i][a] = 1;
    }
  }
  return e;
}

test_case random_case(const program& p, const backend& b, int number) {
  std::uint64_t seed = 1469598103934665603U;
  for (const char* s = p.name; *s != 0; ++s) seed = (seed ^ static_cast<unsigned char>(*s)) * 1099511628211U;
  generator g(seed + static_cast<std::uint64_t>(number));
  test_case c;
  for (int i = 0; i < p.free_extents; ++i) c.free.push_back(interesting_extent(g));
  const bool broadcasts = g.integer(0, 3) == 0;
  const bool repeats = g.integer(0, 3) == 0;
  for (int i = 0; i < p.input_count; ++i) {
    std::uint32_t one = 0, same = 0;
    for (int a = 0; a < p.inputs[i].rank; ++a) {
      if (broadcasts && g.integer(0, 3) == 0) one |= 1U << a;
      if (repeats && g.integer(0, 2) == 0) same |= 1U << a;
    }
    c.one.push_back(one);
    c.repeated.push_back(same);
  }
  // The largest value decides what the case costs: mostly little, sometimes all that is granted.
  const std::int64_t granted = b.most_elements >> (g.integer(0, 15) == 0 ? 0 : g.integer(3, 6));
  for (;;) {
    std::string fault;
    const std::int64_t n = elements_of_largest(p.nodes, p.count, shapes_of(p, c), fault);
    if (n <= granted) break;
    auto most = std::max_element(c.free.begin(), c.free.end());
    if (most == c.free.end() || *most <= 1) break;
    *most = *most / 2;
  }
  constexpr filling often[] = {filling::small_integers, filling::small_integers, filling::around_zero,
                               filling::around_zero,    filling::positive,       filling::wide,
                               filling::special,        filling::constant};
  c.fill = often[g.integer(0, std::size(often) - 1)];
  c.values = g.bits();
  const bool contiguous = g.integer(0, 5) == 0;
  for (int i = 0; i < p.input_count + p.result_count; ++i)
    c.layouts.push_back(contiguous || g.integer(0, 2) == 0 ? 0 : g.bits() | 1U);
  if (g.integer(0, 7) == 0) c.in_place = static_cast<int>(g.integer(0, p.input_count - 1));
  c.again = g.integer(0, 7) == 0;
  return c;
}

std::string text_of(const program& p, const test_case& c) {
  std::ostringstream s;
  const std::vector<shape> e = shapes_of(p, c);
  for (std::size_t i = 0; i < e.size(); ++i) {
    s << (i == 0 ? "" : ", ") << "x" << i << ": " << name_of(p.inputs[i].dtype)
      << (p.inputs[i].scalar ? " scalar" : " {");
    for (std::size_t a = 0; a < e[i].size(); ++a) s << (a == 0 ? "" : ", ") << e[i][a];
    s << (p.inputs[i].scalar ? "" : "}");
    if (c.repeated[i] != 0 && !p.inputs[i].scalar) s << " repeated along " << c.repeated[i];
  }
  s << "; values " << name_of(c.fill) << " (" << c.values << "); layouts";
  for (const std::uint64_t l : c.layouts) s << " " << l;
  if (c.in_place >= 0) s << "; in place of x" << c.in_place;
  return s.str();
}

// ---- Values and memory ----------------------------------------------------------------------------------------------------

element random_element(type t, filling f, generator& g) {
  element e;
  if (t == type::boolean) {
    e.whole = static_cast<std::int64_t>(g.bits() >> 40 & 1U);
  } else if (!is_float(t)) {
    const bool wide = f == filling::wide || f == filling::special;
    e.whole = wide && g.integer(0, 1) == 0 ? static_cast<std::int64_t>(g.bits() >> g.integer(0, 63)) : g.integer(-8, 8);
    if (f == filling::positive) e.whole = g.integer(0, 40);
  } else if (f == filling::small_integers || f == filling::constant) {
    e.number = static_cast<double>(g.integer(-8, 8));
  } else if (f == filling::positive) {
    e.number = g.uniform(0.1, 4);
  } else if (f == filling::wide) {
    e.number = std::ldexp(g.uniform(-2, 2), static_cast<int>(g.integer(-20, 20)));
  } else if (f == filling::special && g.integer(0, 3) == 0) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    const double least = t == type::f64 ? 0x1p-1074 : t == type::f16 ? 0x1p-24 : t == type::bf16 ? 0x1p-133 : 0x1p-149;
    const double most = t == type::f64    ? 0x1.fffffffffffffp1023
                        : t == type::f16  ? 65504
                        : t == type::bf16 ? 0x1.fep127
                                          : 0x1.fffffep127;
    const double values[] = {std::nan(""), inf, -inf, 0.0, -0.0, least, -least, least * 5, most, -most, 1.0, -1.0};
    e.number = values[g.integer(0, std::size(values) - 1)];
  } else {
    e.number = g.uniform(-2, 2);
  }
  // As it will be stored.
  unsigned char bytes[8];
  store(t, bytes, e);
  return load(t, bytes);
}

array random_array(type t, const shape& s, std::uint32_t repeated, filling f, generator& g) {
  array a{s, {}};
  const std::int64_t n = count_of(s);
  const element one = random_element(t, f, g);
  for (std::int64_t i = 0; i < n; ++i) a.at.push_back(f == filling::constant ? one : random_element(t, f, g));
  // Along repeated axes the first element counts.
  for (std::int64_t i = 0; i < n; ++i) {
    std::int64_t rest = i, step = 1, from = 0;
    for (auto k = static_cast<int>(s.size()) - 1; k >= 0; --k) {
      const std::int64_t e = s[static_cast<std::size_t>(k)];
      if ((repeated >> k & 1U) == 0) from += rest % e * step;
      rest /= e;
      step *= e;
    }
    a.at[static_cast<std::size_t>(i)] = a.at[static_cast<std::size_t>(from)];
  }
  return a;
}

// Strides, and where the first element is; elements of memory.
struct layout {
  shape stride;
  std::int64_t offset = 0;
  std::int64_t size = 0;
};
layout layout_of(const shape& s, std::uint64_t seed, std::uint32_t repeated, bool reads) {
  layout l;
  l.stride.resize(s.size());
  generator g(seed);
  std::vector<std::size_t> order(s.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (seed != 0 && g.integer(0, 1) == 0) {
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(g.integer(0, static_cast<std::int64_t>(i) - 1))]);
  }
  const bool pads = seed != 0 && g.integer(0, 1) == 0, flips = seed != 0 && g.integer(0, 2) == 0;
  std::int64_t step = seed != 0 && g.integer(0, 3) == 0 ? g.integer(2, 3) : 1;
  if (seed != 0 && g.integer(0, 1) == 0) l.offset = g.integer(1, 9);
  for (auto i = static_cast<int>(order.size()) - 1; i >= 0; --i) {
    const std::size_t a = order[static_cast<std::size_t>(i)];
    if (reads && seed != 0 && (repeated >> a & 1U) != 0) continue;
    l.stride[a] = step;
    step *= std::max<std::int64_t>(s[a], 1);
    if (pads && g.integer(0, 1) == 0) step += g.integer(1, 8);
  }
  l.size = step + l.offset + (seed == 0 ? 0 : 5);
  for (std::size_t a = 0; a < s.size(); ++a) {
    if (!flips || g.integer(0, 1) == 0 || s[a] == 0) continue;
    l.offset += (s[a] - 1) * l.stride[a];
    l.stride[a] = -l.stride[a];
  }
  if (count_of(s) == 0 && seed == 0) l.size = 0;
  return l;
}

template <class F>
void for_each_place(const shape& s, const layout& l, const F& f) {
  const std::int64_t n = count_of(s);
  shape index(s.size());
  std::int64_t at = l.offset;
  for (std::int64_t i = 0; i < n; ++i) {
    f(i, at);
    for (auto k = static_cast<int>(s.size()) - 1; k >= 0; --k) {
      const auto a = static_cast<std::size_t>(k);
      at += l.stride[a];
      if (++index[a] < s[a]) break;
      at -= s[a] * l.stride[a];
      index[a] = 0;
    }
  }
}

using bytes = std::vector<unsigned char>;

// An operand in the backend's memory, and what should be there.
class tensor {
 public:
  tensor(const backend& b, type t, const shape& s, const layout& l, const array* values)
      : b_(b), type_(t), shape_(s), layout_(l), before_(static_cast<std::size_t>(l.size) * size_of(t)) {
    for (std::int64_t i = 0; i < l.size; ++i) poison(t, at(before_, i));
    if (values != nullptr) {
      for_each_place(s, l, [&](std::int64_t i, std::int64_t where) {
        store(t, at(before_, where), values->at[static_cast<std::size_t>(i)]);
      });
    }
    data_ = static_cast<unsigned char*>(b.allocate(before_.size()));
    if (!before_.empty()) b.upload(data_, before_.data(), before_.size());
  }
  tensor(const tensor&) = delete;
  tensor& operator=(const tensor&) = delete;
  ~tensor() { b_.release(data_); }

  memory view() const {
    memory m{};
    m.data = data_ == nullptr ? nullptr : data_ + static_cast<std::size_t>(layout_.offset) * size_of(type_);
    std::copy(shape_.begin(), shape_.end(), m.extent);
    std::copy(layout_.stride.begin(), layout_.stride.end(), m.stride);
    return m;
  }
  bytes download() const {
    bytes now(before_.size());
    if (!now.empty()) b_.download(now.data(), data_, now.size());
    return now;
  }
  bool is_untouched() const { return download() == before_; }
  // The elements in row-major order; `clean`: nothing between them has changed.
  bytes elements(bool& clean) const {
    bytes now = download(), dense(static_cast<std::size_t>(count_of(shape_)) * size_of(type_));
    for_each_place(shape_, layout_, [&](std::int64_t i, std::int64_t where) {
      std::memcpy(at(dense, i), at(now, where), size_of(type_));
      std::memcpy(at(now, where), at(before_, where), size_of(type_));
    });
    clean = now == before_;
    return dense;
  }

 private:
  unsigned char* at(bytes& b, std::int64_t i) const { return b.data() + static_cast<std::size_t>(i) * size_of(type_); }
  const unsigned char* at(const bytes& b, std::int64_t i) const {
    return b.data() + static_cast<std::size_t>(i) * size_of(type_);
  }
  const backend& b_;
  type type_;
  shape shape_;
  layout layout_;
  bytes before_;
  unsigned char* data_ = nullptr;
};

// ---- A run ----------------------------------------------------------------------------------------------------------------

struct statistics {
  std::int64_t runs = 0, refused = 0, in_place = 0, known = 0, elements = 0;
};

// One program and one case: the reference once, then the library under several layouts.
class experiment {
 public:
  experiment(const program& p, const backend& b, const test_case& c, statistics& s)
      : p_(p), b_(b), c_(c), s_(s), in_shape_(shapes_of(p, c)) {}

  // Empty, or what is wrong.
  std::string run(launch_function fused, launch_function exact) {
    generator g(c_.values);
    for (int i = 0; i < p_.input_count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      in_.push_back(random_array(p_.inputs[i].dtype, in_shape_[k], c_.repeated[k], c_.fill, g));
    }
    want_ = evaluate(p_.nodes, p_.count, in_);
    std::vector<bytes> first, other;
    std::string wrong = once(fused, false, -1, first);
    if (!wrong.empty()) return "fused: " + wrong;
    if (exact != nullptr) {
      wrong = once(exact, false, -1, other);
      if (!wrong.empty()) return "unfused: " + wrong;
      wrong = differs(first, other, rounding::alone);
      if (!wrong.empty()) return "fused and unfused differ: " + wrong;
    }
    const bool plain = std::all_of(c_.layouts.begin(), c_.layouts.end(), [](std::uint64_t l) { return l == 0; });
    if (!plain) {
      wrong = once(fused, true, -1, other);
      if (!wrong.empty()) return "other layouts: " + wrong;
      wrong = differs(first, other, rounding::of_a_row);
      if (!wrong.empty()) return "layouts change bits: " + wrong;
    }
    if (c_.again) {
      wrong = once(fused, false, -1, other);
      if (!wrong.empty()) return "again: " + wrong;
      wrong = differs(first, other, rounding::of_all);
      if (!wrong.empty()) return "the second run differs: " + wrong;
    }
    if (c_.in_place >= 0 && may_be_in_place()) {
      wrong = once(fused, !plain, c_.in_place, other);
      if (!wrong.empty()) return "in place: " + wrong;
      wrong = differs(first, other, rounding::of_a_row);
      if (!wrong.empty()) return "in place differs: " + wrong;
    }
    return "";
  }

 private:
  const array& result(int o) const { return want_.value[static_cast<std::size_t>(p_.results[o].node)]; }
  type result_type(int o) const { return p_.nodes[p_.results[o].node].result; }

  bool may_be_in_place() const {
    const input& i = p_.inputs[c_.in_place];
    return want_.fault.empty() && !i.scalar && i.dtype == result_type(0) &&
           in_shape_[static_cast<std::size_t>(c_.in_place)] == result(0).extent && count_of(result(0).extent) > 0 &&
           c_.repeated[static_cast<std::size_t>(c_.in_place)] == 0;
  }

  std::string once(launch_function launch, bool laid_out, int in_place, std::vector<bytes>& got) {
    ++s_.runs;
    got.clear();
    std::vector<std::unique_ptr<tensor>> in, out;
    std::vector<memory> in_views, out_views;
    // A scalar is an argument: it lies on the host.
    std::vector<bytes> scalars(static_cast<std::size_t>(p_.input_count), bytes(8));
    for (int i = 0; i < p_.input_count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (p_.inputs[i].scalar) {
        store(p_.inputs[i].dtype, scalars[k].data(), in_[k].at[0]);
        in_views.push_back({scalars[k].data(), {}, {}});
        in.push_back(nullptr);
        continue;
      }
      const std::uint64_t seed = laid_out ? c_.layouts[k] : 0;
      in.push_back(std::make_unique<tensor>(b_, p_.inputs[i].dtype, in_shape_[k],
                                            layout_of(in_shape_[k], seed, i == in_place ? 0 : c_.repeated[k], true),
                                            &in_[k]));
      in_views.push_back(in.back()->view());
    }
    for (int o = 0; o < p_.result_count; ++o) {
      if (o == 0 && in_place >= 0) {
        out.push_back(nullptr);
        out_views.push_back(in_views[static_cast<std::size_t>(in_place)]);
        continue;
      }
      const std::uint64_t seed = laid_out ? c_.layouts[static_cast<std::size_t>(p_.input_count + o)] : 0;
      // Of a refused call nobody knows the result's extents: any will do.
      const shape s = want_.fault.empty() ? result(o).extent : shape(static_cast<std::size_t>(p_.results[o].rank), 2);
      out.push_back(std::make_unique<tensor>(b_, result_type(o), s, layout_of(s, seed, 0, false), nullptr));
      out_views.push_back(out.back()->view());
    }
    const auto untouched = [&](bool results) {
      for (int i = 0; i < p_.input_count; ++i) {
        if (in[static_cast<std::size_t>(i)] != nullptr && (i != in_place || results) &&
            !in[static_cast<std::size_t>(i)]->is_untouched())
          return "x" + std::to_string(i) + " was written";
      }
      for (const auto& o : out) {
        if (results && o != nullptr && !o->is_untouched()) return std::string("a refused call wrote a result");
      }
      return std::string();
    };
    try {
      launch(in_views.data(), out_views.data());
    } catch (const sinter::error& e) {
      ++s_.refused;
      if (!want_.fault.empty()) return untouched(true);
      if (in_place >= 0 && !p_.only_maps) return untouched(true);
      return std::string("refused: ") + e.what();
    } catch (const std::exception& e) {
      return std::string("exception: ") + e.what();
    }
    if (!want_.fault.empty()) return "not refused: " + want_.fault;
    s_.in_place += in_place >= 0;
    std::string wrong = untouched(false);
    for (int o = 0; o < p_.result_count; ++o) {
      const tensor& t =
          o == 0 && in_place >= 0 ? *in[static_cast<std::size_t>(in_place)] : *out[static_cast<std::size_t>(o)];
      bool clean = false;
      got.push_back(t.elements(clean));
      if (wrong.empty() && !clean) wrong = "memory around result " + std::to_string(o) + " was written";
      if (wrong.empty()) wrong = compare(o, got.back());
    }
    return wrong;
  }

  std::string compare(int o, const bytes& got) {
    const type t = result_type(o);
    const array& want = result(o);
    for (std::size_t i = 0; i < want.at.size(); ++i) {
      ++s_.elements;
      s_.known += !std::isinf(want.at[i].error);
      const unsigned char* at = got.data() + i * size_of(t);
      if (accepts(t, at, want.at[i])) continue;
      return "result " + std::to_string(o) + " [" + std::to_string(i) + "] is " + fuzz::text_of(t, load(t, at)) +
             " instead of " + fuzz::text_of(t, want.at[i]);
    }
    return "";
  }

  // Bits are equal but for NaNs, and for values whose order of summation may be another one.
  std::string differs(const std::vector<bytes>& a, const std::vector<bytes>& b, rounding shared) const {
    for (std::size_t o = 0; o < a.size() && o < b.size(); ++o) {
      if (a[o] == b[o]) continue;
      const type t = result_type(static_cast<int>(o));
      for (std::size_t i = 0; i < a[o].size(); i += size_of(t)) {
        if (std::memcmp(&a[o][i], &b[o][i], size_of(t)) == 0) continue;
        const element x = load(t, &a[o][i]), y = load(t, &b[o][i]);
        if (is_float(t) && std::isnan(x.number) && std::isnan(y.number)) continue;
        if (result(static_cast<int>(o)).at[i / size_of(t)].by > shared) continue;
        return "result " + std::to_string(o) + " [" + std::to_string(i / size_of(t)) + "] is " + fuzz::text_of(t, x) +
               " and " + fuzz::text_of(t, y);
      }
    }
    return "";
  }

  const program& p_;
  const backend& b_;
  const test_case& c_;
  statistics& s_;
  std::vector<shape> in_shape_;
  std::vector<array> in_;
  evaluation want_;
};

// What comes before the first colon: a smaller case must fail alike.
std::string_view kind_of_failure(std::string_view wrong) {
  const auto end = wrong.find(':', wrong.find(':') + 1);
  return wrong.substr(
      0, wrong.starts_with("fused: ") || wrong.starts_with("other") ? std::min(end, wrong.size()) : wrong.find(':'));
}

int setting(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

}  // namespace

void check(const program& p, const backend& b, launch_function fused, launch_function exact) {
  const int cases = setting("SINTER_RANDOM_CASES", b.cases);
  const bool trace = setting("SINTER_RANDOM_TRACE", 0) != 0;
  statistics s;
  const auto run = [&](const test_case& c) {
    if (trace) std::fprintf(stderr, "%s\n", text_of(p, c).c_str());
    return experiment(p, b, c, s).run(fused, exact);
  };
  for (int number = 0; number < cases; ++number) {
    test_case c = random_case(p, b, number);
    std::string wrong = run(c);
    if (wrong.empty()) continue;
    // The same failure in fewer words.
    const auto shrink = [&](const auto& change) {
      test_case smaller = c;
      change(smaller);
      const std::string still = run(smaller);
      if (still.empty() || kind_of_failure(still) != kind_of_failure(wrong)) return false;
      c = smaller;
      wrong = still;
      return true;
    };
    shrink([](test_case& t) { t.again = false; });
    shrink([](test_case& t) { t.in_place = -1; });
    shrink([](test_case& t) { std::fill(t.layouts.begin(), t.layouts.end(), 0U); });
    for (std::size_t i = 0; i < c.layouts.size(); ++i) shrink([&](test_case& t) { t.layouts[i] = 0; });
    for (std::size_t i = 0; i < c.one.size(); ++i) {
      shrink([&](test_case& t) { t.repeated[i] = 0; });
      shrink([&](test_case& t) { t.one[i] = 0; });
    }
    shrink([](test_case& t) { t.fill = filling::constant; }) ||
        shrink([](test_case& t) { t.fill = filling::small_integers; });
    for (int round = 0; round < 4; ++round) {
      bool any = false;
      for (std::size_t i = 0; i < c.free.size(); ++i) {
        for (const std::int64_t n : {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, c.free[i] / 2, c.free[i] - 1}) {
          if (n < c.free[i] && n > 0 && shrink([&](test_case& t) { t.free[i] = n; })) any = true;
        }
      }
      if (!any) break;
    }
    MESSAGE(std::string(p.text));
    FAIL_CHECK(std::string(b.name) << ", case " << number << ": " << wrong << "\n  " << text_of(p, c));
    return;
  }
  CHECK(s.runs >= cases);
  if (setting("SINTER_RANDOM_STATISTICS", 0) != 0) {
    std::printf("%s: %lld runs, %lld refused, %lld in place, %lld of %lld elements known\n", p.name,
                static_cast<long long>(s.runs), static_cast<long long>(s.refused), static_cast<long long>(s.in_place),
                static_cast<long long>(s.known), static_cast<long long>(s.elements));
  }
}

}  // namespace test::fuzz
