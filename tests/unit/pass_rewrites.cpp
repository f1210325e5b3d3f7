// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The passes, each through the printed graph of a small region; and the verifier, against graphs with planted defects.
#include <doctest/doctest.h>

#include <string>

#include <sinter/sinter.hpp>

using sinter::tensor_arg;
namespace graph = sinter::graph;
namespace pass = sinter::pass;

namespace {

// The optimised graph of a formula over `Sig`, in one line without extents: "x0 1 add(0,1)".
template <class... Sig, class F>
std::string optimised(F) {
  const auto& g = sinter::optimised<F, Sig...>::graph;
  std::string s;
  for (int i = 0; i < g.count; ++i) {
    const graph::node& n = g.nodes[i];
    if (i != 0) s += ' ';
    if (n.kind == graph::node_kind::input)
      s += 'x' + std::to_string(n.arg[0]);
    else if (n.kind == graph::node_kind::scalar)
      s += 's' + std::to_string(n.arg[0]);
    else if (n.kind == graph::node_kind::constant) {
      sinter::text t;
      graph::print_constant(t, n);
      s += t.c_str();
    } else {
      s += n.op != nullptr ? n.op->name : n.kind == graph::node_kind::cond ? "cond" : "squeeze";
      for (int a = 0; a < n.nargs; ++a) s += (a == 0 ? '(' : ',') + std::to_string(n.arg[a]);
      s += ')';
    }
  }
  return s;
}
template <class F>
std::string of_float(F f) {
  return optimised<tensor_arg<float, 1>>(f);
}
// x + (0.1 * 3 - 1 / 3), all of it traced.
struct folded {
  constexpr auto operator()(auto x) const {
    const auto c = [&](float v) {
      return sinter::val<float, 0, true>{x.builder,
                                         x.builder->constant(sinter::dtype::f32, sinter::detail::to_bits(v))};
    };
    return x + (c(0.1f) * c(3.0f) - c(1.0f) / c(3.0f));
  }
};

template <class F>
std::string of_int(F f) {
  return optimised<tensor_arg<std::int32_t, 1>>(f);
}

}  // namespace

TEST_CASE("fold: operations on constants are constants, rounded as at run time") {
  const auto& g = sinter::optimised<folded, tensor_arg<float, 1>>::graph;
  CHECK(g.count == 3);
  volatile float tenth = 0.1f, three = 3.0f;
  volatile float product = tenth * three, third = 1.0f / three;
  volatile float difference = product - third;
  CHECK(g.nodes[1].bits == sinter::detail::to_bits(static_cast<float>(difference)));
}
TEST_CASE("fold: a literal is converted once to the compute type") {
  CHECK(optimised<tensor_arg<sinter::bf16, 1>>([](auto x) { return x + 0.1; }) == "x0 0.1 add(0,1)");
  CHECK(of_int([](auto x) { return x + 0.5f; }) == "x0 cast_f32(0) 0.5 add(1,2)");
  CHECK(of_int([](auto x) { return x + true; }) == "x0 1 add(0,1)");
  CHECK(optimised<tensor_arg<std::int64_t, 1>>([](auto x) { return x * 5000000000LL; }) == "x0 5000000000 mul(0,1)");
}

