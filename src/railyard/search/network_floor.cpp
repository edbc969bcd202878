#include "railyard/search/network_floor.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "railyard/placement/hops.hpp"

namespace railyard::search {
namespace {

// A dimension of one of the two cuts. Per rank: bytes of all of its hops, and what they gain by 1 - 1/k.
struct Term {
    double members = 1;
    double all = 0;
    double gain = 0;

    void ring(double bytes) {
        all += bytes;
        gain += bytes * members / (members - 1);
    }
    void chain(double bytes) {
        all += bytes * (members - 1) / members;
        gain += bytes;
    }
    void all_to_all(double bytes) {
        all += bytes * (members - 1);
        gain += bytes * members;
    }
};

Term term_of(const Layout& layout, const Volumes& volumes, Dimension dimension) {
    Term term;
    term.members = layout.degrees.of(dimension);
    if (term.members < 2) return term;
    const std::vector<Bytes> per_hop = bytes_per_hop(layout, volumes, dimension);
    const double bytes =
        std::min_element(per_hop.begin(), per_hop.end())->raw() * volumes.crossing_of(dimension);
    switch (pattern_of(dimension)) {
        case HopPattern::ring:
            term.ring(bytes);
            break;
        case HopPattern::all_to_all:
            term.all_to_all(bytes);
            break;
        case HopPattern::chain: {
            // With a wrap a chain is a ring as far as the wrap carries as much.
            const double wrap = std::min(bytes, bytes_per_wrap(layout).raw());
            term.ring(wrap);
            term.chain(bytes - wrap);
            break;
        }
    }
    return term;
}

// The most that stays inside per rank under a multiplier, which is at least the most under the constraint.
double inside_at_most(const std::vector<Term>& terms, double largest, double multiplier) {
    double inside = multiplier * std::log(largest);
    for (const Term& term : terms) {
        const double k =
            multiplier > 0 ? std::clamp(term.gain / multiplier, 1.0, term.members) : term.members;
        inside += term.gain * (1 - 1 / k) - multiplier * std::log(k);
    }
    return inside;
}

// Convex in the multiplier: golden-section search over its logarithm.
double inside_at_most(const std::vector<Term>& terms, double largest) {
    double most = 0;
    for (const Term& term : terms) most = std::max(most, term.gain);
    double least = inside_at_most(terms, largest, 0);
    if (most <= 0) return least;
    double low = std::log(most * 1e-9);
    double high = std::log(most * 2);
    const double golden = (std::sqrt(5.0) - 1) / 2;
    for (int step = 0; step < 100; ++step) {
        const double a = high - golden * (high - low);
        const double b = low + golden * (high - low);
        const double at_a = inside_at_most(terms, largest, std::exp(a));
        const double at_b = inside_at_most(terms, largest, std::exp(b));
        least = std::min({least, at_a, at_b});
        (at_a < at_b ? high : low) = at_a < at_b ? b : a;
    }
    return least;
}

double leaves_per_rank(const std::vector<Term>& terms, std::uint32_t largest) {
    double all = 0;
    for (const Term& term : terms) all += term.all;
    return std::max(0.0, all - inside_at_most(terms, largest));
}

}  // namespace

Bytes network_floor(const Layout& layout, const Volumes& volumes, std::uint32_t largest) {
    const double ranks = layout.degrees.ranks();
    if (ranks <= largest) return {};
    std::vector<Term> dense;
    for (const Dimension d : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp})
        dense.push_back(term_of(layout, volumes, d));
    std::vector<Term> experts;
    if (layout.model.experts) {
        for (const Dimension d : {Dimension::etp, Dimension::ep, Dimension::edp})
            experts.push_back(term_of(layout, volumes, d));
    }
    // A hair less, for sums in another order.
    return bytes(ranks * (leaves_per_rank(dense, largest) + leaves_per_rank(experts, largest)) * (1 - 1e-9));
}

}  // namespace railyard::search
