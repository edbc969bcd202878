#include "railyard/estimate/update_groups.hpp"

#include <algorithm>
#include <numeric>

namespace railyard {
namespace {

// Of rates that are zero where a group has no such links.
BytesPerSecond poorer(BytesPerSecond a, BytesPerSecond b) {
    if (a.raw() == 0) return b;
    return b.raw() == 0 ? a : std::min(a, b);
}

std::uint32_t up(std::uint32_t members, std::uint32_t each) {
    return (members + each - 1) / each;
}

// Drops the rates that a group in one domain, or without a pair in one, has no use for. The reach stays that
// of the whole group.
GroupClass trimmed(GroupClass group) {
    if (group.domains < 2) {
        group.network = group.network_alone = BytesPerSecond{};
        group.network_latency = Seconds{};
    }
    if (group.most_in_domain < 2) {
        group.inside = BytesPerSecond{};
        group.inside_latency = Seconds{};
    }
    return group;
}

}  // namespace

GroupClass together(const GroupClass& a, const GroupClass& b) {
    if (a.members < 2) return b;
    if (b.members < 2) return a;
    const GroupClass& far = b.farthest > a.farthest ? b : a;
    GroupClass both = far;
    both.groups = std::min(a.groups, b.groups);
    both.members = a.members * b.members;
    both.most_in_domain = std::min(a.most_in_domain * b.most_in_domain, both.members);
    both.fewest_in_domain = std::min(a.fewest_in_domain * b.fewest_in_domain, both.members);
    both.domains = std::max({a.domains, b.domains, up(both.members, both.most_in_domain)});
    both.inside = poorer(a.inside, b.inside);
    both.inside_latency = std::max(a.inside_latency, b.inside_latency);
    both.network_latency = std::max(a.network_latency, b.network_latency);
    if (a.farthest == b.farthest) {
        both.network = poorer(a.network, b.network);
        both.network_alone = poorer(a.network_alone, b.network_alone);
    }
    return both;
}

ShardGroups shard_groups(const GroupClass& group, std::uint32_t size) {
    if (size == group.members) return {group, {}};
    ShardGroups split{group, group};
    GroupClass& inside = split.inside;
    inside.members = size;
    inside.most_in_domain = std::min(size, group.most_in_domain);
    inside.fewest_in_domain = std::gcd(size, group.fewest_in_domain);
    inside.domains = inside.fewest_in_domain == size ? 1 : std::max(2U, up(size, inside.most_in_domain));
    if (group.domains < 2) inside.domains = 1;
    GroupClass& across = split.across;
    across.members = group.members / size;
    across.most_in_domain = std::min(across.members, std::max(1U, group.most_in_domain / size));
    across.fewest_in_domain = std::min(across.members, std::max(1U, group.fewest_in_domain / size));
    across.domains = group.domains < 2 ? 1 : up(across.members, across.most_in_domain);
    inside = trimmed(inside);
    across = trimmed(across);
    return split;
}

}  // namespace railyard
