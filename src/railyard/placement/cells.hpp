#pragma once
// What counting needs to know of where a rank sits, in small tables. A cell is a set of ranks that are alike
// for counting: all ranks of a used domain where nothing finer than a domain matters, otherwise each rank is
// a cell of its own (rails that do not relay, listed links, spans in servers or GPUs).

#include <cstdint>
#include <vector>

#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

enum class CellSize { domain, rank };

class RelayClasses;

class Cells {
  public:
    Cells(const Topology& topology, const Placement& placement);

    [[nodiscard]] CellSize size() const { return size_; }
    // The cell of every rank.
    [[nodiscard]] const std::vector<std::uint32_t>& of_rank() const { return of_rank_; }
    [[nodiscard]] std::size_t tiers() const { return spans_.size(); }

    // Of a cell: a number for its domain, its span at a tier, and its class for relaying between rails.
    [[nodiscard]] std::uint32_t domain(std::uint32_t cell) const { return domain_[cell]; }
    [[nodiscard]] std::uint32_t span(std::size_t tier, std::uint32_t cell) const {
        return spans_[tier][spans_cut_domains_ ? cell : domain_[cell]];
    }
    // Whether a domain may lie in several spans of a tier.
    [[nodiscard]] bool spans_cut_domains() const { return spans_cut_domains_; }
    [[nodiscard]] std::uint32_t relay_class(std::uint32_t cell) const { return relay_class_[cell]; }
    // Whether two classes reach each other's rail within one span of the bottom tier.
    [[nodiscard]] bool relayed(std::uint32_t class_a, std::uint32_t class_b) const {
        return class_a == class_b || (!relay_.empty() && relay_[class_a * relay_classes_ + class_b] != 0);
    }
    [[nodiscard]] bool rails_matter() const { return relay_classes_ > 1; }
    [[nodiscard]] std::uint32_t relay_classes() const { return relay_classes_; }

    // Whether two cells of one domain have NVLink between them. Cells of domain size: the domain with itself.
    [[nodiscard]] bool nvlink_inside(std::uint32_t a, std::uint32_t b) const {
        if (inside_.empty()) return true;
        const Inside& inside = inside_[kind_[domain_[a]]];
        if (inside.linked.empty()) return inside.all;
        return inside.linked[local_[a] * inside.gpus + local_[b]] != 0;
    }
    // Whether NVLink joins every two GPUs of every used domain.
    [[nodiscard]] bool nvlink_everywhere() const { return inside_.empty(); }
    // A cell whose kind has no NIC reaches nothing outside its domain.
    [[nodiscard]] bool has_way_out(std::uint32_t cell) const {
        return no_way_out_.empty() || no_way_out_[kind_[domain_[cell]]] == 0;
    }

  private:
    // NVLink inside the domains of one kind.
    struct Inside {
        bool all = true;
        std::uint32_t gpus = 0;
        std::vector<std::uint8_t> linked;  // gpus x gpus; empty: `all` says it
    };

    void look_inside(const Topology& topology, const std::vector<std::uint8_t>& used_kinds);
    void find_relay_classes(const Topology& topology, const Placement& placement,
                            const std::vector<Domain>& domains, RelayClasses& classes);
    void fill_domains(const Topology& topology, const std::vector<Domain>& domains);
    void fill_ranks(const Topology& topology, const Placement& placement, const std::vector<Domain>& domains);

    CellSize size_ = CellSize::domain;
    std::vector<std::uint32_t> of_rank_;
    std::vector<std::uint32_t> domain_;  // [cell]
    std::vector<std::uint32_t> kind_;    // [domain]
    // [tier][domain], or [tier][cell] where a span may end inside a domain.
    std::vector<std::vector<std::uint32_t>> spans_;
    bool spans_cut_domains_ = false;
    std::vector<std::uint32_t> local_;        // [cell], where links are listed
    std::vector<std::uint16_t> relay_class_;  // [cell]
    std::uint32_t relay_classes_ = 1;
    std::vector<std::uint8_t> relay_;
    std::vector<Inside> inside_;
    std::vector<std::uint8_t> no_way_out_;
};

}  // namespace railyard
