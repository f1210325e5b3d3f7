// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
#include "random/reference.hpp"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>

#include "support/bounds.hpp"

namespace test::fuzz {

namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// ---- Floats: formats, rounding, units -----------------------------------------------------------------------------------

struct format {
  int digits;
  int least;  // exponent of the smallest normal number
  int most;   // and of the largest
};
constexpr format format_of(type t) {
  switch (t) {
    case type::f16:
      return {11, -14, 15};
    case type::bf16:
      return {8, -126, 127};
    case type::f64:
      return {53, -1022, 1023};
    default:
      return {24, -126, 127};
  }
}
// What a dtype computes in.
constexpr format computing(type t) { return format_of(t == type::f64 ? type::f64 : type::f32); }

double unit(double x, const format& f) {
  const int e = x == 0 || !std::isfinite(x) ? f.least : std::max(std::ilogb(x), f.least);
  return std::ldexp(1.0, e - (f.digits - 1));
}
// To nearest, ties to even.
double rounded(double x, const format& f) {
  if (f.digits == 53 || x == 0 || !std::isfinite(x)) return x;
  if (f.digits == 24) return static_cast<double>(static_cast<float>(x));
  const double u = unit(x, f);
  const double r = std::nearbyint(x / u) * u;
  return std::fabs(r) >= std::ldexp(1.0, f.most + 1) ? std::copysign(unknown, r) : r;
}
// From here on a number rounds to infinity.
double beyond(const format& f) {
  return f.digits == 53 ? DBL_MAX : std::ldexp(2.0 - std::ldexp(1.0, -f.digits), f.most);
}

bool same_class(double a, double b) { return std::isnan(a) ? std::isnan(b) : a == b; }

// How exactly an op gives its result: units in the last place, an absolute part, and a part of the value.
struct grant {
  double ulps = 0;
  double absolute = 0;
  double relative = 0;
};

// The value x of a function whose operands' errors move it by at most `moved`.
element finished(double x, double moved, const grant& g, const format& f) {
  if (!std::isfinite(x)) return {x, moved == 0 ? 0 : unknown, 0};
  const double reach = std::fabs(x) + moved;
  double error = moved;
  const bool exact = g.ulps == 0 && g.absolute == 0 && g.relative == 0;
  if (moved != 0 || !exact) error += (g.ulps + 1) * unit(reach, f) + g.absolute + g.relative * reach;
  if (error == 0) return {rounded(x, f), 0, 0};
  if (std::fabs(x) + error >= beyond(f)) {
    const bool overflows = std::fabs(x) - error > beyond(f) * (1 + 1e-6);
    return overflows ? element{std::copysign(unknown, x)} : element{x, unknown};
  }
  return {rounded(x, f), error, 0};
}

// A function that is monotone or convex in each operand: between the corners of the operands' errors lies what it may give.
template <class F, class... E>
element by_corners(const F& f, const grant& g, const format& in, const E&... operand) {
  constexpr int n = sizeof...(E);
  const element e[n] = {operand...};
  double v[n];
  bool exact = true;
  for (int i = 0; i < n; ++i) {
    if (e[i].error == unknown) return {0, unknown, 0};
    exact = exact && e[i].error == 0;
    v[i] = e[i].number;
  }
  const auto call = [&] { return std::apply(f, std::to_array(v)); };
  const double x = call();
  if (exact) return finished(x, 0, g, in);
  double moved = 0;
  for (int corner = 0; corner < 1 << n; ++corner) {
    for (int i = 0; i < n; ++i) v[i] = e[i].number + ((corner >> i & 1) != 0 ? e[i].error : -e[i].error);
    const double y = call();
    if (!std::isfinite(x) || !std::isfinite(y)) {
      if (!same_class(x, y)) return {0, unknown, 0};
    } else {
      // Of two zeros the sign is all that differs.
      const double least = std::signbit(x) == std::signbit(y) ? 0 : std::numeric_limits<double>::denorm_min();
      moved = std::max(moved, std::max(std::fabs(y - x), least));
    }
  }
  if (!std::isfinite(x)) return {x, 0, 0};
  return finished(x, moved * (1 + 1e-9), g, in);
}

// A whole number or truth that must not depend on where in their errors the operands are.
element truth(bool x) { return {0, 0, x ? 1 : 0}; }
constexpr element anything{0, unknown, 0};
element with_order(element e, rounding by) {
  e.by = by;
  return e;
}

// ---- Integers -------------------------------------------------------------------------------------------------------------

std::int64_t wrapped(type t, std::uint64_t x) {
  switch (t) {
    case type::boolean:
      return x != 0;
    case type::u8:
      return static_cast<std::uint8_t>(x);
    case type::i8:
      return static_cast<std::int8_t>(x);
    case type::u32:
      return static_cast<std::uint32_t>(x);
    case type::i32:
      return static_cast<std::int32_t>(x);
    default:
      return static_cast<std::int64_t>(x);
  }
}
bool is_below(type t, std::int64_t a, std::int64_t b) {
  return t == type::u64 ? static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b) : a < b;
}
double as_number(type t, std::int64_t x, bool in_f64) {
  if (t == type::u64) {
    const auto u = static_cast<std::uint64_t>(x);
    return in_f64 ? static_cast<double>(u) : static_cast<double>(static_cast<float>(u));
  }
  return in_f64 ? static_cast<double>(x) : static_cast<double>(static_cast<float>(x));
}
// Truncated and saturated; NaN is 0.
std::int64_t truncated(type t, double x) {
  if (std::isnan(x)) return 0;
  const int bits = static_cast<int>(8 * size_of(t)) - (is_unsigned(t) ? 0 : 1);
  const double end = std::ldexp(1.0, bits);
  if (x >= end) return t == type::u64 ? -1 : static_cast<std::int64_t>((~std::uint64_t{0} >> (64 - bits)));
  if (is_unsigned(t))
    return x <= -1 || x < 0 ? 0
           : t == type::u64 ? static_cast<std::int64_t>(static_cast<std::uint64_t>(x))
                            : static_cast<std::int64_t>(x);
  if (x <= -end) return static_cast<std::int64_t>(~(~std::uint64_t{0} >> (64 - bits)));
  return static_cast<std::int64_t>(x);
}

// ---- Conversions ----------------------------------------------------------------------------------------------------------

element to_bool(const element& e, type from) {
  if (e.error == unknown) return anything;
  if (!is_float(from)) return truth(e.whole != 0);
  if (e.error != 0 && std::fabs(e.number) <= e.error) return anything;
  return truth(e.number != 0);
}
element narrowed(const element& e, type to) {
  if (e.error == 0) return {rounded(e.number, format_of(to)), 0, 0};
  return finished(e.number, e.error, {}, format_of(to));
}
// An explicit cast. A narrow float that is cast to f32 keeps what it was computed to.
element cast(const element& e, type from, type to) {
  if (e.error == unknown) return anything;
  if (to == type::boolean) return to_bool(e, from);
  if (is_float(from) && is_float(to)) {
    if (to == type::f64) return e;
    element r = e;
    if (from == type::f64) r = narrowed(r, type::f32);
    return is_narrow(to) && r.error != unknown ? narrowed(r, to) : r;
  }
  if (is_float(to)) {
    const element r{as_number(from, e.whole, to == type::f64), 0, 0};
    return is_narrow(to) ? narrowed(r, to) : r;
  }
  if (is_float(from)) {
    const std::int64_t low = truncated(to, e.number - e.error);
    return low == truncated(to, e.number + e.error) ? element{0, 0, low} : anything;
  }
  return {0, 0, wrapped(to, static_cast<std::uint64_t>(e.whole))};
}
// What promotion does to an operand: nothing, where both compute alike.
element converted(const element& e, type from, type to) {
  const bool alike = from == to || (is_float(from) && is_float(to) && (from == type::f64) == (to == type::f64));
  return alike ? e : cast(e, from, to);
}

