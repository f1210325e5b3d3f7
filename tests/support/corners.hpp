// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Derivatives at points where finite differences say nothing: zeros, infinities, ties, NaN, ends of domains, and known values.
// In: an op's name and its operands. Out: its cotangents for a cotangent of 1 of the result.
#pragma once

#include "support/values.hpp"

namespace test {

struct corner {
  const char* op;
  double operand[3];
  double cotangent[3];
};

inline constexpr double infinite = std::numeric_limits<double>::infinity();
inline constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

// clang-format off
inline constexpr corner corners[] = {
    {"neg", {5}, {-1}},
    {"abs", {0}, {0}}, {"abs", {-0.0}, {0}}, {"abs", {-infinite}, {-1}}, {"abs", {undefined}, {undefined}},
    {"relu", {0}, {0}}, {"relu", {-0.0}, {0}}, {"relu", {-1}, {0}}, {"relu", {infinite}, {1}},
    {"square", {0}, {0}}, {"square", {3}, {6}}, {"square", {-infinite}, {-infinite}},
    {"reciprocal", {2}, {-0.25}}, {"reciprocal", {infinite}, {0}}, {"reciprocal", {0}, {-infinite}},
    {"sign", {0}, {0}}, {"floor", {2}, {0}}, {"round", {0.5}, {0}},
    {"exp", {-infinite}, {0}}, {"exp", {0}, {1}}, {"exp", {infinite}, {infinite}},
    {"log", {0}, {infinite}}, {"log", {2}, {0.5}}, {"log", {infinite}, {0}},
    {"sqrt", {0}, {infinite}}, {"sqrt", {4}, {0.25}}, {"sqrt", {infinite}, {0}}, {"sqrt", {-1}, {undefined}},
    {"rsqrt", {0}, {-infinite}}, {"rsqrt", {4}, {-0.0625}}, {"rsqrt", {infinite}, {0}},
    {"tanh", {0}, {1}}, {"tanh", {100}, {0}}, {"tanh", {-100}, {0}}, {"tanh", {infinite}, {0}},
    {"sigmoid", {0}, {0.25}}, {"sigmoid", {1000}, {0}}, {"sigmoid", {-1000}, {0}}, {"sigmoid", {-infinite}, {0}},
    {"expm1", {0}, {1}}, {"expm1", {-infinite}, {0}},
    {"log1p", {0}, {1}}, {"log1p", {-1}, {infinite}}, {"log1p", {infinite}, {0}},
    {"exp2", {0}, {0.69314718055994531}}, {"exp2", {-infinite}, {0}},
    {"log2", {1}, {1.4426950408889634}}, {"log2", {0}, {infinite}},
    {"log10", {1}, {0.43429448190325183}}, {"log10", {0}, {infinite}},
    {"cbrt", {0}, {infinite}}, {"cbrt", {-8}, {1.0 / 12}}, {"cbrt", {infinite}, {0}},
    {"sin", {0}, {1}}, {"cos", {0}, {0}}, {"tan", {0}, {1}},
    {"asin", {0}, {1}}, {"asin", {1}, {infinite}}, {"asin", {-1}, {infinite}}, {"asin", {2}, {undefined}},
    {"acos", {0}, {-1}}, {"acos", {1}, {-infinite}},
    {"atan", {1}, {0.5}}, {"atan", {-infinite}, {0}},
    {"sinh", {0}, {1}}, {"cosh", {0}, {0}},
    {"asinh", {0}, {1}}, {"asinh", {1e30}, {1e-30}}, {"asinh", {-1e30}, {1e-30}}, {"asinh", {-infinite}, {0}},
    {"acosh", {1}, {infinite}}, {"acosh", {1e30}, {1e-30}}, {"acosh", {infinite}, {0}}, {"acosh", {0}, {undefined}},
    {"atanh", {0}, {1}}, {"atanh", {1}, {infinite}},
    {"erf", {0}, {1.1283791670955126}}, {"erf", {-infinite}, {0}}, {"erfc", {0}, {-1.1283791670955126}}, {"erfc", {100}, {0}},
    {"erfinv", {0}, {0.88622692545275801}}, {"erfinv", {1}, {infinite}}, {"erfinv", {-1}, {infinite}},
    {"lgamma", {1}, {-0.57721566490153286}}, {"lgamma", {2}, {0.42278433509846714}}, {"lgamma", {infinite}, {infinite}},
    {"digamma", {1}, {1.6449340668482264}}, {"digamma", {0.5}, {4.9348022005446793}}, {"digamma", {100}, {0.0100501666633335714}},
    {"digamma", {-0.5}, {8.9348022005446793}}, {"digamma", {0.25}, {17.197329154507110}}, {"digamma", {infinite}, {0}},
    {"digamma", {0}, {infinite}}, {"digamma", {-3}, {infinite}},
    {"bessel_j0", {0}, {0}}, {"bessel_j0", {1}, {-0.44005058574493355}}, {"bessel_j0", {infinite}, {0}},
    {"bessel_j1", {0}, {0.5}}, {"bessel_j1", {1}, {0.32514710081303305}}, {"bessel_j1", {infinite}, {0}},
    {"bessel_j1", {0x1p-149}, {0.5}}, {"bessel_j1", {-0x1p-140}, {0.5}}, {"bessel_j1", {0x1p-90}, {0.5}},
    {"bessel_y0", {1}, {0.78121282130028872}}, {"bessel_y1", {1}, {0.86946978551596569}}, {"bessel_y1", {infinite}, {0}},

    {"sub", {1, 2}, {1, -1}}, {"mul", {0, infinite}, {infinite, 0}},
    {"div", {6, 2}, {0.5, -1.5}}, {"div", {1, infinite}, {0, 0}}, {"div", {0, 1}, {1, 0}},
    {"minimum", {1, 1}, {0.5, 0.5}}, {"minimum", {1, 2}, {1, 0}}, {"minimum", {2, 1}, {0, 1}},
    {"minimum", {undefined, 1}, {1, 1}}, {"minimum", {infinite, infinite}, {0.5, 0.5}},
    {"maximum", {0, -0.0}, {0.5, 0.5}}, {"maximum", {1, 2}, {0, 1}}, {"maximum", {2, 1}, {1, 0}},
    {"maximum", {1, undefined}, {1, 1}}, {"maximum", {-infinite, 3}, {0, 1}},
    {"fmin", {1, 1}, {0.5, 0.5}}, {"fmin", {1, 2}, {1, 0}}, {"fmin", {undefined, 1}, {0, 1}}, {"fmin", {1, undefined}, {1, 0}},
    {"fmax", {1, 1}, {0.5, 0.5}}, {"fmax", {1, 2}, {0, 1}}, {"fmax", {undefined, 1}, {0, 1}}, {"fmax", {1, undefined}, {1, 0}},
    {"copysign", {0, -1}, {0, 0}}, {"copysign", {2, -1}, {-1, 0}}, {"copysign", {-2, -1}, {1, 0}},
    {"copysign", {-infinite, 1}, {-1, 0}},
    {"fmod", {7, 3}, {1, -2}}, {"fmod", {-7, 3}, {1, 2}}, {"fmod", {7, -3}, {1, 2}}, {"fmod", {5, infinite}, {1, 0}},
    {"remainder", {7, 3}, {1, -2}}, {"remainder", {-7, 3}, {1, 3}}, {"remainder", {5, infinite}, {1, 0}},
    {"atan2", {0, 1}, {1, 0}}, {"atan2", {1, 0}, {0, -1}}, {"atan2", {0, -2}, {-0.5, 0}}, {"atan2", {1e30, 1e30}, {5e-31, -5e-31}},
    {"hypot", {0, 0}, {0, 0}}, {"hypot", {3, 4}, {0.6, 0.8}}, {"hypot", {1e30, 0}, {1, 0}}, {"hypot", {0, -2}, {0, -1}},
    {"hypot", {0x1p-149, 0}, {1, 0}},
    {"pow", {0, 0}, {0, 0}}, {"pow", {0, 1}, {1, 0}}, {"pow", {0, 2}, {0, 0}}, {"pow", {0, 0.5}, {infinite, 0}},
    {"pow", {2, 3}, {12, 5.5451774444795625}}, {"pow", {-2, 3}, {12, undefined}}, {"pow", {-2, 2}, {-4, undefined}},
    {"pow", {3, 0}, {0, 1.0986122886681098}}, {"pow", {1, 5}, {5, 0}}, {"pow", {0, -1}, {-infinite, -infinite}},

    {"where", {1, 2, 3}, {0, 1, 0}}, {"where", {0, 2, 3}, {0, 0, 1}}, {"where", {1, 2, undefined}, {0, 1, 0}},
    {"fma", {2, 3, 4}, {3, 2, 1}},
};
// clang-format on

}  // namespace test
