#pragma once
// The groups over which gradients are reduced and parameters gathered: dp and cp taken together, and what
// sharding inside groups makes of them. Derived from what the groups of a dimension see; digits of an order
// nest, so that members in a domain multiply.

#include <cstdint>

#include "railyard/placement/group_links.hpp"

namespace railyard {

// Groups of two dimensions taken together. Whichever has one member leaves the other as it is. Where the
// two see different links the poorer count, as the network of the farther reach does.
GroupClass together(const GroupClass& a, const GroupClass& b);

// A group of n split into n / size groups of `size` neighbours, which must divide n: shards lie inside one of
// these, copies of a shard in the group across them. Neighbours fill a domain first.
struct ShardGroups {
    GroupClass inside;
    GroupClass across;  // n / size members
};
ShardGroups shard_groups(const GroupClass& group, std::uint32_t size);

}  // namespace railyard
