#pragma once
// The members of topologies, for archive.hpp. A Topology is archived as its parts.

#include "explorer/core/archive.hpp"
#include "railyard/topology/hardware.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

using explorer::ValueOf;

void fields(auto& archive, ValueOf<Gpu> auto& value) {
    auto& [name, about, peak, memory, memory_bandwidth] = value;
    archive(name, about, peak, memory, memory_bandwidth);
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
    auto& [kind, link, switches, boards, links_per_switch, trunk_links, trunk, links_per_pair, pairs] = value;
    archive(kind, link, switches, boards, links_per_switch, trunk_links, trunk, links_per_pair, pairs);
}

void fields(auto& archive, ValueOf<Servers> auto& value) {
    auto& [count, gpus, cpus, pcie, cpu_link] = value;
    archive(count, gpus, cpus, pcie, cpu_link);
}

void fields(auto& archive, ValueOf<Nics> auto& value) {
    auto& [sharing, count, bandwidth, model] = value;
    archive(sharing, count, bandwidth, model);
}

void fields(auto& archive, ValueOf<DomainKind> auto& value) {
    auto& [name, about, gpu, domain_word, server_word, servers, scale_up, nics, partitions] = value;
    archive(name, about, gpu, domain_word, server_word, servers, scale_up, nics, partitions);
}

void fields(auto& archive, ValueOf<Tier> auto& value) {
    auto& [name, unit, span, latency, oversubscription, switches, ports, planes] = value;
    archive(name, unit, span, latency, oversubscription, switches, ports, planes);
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
