// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Packs of values, and the ids that ops have in graphs: a place in the registry, or a hash of a user's type.
#include <sinter/sinter.hpp>

namespace {

using sinter::item;
using sinter::pack;
using sinter::type_list;

constexpr pack<int, char, float> three(7, 'c', 2.5f);
static_assert(item<0>(three) == 7 && item<1>(three) == 'c' && item<2>(three) == 2.5f);
static_assert(three.apply([](int a, char b, float c) { return a == 7 && b == 'c' && c == 2.5f; }));
static_assert(pack<>{}.apply([] { return true; }));
constexpr auto joined = pack<int>(1) + pack<>{} + pack<int, char>(2, 'd');
static_assert(std::is_same_v<decltype(joined), const pack<int, int, char>>);
static_assert(item<0>(joined) == 1 && item<1>(joined) == 2 && item<2>(joined) == 'd');

namespace ops = sinter::ops;
using sinter::detail::op_id_of;
using sinter::detail::op_with_id;
using sinter::detail::user_op;

template <class T>
struct twin;
// The names of an own op and of each other, and three ops.
template <>
struct twin<int> : sinter::binary<twin<int>, "add"> {};
template <>
struct twin<float> : sinter::binary<twin<float>, "add"> {};
struct widest : sinter::reduction<widest, "max"> {};
using users = type_list<twin<int>, twin<float>, widest>;

static_assert(op_id_of<ops::add_t>() == 0 && op_id_of<ops::sub_t>() == 1 && op_id_of<ops::min_t>() < user_op);
static_assert(op_id_of<ops::equal_t>() == ops::most_of_a_family);
static_assert(op_id_of<twin<int>>() >= user_op && op_id_of<widest>() >= user_op);
static_assert(op_id_of<twin<int>>() != op_id_of<twin<float>>());
static_assert(std::is_same_v<op_with_id<users, op_id_of<ops::min_t>()>, ops::min_t>);
static_assert(std::is_same_v<op_with_id<type_list<>, op_id_of<ops::cast_t<float>>()>, ops::cast_t<float>>);
static_assert(std::is_same_v<op_with_id<users, op_id_of<twin<float>>()>, twin<float>>);
static_assert(std::is_same_v<op_with_id<users, op_id_of<widest>()>, widest>);

}  // namespace