TEST_CASE("cse: a shared subexpression is evaluated once") {
  CHECK(of_float([](auto x) { return exp(x) * exp(x); }) == "x0 exp(0) mul(1,1)");
  CHECK(of_float([](auto x) { return (x + 1.0f) * (x + 1.0f); }) == "x0 1 add(0,1) mul(2,2)");
  CHECK(of_float([](auto x) { return sum(x) + sum(x); }) == "x0 sum(0) add(1,1)");
}
TEST_CASE("cse: operands of a commutative op may be swapped, others not") {
  const auto two = [](auto f) { return optimised<tensor_arg<float, 1>, tensor_arg<float, 1>>(f); };
  CHECK(two([](auto x, auto y) { return (x + y) * (y + x); }) == "x0 x1 add(0,1) mul(2,2)");
  CHECK(two([](auto x, auto y) { return (x * y) - (y * x); }) == "x0 x1 mul(0,1) sub(2,2)");
  CHECK(two([](auto x, auto y) { return (x - y) * (y - x); }) == "x0 x1 sub(0,1) sub(1,0) mul(2,3)");
  CHECK(two([](auto x, auto y) { return minimum(x, y) * minimum(y, x); }) ==
        "x0 x1 minimum(0,1) minimum(1,0) mul(2,3)");
}
TEST_CASE("cse: equal values of different dtypes or axes stay apart") {
  CHECK(of_float([](auto x) {
          return sinter::outputs(sinter::cast<std::int32_t>(x), sinter::cast<std::int64_t>(x));
        }) == "x0 cast_i32(0) cast_i64(0)");
  CHECK(optimised<tensor_arg<float, 2>>([](auto x) { return sum(x, sinter::axis<-1>) + sum(x); }) ==
        "x0 sum(0) sum(0) add(1,2)");
  CHECK(of_float([](auto x) { return (x + 0.0f) * (x + -0.0f); }).find("add") != std::string::npos);
}
TEST_CASE("cse: two arguments are two values, even if a call passes one view twice") {
  CHECK(optimised<tensor_arg<float, 1>, tensor_arg<float, 1>>([](auto x, auto y) { return x - y; }) ==
        "x0 x1 sub(0,1)");
}

TEST_CASE("simplify: what holds for every value") {
  CHECK(of_float([](auto x) { return x * 1.0f; }) == "x0");
  CHECK(of_float([](auto x) { return 1.0f * x; }) == "x0");
  CHECK(of_float([](auto x) { return x / 1.0f; }) == "x0");
  CHECK(of_float([](auto x) { return x - 0.0f; }) == "x0");
  CHECK(of_float([](auto x) { return x + -0.0f; }) == "x0");
  CHECK(of_float([](auto x) { return -(-x); }) == "x0");
  CHECK(of_float([](auto x) { return relu(relu(x)); }) == "x0 relu(0)");
  CHECK(of_float([](auto x) { return abs(abs(x)); }) == "x0 abs(0)");
  CHECK(of_float([](auto x) { return maximum(x, x); }) == "x0");
  CHECK(of_float([](auto x) { return sinter::cast<float>(x); }) == "x0");
  CHECK(of_int([](auto x) { return x + 0; }) == "x0");
  CHECK(of_int([](auto x) { return x * 1; }) == "x0");
  CHECK(of_float([](auto x) { return where(x > 0.0f, x, x); }) == "x0");
  CHECK(of_float([](auto x) { return where(true, x, exp(x)); }) == "x0");
  CHECK(of_float([](auto x) { return where(false, exp(x), x); }) == "x0");
}
TEST_CASE("simplify: what holds for some values only is left alone") {
  CHECK(of_float([](auto x) { return x + 0.0f; }) == "x0 0 add(0,1)");    // -0 + 0 is +0
  CHECK(of_float([](auto x) { return x - -0.0f; }) == "x0 -0 sub(0,1)");  // -0 - -0 is +0
  CHECK(of_float([](auto x) { return x * 0.0f; }) == "x0 0 mul(0,1)");    // NaN, infinities, signs
  CHECK(of_float([](auto x) { return x - x; }) == "x0 sub(0,0)");
  CHECK(of_float([](auto x) { return x / x; }) == "x0 div(0,0)");
  CHECK(of_float([](auto x) { return x == x; }) == "x0 equal(0,0)");
  CHECK(of_float([](auto x) { return 0.0f - x; }) == "0 x0 sub(0,1)");
  CHECK(of_float([](auto x) { return exp(log(x)); }) == "x0 log(0) exp(1)");
}
TEST_CASE("simplify: a product with 1 that broadcasts or converts is not its operand") {
  CHECK(optimised<tensor_arg<float, 1>, tensor_arg<float, 2>>([](auto x, auto y) {
          return where(true, x, y);
        }).find("where") != std::string::npos);
  CHECK(of_int([](auto x) { return x / 1; }) == "x0 cast_f32(0)");
  CHECK(of_int([](auto x) { return x * 1.0f; }) == "x0 cast_f32(0)");
}
TEST_CASE("simplify: bf16 is rounded where a cast says so, and only there") {
  const auto of_bf16 = [](auto f) { return optimised<tensor_arg<sinter::bf16, 1>>(f); };
  CHECK(of_bf16([](auto x) { return sinter::cast<sinter::bf16>(x); }) == "x0");
  CHECK(of_bf16([](auto x) { return sinter::cast<sinter::bf16>(x * x); }) == "x0 mul(0,0) cast_bf16(1)");
  CHECK(of_bf16([](auto x) { return sinter::cast<sinter::bf16>(sinter::cast<sinter::bf16>(x * x)); }) ==
        "x0 mul(0,0) cast_bf16(1)");
}

