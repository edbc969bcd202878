#include "explorer/core/shipped.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "explorer/shipped_data.hpp"

using namespace railyard;
using namespace railyard::explorer;

TEST_CASE("every shipped name is in the page, with what its file says") {
    using input::Shelf;
    const Shipped& shipped = shipped_data();
    for (const auto& name : shipped_library().names(Shelf::models)) CHECK_MESSAGE(shipped.model(name), name);
    for (const auto& name : shipped_library().names(Shelf::layouts))
        CHECK_MESSAGE(shipped.layout(name), name);
    for (const Shelf shelf : {Shelf::topologies, Shelf::domains}) {
        for (const auto& name : shipped_library().names(shelf)) CHECK_MESSAGE(shipped.topology(name), name);
    }
    CHECK(shipped.model("no-such-model") == nullptr);
    // Brown et al. 2020, Table 2.1: 96 layers, 12,288 wide, 96 heads.
    const Model* gpt3 = shipped.model("gpt3-175b");
    REQUIRE(gpt3);
    CHECK(gpt3->layers == 96);
    CHECK(gpt3->hidden == 12288);
    CHECK(gpt3->heads == 96);
    // NVIDIA: 18 trays of 4 GPUs.
    const ShippedTopology* rack = shipped.topology("gb200-nvl72");
    REQUIRE(rack);
    CHECK(rack->is_domain);
    CHECK(rack->parts.kinds.front().gpus() == 72);
}

TEST_CASE("bytes are read back as what was written") {
    const std::string bytes = to_bytes(shipped_data());
    const Shipped again = from_bytes(bytes);
    CHECK(to_bytes(again) == bytes);
    CHECK(again.layouts.size() == shipped_data().layouts.size());
    CHECK(again.reference.eta == shipped_data().reference.eta);
    CHECK(again.calibration.gpus.size() == shipped_data().calibration.gpus.size());
    CHECK_THROWS_AS(from_bytes(std::string_view(bytes).substr(0, bytes.size() - 1)), std::logic_error);
    CHECK_THROWS_AS(from_bytes(bytes + "x"), std::logic_error);
}

TEST_CASE("a topology is made again of its parts") {
    for (const ShippedTopology& shipped : shipped_data().topologies) {
        const Topology topology(shipped.parts);
        CHECK_MESSAGE(topology.gpu_count() > 0, shipped.name);
        CHECK(topology.kinds().size() == shipped.parts.kinds.size());
        CHECK(topology.as_needed() == shipped.parts.last_run_as_needed);
        CHECK(topology.network().tiers.size() == shipped.parts.network.tiers.size());
    }
}
