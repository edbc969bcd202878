#include "railyard/topology/topology.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace railyard {
namespace {

std::uint32_t checked(std::uint64_t value) {
    if (value > Topology::unlimited) throw std::logic_error("a topology of over two thousand million GPUs");
    return static_cast<std::uint32_t>(value);
}

}  // namespace

Topology::Topology(TopologyParts parts) : parts_(std::move(parts)) {
    if (parts_.runs.empty()) throw std::logic_error("a topology needs a domain");
    std::sort(parts_.unavailable.begin(), parts_.unavailable.end());
    parts_.unavailable.erase(std::unique(parts_.unavailable.begin(), parts_.unavailable.end()),
                             parts_.unavailable.end());
    Start next;
    starts_.push_back(next);
    for (auto& run : parts_.runs) {
        const DomainKind& kind = parts_.kinds.at(run.kind);
        if (kind.gpus() == 0) throw std::logic_error("the domain " + kind.name + " has no GPUs");
        if (parts_.last_run_as_needed && &run == &parts_.runs.back()) {
            run.count = (unlimited - next.gpu) / kind.gpus();
        }
        const std::uint64_t count = run.count;
        next.gpu = checked(next.gpu + count * kind.gpus());
        // There are no more of these than GPUs.
        next.domain += run.count * partitions_of(kind);
        next.physical += run.count;
        next.server += run.count * kind.servers.count;
        starts_.push_back(next);
    }
}

std::uint32_t Topology::partitions_of(const DomainKind& kind) {
    return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(kind.partitions.size()));
}

std::uint32_t Topology::domain_count() const {
    return starts_.back().domain;
}
std::uint32_t Topology::physical_count() const {
    return starts_.back().physical;
}
std::uint32_t Topology::gpu_count() const {
    return starts_.back().gpu;
}

template <class Member>
std::size_t Topology::run_at(std::uint32_t number, Member Start::*member) const {
    std::size_t run = 0;
    while (run + 1 < parts_.runs.size() && number >= starts_[run + 1].*member) ++run;
    return run;
}

Domain Topology::domain(DomainId id) const {
    const std::size_t run = run_at(id.value(), &Start::domain);
    const std::uint32_t kind_index = parts_.runs[run].kind;
    const DomainKind& kind = parts_.kinds[kind_index];
    const std::uint32_t parts = partitions_of(kind);
    const std::uint32_t in_run = id.value() - starts_[run].domain;
    Domain domain;
    domain.id = id;
    domain.kind = kind_index;
    domain.physical = starts_[run].physical + in_run / parts;
    domain.partition = in_run % parts;
    for (std::uint32_t p = 0; p < domain.partition; ++p) domain.first_local += kind.partitions[p];
    domain.gpus = kind.partitions.empty() ? kind.gpus() : kind.partitions[domain.partition];
    domain.first_gpu = GpuId(starts_[run].gpu + in_run / parts * kind.gpus() + domain.first_local);
    return domain;
}

GpuPlace Topology::place(GpuId gpu) const {
    const std::size_t run = run_at(gpu.value(), &Start::gpu);
    const DomainKind& kind = parts_.kinds[parts_.runs[run].kind];
    const std::uint32_t in_run = gpu.value() - starts_[run].gpu;
    const std::uint32_t physical_in_run = in_run / kind.gpus();
    GpuPlace place;
    place.gpu = gpu;
    place.kind = parts_.runs[run].kind;
    place.physical = starts_[run].physical + physical_in_run;
    place.local = in_run % kind.gpus();
    place.server = place.local / kind.servers.gpus;
    place.server_id = starts_[run].server + physical_in_run * kind.servers.count + place.server;
    place.gpu_in_server = place.local % kind.servers.gpus;
    std::uint32_t end = 0;
    for (std::size_t p = 0; p + 1 < kind.partitions.size(); ++p) {
        end += kind.partitions[p];
        if (place.local >= end) ++place.partition;
    }
    place.domain = DomainId(starts_[run].domain + physical_in_run * partitions_of(kind) + place.partition);
    return place;
}

bool Topology::is_available(GpuId gpu) const {
    return !std::binary_search(parts_.unavailable.begin(), parts_.unavailable.end(), gpu);
}

std::uint32_t Topology::available_in(const Domain& d) const {
    const auto first = std::lower_bound(parts_.unavailable.begin(), parts_.unavailable.end(), d.first_gpu);
    const auto last = std::lower_bound(first, parts_.unavailable.end(), GpuId(d.first_gpu.value() + d.gpus));
    return d.gpus - static_cast<std::uint32_t>(last - first);
}

std::vector<GpuId> Topology::available_gpus(const Domain& d) const {
    std::vector<GpuId> gpus;
    gpus.reserve(d.gpus);
    for (std::uint32_t i = 0; i < d.gpus; ++i) {
        const GpuId gpu(d.first_gpu.value() + i);
        if (is_available(gpu)) gpus.push_back(gpu);
    }
    return gpus;
}

std::uint32_t Topology::span_of(const GpuPlace& place, const Tier& tier) const {
    if (tier.span == 0) return 0;
    switch (tier.unit) {
        case SpanUnit::domains:
            return place.physical / tier.span;
        case SpanUnit::servers:
            return place.server_id / tier.span;
        case SpanUnit::gpus:
            return place.gpu.value() / tier.span;
    }
    return 0;
}

std::uint32_t Topology::rail_of(const GpuPlace& place) const {
    return parts_.kinds[place.kind].first_nic_of(place.gpu_in_server) % parts_.network.rails;
}

Topology Topology::with_last_run(std::uint32_t count) const {
    TopologyParts parts = parts_;
    parts.last_run_as_needed = false;
    parts.runs.back().count = count;
    Topology cut(std::move(parts));
    auto& missing = cut.parts_.unavailable;
    missing.erase(std::lower_bound(missing.begin(), missing.end(), GpuId(cut.gpu_count())), missing.end());
    return cut;
}

}  // namespace railyard