TEST_CASE("dead code: what no output needs is not in the graph") {
  CHECK(of_float([](auto x) {
          auto unused = exp(x);
          (void)unused;
          return x + 1.0f;
        }) == "x0 1 add(0,1)");
  CHECK(optimised<tensor_arg<float, 1>, tensor_arg<float, 1>>([](auto, auto y) { return -y; }) == "x1 neg(0)");
}

namespace {

// add(x0, mul(x1, 2)) over two tensors of rank 1.
constexpr auto sound() {
  graph::builder b;
  const int x = b.input(sinter::dtype::f32, 1);
  const int y = b.input(sinter::dtype::f32, 1);
  const int two[] = {y, b.constant(sinter::dtype::f32, sinter::detail::to_bits(2.0f))};
  const int args[] = {x, b.apply(&sinter::detail::op_info_of<sinter::ops::mul_t>, sinter::dtype::f32, two, 2)};
  const std::int16_t out[] = {
      static_cast<std::int16_t>(b.apply(&sinter::detail::op_info_of<sinter::ops::add_t>, sinter::dtype::f32, args, 2))};
  return graph::compact<5, 1>(b, out);
}
constexpr graph::defect after(auto change) {
  auto g = sound();
  change(g);
  return graph::verify(g);
}

}  // namespace

TEST_CASE("verify: a sound graph has no defect, and each planted one is found") {
  static_assert(graph::verify(sound()) == graph::defect::none);
  static_assert(after([](auto& g) { g.nodes[3].arg[0] = 4; }) == graph::defect::order);
  static_assert(after([](auto& g) { g.nodes[3].arg[0] = 3; }) == graph::defect::order);
  static_assert(after([](auto& g) { g.nodes[3].arg[1] = -1; }) == graph::defect::order);
  static_assert(after([](auto& g) { g.nodes[3].nargs = 1; }) == graph::defect::operand_count);
  static_assert(after([](auto& g) { g.nodes[1].type = sinter::dtype::i32; }) == graph::defect::operand_type);
  static_assert(after([](auto& g) { g.nodes[4].ext.axis[0] = 0; }) == graph::defect::extents);
  static_assert(after([](auto& g) { g.output[0] = 5; }) == graph::defect::output);
  static_assert(after([](auto& g) { g.output[0] = -1; }) == graph::defect::output);
  CHECK(std::string(graph::name_of(graph::defect::order)).find("before its user") != std::string::npos);
}
TEST_CASE("passes: keep a graph sound") {
  static_assert(graph::verify(pass::fold_constants(sound())) == graph::defect::none);
  static_assert(graph::verify(pass::eliminate_common(sound())) == graph::defect::none);
  static_assert(graph::verify(pass::simplify(sound())) == graph::defect::none);
}
TEST_CASE("print: a graph, one node a line, extents by argument and axis") {
  CHECK(std::string(graph::print(sound()).c_str()) ==
        "%0 = input x0 f32[x0.0]\n"
        "%1 = input x1 f32[x1.0]\n"
        "%2 = constant 2 f32[]\n"
        "%3 = mul f32[x1.0] %1 %2\n"
        "%4 = add f32[x0.0|x1.0] %0 %3\n"
        "return %4\n");
}