// ---- Pointwise ops --------------------------------------------------------------------------------------------------------

using unary_function = double (*)(double);
using binary_function = double (*)(double, double);

double larger(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return not_a_number;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
double smaller(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return not_a_number;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

const std::map<std::string_view, unary_function> unary = {
    {"neg", [](double x) { return -x; }},
    {"abs", [](double x) { return std::fabs(x); }},
    {"relu", [](double x) { return x < 0 ? 0.0 : x; }},
    {"square", [](double x) { return x * x; }},
    {"reciprocal", [](double x) { return 1 / x; }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"exp", [](double x) { return std::exp(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
    {"tanh", [](double x) { return std::tanh(x); }},
    {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
    {"expm1", [](double x) { return std::expm1(x); }},
    {"log1p", [](double x) { return std::log1p(x); }},
    {"exp2", [](double x) { return std::exp2(x); }},
    {"log2", [](double x) { return std::log2(x); }},
    {"log10", [](double x) { return std::log10(x); }},
    {"cbrt", [](double x) { return std::cbrt(x); }},
    {"asin", [](double x) { return std::asin(x); }},
    {"acos", [](double x) { return std::acos(x); }},
    {"atan", [](double x) { return std::atan(x); }},
    {"sinh", [](double x) { return std::sinh(x); }},
    {"cosh", [](double x) { return std::cosh(x); }},
    {"asinh", [](double x) { return std::asinh(x); }},
    {"acosh", [](double x) { return std::acosh(x); }},
    {"atanh", [](double x) { return std::atanh(x); }},
    {"erf", [](double x) { return std::erf(x); }},
    {"erfc", [](double x) { return std::erfc(x); }},
};
const std::map<std::string_view, unary_function> steps = {
    {"floor", [](double x) { return std::floor(x); }},
    {"ceil", [](double x) { return std::ceil(x); }},
    {"trunc", [](double x) { return std::trunc(x); }},
    {"round", [](double x) { return std::nearbyint(x); }},
    {"sign", [](double x) { return std::isnan(x) ? x : (x > 0) - (x < 0) + 0.0; }},
};
const std::map<std::string_view, binary_function> binary = {
    {"add", [](double a, double b) { return a + b; }},
    {"sub", [](double a, double b) { return a - b; }},
    {"mul", [](double a, double b) { return a * b; }},
    {"div", [](double a, double b) { return a / b; }},
    {"minimum", smaller},
    {"maximum", larger},
    {"fmin", [](double a, double b) { return std::isnan(a)   ? b
                                             : std::isnan(b) ? a
                                                             : smaller(a, b); }},
    {"fmax", [](double a, double b) { return std::isnan(a)   ? b
                                             : std::isnan(b) ? a
                                                             : larger(a, b); }},
    {"copysign", [](double a, double b) { return std::copysign(a, b); }},
    {"hypot", [](double a, double b) { return std::hypot(a, b); }},
    {"atan2", [](double a, double b) { return std::atan2(a, b); }},
    {"pow", [](double a, double b) { return std::pow(a, b); }},
};
using predicate_function = bool (*)(double);
const std::map<std::string_view, predicate_function> classes = {
    {"isnan", [](double x) { return std::isnan(x); }},
    {"isinf", [](double x) { return std::isinf(x); }},
    {"isfinite", [](double x) { return std::isfinite(x); }},
    {"signbit", [](double x) { return std::signbit(x); }},
};

// Errors of the op, for results of a dtype.
grant granted(std::string_view op, type t) {
  grant g;
  const bool bounded = has_bound(op);
  if (bounded) {
    const bound& b = bound_of(op);
    g.ulps = t == type::f64 ? b.f64 + 1 : b.f32;  // std's functions are not exact in double either
    g.absolute = t == type::f64 ? b.absolute_f64 : b.absolute_f32;
  }
  if (is_narrow(t) && (bounded || op == "div")) g.relative = 2 * coarse_bound;
  return g;
}

bool straddles_zero(const element& e) { return e.error != 0 && std::fabs(e.number) <= e.error; }

element periodic(std::string_view op, const element& e, const grant& g, const format& f) {
  if (e.error == unknown) return anything;
  if (!std::isfinite(e.number)) return {not_a_number, 0, 0};
  if (op == "sin") return finished(std::sin(e.number), std::min(e.error, 2.0), g, f);
  if (op == "cos") return finished(std::cos(e.number), std::min(e.error, 2.0), g, f);
  // Within half the way to a pole the slope at most quadruples.
  const double c = std::fabs(std::cos(e.number));
  if (e.error != 0 && e.error > c / 2) return anything;
  return finished(std::tan(e.number), e.error * 4 / (c * c), g, f);
}

// The remainder of floats jumps; only exact operands tell where it is.
element remainder_of(std::string_view op, const element& a, const element& b, const format& f) {
  if (a.error != 0 || b.error != 0) return anything;
  const double r = std::fmod(a.number, b.number);
  if (op == "fmod") return {r, 0, 0};
  if (r == 0) return {std::copysign(r, b.number), 0, 0};
  if (std::isnan(r) || std::signbit(r) == std::signbit(b.number)) return {r, 0, 0};
  return finished(r + b.number, 0, {}, f);
}

element compared(std::string_view op, type t, const element& a, const element& b) {
  if (a.error == unknown || b.error == unknown) return anything;
  if (op == "greater") return compared("less", t, b, a);
  if (op == "greater_equal") return compared("less_equal", t, b, a);
  if (op == "not_equal") {
    const element e = compared("equal", t, a, b);
    return e.error != 0 ? e : truth(e.whole == 0);
  }
  if (!is_float(t)) {
    if (op == "equal") return truth(a.whole == b.whole);
    return truth(op == "less" ? is_below(t, a.whole, b.whole) : !is_below(t, b.whole, a.whole));
  }
  const bool finite = std::isfinite(a.number) && std::isfinite(b.number);
  if (finite && (a.error != 0 || b.error != 0) && std::fabs(a.number - b.number) <= (a.error + b.error) * (1 + 1e-9))
    return anything;
  if (op == "equal") return truth(a.number == b.number);
  return truth(op == "less" ? a.number < b.number : a.number <= b.number);
}

std::int64_t integer_op(std::string_view op, type t, std::int64_t a, std::int64_t b, std::int64_t c) {
  const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
  const auto bits = static_cast<std::int64_t>(8 * size_of(t));
  const bool natural = is_unsigned(t);
  const bool wide = t == type::u64;
  if (op == "add") return wrapped(t, x + y);
  if (op == "sub") return wrapped(t, x - y);
  if (op == "mul") return wrapped(t, x * y);
  if (op == "fma") return wrapped(t, x * y + static_cast<std::uint64_t>(c));
  if (op == "neg") return wrapped(t, -x);
  if (op == "abs") return !natural && a < 0 ? wrapped(t, -x) : a;
  if (op == "square") return wrapped(t, x * x);
  if (op == "relu") return !natural && a < 0 ? 0 : a;
  if (op == "sign") return natural ? a != 0 : (a > 0) - (a < 0);
  if (op == "floor" || op == "ceil" || op == "trunc" || op == "round") return a;
  if (op == "minimum" || op == "fmin") return is_below(t, b, a) ? b : a;
  if (op == "maximum" || op == "fmax") return is_below(t, a, b) ? b : a;
  if (op == "bit_and") return a & b;
  if (op == "bit_or") return a | b;
  if (op == "bit_xor") return a ^ b;
  if (op == "bit_not") return t == type::boolean ? a == 0 : wrapped(t, ~x);
  const bool within = b >= 0 && b < bits;
  if (op == "shift_left") return within ? wrapped(t, x << b) : 0;
  if (op == "shift_right") {
    if (natural) return within ? static_cast<std::int64_t>(x >> b) : 0;
    return a >> (within ? b : 63);
  }
  if (b == 0) return 0;
  if (!natural && b == -1) return op == "floor_divide" ? wrapped(t, -x) : 0;
  const std::int64_t q = wide ? static_cast<std::int64_t>(x / y) : a / b;
  const std::int64_t r = wide ? static_cast<std::int64_t>(x % y) : a % b;
  const bool down = !natural && r != 0 && (r < 0) != (b < 0);
  if (op == "fmod") return r;
  if (op == "remainder") return down ? r + b : r;
  if (op == "floor_divide") return down ? q - 1 : q;
  std::fprintf(stderr, "the reference lacks %.*s of integers\n", static_cast<int>(op.size()), op.data());
  std::abort();
}

element pointwise(const node& n, const element* e) {
  const std::string_view op = n.op;
  const type t = n.operand;
  const format f = computing(t);
  for (int i = 0; i < n.operands; ++i) {
    if (e[i].error == unknown && op != "where") return anything;
  }
  if (op == "where") {
    if (e[0].error != unknown) return e[0].whole != 0 ? e[1] : e[2];
    const bool same = e[1].error == 0 && e[2].error == 0 && e[1].whole == e[2].whole &&
                      std::bit_cast<std::uint64_t>(e[1].number) == std::bit_cast<std::uint64_t>(e[2].number);
    return same ? e[1] : anything;
  }
  if (op == "logical_and") return truth(e[0].whole != 0 && e[1].whole != 0);
  if (op == "logical_or") return truth(e[0].whole != 0 || e[1].whole != 0);
  if (op == "logical_xor") return truth((e[0].whole != 0) != (e[1].whole != 0));
  if (op == "logical_not") return truth(e[0].whole == 0);
  if (op == "equal" || op == "not_equal" || op == "less" || op == "less_equal" || op == "greater" ||
      op == "greater_equal")
    return compared(op, t, e[0], e[1]);
  if (const auto c = classes.find(op); c != classes.end()) {
    if (!is_float(t)) return truth(op == "isfinite" || (op == "signbit" && !is_unsigned(t) && e[0].whole < 0));
    if (op == "signbit" && straddles_zero(e[0])) return anything;
    return truth(c->second(e[0].number));
  }
  if (!is_float(t)) return {0, 0, integer_op(op, t, e[0].whole, e[1].whole, e[2].whole)};
  const grant g = granted(op, t);
  if (op == "sin" || op == "cos" || op == "tan") return periodic(op, e[0], g, f);
  if (op == "fmod" || op == "remainder") return remainder_of(op, e[0], e[1], f);
  if (const auto s = steps.find(op); s != steps.end()) {
    const double low = s->second(e[0].number - e[0].error);
    if (e[0].error != 0 && (straddles_zero(e[0]) || low != s->second(e[0].number + e[0].error))) return anything;
    return {s->second(e[0].number), 0, 0};
  }
  if (op == "fma") {
    const auto fused = [&](double a, double b, double c) {
      return f.digits == 53
                 ? std::fma(a, b, c)
                 : static_cast<double>(std::fmaf(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
    };
    return by_corners(fused, g, f, e[0], e[1], e[2]);
  }
  if (const auto u = unary.find(op); u != unary.end()) {
    if ((op == "reciprocal" || op == "rsqrt") && straddles_zero(e[0])) return anything;
    return by_corners(u->second, g, f, e[0]);
  }
  if (const auto b = binary.find(op); b != binary.end()) {
    if (op == "div" && straddles_zero(e[1])) return anything;
    if (op == "copysign" && straddles_zero(e[1])) return anything;
    const bool exact = e[0].error == 0 && e[1].error == 0;
    if (op == "pow" && !exact && e[0].number <= e[0].error) return anything;
    // Beside an infinity or a NaN corners may all agree and the inside not.
    if (!exact && op == "atan2" && straddles_zero(e[0]) && e[1].number <= e[1].error) return anything;
    return by_corners(b->second, g, f, e[0], e[1]);
  }
  std::fprintf(stderr, "the reference lacks %s\n", n.op);
  std::abort();
}

// ---- Reductions -----------------------------------------------------------------------------------------------------------

// The lowest bit of a finite number that is not 0, as an exponent.
int lowest_bit(double x) {
  int e = 0;
  const double m = std::frexp(std::fabs(x), &e);
  const auto whole = static_cast<std::uint64_t>(std::ldexp(m, 53));
  return e - 53 + std::countr_zero(whole);
}

element total(const std::vector<element>& x, type t) {
  if (!is_float(t)) {
    std::uint64_t s = 0;
    for (const element& e : x) {
      if (e.error != 0) return anything;
      s += static_cast<std::uint64_t>(e.whole);
    }
    return {0, 0, static_cast<std::int64_t>(s)};
  }
  const format f = computing(t);
  long double s = 0, magnitudes = 0, errors = 0;
  int lowest = std::numeric_limits<int>::max();
  bool nan = false, up = false, down = false;
  for (const element& e : x) {
    if (e.error == unknown) return anything;
    nan = nan || std::isnan(e.number);
    up = up || e.number == unknown;
    down = down || e.number == -unknown;
    if (!std::isfinite(e.number)) continue;
    if (e.number != 0 && e.error == 0) lowest = std::min(lowest, lowest_bit(e.number));
    s += e.number;
    magnitudes += std::fabs(e.number) + e.error;
    errors += e.error;
  }
  // Partial sums may overflow whatever the total is.
  const bool may_overflow = magnitudes >= beyond(f);
  if (nan || (up && down)) return {not_a_number, 0, 0};
  if (may_overflow) return anything;
  if (up || down) return {up ? unknown : -unknown, 0, 0};
  const auto sum = static_cast<double>(s);
  // Every partial sum is a multiple of the lowest bit and fits: any order gives the same.
  if (errors == 0 && (magnitudes == 0 || magnitudes <= std::ldexp(1.0L, f.digits + lowest))) return {sum + 0.0, 0, 0};
  const double rounded_off = (sum_bound(static_cast<std::int64_t>(x.size())) + 1) * std::ldexp(1.0, -f.digits) *
                             static_cast<double>(magnitudes);
  return finished(sum, static_cast<double>(errors) + rounded_off, {}, f);
}
element average(const std::vector<element>& x, type t) {
  const element s = total(x, t);
  if (s.error == unknown) return anything;
  const bool in_f64 = t == type::f64;
  const auto n = static_cast<double>(x.size());
  const element count{in_f64 ? n : static_cast<double>(static_cast<float>(n)), 0, 0};
  const element sum =
      is_float(t) ? s : element{as_number(is_unsigned(t) ? type::u64 : type::i64, s.whole, false), 0, 0};
  return by_corners(binary.at("div"), {}, computing(in_f64 ? type::f64 : type::f32), sum, count);
}
// The largest, or the smallest with the sign turned.
template <int Sign>
element extreme(const std::vector<element>& x, type t) {
  const auto choose = Sign > 0 ? larger : smaller;
  element r = x[0];
  bool any = false;
  double low = 0, high = 0;  // of what the result may be
  for (std::size_t i = 0; i < x.size(); ++i) {
    const element& e = x[i];
    if (is_float(t) && std::isnan(e.number) && e.error == 0) return {not_a_number, 0, 0};
    any = any || e.error == unknown;
    if (!is_float(t)) {
      const bool better = Sign > 0 ? is_below(t, r.whole, e.whole) : is_below(t, e.whole, r.whole);
      if (better) r = e;
      continue;
    }
    low = i == 0 ? e.number - e.error : choose(low, e.number - e.error);
    high = i == 0 ? e.number + e.error : choose(high, e.number + e.error);
    r.number = i == 0 ? e.number : choose(r.number, e.number);
  }
  if (any) return anything;
  if (is_float(t)) r.error = low == high ? 0 : std::max(high - r.number, r.number - low);
  return r;
}

element product(const std::vector<element>& x, type t) {
  if (!is_float(t)) {
    std::uint64_t r = 1;
    for (const element& e : x) {
      if (e.error != 0) return anything;
      r *= static_cast<std::uint64_t>(e.whole);
    }
    return {0, 0, static_cast<std::int64_t>(r)};
  }
  const format f = computing(t);
  long double r = 1, relative = 0;
  double up = 0, down = 0;  // how far partial products may reach, as exponents
  bool exact = true;
  for (const element& e : x) {
    if (e.error == unknown || straddles_zero(e)) return anything;
    r *= e.number;
    int scale = 0;
    exact = exact && e.error == 0 && (e.number == 0 || std::fabs(std::frexp(e.number, &scale)) == 0.5);
    if (e.number == 0 || !std::isfinite(e.number)) continue;
    relative += e.error / std::fabs(e.number);
    const int exponent = std::ilogb(e.number);
    (exponent < 0 ? down : up) += std::abs(exponent) + 1;
  }
  if (up >= f.most || down >= -f.least) return anything;
  const auto n = static_cast<double>(x.size());
  const auto value = static_cast<double>(r);
  // Powers of 2, zeros and what is not finite round nowhere.
  if (exact || value == 0 || !std::isfinite(value)) return relative == 0 ? element{value} : finished(value, 0, {}, f);
  if (relative > 0.01) return anything;
  const double bound = (static_cast<double>(relative) + n * std::ldexp(1.0, -f.digits)) * 1.05;
  return finished(value, bound * std::fabs(value), {}, f);
}

// How many elements are not 0, of which some may not be known.
struct census {
  std::int64_t certain = 0;
  std::int64_t open = 0;
};
census count_true(const std::vector<element>& x, type t) {
  census c;
  for (const element& e : x) {
    const element b = to_bool(e, t);
    c.open += b.error != 0;
    c.certain += b.error == 0 && b.whole != 0;
  }
  return c;
}
element any_of(const std::vector<element>& x, type t) {
  const census c = count_true(x, t);
  return c.certain > 0 ? truth(true) : c.open > 0 ? anything : truth(false);
}
element all_of(const std::vector<element>& x, type t) {
  const census c = count_true(x, t);
  const auto n = static_cast<std::int64_t>(x.size());
  return c.certain + c.open < n ? truth(false) : c.open > 0 ? anything : truth(true);
}
element count_of_true(const std::vector<element>& x, type t) {
  const census c = count_true(x, t);
  return c.open > 0 ? anything : element{0, 0, c.certain};
}

// Places in the order that argmax and top_k know: the first NaN, then the largest (Sign 1) or the smallest; of equals the first.
template <int Sign>
std::vector<std::size_t> in_order(const std::vector<element>& x, type t) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    const element& a = x[Sign > 0 ? j : i];
    const element& b = x[Sign > 0 ? i : j];
    if (!is_float(t)) return is_below(t, a.whole, b.whole);
    if (std::isnan(x[i].number) || std::isnan(x[j].number)) return std::isnan(x[i].number) && !std::isnan(x[j].number);
    return a.number < b.number;
  });
  return order;
}
bool has_unknown(const std::vector<element>& x) {
  return std::any_of(x.begin(), x.end(), [](const element& e) { return e.error == unknown; });
}
// Where the element is that has so many before it; -1: there are fewer.
template <int Sign, int Before>
element place(const std::vector<element>& x, type t) {
  if (x.size() <= Before) return {0, 0, -1};
  if (has_unknown(x)) return anything;
  const std::vector<std::size_t> order = in_order<Sign>(x, t);
  // Neither it nor what is before it may change places with what comes later.
  for (std::size_t k = 0; is_float(t) && k <= Before; ++k) {
    const element& a = x[order[k]];
    for (std::size_t later = k + 1; later < order.size() && !std::isnan(a.number); ++later) {
      const element& b = x[order[later]];
      if (a.error + b.error != 0 && Sign * (a.number - b.number) <= (a.error + b.error) * (1 + 1e-9)) return anything;
    }
  }
  return {0, 0, static_cast<std::int64_t>(order[Before])};
}
// That element; 0: there are fewer.
template <int Before>
element ranked(const std::vector<element>& x, type t) {
  if (x.size() <= Before) return {};
  if (has_unknown(x)) return anything;
  element r = x[in_order<1>(x, t)[Before]];
  if (!is_float(t) || std::isnan(r.number)) return r;
  std::vector<element> low = x, high = x;
  for (element& e : low) e.number -= e.error;
  for (element& e : high) e.number += e.error;
  const double least = low[in_order<1>(low, t)[Before]].number;
  const double most = high[in_order<1>(high, t)[Before]].number;
  r.error = least == most ? 0 : std::max(most - r.number, r.number - least);
  return r;
}

// What a mean takes: integers as numbers.
std::vector<element> as_floats(std::vector<element> x, type& t) {
  if (is_float(t)) return x;
  for (element& e : x) e = e.error != 0 ? anything : element{as_number(t, e.whole, false), 0, 0, e.by};
  t = type::f32;
  return x;
}
// Every implementation's bound: of two passes, and of one that joins the moments of parts (Chan, Golub, LeVeque 1983).
template <int Correction>
element variance(const std::vector<element>& operands, type t) {
  const std::vector<element> x = as_floats(operands, t);
  const format f = computing(t);
  const auto n = static_cast<double>(x.size());
  if (has_unknown(x)) return anything;
  double largest = 0, errors = 0;
  long double s = 0;
  for (const element& e : x) {
    if (!std::isfinite(e.number)) return {not_a_number};
    largest = std::max(largest, std::fabs(e.number) + e.error);
    errors += e.error * e.error;
    s += e.number;
  }
  if (largest >= std::sqrt(beyond(f) / (8 * n + 8))) return anything;
  if (x.size() <= Correction) return {not_a_number};
  long double squares = 0;
  for (const element& e : x) squares += (e.number - s / n) * (e.number - s / n);
  const auto sum = static_cast<double>(squares);
  if (largest == 0) return {};
  // Roundings that a value goes through from the leaf to the root, each of some operations.
  const double depth = sum_bound(static_cast<std::int64_t>(x.size())) + 2;
  const double u = std::ldexp(1.0, -f.digits);
  // How far a part's mean is off, twice as far a difference of two; the parts' weights sum to n log n / 2 at most.
  const double off = 8 * depth * u * largest;
  const double weights = n * (1 + std::log2(n));
  // The root of the sum moves no further than the operands as a vector.
  double moved = 2 * std::sqrt(sum * errors) + errors;
  moved += 2 * off * std::sqrt((sum + moved) * weights) + off * off * weights;
  moved += 8 * depth * u * (sum + moved) + n * std::ldexp(1.0, f.least - f.digits);
  return finished(sum / (n - Correction), 1.01 * moved / (n - Correction), {}, f);
}
// The root of what rounding may have made negative, but the library does not.
element root(const element& e, type t) {
  return by_corners([](double x) { return std::sqrt(x < 0 ? 0 : x); }, granted("sqrt", t), computing(t), e);
}
element deviation(const std::vector<element>& x, type t) {
  const element e = variance<1>(x, t);
  return e.error == unknown ? anything : root(e, is_float(t) ? t : type::f32);
}
element log_sum_exp(const std::vector<element>& operands, type t) {
  const std::vector<element> x = as_floats(operands, t);
  const format f = computing(t);
  const auto n = static_cast<double>(x.size());
  if (has_unknown(x)) return anything;
  double largest = -unknown, least = unknown, error = 0;
  for (const element& e : x) {
    if (std::isnan(e.number)) return {not_a_number};
    largest = std::max(largest, e.number);
    error = std::max(error, e.error);
    if (std::isfinite(e.number)) least = std::min(least, e.number);
  }
  if (!std::isfinite(largest)) return {largest};
  double sum = 0;
  for (const element& e : x) sum += std::exp(e.number - largest);
  const double value = std::log(sum) + largest;
  // Each rescaling is an exp and a product, each exponent a difference; n terms of d exp(-d) are less than n.
  const grant e = granted("exp", t), l = granted("log", t);
  const double u = std::ldexp(1.0, -f.digits);
  const double depth = sum_bound(static_cast<std::int64_t>(x.size())) + 2;
  double moved = depth * (2 * (e.ulps + 2) * u + e.relative) + 2 * u * std::min(largest - least, n);
  // The logarithm is 1-Lipschitz in the relative error of the sum, which is at least 1.
  moved = 1.05 * moved + (l.ulps + 1) * unit(std::log(n) + moved, f) + l.relative * (std::log(n) + moved) + l.absolute;
  return moved > 0.05 ? anything : finished(value, error + moved, {}, f);
}
element norm_1(const std::vector<element>& operands, type t) {
  std::vector<element> x = operands;
  for (element& e : x) e = e.error == unknown ? e : by_corners(unary.at("abs"), {}, computing(t), e);
  return total(x, t);
}
element norm_2(const std::vector<element>& operands, type t) {
  std::vector<element> x = operands;
  for (element& e : x) e = e.error == unknown ? e : by_corners(unary.at("square"), {}, computing(t), e);
  const element s = total(x, t);
  return s.error == unknown ? anything : root(s, t);
}

using reduction = element (*)(const std::vector<element>&, type);
struct reduction_row {
  reduction of;
  bool needs_elements;
  bool rounds;  // in an order of the implementation's own
};
// One row a reduction; the generator's table has the other one.
const std::map<std::string_view, reduction_row> reductions = {{"sum", {total, false, true}},
                                                              {"mean", {average, false, true}},
                                                              {"max", {extreme<1>, true, false}},
                                                              {"min", {extreme<-1>, true, false}},
                                                              {"prod", {product, false, true}},
                                                              {"any", {any_of, false, false}},
                                                              {"all", {all_of, false, false}},
                                                              {"count_nonzero", {count_of_true, false, false}},
                                                              {"argmax", {place<1, 0>, true, false}},
                                                              {"argmin", {place<-1, 0>, true, false}},
                                                              {"var0", {variance<0>, false, true}},
                                                              {"var1", {variance<1>, false, true}},
                                                              {"stddev", {deviation, false, true}},
                                                              {"logsumexp", {log_sum_exp, false, true}},
                                                              {"norm1", {norm_1, false, true}},
                                                              {"norm", {norm_2, false, true}},
                                                              {"least", {extreme<-1>, true, false}},
                                                              {"most", {extreme<1>, true, false}},
                                                              {"top_value", {ranked<0>, false, false}},
                                                              {"top_index", {place<1, 0>, false, false}},
                                                              {"second_value", {ranked<1>, false, false}},
                                                              {"second_index", {place<1, 1>, false, false}}};

// ---- Shapes and movement --------------------------------------------------------------------------------------------------

using shape = std::vector<std::int64_t>;
std::int64_t count_of(const shape& s) {
  return std::accumulate(s.begin(), s.end(), std::int64_t{1}, std::multiplies<>());
}

// Calls f(index) for every index of a shape, in row-major order.
template <class F>
void for_each_index(const shape& s, const F& f) {
  const std::int64_t n = count_of(s);
  shape index(s.size());
  for (std::int64_t i = 0; i < n; ++i) {
    f(index);
    for (auto a = static_cast<int>(s.size()) - 1; a >= 0; --a) {
      const auto k = static_cast<std::size_t>(a);
      if (++index[k] < s[k]) break;
      index[k] = 0;
    }
  }
}
// The element at an index of a shape that this one broadcasts to.
const element& broadcast_at(const array& a, const shape& index) {
  std::int64_t at = 0;
  const std::size_t skipped = index.size() - a.extent.size();
  for (std::size_t k = 0; k < a.extent.size(); ++k) at = at * a.extent[k] + (a.extent[k] == 1 ? 0 : index[k + skipped]);
  return a.at[static_cast<std::size_t>(at)];
}
const element& exactly_at(const array& a, const shape& index) { return broadcast_at(a, index); }

bool broadcast(shape& to, const shape& from) {
  if (from.size() > to.size()) to.insert(to.begin(), from.size() - to.size(), 1);
  const std::size_t skipped = to.size() - from.size();
  for (std::size_t k = 0; k < from.size(); ++k) {
    std::int64_t& t = to[k + skipped];
    if (from[k] == 1 || from[k] == t) continue;
    if (t != 1) return false;
    t = from[k];
  }
  return true;
}

struct range {
  std::int64_t first;
  std::int64_t count;
};
// Python's slice.indices.
range range_of(std::int64_t n, std::int64_t begin, std::int64_t end, std::int64_t step) {
  const std::int64_t low = step < 0 ? -1 : 0;
  const std::int64_t high = step < 0 ? n - 1 : n;
  const auto bound = [&](std::int64_t i, std::int64_t otherwise) {
    if (i == open_end) return otherwise;
    return std::clamp(i < 0 ? i + n : i, low, std::max(low, high));
  };
  const std::int64_t first = bound(begin, step < 0 ? high : low);
  const std::int64_t last = bound(end, step < 0 ? low : high);
  std::int64_t count = 0;
  for (std::int64_t i = first; step < 0 ? i > last : i < last; i += step) ++count;
  return {first, count};
}

// One node over whole arrays: its extents first, then, unless only they are asked for, its elements.
class interpreter {
 public:
  interpreter(const node& n, const std::vector<const array*>& operands, bool extents_only)
      : n_(n), x_(operands), extents_only_(extents_only) {}

  array result;
  std::string fault;

  void run() {
    const std::string_view op = n_.op;
    if (op == "literal") return make({}, [&](const shape&) { return literal(n_.operand); });
    if (op == "iota") return iota();
    if (op == "extent") return make({}, [&](const shape&) { return element{0, 0, in(p(0))}; });
    if (op == "cast") {
      return map_one([&](const element& e) { return with_order(cast(e, n_.operand, n_.result), e.by); });
    }
    if (op == "cond") return cond();
    if (reductions.count(op) != 0) return reduce(reductions.at(op));
    if (op == "take") return take();
    if (op == "take_along") return take_along();
    if (op == "concatenate" || op == "stack") return concatenate();
    if (move(op)) return;
    shape s;
    for (const array* a : x_) {
      if (!broadcast(s, a->extent)) return fail("extents do not broadcast");
    }
    make(s, [&](const shape& i) {
      element e[max_operands];
      rounding by = rounding::alone;
      for (std::size_t k = 0; k < x_.size(); ++k) {
        e[k] = broadcast_at(*x_[k], i);
        by = std::max(by, e[k].by);
      }
      return with_order(pointwise(n_, e), by);
    });
  }

 private:
  std::int64_t p(int i) const { return n_.parameter[i]; }
  std::size_t axis() const { return static_cast<std::size_t>(p(0)); }
  std::int64_t in(std::int64_t a) const { return x_[0]->extent[static_cast<std::size_t>(a)]; }
  shape extents() const { return x_[0]->extent; }
  void fail(const char* why) { fault = std::string(n_.op) + ": " + why; }
  element literal(type t) const {
    if (is_float(t)) return {n_.literal, 0, 0};
    return {0, 0, wrapped(t, static_cast<std::uint64_t>(static_cast<std::int64_t>(n_.literal)))};
  }

  template <class F>
  void make(const shape& s, const F& f) {
    result.extent = s;
    if (extents_only_) return;
    result.at.reserve(static_cast<std::size_t>(count_of(s)));
    for_each_index(s, [&](const shape& i) { result.at.push_back(f(i)); });
  }
  template <class F>
  void map_one(const F& f) {
    make(extents(), [&](const shape& i) { return f(exactly_at(*x_[0], i)); });
  }
  // The operand's element at f(index).
  template <class F>
  void moved(const shape& s, const F& f) {
    make(s, [&](const shape& i) { return exactly_at(*x_[0], f(i)); });
  }
  // The index along the axis through f; negative: the literal.
  template <class F>
  void along(std::int64_t count, const F& f) {
    shape s = extents();
    s[axis()] = count;
    make(s, [&](shape i) {
      i[axis()] = f(i[axis()]);
      return i[axis()] < 0 ? literal(n_.result) : exactly_at(*x_[0], i);
    });
  }

  void iota() {
    if (p(0) >= 0) {
      shape s(x_[0]->extent.size(), 1);
      s[axis()] = in(p(0));
      return make(s, [&](const shape& i) { return element{0, 0, i[axis()]}; });
    }
    std::int64_t at = 0;
    make(extents(), [&](const shape&) { return element{0, 0, at++}; });
  }

  void cond() {
    shape s;
    for (std::size_t k = 1; k < 3; ++k) {
      if (!broadcast(s, x_[k]->extent)) return fail("extents do not broadcast");
    }
    make(s, [&](const shape& i) {
      const element& c = x_[0]->at[0];
      const element e = c.error != 0 ? anything : broadcast_at(*x_[c.whole != 0 ? 1 : 2], i);
      return with_order(e, std::max(c.by, e.by));
    });
  }

  // Parameters: an axis, whether it is dropped, and maybe a second axis, from 1 on.
  bool folds(std::size_t a) const {
    const auto k = static_cast<std::int64_t>(a);
    return p(0) == every_axis || k == p(0) || k + 1 == p(2);
  }
  void reduce(const reduction_row& row) {
    shape s = extents();
    const bool all = p(0) == every_axis;
    bool everything = all || s.size() > 1;  // whatever its axes are called by
    std::int64_t count = 1;
    for (std::size_t a = 0; a < s.size(); ++a) {
      everything = everything && folds(a);
      if (!folds(a)) continue;
      count *= s[a];
      s[a] = 1;
    }
    if (row.needs_elements && count == 0 && count_of(s) != 0) return fail("no elements");
    make(s, [&](const shape& base) {
      std::vector<element> x;
      shape folded(s.size(), 1);
      for (std::size_t a = 0; a < s.size(); ++a) {
        if (folds(a)) folded[a] = extents()[a];
      }
      for_each_index(folded, [&](shape i) {
        for (std::size_t a = 0; a < i.size(); ++a) i[a] += base[a];
        x.push_back(exactly_at(*x_[0], i));
      });
      element r = row.of(x, n_.operand);
      if (is_float(n_.result) && row.rounds && r.error != 0) r.by = everything ? rounding::of_all : rounding::of_a_row;
      for (const element& e : x) r.by = std::max(r.by, e.by);
      return r;
    });
    if (!all && p(1) == 0) return;
    for (auto a = static_cast<int>(s.size()) - 1; a >= 0; --a) {
      if (folds(static_cast<std::size_t>(a))) result.extent.erase(result.extent.begin() + a);
    }
  }

  // The nearest element; below 0 from the end.
  static std::int64_t chosen(std::int64_t i, std::int64_t n) {
    return std::clamp(i < 0 ? i + n : i, std::int64_t{0}, std::max<std::int64_t>(n - 1, 0));
  }
  void take() {
    const shape& index = x_[1]->extent;
    shape s = extents();
    s.erase(s.begin() + p(0));
    s.insert(s.begin() + p(0), index.begin(), index.end());
    const std::int64_t n = in(p(0));
    if (n == 0 && count_of(s) != 0) return fail("the axis has no elements");
    make(s, [&](const shape& i) {
      const auto from = i.begin() + p(0);
      const auto to = from + static_cast<std::ptrdiff_t>(index.size());
      const element e = exactly_at(*x_[1], shape(from, to));
      if (e.error != 0) return with_order(anything, e.by);
      shape at(i.begin(), from);
      at.push_back(chosen(e.whole, n));
      at.insert(at.end(), to, i.end());
      return exactly_at(*x_[0], at);
    });
  }
  void take_along() {
    shape s = extents();
    const std::int64_t n = in(p(0));
    s[axis()] = 1;
    if (!broadcast(s, x_[1]->extent)) return fail("extents do not broadcast");
    if (n == 0 && count_of(s) != 0) return fail("the axis has no elements");
    make(s, [&](shape i) {
      const element& e = broadcast_at(*x_[1], i);
      if (e.error != 0) return with_order(anything, e.by);
      for (std::size_t a = 0; a < i.size(); ++a) {
        if (in(static_cast<std::int64_t>(a)) == 1) i[a] = 0;
      }
      i[axis()] = chosen(e.whole, n);
      return exactly_at(*x_[0], i);
    });
  }
  void concatenate() {
    array part[max_operands];
    shape s;
    std::int64_t joined = 0;
    for (std::size_t k = 0; k < x_.size(); ++k) {
      part[k] = *x_[k];
      if (std::string_view(n_.op) == "stack") part[k].extent.insert(part[k].extent.begin() + p(0), 1);
      joined += part[k].extent[axis()];
      shape others = part[k].extent;
      others[axis()] = 1;
      if (!broadcast(s, others)) return fail("extents do not broadcast");
    }
    s[axis()] = joined;
    make(s, [&](shape i) {
      std::size_t k = 0;
      for (; i[axis()] >= part[k].extent[axis()]; ++k) i[axis()] -= part[k].extent[axis()];
      // An extent of 1 is a place here, not a broadcast.
      return broadcast_at(part[k], i);
    });
  }

  bool move(std::string_view op) {
    shape s = x_.empty() ? shape{} : extents();
    if (op == "permute") {
      shape t(s.size());
      for (std::size_t k = 0; k < s.size(); ++k) t[k] = s[static_cast<std::size_t>(p(static_cast<int>(k)))];
      moved(t, [&](const shape& i) {
        shape j(i.size());
        for (std::size_t k = 0; k < i.size(); ++k) j[static_cast<std::size_t>(p(static_cast<int>(k)))] = i[k];
        return j;
      });
    } else if (op == "slice") {
      const range r = range_of(s[axis()], p(1), p(2), p(3));
      along(r.count, [&](std::int64_t i) { return r.first + i * p(3); });
    } else if (op == "flip") {
      along(s[axis()], [&](std::int64_t i) { return s[axis()] - 1 - i; });
    } else if (op == "select") {
      const std::int64_t n = s[axis()];
      if (p(1) >= n || p(1) < -n) return fail("the index leaves the axis"), true;
      s.erase(s.begin() + p(0));
      moved(s, [&](shape i) {
        i.insert(i.begin() + p(0), p(1) < 0 ? p(1) + n : p(1));
        return i;
      });
    } else if (op == "unsqueeze") {
      s.insert(s.begin() + p(0), 1);
      moved(s, [&](shape i) {
        i.erase(i.begin() + p(0));
        return i;
      });
    } else if (op == "squeeze") {
      s.erase(s.begin() + p(0));
      moved(s, [&](shape i) {
        i.insert(i.begin() + p(0), 0);
        return i;
      });
    } else if (op == "diagonal") {
      const auto a = static_cast<std::size_t>(p(0)), b = static_cast<std::size_t>(p(1));
      const std::int64_t count = on_diagonal(s[a], s[b], p(2));
      s.erase(s.begin() + static_cast<std::ptrdiff_t>(std::max(a, b)));
      s.erase(s.begin() + static_cast<std::ptrdiff_t>(std::min(a, b)));
      s.push_back(count);
      moved(s, [&](shape i) {
        const std::int64_t d = i.back();
        i.pop_back();
        i.insert(i.begin() + static_cast<std::ptrdiff_t>(std::min(a, b)), 0);
        i.insert(i.begin() + static_cast<std::ptrdiff_t>(std::max(a, b)), 0);
        i[a] = d + (p(2) < 0 ? -p(2) : 0);
        i[b] = d + (p(2) > 0 ? p(2) : 0);
        return i;
      });
    } else if (op == "unfold") {
      if (s[axis()] < p(1)) return fail("the axis is shorter than a window"), true;
      s[axis()] = windows(s[axis()], p(1), p(2));
      s.push_back(p(1));
      moved(s, [&](shape i) {
        i[axis()] = i[axis()] * p(2) + i.back();
        i.pop_back();
        return i;
      });
    } else if (op == "unflatten") {
      if (s[axis()] % p(1) != 0) return fail("the axis is no multiple"), true;
      s[axis()] /= p(1);
      s.insert(s.begin() + p(0) + 1, p(1));
      moved(s, [&](shape i) {
        i[axis()] = i[axis()] * p(1) + i[axis() + 1];
        i.erase(i.begin() + p(0) + 1);
        return i;
      });
    } else if (op == "tril" || op == "triu") {
      make(s, [&](const shape& i) {
        const std::int64_t row = i[i.size() - 2] + p(0), column = i.back();
        return (op == "tril" ? column <= row : column >= row) ? exactly_at(*x_[0], i) : literal(n_.result);
      });
    } else if (op == "roll") {
      along(s[axis()], [&](std::int64_t i) {
        const std::int64_t n = s[axis()];
        return ((i - p(1)) % n + n) % n;
      });
    } else if (op == "pad") {
      along(p(1) + s[axis()] + p(2), [&](std::int64_t i) { return i < p(1) || i >= p(1) + s[axis()] ? -1 : i - p(1); });
    } else if (op == "tile") {
      along(s[axis()] * p(1), [&](std::int64_t i) { return i % s[axis()]; });
    } else if (op == "repeat") {
      along(s[axis()] * p(1), [&](std::int64_t i) { return i / p(1); });
    } else {
      return false;
    }
    return true;
  }

  const node& n_;
  const std::vector<const array*>& x_;
  bool extents_only_;
};

evaluation run(const node* nodes, int count, const std::vector<array>& inputs, bool extents_only) {
  evaluation r;
  r.value.resize(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) {
    const node& n = nodes[k];
    array& value = r.value[static_cast<std::size_t>(k)];
    if (std::string_view(n.op) == "input") {
      value = inputs[static_cast<std::size_t>(n.parameter[0])];
      continue;
    }
    array held[max_operands];
    std::vector<const array*> operands;
    for (int a = 0; a < n.operands; ++a) {
      const array& from = r.value[static_cast<std::size_t>(n.operand_at[a])];
      const type t = nodes[n.operand_at[a]].result;
      const bool as_is = std::string_view(n.op) == "cast" || std::string_view(n.op) == "iota" ||
                         std::string_view(n.op) == "extent" || (a == 0 && std::string_view(n.op) == "cond") ||
                         (a == 1 && std::string_view(n.op).starts_with("take"));
      const type to = a == 0 && std::string_view(n.op) == "where" ? type::boolean : n.operand;
      if (extents_only || as_is || t == to) {
        operands.push_back(&from);
        continue;
      }
      held[a].extent = from.extent;
      for (const element& e : from.at) held[a].at.push_back(with_order(converted(e, t, to), e.by));
      operands.push_back(&held[a]);
    }
    interpreter i(n, operands, extents_only);
    i.run();
    value = std::move(i.result);
    if (!i.fault.empty()) {
      r.fault = i.fault;
      return r;
    }
  }
  return r;
}

// The number that a format's bits stand for: sign, exponent, fraction.
double decoded(std::uint32_t bits, const format& f, int width) {
  const int fraction_bits = f.digits - 1;
  const auto fraction = static_cast<double>(bits & ((1U << fraction_bits) - 1));
  const int exponent_bits = width - 1 - fraction_bits;
  const auto exponent = static_cast<int>(bits >> fraction_bits & ((1U << exponent_bits) - 1));
  double m = 0;
  if (exponent == (1 << exponent_bits) - 1)
    m = fraction == 0 ? unknown : not_a_number;
  else if (exponent == 0)
    m = std::ldexp(fraction, f.least - fraction_bits);
  else
    m = std::ldexp(std::ldexp(1.0, fraction_bits) + fraction, exponent - 1 + f.least - fraction_bits);
  return (bits >> (width - 1)) != 0 ? -m : m;
}
std::uint16_t encoded(double x, const format& f) {
  constexpr int width = 16;
  const int fraction_bits = f.digits - 1;
  const std::uint32_t sign = std::signbit(x) ? 1U << (width - 1) : 0;
  const std::uint32_t infinity = ((1U << (width - 1)) - 1) >> fraction_bits << fraction_bits;
  if (std::isnan(x)) return static_cast<std::uint16_t>(infinity | 1U << (fraction_bits - 1));
  const double r = std::fabs(rounded(x, f));
  if (std::isinf(r)) return static_cast<std::uint16_t>(sign | infinity);
  const double steps_of_least = std::ldexp(r, fraction_bits - f.least);
  if (r < std::ldexp(1.0, f.least))
    return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(steps_of_least));
  const int e = std::ilogb(r);
  const auto fraction = static_cast<std::uint32_t>(std::ldexp(r, fraction_bits - e)) & ((1U << fraction_bits) - 1);
  return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(e - f.least + 1) << fraction_bits | fraction);
}

template <class T>
T read(const void* at) {
  T v;
  std::memcpy(&v, at, sizeof(T));
  return v;
}

}  // namespace

std::int64_t sliced(std::int64_t n, std::int64_t begin, std::int64_t end, std::int64_t step) {
  return range_of(n, begin, end, step).count;
}
std::int64_t on_diagonal(std::int64_t rows, std::int64_t columns, std::int64_t offset) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < rows; ++i) count += i + offset >= 0 && i + offset < columns ? 1 : 0;
  return count;
}
std::int64_t windows(std::int64_t n, std::int64_t size, std::int64_t step) {
  std::int64_t count = 0;
  for (std::int64_t at = 0; at + size <= n; at += step) ++count;
  return count;
}

