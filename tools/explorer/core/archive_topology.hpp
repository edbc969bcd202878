#pragma once
// The members of topologies, for archive.hpp. A Topology is archived as its parts.

#include "explorer/core/archive.hpp"
#include "railyard/topology/hardware.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

using explorer::ValueOf;

void fields(auto& archive, ValueOf<PartBill> auto& value) {
    auto& [cost, power] = value;
    archive(cost, power);
}

void fields(auto& archive, ValueOf<Gpu> auto& value) {
    auto& [name, about, bill, peak, peak_over_file, memory, memory_bandwidth, maker] = value;
    archive(name, about, bill, peak, peak_over_file, memory, memory_bandwidth, maker);
}

void fields(auto& archive, ValueOf<LinkRate> auto& value) {
    auto& [bandwidth, effective, latency] = value;
    archive(bandwidth, effective, latency);
}

void fields(auto& archive, ValueOf<ScaleUp::Pair> auto& value) {
    auto& [a, b, count] = value;
    archive(a, b, count);
}

void fields(auto& archive, ValueOf<ScaleUp> auto& value) {
    auto& [kind, link, switches, boards, links_per_switch, trunk_links, trunk, links_per_pair, pairs,
           written_for_gpus, switch_bill, cable_bill] = value;
    archive(kind, link, switches, boards, links_per_switch, trunk_links, trunk, links_per_pair, pairs,
            written_for_gpus, switch_bill, cable_bill);
}

void fields(auto& archive, ValueOf<Servers> auto& value) {
    auto& [count, gpus, cpus, pcie, cpu_link, bill, c2c] = value;
    archive(count, gpus, cpus, pcie, cpu_link, bill, c2c);
}

void fields(auto& archive, ValueOf<Nics> auto& value) {
    auto& [sharing, count, bandwidth, model, bill] = value;
    archive(sharing, count, bandwidth, model, bill);
}

void fields(auto& archive, ValueOf<DomainKind> auto& value) {
    auto& [name, about, gpu, domain_word, server_word, servers, scale_up, nics, partitions] = value;
    archive(name, about, gpu, domain_word, server_word, servers, scale_up, nics, partitions);
}

void fields(auto& archive, ValueOf<Tier> auto& value) {
    auto& [name, unit, span, latency, oversubscription, switches, written_oversubscription, switches_set_by,
           ports, planes, switch_bill, cable_bill] = value;
    archive(name, unit, span, latency, oversubscription, switches, written_oversubscription, switches_set_by,
            ports, planes, switch_bill, cable_bill);
}

void fields(auto& archive, ValueOf<Network> auto& value) {
    auto& [rails, cross_rail, tiers] = value;
    archive(rails, cross_rail, tiers);
}

void fields(auto& archive, ValueOf<DomainRun> auto& value) {
    auto& [kind, count] = value;
    archive(kind, count);
}

void fields(auto& archive, ValueOf<TopologyParts> auto& value) {
    auto& [name, about, kinds, runs, last_run_as_needed, network, unavailable] = value;
    archive(name, about, kinds, runs, last_run_as_needed, network, unavailable);
}

}  // namespace railyard
