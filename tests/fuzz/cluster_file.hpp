#pragma once
// Any text as a file of one format of clusters: the reader fills a model in which every id points at
// something, or throws InputError.

#include <cstddef>
#include <cstdint>
#include <string>

#include "railyard/base/error.hpp"
#include "railyard/cluster/groupings.hpp"
#include "railyard/cluster/readers.hpp"

namespace railyard::test {

inline void expect(bool holds) {
    if (!holds) __builtin_trap();
}

inline void expect_sound(const cluster::Cluster& cluster) {
    for (const auto& host : cluster.hosts) {
        expect(!host.name.empty() && host.leaves.size() <= cluster::most_leaves);
        for (const auto leaf : host.leaves) expect(leaf.value() < cluster.switches.size());
        for (const auto& port : host.ports) expect(port.leaf.value() < cluster.switches.size());
        expect(host.block.is_none() || host.block.value() < cluster.blocks.size());
        expect(host.domain.is_none() || host.domain.value() < cluster.domains.size());
    }
    for (const auto& each : cluster.switches) {
        for (const auto below : each.joins) {
            expect(below.value() < cluster.switches.size());
            expect(cluster.switches[below].level <= each.level);
        }
    }
    std::vector<cluster::HostId> hosts;
    for (std::uint32_t i = 0; i < cluster.hosts.size() && i < 100; ++i) hosts.emplace_back(i);
    for (const auto& grouping : cluster::groupings_of(cluster, hosts)) {
        expect(grouping.part_of.size() == hosts.size());
        for (const auto part : grouping.part_of) expect(part < grouping.names.size());
    }
}

inline int read_any(const std::uint8_t* data, std::size_t size, bool (*recognise)(std::string_view),
                    cluster::Cluster (*read)(const input::SourcePtr&)) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    (void)recognise(text);
    try {
        expect_sound(read(input::make_source("input.txt", text)));
    } catch (const InputError& error) {
        expect(!error.problems().empty() && error.what()[0] != '\0');
    }
    return 0;
}

}  // namespace railyard::test