evaluation evaluate(const node* nodes, int count, const std::vector<array>& inputs) {
  return run(nodes, count, inputs, false);
}
std::int64_t elements_of_largest(const node* nodes, int count, const std::vector<std::vector<std::int64_t>>& inputs,
                                 std::string& fault) {
  std::vector<array> shapes;
  for (const shape& s : inputs) shapes.push_back({s, {}});
  evaluation e = run(nodes, count, shapes, true);
  fault = e.fault;
  std::int64_t most = 0;
  // An extent of 0 hides the others, and memory may still be laid out for them.
  for (array& a : e.value) {
    for (std::int64_t& n : a.extent) n = std::max<std::int64_t>(n, 1);
    most = std::max(most, count_of(a.extent));
  }
  return most;
}

element load(type t, const void* at) {
  switch (t) {
    case type::boolean:
      return {0, 0, read<std::uint8_t>(at) != 0};
    case type::u8:
      return {0, 0, read<std::uint8_t>(at)};
    case type::i8:
      return {0, 0, read<std::int8_t>(at)};
    case type::u32:
      return {0, 0, read<std::uint32_t>(at)};
    case type::i32:
      return {0, 0, read<std::int32_t>(at)};
    case type::u64:
    case type::i64:
      return {0, 0, read<std::int64_t>(at)};
    case type::f16:
    case type::bf16:
      return {decoded(read<std::uint16_t>(at), format_of(t), 16), 0, 0};
    case type::f32:
      return {static_cast<double>(read<float>(at)), 0, 0};
    default:
      return {read<double>(at), 0, 0};
  }
}
void store(type t, void* at, const element& e) {
  if (t == type::f64) {
    std::memcpy(at, &e.number, 8);
  } else if (t == type::f32) {
    const auto v = static_cast<float>(e.number);
    std::memcpy(at, &v, 4);
  } else if (is_narrow(t)) {
    const std::uint16_t v = encoded(e.number, format_of(t));
    std::memcpy(at, &v, 2);
  } else {
    const std::int64_t v = wrapped(t, static_cast<std::uint64_t>(e.whole));
    std::memcpy(at, &v, size_of(t));  // the low bytes come first
  }
}
bool accepts(type t, const void* at, const element& want) {
  if (t == type::boolean && read<std::uint8_t>(at) > 1) return false;
  if (want.error == unknown) return true;
  const element got = load(t, at);
  if (!is_float(t)) return got.whole == want.whole;
  const element stored = is_narrow(t) ? narrowed(want, t) : want;
  if (stored.error == unknown) return true;
  if (std::isnan(stored.number)) return std::isnan(got.number);
  if (stored.error == 0 || std::isinf(stored.number))
    return got.number == stored.number && std::signbit(got.number) == std::signbit(stored.number);
  return std::fabs(got.number - stored.number) <= stored.error;
}
std::string text_of(type t, const element& e) {
  char text[80];
  if (!is_float(t)) {
    std::snprintf(text, sizeof(text), e.error != 0 ? "anything" : "%lld", static_cast<long long>(e.whole));
  } else if (e.error == 0) {
    std::snprintf(text, sizeof(text), "%.17g", e.number);
  } else {
    std::snprintf(text, sizeof(text), "%.17g ± %.3g", e.number, e.error);
  }
  return text;
}
void poison(type t, void* at) {
  const std::uint64_t nan = t == type::f64 ? 0x7ffa5a5a5a5a5a5aU : t == type::f32 ? 0x7fa5a5a5U : 0x7fa5U;
  const std::uint64_t bits = t == type::boolean ? 1U : is_float(t) ? nan : 0x5a5a5a5a5a5a5a5aU;
  std::memcpy(at, &bits, size_of(t));
}

}  // namespace test::fuzz
