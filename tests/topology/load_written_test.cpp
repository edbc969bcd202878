#include "railyard/topology/load_written.hpp"

#include <doctest/doctest.h>

#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

DomainKind h100_with(const std::string& path, const std::string& value) {
    TopologySettings set;
    set.gpu.push_back(input::setting_from_text(path, value, ""));
    return load_topology(test::shipped_library(), "hgx-h100", ".", set).topology.kinds()[0];
}

TEST_CASE("a peak that was set is told from that of the file") {
    // topologies/gpus/h100.yaml has 989 TFLOP/s in bf16.
    const DomainKind kind = h100_with("peak.bf16", "1978 TFLOP/s");
    CHECK(kind.gpu.over_file(Precision::bf16) == doctest::Approx(2));
    CHECK(kind.gpu.over_file(Precision::fp8) == 1);
    CHECK(h100_with("memory", "100 GB").gpu.over_file(Precision::bf16) == 1);
    // One that the file lacks has nothing to be measured by.
    CHECK(h100_with("peak.fp4", "4 PFLOP/s").gpu.over_file(Precision::fp4) == 1);
}

TEST_CASE("an oversubscription that was set is told from that of the file, a whole network is its own") {
    const auto network_with = [](const std::string& path, const std::string& value) {
        TopologySettings set;
        set.topology.push_back(input::setting_from_text(path, value, ""));
        return load_topology(test::shipped_library(), "llama3-24k", ".", set).topology.network();
    };
    // topologies/llama3-24k.yaml has 7 in its last tier, and says nothing of the others.
    const Network changed = network_with("network.tiers.2.oversubscription", "3");
    CHECK(changed.tiers[2].written_oversubscription == 7);
    CHECK(changed.tiers[1].written_oversubscription == 0);
    CHECK(network_with("network.tiers.pod.oversubscription", "2").tiers[1].written_oversubscription == 1);
    CHECK(network_with("network.tiers.aggregation.oversubscription", "7").tiers[2].written_oversubscription ==
          0);
    const Network counted = network_with("network.tiers.pod.switches", "18");
    CHECK(counted.tiers[1].switches_set_by == SetBy::outside);
    CHECK(counted.tiers[0].switches_set_by == SetBy::file);
}

TEST_CASE("GPUs of a domain that were set are told from those of the file") {
    const auto domain_with = [](const std::string& path, const std::string& value) {
        TopologySettings set;
        set.domain.push_back(input::setting_from_text(path, value, ""));
        return load_topology(test::shipped_library(), "gb200-nvl72", ".", set).topology.kinds()[0];
    };
    CHECK(domain_with("servers.count", "9").scale_up.written_for_gpus == 72);
    CHECK(domain_with("servers.gpus", "2").scale_up.written_for_gpus == 72);
    CHECK(domain_with("servers.count", "18").scale_up.written_for_gpus == 0);
    CHECK(domain_with("scale_up.switches", "9").scale_up.written_for_gpus == 0);
}

// topologies/domains/gb200-nvl72.yaml: links of 50 GB/s, of which NCCL plans with 40.1: 80.2 %.
TEST_CASE("an effective rate goes with a nominal one that was set, unless it was set as well") {
    const auto link_with = [](const std::vector<std::pair<std::string, std::string>>& values) {
        TopologySettings set;
        for (const auto& [path, value] : values)
            set.domain.push_back(input::setting_from_text(path, value, ""));
        return load_topology(test::shipped_library(), "gb200-nvl72", ".", set)
            .topology.kinds()[0]
            .scale_up.link;
    };
    const std::string nominal = "scale_up.link.bandwidth_per_direction";
    const std::string effective = "scale_up.link.effective_per_direction";
    const LinkRate slow = link_with({{nominal, "25 GB/s"}});
    CHECK(slow.bandwidth == gigabytes_per_second(25));
    CHECK(slow.effective->raw() == doctest::Approx(0.802 * 25e9));
    CHECK(link_with({{nominal, "800 Gb/s"}}).effective->raw() == doctest::Approx(80.2e9));
    CHECK(link_with({{nominal, "50 GB/s"}}).effective->raw() == doctest::Approx(40.1e9));
    CHECK(link_with({{nominal, "25 GB/s"}, {effective, "24 GB/s"}}).effective == gigabytes_per_second(24));
    CHECK(link_with({{effective, "24 GB/s"}}).effective == gigabytes_per_second(24));
    CHECK(link_with({{"scale_up.link.latency", "1 us"}}).effective == gigabytes_per_second(40.1));
    // One that does not fit is refused by both names.
    CHECK(test::refusal_of([&] {
              (void)link_with({{effective, "60 GB/s"}});
          }).find("'effective_per_direction', 60 GB/s, is above 'bandwidth_per_direction', 50 GB/s") !=
          std::string::npos);
}

// What reaches all of a link goes on to reach all of it, whatever the digits.
TEST_CASE("an effective rate that is the nominal one stays it") {
    TopologySettings set;
    set.domain.push_back(input::setting_from_text("servers.pcie.bandwidth_per_direction", "33.3 GB/s", ""));
    const std::string text =
        "topology: test\ndomains:\n"
        "  - {count: 1, use: {domain: box, gpu: h100, servers: {gpus: 2, pcie: {bandwidth_per_direction: 63 "
        "GB/s, effective_per_direction: 63 GB/s}}, scale_up: {kind: none}, nics: {per_gpu: 1, "
        "bandwidth_per_direction: 400 Gb/s}}}\n";
    const LoadedTopology loaded =
        load_topology(test::shipped_library(), input::parse_yaml(input::make_source("test.yaml", text)), set);
    CHECK(*loaded.topology.kinds()[0].servers.pcie.effective == gigabytes_per_second(33.3));
}

}  // namespace
}  // namespace railyard
