#include "railyard/placement/cells.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "railyard/topology/reach.hpp"

namespace railyard {
namespace {

// In the order of their ids.
std::vector<Domain> used_domains(const Topology& topology, const Placement& placement) {
    std::vector<DomainId> ids;
    ids.reserve(placement.segments.size());
    for (const Segment& segment : placement.segments) ids.push_back(segment.domain);
    // Policies go through the domains in order; only a placement from a file does not.
    if (!std::is_sorted(ids.begin(), ids.end())) std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    std::vector<Domain> domains;
    domains.reserve(ids.size());
    for (const DomainId id : ids) domains.push_back(topology.domain(id));
    return domains;
}

// Calls visit(segment, number of its domain among the used ones).
template <class Visit>
void for_each_segment(const Placement& placement, const std::vector<Domain>& domains, Visit visit) {
    std::uint32_t number = 0;
    for (const Segment& segment : placement.segments) {
        if (number >= domains.size() || domains[number].id != segment.domain) {
            const auto at = std::lower_bound(domains.begin(), domains.end(), segment.domain,
                                             [](const Domain& d, DomainId id) { return d.id < id; });
            number = static_cast<std::uint32_t>(at - domains.begin());
        }
        visit(segment, number++);
    }
}

std::vector<std::uint8_t> used_kinds(const Topology& topology, const std::vector<Domain>& domains) {
    std::vector<std::uint8_t> used(topology.kinds().size(), 0);
    for (const Domain& domain : domains) used[domain.kind] = 1;
    return used;
}

// Number of a GPU in its physical domain.
std::uint32_t local_of(const Domain& domain, GpuId gpu) {
    return gpu.value() - domain.first_gpu.value() + domain.first_local;
}

bool is_fully_joined(const DomainKind& kind) {
    return kind.scale_up.kind == ScaleUpKind::switched || kind.scale_up.kind == ScaleUpKind::mesh;
}

// Whether a span of some tier may end inside a domain.
bool spans_may_cut(const Topology& topology, const std::vector<std::uint8_t>& used) {
    for (std::size_t k = 0; k < used.size(); ++k) {
        for (const Tier& tier : topology.network().tiers) {
            if (used[k] == 0 || tier.span == 0 || tier.unit == SpanUnit::domains) continue;
            if (tier.unit == SpanUnit::gpus || topology.kinds()[k].servers.count > 1) return true;
        }
    }
    return false;
}

bool links_are_listed(const Topology& topology, const std::vector<std::uint8_t>& used) {
    for (std::size_t k = 0; k < used.size(); ++k) {
        if (used[k] != 0 && topology.kinds()[k].scale_up.kind == ScaleUpKind::links) return true;
    }
    return false;
}

}  // namespace

// Classes of GPUs by the rails through which they meet others at the bottom tier. One class: rails do not
// matter.
class RelayClasses {
  public:
    explicit RelayClasses(const Topology& topology)
        : topology_(topology), class_of_(topology.kinds().size()) {
        // With one tier, or one rail, all that leave a domain meet alike.
        const Network& network = topology.network();
        matter_ = network.rails > 1 && network.tiers.size() > 1;
        if (!matter_) return;
        // Where a domain may lie across spans, the GPUs that relay differ from domain to domain.
        const Tier& bottom = network.tiers.front();
        alike_ = bottom.unit == SpanUnit::domains || bottom.span == 0;
    }

    std::uint32_t of(const Domain& domain, GpuId gpu) {
        if (!alike_) return of_cut(domain, topology_.place(gpu));
        auto& known = class_of_[domain.kind];
        if (known.empty()) known.assign(topology_.kind_of(domain).gpus(), unknown);
        std::uint32_t& found = known[local_of(domain, gpu)];
        if (found == unknown) found = find(bottom_rails(topology_, topology_.place(gpu)));
        return found;
    }

