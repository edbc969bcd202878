#include "railyard/placement/group_classes.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace railyard {
namespace {

// Averages over the same members in another order differ in their last digits.
bool alike(BytesPerSecond a, BytesPerSecond b) {
    return std::abs(a.raw() - b.raw()) <= 1e-9 * a.raw();
}

bool see_the_same(const GroupClass& a, const GroupClass& b) {
    const auto key = [](const GroupClass& c) {
        return std::tuple(c.members, c.domains, c.most_in_domain, c.fewest_in_domain, c.farthest,
                          c.inside_latency, c.network_latency);
    };
    return key(a) == key(b) && alike(a.inside, b.inside) && alike(a.network, b.network) &&
           alike(a.network_alone, b.network_alone);
}

}  // namespace

void add_class(DimensionLinks& links, const GroupClass& found) {
    for (GroupClass& known : links.classes) {
        if (!see_the_same(known, found)) continue;
        known.groups += found.groups;
        known.inside = std::min(known.inside, found.inside);
        if (found.mates_by_pcie > 0) {
            known.pcie = known.mates_by_pcie == 0 ? found.pcie : std::min(known.pcie, found.pcie);
            known.mates_by_pcie = std::max(known.mates_by_pcie, found.mates_by_pcie);
        }
        return;
    }
    links.classes.push_back(found);
}

void put_in_order(DimensionLinks& links) {
    const auto key = [](const GroupClass& c) {
        return std::tuple(c.domains, c.most_in_domain, c.fewest_in_domain, c.farthest, c.inside,
                          c.inside_latency, c.network, c.network_alone, c.mates_by_pcie, c.pcie);
    };
    std::sort(links.classes.begin(), links.classes.end(), [&](const GroupClass& a, const GroupClass& b) {
        return a.groups != b.groups ? a.groups > b.groups : key(a) < key(b);
    });
}

}  // namespace railyard
