#include "railyard/search/chosen_domains.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "railyard/estimate/calibrated_step.hpp"
#include "railyard/estimate/calibrated_volumes.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/placement/policy.hpp"
#include "railyard/search/block_swaps.hpp"
#include "railyard/search/domain_rooms.hpp"

namespace railyard::search {
namespace {

std::vector<GpuId> gpus_in(const Topology& topology, std::uint32_t domain) {
    return topology.available_gpus(topology.domain(DomainId(domain)));
}

PlacedStep with_bytes(const StepTimes& times, const Volumes& volumes, const Layout& layout,
                      const Evaluation& evaluation) {
    Bytes network;
    for (const TrafficBytes& bytes : bytes_of(layout, volumes, evaluation)) network += bytes.network();
    return {times, volumes, network};
}

}  // namespace

std::variant<Placement, DoesNotFit> place_on(const Topology& topology, const Layout& layout,
                                             DomainChoice choice) {
    const RankGrid grid(layout.order, layout.degrees);
    auto by_rules = place(topology, grid, layout.placement);
    if (choice == DomainChoice::as_listed) return by_rules;
    const Offers offers(topology, layout.placement.per_domain);
    const std::uint32_t block = block_size(grid, layout.placement.keep);
    // What stays in one domain: packed ranks are dealt out one by one.
    const std::uint32_t unit = layout.placement.policy == Policy::packed ? 1 : block;
    if (unit > offers.largest()) return by_rules;
    const std::uint32_t units = grid.ranks() / unit;
    const auto rooms = chosen_rooms(rooms_of(topology, offers, unit, 0, units), units, choice);
    IdVector<RankId, GpuId> gpu_of(grid.ranks());
    std::uint32_t rank = 0;
    for (const DomainRoom& room : rooms) {
        const auto gpus = gpus_in(topology, room.domain);
        for (std::uint32_t i = 0; i < room.blocks * unit && rank < grid.ranks(); ++i)
            gpu_of[RankId(rank++)] = gpus[i];
    }
    if (rank < grid.ranks()) return by_rules;  // which says why
    const auto* listed = std::get_if<Placement>(&by_rules);
    if (listed != nullptr && listed->gpu_of.items() == gpu_of.items()) return by_rules;
    Placement placement = placement_of(topology, std::move(gpu_of));
    placement.block = block;
    return placement;
}

std::optional<PlacedStep> step_of(const Topology& topology, const TimeModel& model, const Layout& layout,
                                  const Evaluation& evaluation) {
    const Estimate estimate = look_at_links(topology, layout, evaluation);
    if (model.calibration == nullptr) {
        const StepTimes times = reference_step(
            layout, estimate.rates, reference_batch(layout, BatchAssumption::as_laid_out), model.eta);
        return with_bytes(times, reference_volumes(layout), layout, evaluation);
    }
    const auto found = calibrated_machine(*model.calibration, topology, layout, evaluation, estimate.links);
    const auto* machine = std::get_if<CalibratedMachine>(&found);
    if (machine == nullptr) return std::nullopt;
    StepCosts costs = calibrated_step(layout, *machine, model.calibration->constants);
    return with_bytes(step_times(costs.scale(model.calibration->site)),
                      calibrated_volumes(layout, *machine, model.calibration->constants), layout, evaluation);
}

std::optional<SwappedBlocks> swapped_blocks(const Topology& topology, const Layout& layout,
                                            const Volumes& volumes, const Placement& placement,
                                            std::uint64_t seed) {
    const auto ranks = static_cast<std::uint32_t>(placement.gpu_of.size());
    const std::uint32_t block = placement.block;
    if (block == 0 || ranks % block != 0) return std::nullopt;
    Seats seats;
    std::vector<std::vector<GpuId>> gpus;  // of each seat
    std::map<std::uint32_t, std::vector<GpuId>> free;
    for (std::uint32_t b = 0; b < ranks / block; ++b) {
        std::vector<GpuId> own;
        for (std::uint32_t i = 0; i < block; ++i) own.push_back(placement.gpu_of[RankId(b * block + i)]);
        const DomainId domain = topology.place(own.front()).domain;
        for (const GpuId gpu : own)
            if (topology.place(gpu).domain != domain) return std::nullopt;
        seats.domain.push_back(domain.value());
        seats.block.push_back(b);
        auto [there, is_new] = free.try_emplace(domain.value());
        if (is_new) there->second = gpus_in(topology, domain.value());
        for (const GpuId gpu : own)
            there->second.erase(std::find(there->second.begin(), there->second.end(), gpu));
        gpus.push_back(std::move(own));
    }
    for (const auto& [domain, left] : free) {
        std::uint32_t room = static_cast<std::uint32_t>(left.size());
        if (layout.placement.per_domain > 0) {
            const auto used =
                static_cast<std::uint32_t>(std::count(seats.domain.begin(), seats.domain.end(), domain));
            const std::uint32_t most = layout.placement.per_domain;
            room = std::min(room, most > used * block ? most - used * block : 0);
        }
        for (std::uint32_t at = 0; at + block <= room; at += block) {
            seats.domain.push_back(domain);
            seats.block.push_back(no_block);
            gpus.emplace_back(left.begin() + at, left.begin() + at + block);
        }
    }
    const double saved = improve(block_graph(layout, volumes, block), seats, seed);
    if (saved <= 0) return std::nullopt;
    IdVector<RankId, GpuId> gpu_of(ranks);
    for (std::size_t s = 0; s < seats.block.size(); ++s) {
        if (seats.block[s] == no_block) continue;
        for (std::uint32_t i = 0; i < block; ++i) gpu_of[RankId(seats.block[s] * block + i)] = gpus[s][i];
    }
    SwappedBlocks result{placement_of(topology, std::move(gpu_of)), bytes(saved)};
    result.placement.block = block;
    return result;
}

}  // namespace railyard::search
