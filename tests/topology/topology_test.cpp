#include "railyard/topology/topology.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "railyard/topology/load.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

// Two racks of 3 trays with 2 GPUs, cut 4 and 2; then three boxes of 8.
TopologyParts racks_and_boxes() {
    DomainKind rack;
    rack.name = "small-rack";
    rack.domain_word = "rack";
    rack.servers.count = 3;
    rack.servers.gpus = 2;
    rack.partitions = {4, 2};
    rack.nics = {NicSharing::per_gpu, 1, gigabits_per_second(400), ""};
    DomainKind box = rack;
    box.name = "box";
    box.servers.count = 1;
    box.servers.gpus = 8;
    box.partitions = {};
    TopologyParts parts;
    parts.name = "mixed";
    parts.kinds = {rack, box};
    parts.runs = {{0, 2}, {1, 3}};
    parts.network.rails = 4;
    return parts;
}

TEST_CASE("counts of an uneven topology") {
    const Topology topology(racks_and_boxes());
    CHECK(topology.physical_count() == 5);  // 2 racks, 3 boxes
    CHECK(topology.domain_count() == 7);    // 2 x 2 partitions, 3 boxes
    CHECK(topology.gpu_count() == 36);      // 2 x 6 + 3 x 8
    CHECK_FALSE(topology.as_needed());
}

TEST_CASE("domains: partitions count one by one") {
    const Topology topology(racks_and_boxes());
    const Domain second_part = topology.domain(DomainId(3));  // rack 1, its second partition
    CHECK(second_part.physical == 1);
    CHECK(second_part.partition == 1);
    CHECK(second_part.first_local == 4);
    CHECK(second_part.gpus == 2);
    CHECK(second_part.first_gpu == GpuId(6 + 4));
    const Domain last = topology.domain(DomainId(6));
    CHECK(last.kind == 1);
    CHECK(last.physical == 4);
    CHECK(last.gpus == 8);
    CHECK(last.first_gpu == GpuId(2 * 6 + 2 * 8));
}

TEST_CASE("the place of a GPU agrees with the domain it is in") {
    const Topology topology(racks_and_boxes());
    std::uint32_t servers = 0;
    for (std::uint32_t g = 0; g < topology.gpu_count(); ++g) {
        const GpuPlace place = topology.place(GpuId(g));
        const Domain domain = topology.domain(place.domain);
        CHECK(domain.physical == place.physical);
        CHECK(domain.partition == place.partition);
        CHECK(place.gpu == GpuId(domain.first_gpu.value() + place.local - domain.first_local));
        if (place.gpu_in_server == 0) ++servers;
        CHECK(place.server_id == servers - 1);
    }
    CHECK(servers == 9);                              // 2 x 3 trays, 3 boxes
    const GpuPlace place = topology.place(GpuId(9));  // rack 1 begins at 6: its GPU 3 is in tray 1
    CHECK(place.physical == 1);
    CHECK(place.local == 3);
    CHECK(place.server == 1);
    CHECK(place.server_id == 4);
    CHECK(place.gpu_in_server == 1);
    CHECK(place.partition == 0);
}

TEST_CASE("spans in domains, servers and GPUs") {
    const Topology topology(racks_and_boxes());
    const GpuPlace in_second_box = topology.place(GpuId(12 + 8));  // domain 3, server 7, GPU 20
    Tier tier;
    tier.span = 2;
    tier.unit = SpanUnit::domains;
    CHECK(topology.span_of(in_second_box, tier) == 1);
    tier.unit = SpanUnit::servers;
    CHECK(topology.span_of(in_second_box, tier) == 3);
    tier.unit = SpanUnit::gpus;
    CHECK(topology.span_of(in_second_box, tier) == 10);
    tier.span = 0;  // everything
    CHECK(topology.span_of(in_second_box, tier) == 0);
}

TEST_CASE("the rail of a GPU is its NIC's number in its server, modulo the rails") {
    const Topology topology(racks_and_boxes());
    CHECK(topology.rail_of(topology.place(GpuId(3))) == 1);       // GPU 1 of tray 1
    CHECK(topology.rail_of(topology.place(GpuId(12 + 6))) == 2);  // NIC 6 of a box, 4 rails
}

TEST_CASE("missing GPUs") {
    TopologyParts parts = racks_and_boxes();
    parts.unavailable = {GpuId(10), GpuId(8), GpuId(10), GpuId(14)};
    const Topology topology(parts);
    CHECK(topology.unavailable() == std::vector<GpuId>{GpuId(8), GpuId(10), GpuId(14)});
    CHECK_FALSE(topology.is_available(GpuId(8)));
    CHECK(topology.is_available(GpuId(9)));
    // Rack 1: GPUs 6 to 9 in one partition, 10 and 11 in the other.
    CHECK(topology.available_in(topology.domain(DomainId(2))) == 3);
    CHECK(topology.available_in(topology.domain(DomainId(3))) == 1);
    CHECK(topology.available_gpus(topology.domain(DomainId(2))) ==
          std::vector<GpuId>{GpuId(6), GpuId(7), GpuId(9)});
}

TEST_CASE("an endless topology has valid ids to its end") {
    TopologyParts parts = racks_and_boxes();
    parts.last_run_as_needed = true;
    const Topology topology(parts);
    CHECK(topology.as_needed());
    // Boxes of 8 up to 2^31 - 1 GPUs: (2147483647 - 12) / 8 = 268435454 of them behind the racks.
    CHECK(topology.physical_count() == 2 + 268435454U);
    CHECK(topology.gpu_count() == 12 + 268435454U * 8);
    const GpuPlace last = topology.place(GpuId(topology.gpu_count() - 1));
    CHECK(last.physical == topology.physical_count() - 1);
    CHECK(last.gpu_in_server == 7);
    const Domain domain = topology.domain(DomainId(topology.domain_count() - 1));
    CHECK(domain.first_gpu == GpuId(topology.gpu_count() - 8));
}

TEST_CASE("cutting an endless topology to a size") {
    TopologyParts parts = racks_and_boxes();
    parts.last_run_as_needed = true;
    parts.unavailable = {GpuId(3), GpuId(12 + 8)};
    const Topology cut = Topology(parts).with_last_run(1);
    CHECK_FALSE(cut.as_needed());
    CHECK(cut.gpu_count() == 12 + 8);
    CHECK(cut.unavailable() == std::vector<GpuId>{GpuId(3)});  // the other is beyond the end
}

TEST_CASE("a million GPUs cost what eight do") {
    const Topology topology =
        load_topology(test::shipped_library(), "hgx-h100").topology.with_last_run(131072);
    CHECK(topology.gpu_count() == 1048576);
    CHECK(topology.place(GpuId(1048575)).physical == 131071);
}

TEST_CASE("parts that no file gives are a mistake of the caller") {
    TopologyParts parts = racks_and_boxes();
    parts.runs = {};
    CHECK_THROWS_AS(Topology{parts}, std::logic_error);
    parts.runs = {{0, 4000000000U}};  // 24 thousand million GPUs
    CHECK_THROWS_AS(Topology{parts}, std::logic_error);
    parts = racks_and_boxes();
    parts.kinds[0].servers.gpus = 0;
    CHECK_THROWS_AS(Topology{parts}, std::logic_error);
}

}  // namespace
}  // namespace railyard
