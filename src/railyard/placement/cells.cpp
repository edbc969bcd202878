#include "railyard/placement/cells.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "railyard/topology/reach.hpp"

namespace railyard {
namespace {

std::vector<DomainId> used_domains(const Placement& placement) {
    std::vector<DomainId> domains;
    domains.reserve(placement.segments.size());
    for (const Segment& segment : placement.segments) domains.push_back(segment.domain);
    // Policies go through the domains in order; only a placement from a file does not.
    if (!std::is_sorted(domains.begin(), domains.end())) std::sort(domains.begin(), domains.end());
    domains.erase(std::unique(domains.begin(), domains.end()), domains.end());
    return domains;
}

std::vector<std::uint8_t> used_kinds(const Topology& topology, const std::vector<DomainId>& domains) {
    std::vector<std::uint8_t> used(topology.kinds().size(), 0);
    for (const DomainId domain : domains) used[topology.domain(domain).kind] = 1;
    return used;
}

bool is_fully_joined(const DomainKind& kind) {
    return kind.scale_up.kind == ScaleUpKind::switched || kind.scale_up.kind == ScaleUpKind::mesh;
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

    std::uint32_t of(const GpuPlace& place) {
        if (!matter_) return 0;
        auto& known = class_of_[place.kind];
        if (known.empty()) known.assign(topology_.kind_of(place).gpus(), unknown);
        std::uint32_t& found = known[place.local];
        if (!alike_ || found == unknown) found = find(bottom_rails(topology_, place));
        return found;
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
    std::vector<BottomRails> rails_;
    std::map<BottomRails, std::uint32_t> known_;
};

Cells::Cells(const Topology& topology, const Placement& placement) {
    const auto domains = used_domains(placement);
    const auto used = used_kinds(topology, domains);
    spans_.resize(topology.network().tiers.size());
    look_inside(topology, used);
    RelayClasses classes(topology);
    find_relay_classes(topology, placement, domains, classes);
    size_ = needs_rank_cells(topology, used) ? CellSize::rank : CellSize::domain;

    const std::size_t cells = size_ == CellSize::rank ? placement.gpu_of.size() : domains.size();
    domain_.resize(cells);
    for (auto& spans : spans_) spans.resize(cells);
    if (!inside_.empty() || !no_way_out_.empty()) kind_.resize(cells);
    if (size_ == CellSize::rank) local_.resize(cells);
    of_rank_.resize(placement.gpu_of.size());

    for (const Segment& segment : placement.segments) {
        const auto number = static_cast<std::uint32_t>(
            std::lower_bound(domains.begin(), domains.end(), segment.domain) - domains.begin());
        const std::uint32_t first = segment.first_rank.value();
        if (size_ == CellSize::domain) {
            std::fill_n(of_rank_.begin() + first, segment.count, number);
            set_cell(topology, number, number, topology.place(placement.gpu_of[segment.first_rank]));
            continue;
        }
        for (std::uint32_t rank = first; rank < first + segment.count; ++rank) {
            of_rank_[rank] = rank;
            set_cell(topology, rank, number, topology.place(placement.gpu_of[RankId(rank)]));
        }
    }
}

// Mostly all classes meet, and then there is nothing to keep. Where a domain lies within a span, its kind
// tells.
void Cells::find_relay_classes(const Topology& topology, const Placement& placement,
                               const std::vector<DomainId>& domains, RelayClasses& classes) {
    if (!classes.matter()) return;
    if (classes.told_by_kind()) {
        std::vector<std::uint8_t> asked(topology.kinds().size(), 0);
        for (const DomainId id : domains) {
            const Domain domain = topology.domain(id);
            if (std::exchange(asked[domain.kind], 1) != 0) continue;
            const std::uint32_t first = domain.first_gpu.value() - domain.first_local;
            for (std::uint32_t i = 0; i < topology.kind_of(domain).gpus(); ++i) {
                classes.of(topology.place(GpuId(first + i)));
            }
        }
        if (classes.all_meet()) return;
    }
    relay_class_.reserve(placement.gpu_of.size());
    for (const GpuId gpu : placement.gpu_of) relay_class_.push_back(classes.of(topology.place(gpu)));
    if (classes.all_meet()) {
        relay_class_.clear();
        return;
    }
    relay_classes_ = classes.count();
    relay_ = classes.matrix();
}

void Cells::set_cell(const Topology& topology, std::uint32_t cell, std::uint32_t domain,
                     const GpuPlace& place) {
    domain_[cell] = domain;
    const auto& tiers = topology.network().tiers;
    for (std::size_t t = 0; t < tiers.size(); ++t) spans_[t][cell] = topology.span_of(place, tiers[t]);
    if (!kind_.empty()) kind_[cell] = place.kind;
    if (!local_.empty()) local_[cell] = place.local;
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

bool Cells::needs_rank_cells(const Topology& topology, const std::vector<std::uint8_t>& used) const {
    if (rails_matter()) return true;
    for (std::size_t k = 0; k < used.size(); ++k) {
        if (used[k] == 0) continue;
        const DomainKind& kind = topology.kinds()[k];
        if (kind.scale_up.kind == ScaleUpKind::links) return true;
        for (const Tier& tier : topology.network().tiers) {
            if (tier.span == 0 || tier.unit == SpanUnit::domains) continue;
            if (tier.unit == SpanUnit::gpus || kind.servers.count > 1) return true;
        }
    }
    return false;
}

}  // namespace railyard
