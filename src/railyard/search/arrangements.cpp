#include "railyard/search/arrangements.hpp"

#include <algorithm>
#include <array>

#include "railyard/placement/policy.hpp"
#include "railyard/search/plan_space.hpp"

namespace railyard::search {
namespace {

// Inside a block tp is innermost, then cp: their groups are the most talkative, and rails follow tp.
constexpr std::array dense = {Dimension::tp, Dimension::cp, Dimension::dp, Dimension::pp};
using Factors = std::array<std::uint32_t, dense.size()>;

class Lister {
  public:
    Lister(const Degrees& degrees, const DomainSizes& sizes) : sizes_(sizes) {
        for (std::size_t d = 0; d < dense.size(); ++d) degree_[d] = degrees.of(dense[d]);
    }

    std::vector<Arrangement> run() {
        choose(0, 1);
        // Of those that come to the same, the one that keeps most together says so best.
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Arrangement& a, const Arrangement& b) { return a.block > b.block; });
        return std::move(found_);
    }

  private:
    void choose(std::size_t d, std::uint32_t block) {
        if (d == dense.size()) {
            with_outer_orders(block);
            return;
        }
        for (const std::uint32_t factor : divisors(degree_[d])) {
            if (std::uint64_t{block} * factor > sizes_.largest) break;
            inner_[d] = factor;
            choose(d + 1, block * factor);
        }
    }

    void with_outer_orders(std::uint32_t block) {
        std::vector<std::size_t> outer;
        for (std::size_t d = 0; d < dense.size(); ++d)
            if (degree_[d] > inner_[d]) outer.push_back(d);
        const std::uint32_t blocks = sizes_.largest / block;
        bool is_first = true;
        do {
            // A domain holds `blocks` blocks, one after the other in the outer order: where the first outer
            // dimension is made of so many, that is the arrangement with them inside.
            const bool larger_factor = sizes_.alike && blocks > 1 && !outer.empty() &&
                                       degree_[outer.front()] / inner_[outer.front()] % blocks == 0;
            // Where domains are equally far apart and a block fills one, the order of the rest is nothing.
            const bool same_as_first = sizes_.alike && sizes_.flat && blocks == 1 && !is_first;
            if (!larger_factor && !same_as_first) add(outer, block, blocks);
            add_with_tp_whole(outer, block);
            is_first = false;
        } while (std::next_permutation(outer.begin(), outer.end()));
    }

    // Where blocks leave a part of every domain empty, the same order with nothing but tp kept whole: what
    // comes after it lies across two domains here and there, and no GPU is left out.
    void add_with_tp_whole(const std::vector<std::size_t>& outer, std::uint32_t block) {
        const std::uint32_t tp = inner_[0];
        if (!sizes_.alike || outer.empty() || tp != degree_[0] || block == tp) return;
        std::size_t last = dense.size() - 1;
        while (inner_[last] == 1) --last;
        // Blocks end where domains do, or the rest of the last factor follows it.
        if (sizes_.largest / tp * tp % block == 0 || last == outer.front()) return;
        add(outer, tp, sizes_.largest / tp);
        found_.back().rules.per_domain = 0;
        found_.back().rules.keep.clear();
        if (tp == 1) found_.back().rules.policy = Policy::packed;
        if (tp > 1) found_.back().rules.keep = {found_.back().order.front()};
    }

    void add(const std::vector<std::size_t>& outer, std::uint32_t block, std::uint32_t blocks) {
        Arrangement arrangement;
        arrangement.block = block;
        for (std::size_t d = 0; d < dense.size(); ++d) {
            if (inner_[d] == 1) continue;
            OrderItem item{dense[d], std::nullopt};
            if (inner_[d] < degree_[d]) item.tile = inner_[d];
            arrangement.order.push_back(item);
        }
        // Nothing to keep whole: every GPU is filled.
        if (arrangement.order.empty()) arrangement.rules.policy = Policy::packed;
        if (!arrangement.order.empty()) arrangement.rules.keep = {arrangement.order.back()};
        for (const std::size_t d : outer) arrangement.order.push_back({dense[d], std::nullopt});
        // A job of one rank.
        if (arrangement.order.empty()) arrangement.order = {{Dimension::tp, std::nullopt}};
        if (sizes_.alike && blocks == 1 && block < sizes_.largest && !outer.empty())
            arrangement.rules.per_domain = block;
        found_.push_back(std::move(arrangement));
    }

    const DomainSizes& sizes_;
    Factors degree_{};
    Factors inner_{};
    std::vector<Arrangement> found_;
};

}  // namespace

DomainSizes domain_sizes(const Topology& topology) {
    DomainSizes sizes;
    sizes.largest = Offers(topology, 0).largest();
    sizes.alike = topology.runs().size() == 1 && topology.unavailable().empty();
    for (const DomainKind& kind : topology.kinds()) {
        sizes.alike = sizes.alike && std::all_of(kind.partitions.begin(), kind.partitions.end(),
                                                 [&](std::uint32_t p) { return p == kind.partitions[0]; });
    }
    sizes.flat = topology.network().tiers.size() <= 1;
    return sizes;
}

std::vector<Arrangement> arrangements_of(const Degrees& degrees, const DomainSizes& sizes) {
    return Lister(degrees, sizes).run();
}

}  // namespace railyard::search