    // All classes that a kind has, if they follow from the kind alone.
    void of_all_in(const Domain& domain) {
        const std::uint32_t first = domain.first_gpu.value() - domain.first_local;
        for (std::uint32_t i = 0; i < topology_.kind_of(domain).gpus(); ++i) of(domain, GpuId(first + i));
    }

    [[nodiscard]] bool matter() const { return matter_; }
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(rails_.size()); }

    // Whether the class of a GPU follows from its kind and its number in the domain.
    [[nodiscard]] bool told_by_kind() const { return alike_; }
    [[nodiscard]] bool all_meet() const {
        const auto met = matrix();
        return std::count(met.begin(), met.end(), 0) == 0;
    }

    // count() x count(): whether two classes meet.
    [[nodiscard]] std::vector<std::uint8_t> matrix() const {
        std::vector<std::uint8_t> met;
        for (const BottomRails& a : rails_) {
            for (const BottomRails& b : rails_) met.push_back(meet(a, b) ? 1 : 0);
        }
        return met;
    }

  private:
    static constexpr std::uint32_t unknown = ~0U;

    // Of a domain that may lie across spans. GPUs of one span that have the same number in their servers have
    // the same rails, and the same GPUs to relay for them where all are joined.
    std::uint32_t of_cut(const Domain& domain, const GpuPlace& place) {
        if (!is_fully_joined(topology_.kind_of(place))) return find(bottom_rails(topology_, place));
        if (domain.id != cut_domain_) cut_classes_.clear();
        cut_domain_ = domain.id;
        const std::uint32_t span = topology_.span_of(place, topology_.network().tiers.front());
        for (const CutClass& known : cut_classes_) {
            if (known.span == span && known.gpu_in_server == place.gpu_in_server) return known.number;
        }
        cut_classes_.push_back({span, place.gpu_in_server, find(bottom_rails(topology_, place))});
        return cut_classes_.back().number;
    }

    std::uint32_t find(BottomRails rails) {
        // Who reaches every rail meets everyone, whichever its own rails.
        if (std::count(rails.reached.begin(), rails.reached.end(), 0) == 0) rails.own = rails.reached;
        const auto [at, is_new] = known_.try_emplace(rails, count());
        if (is_new) rails_.push_back(std::move(rails));
        return at->second;
    }

    const Topology& topology_;
    bool matter_ = false;
    bool alike_ = true;
    std::vector<std::vector<std::uint32_t>> class_of_;  // [kind][local]
    struct CutClass {
        std::uint32_t span = 0;
        std::uint32_t gpu_in_server = 0;
        std::uint32_t number = 0;
    };
    DomainId cut_domain_;  // the one asked for last
    std::vector<CutClass> cut_classes_;
    std::vector<BottomRails> rails_;
    std::map<BottomRails, std::uint32_t> known_;
};

Cells::Cells(const Topology& topology, const Placement& placement) {
    const auto domains = used_domains(topology, placement);
    const auto used = used_kinds(topology, domains);
    look_inside(topology, used);
    RelayClasses classes(topology);
    find_relay_classes(topology, placement, domains, classes);
    spans_cut_domains_ = spans_may_cut(topology, used);
    const bool links_matter = links_are_listed(topology, used);
    size_ = rails_matter() || spans_cut_domains_ || links_matter ? CellSize::rank : CellSize::domain;
    if (links_matter) local_.resize(placement.gpu_of.size());
    fill_domains(topology, domains);
    fill_ranks(topology, placement, domains);
}

void Cells::fill_domains(const Topology& topology, const std::vector<Domain>& domains) {
    const auto& tiers = topology.network().tiers;
    spans_.resize(tiers.size());
    kind_.reserve(domains.size());
    for (const Domain& domain : domains) kind_.push_back(domain.kind);
    if (spans_cut_domains_) return;
    for (auto& spans : spans_) spans.reserve(domains.size());
    for (const Domain& domain : domains) {
        const GpuPlace place = topology.place(domain.first_gpu);
        for (std::size_t t = 0; t < tiers.size(); ++t) spans_[t].push_back(topology.span_of(place, tiers[t]));
    }
}

