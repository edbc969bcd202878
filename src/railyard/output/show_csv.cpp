#include <fmt/format.h>

#include "railyard/output/show_report.hpp"

namespace railyard::output {
namespace {

class Rows {
  public:
    // The value in the shortest form that reads back as the same number.
    void add(std::string_view subject, std::string_view quantity, double value) {
        text_ += csv_cell(subject) + "," + csv_cell(quantity) + "," + fmt::format("{}", value) + "\n";
    }
    void add(std::string_view subject, std::string_view quantity, std::uint64_t value) {
        text_ += csv_cell(subject) + "," + csv_cell(quantity) + "," + std::to_string(value) + "\n";
    }
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string text_ = "subject,quantity,value\n";
};

void add_parts(Rows& rows, std::string_view subject, const DomainInventory& parts) {
    rows.add(subject, "servers", parts.servers);
    rows.add(subject, "gpus", parts.gpus);
    rows.add(subject, "nvswitches", parts.nvswitches);
    rows.add(subject, "cpus", parts.cpus);
    rows.add(subject, "nics", parts.nics);
}

void add_kind(Rows& rows, const Topology& topology, const KindOverview& overview) {
    const DomainKind& kind = topology.kinds()[overview.kind];
    rows.add(kind.name, "physical_domains", overview.physical);
    rows.add(kind.name, "nvlink_domains", overview.domains);
    const std::string one = "one " + kind.name;
    add_parts(rows, one, overview.parts);
    for (const LinkCount& link : overview.parts.links) {
        rows.add(one, fmt::format("links {} - {}", part_name(link.a), part_name(link.b)), link.count);
    }
    rows.add(one, "nvlink_bytes_per_second", kind.nvlink_per_gpu().raw());
    if (overview.bisection) rows.add(one, "bisection_bytes_per_second", overview.bisection->raw());
    rows.add(kind.gpu.name, "memory_bytes", kind.gpu.memory.raw());
    rows.add(kind.gpu.name, "memory_bandwidth_bytes_per_second", kind.gpu.memory_bandwidth.raw());
    for (std::size_t p = 0; p < precision_count; ++p) {
        if (!kind.gpu.peak[p]) continue;
        rows.add(kind.gpu.name, fmt::format("peak_{}_flops_per_second", precision_names[p]),
                 kind.gpu.peak[p]->raw());
    }
    for (const ReachRates& rates : overview.reaches) {
        const std::string subject = kind.name + ": " + reach_label(topology, rates);
        rows.add(subject, "pair_alone_least_bytes_per_second", rates.pair_least.raw());
        rows.add(subject, "pair_alone_most_bytes_per_second", rates.pair_most.raw());
        rows.add(subject, "gpu_all_sending_bytes_per_second", rates.per_gpu.raw());
        if (rates.per_gpu_planned) {
            rows.add(subject, "gpu_planned_bytes_per_second", rates.per_gpu_planned->raw());
        }
        rows.add(subject, "latency_seconds", rates.latency.raw());
    }
}

void add_tier(Rows& rows, const Tier& tier, const TierOverview& overview) {
    rows.add(tier.name, "spans", overview.parts.spans);
    rows.add(tier.name, "switches", overview.parts.switches);
    rows.add(tier.name, "links_from_below", overview.parts.links_from_below);
    rows.add(tier.name, "latency_seconds", tier.latency.raw());
    rows.add(tier.name, "oversubscription", tier.oversubscription);
    rows.add(tier.name, "bisection_bytes_per_second", overview.bisection.raw());
}

}  // namespace

std::string show_csv(const ShowReport& report) {
    const Topology& topology = report.shown.topology;
    Rows rows;
    rows.add("all", "physical_domains", report.overview.physical);
    rows.add("all", "nvlink_domains", report.overview.domains);
    add_parts(rows, "all", report.overview.parts);
    rows.add("all", "unavailable_gpus", topology.unavailable().size());
    for (const KindOverview& kind : report.overview.kinds) add_kind(rows, topology, kind);
    for (std::size_t t = 0; t < report.overview.tiers.size(); ++t) {
        add_tier(rows, topology.network().tiers[t], report.overview.tiers[t]);
    }
    return rows.text();
}

}  // namespace railyard::output
