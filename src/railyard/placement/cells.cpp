#include "railyard/placement/cells.hpp"

#include <algorithm>
#include <map>
#include <utility>

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

// The rails of the GPUs that one GPU of a kind reaches over NVLink within its partition, itself included.
std::vector<std::uint8_t> rails_within_reach(const Topology& topology, const DomainKind& kind,
                                             std::uint32_t local) {
    std::vector<std::uint8_t> rails(topology.network().rails, 0);
    std::uint32_t begin = 0;
    std::uint32_t end = kind.gpus();
    std::uint32_t partition_begin = 0;
    for (const std::uint32_t size : kind.partitions) {
        if (local >= partition_begin && local < partition_begin + size) {
            begin = partition_begin;
            end = begin + size;
        }
        partition_begin += size;
    }
    for (std::uint32_t g = begin; g < end; ++g) {
        if (g != local && !is_fully_joined(kind) && kind.direct_links(local, g) == 0) continue;
        rails[kind.first_nic_of(g % kind.servers.gpus) % topology.network().rails] = 1;
    }
    return rails;
}

}  // namespace

// Classes of GPUs by their rail and the rails they can relay to. One class: rails do not matter.
class RelayClasses {
  public:
    RelayClasses(const Topology& topology, const std::vector<std::uint8_t>& used) : topology_(topology) {
        class_of_.resize(topology.kinds().size());
        for (std::size_t k = 0; k < used.size(); ++k) {
            if (used[k] == 0) continue;
            const DomainKind& kind = topology.kinds()[k];
            for (std::uint32_t local = 0; local < kind.gpus(); ++local) {
                class_of_[k].push_back(class_for(kind, local));
            }
        }
    }

    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(signatures_.size()); }
    [[nodiscard]] std::uint32_t of(std::uint32_t kind, std::uint32_t local) const {
        return class_of_[kind][local];
    }

    // count() x count(): whether two classes reach each other's rail.
    [[nodiscard]] std::vector<std::uint8_t> matrix() const {
        const std::size_t n = signatures_.size();
        std::vector<std::uint8_t> relayed(n * n, 0);
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = 0; b < n; ++b) {
                const auto& [rail_a, reach_a] = signatures_[a];
                const auto& [rail_b, reach_b] = signatures_[b];
                relayed[a * n + b] = rail_a == rail_b || reach_a[rail_b] != 0 || reach_b[rail_a] != 0;
            }
        }
        return relayed;
    }

  private:
    using Signature = std::pair<std::uint32_t, std::vector<std::uint8_t>>;  // own rail, rails within reach

    std::uint32_t class_for(const DomainKind& kind, std::uint32_t local) {
        const std::uint32_t rails = topology_.network().rails;
        Signature signature{kind.first_nic_of(local % kind.servers.gpus) % rails, {}};
        if (topology_.network().cross_rail == CrossRail::spine) {
            signature.second.assign(rails, 0);
        } else {
            signature.second = rails_within_reach(topology_, kind, local);
            // Who reaches every rail is reached from every rail, whichever its own.
            if (std::count(signature.second.begin(), signature.second.end(), 0) == 0) signature.first = 0;
        }
        const auto [at, is_new] = known_.try_emplace(signature, count());
        if (is_new) signatures_.push_back(std::move(signature));
        return at->second;
    }

    const Topology& topology_;
    std::vector<std::vector<std::uint32_t>> class_of_;  // [kind][local]
    std::vector<Signature> signatures_;
    std::map<Signature, std::uint32_t> known_;
};

Cells::Cells(const Topology& topology, const Placement& placement) {
    const auto domains = used_domains(placement);
    const auto used = used_kinds(topology, domains);
    const auto& tiers = topology.network().tiers;
    spans_.resize(tiers.size());
    // With one tier all hops that leave a domain are alike, whatever their rails.
    const bool rails = topology.network().rails > 1 && tiers.size() > 1;
    const RelayClasses classes(topology, rails ? used : std::vector<std::uint8_t>(used.size(), 0));
    relay_classes_ = std::max(1U, classes.count());
    if (rails_matter()) relay_ = classes.matrix();
    look_inside(topology, used);
    size_ = needs_rank_cells(topology, used) ? CellSize::rank : CellSize::domain;

    const std::size_t cells = size_ == CellSize::rank ? placement.gpu_of.size() : domains.size();
    domain_.resize(cells);
    for (auto& spans : spans_) spans.resize(cells);
    if (!inside_.empty() || !no_way_out_.empty()) kind_.resize(cells);
    if (size_ == CellSize::rank) local_.resize(cells);
    if (rails_matter()) relay_class_.resize(cells);
    of_rank_.resize(placement.gpu_of.size());

    for (const Segment& segment : placement.segments) {
        const auto number = static_cast<std::uint32_t>(
            std::lower_bound(domains.begin(), domains.end(), segment.domain) - domains.begin());
        const std::uint32_t first = segment.first_rank.value();
        if (size_ == CellSize::domain) {
            std::fill_n(of_rank_.begin() + first, segment.count, number);
            set_cell(topology, number, number, topology.place(placement.gpu_of[segment.first_rank]), classes);
            continue;
        }
        for (std::uint32_t rank = first; rank < first + segment.count; ++rank) {
            of_rank_[rank] = rank;
            set_cell(topology, rank, number, topology.place(placement.gpu_of[RankId(rank)]), classes);
        }
    }
}

void Cells::set_cell(const Topology& topology, std::uint32_t cell, std::uint32_t domain,
                     const GpuPlace& place, const RelayClasses& classes) {
    domain_[cell] = domain;
    const auto& tiers = topology.network().tiers;
    for (std::size_t t = 0; t < tiers.size(); ++t) spans_[t][cell] = topology.span_of(place, tiers[t]);
    if (!kind_.empty()) kind_[cell] = place.kind;
    if (!local_.empty()) local_[cell] = place.local;
    if (!relay_class_.empty()) relay_class_[cell] = classes.of(place.kind, place.local);
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