void Cells::fill_ranks(const Topology& topology, const Placement& placement,
                       const std::vector<Domain>& domains) {
    const std::size_t ranks = placement.gpu_of.size();
    of_rank_.resize(ranks);
    domain_.resize(size_ == CellSize::rank ? ranks : domains.size());
    if (size_ == CellSize::domain) {
        std::iota(domain_.begin(), domain_.end(), 0U);
        for_each_segment(placement, domains, [&](const Segment& segment, std::uint32_t number) {
            std::fill_n(of_rank_.begin() + segment.first_rank.value(), segment.count, number);
        });
        return;
    }
    const auto& tiers = topology.network().tiers;
    for (auto& spans : spans_) {
        if (spans_cut_domains_) spans.resize(ranks);
    }
    std::iota(of_rank_.begin(), of_rank_.end(), 0U);
    for_each_segment(placement, domains, [&](const Segment& segment, std::uint32_t number) {
        const std::uint32_t first = segment.first_rank.value();
        std::fill_n(domain_.begin() + first, segment.count, number);
        for (std::uint32_t rank = first; rank < first + segment.count; ++rank) {
            const GpuId gpu = placement.gpu_of[RankId(rank)];
            if (!local_.empty()) local_[rank] = local_of(domains[number], gpu);
            if (!spans_cut_domains_) continue;
            const GpuPlace place = topology.place(gpu);
            for (std::size_t t = 0; t < tiers.size(); ++t)
                spans_[t][rank] = topology.span_of(place, tiers[t]);
        }
    });
}

// Mostly all classes meet, and then there is nothing to keep. Where a domain lies within a span, its kind
// tells.
void Cells::find_relay_classes(const Topology& topology, const Placement& placement,
                               const std::vector<Domain>& domains, RelayClasses& classes) {
    if (!classes.matter()) return;
    if (classes.told_by_kind()) {
        std::vector<std::uint8_t> asked(topology.kinds().size(), 0);
        for (const Domain& domain : domains) {
            if (std::exchange(asked[domain.kind], 1) == 0) classes.of_all_in(domain);
        }
        if (classes.all_meet()) return;
    }
    relay_class_.reserve(placement.gpu_of.size());
    for_each_segment(placement, domains, [&](const Segment& segment, std::uint32_t number) {
        for (std::uint32_t i = 0; i < segment.count; ++i) {
            const GpuId gpu = placement.gpu_of[RankId(segment.first_rank.value() + i)];
            relay_class_.push_back(static_cast<std::uint16_t>(classes.of(domains[number], gpu)));
        }
    });
    if (classes.all_meet()) {
        relay_class_.clear();
        return;
    }
    relay_classes_ = classes.count();
    relay_ = classes.matrix();
}

void Cells::look_inside(const Topology& topology, const std::vector<std::uint8_t>& used) {
    bool all_joined = true;
    bool all_have_nics = true;
    for (std::size_t k = 0; k < used.size(); ++k) {
        if (used[k] == 0) continue;
        all_joined = all_joined && is_fully_joined(topology.kinds()[k]);
        all_have_nics = all_have_nics && topology.kinds()[k].nics.count > 0;
    }
    for (const DomainKind& kind : topology.kinds()) {
        if (!all_have_nics) no_way_out_.push_back(kind.nics.count == 0 ? 1 : 0);
        if (all_joined) continue;
        Inside inside{is_fully_joined(kind), kind.gpus(), {}};
        if (kind.scale_up.kind == ScaleUpKind::links) {
            inside.linked.resize(std::size_t{inside.gpus} * inside.gpus, 0);
            for (const auto& pair : kind.scale_up.pairs) {
                inside.linked[pair.a * inside.gpus + pair.b] = 1;
                inside.linked[pair.b * inside.gpus + pair.a] = 1;
            }
        }
        inside_.push_back(std::move(inside));
    }
}

}  // namespace railyard
