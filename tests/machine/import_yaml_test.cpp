#include <doctest/doctest.h>

#include "tests/machine/imports.hpp"

using namespace railyard;
using namespace railyard::machine;

TEST_CASE("what is written reads as what was imported") {
    const ImportedTopology topology = imported(read_fixture("hgx-h200.xml"));
    const LoadedTopology again = loaded(topology);
    CHECK(again.notes.empty());
    REQUIRE(again.topology.kinds().size() == 1);
    const DomainKind& kind = again.topology.kinds().front();
    const DomainKind& written = topology.kinds.front().kind;
    CHECK(kind.gpu.name == "h200");
    CHECK(kind.servers.gpus == 8);
    CHECK(kind.scale_up.links_per_switch == written.scale_up.links_per_switch);
    CHECK(kind.nics.bandwidth == written.nics.bandwidth);
    CHECK(kind.servers.pcie.bandwidth.raw() ==
          doctest::Approx(written.servers.pcie.bandwidth.raw()).epsilon(0.001));
    CHECK(again.topology.network().tiers.size() == 1);
}

TEST_CASE("a stand-in has its own name and the numbers of another") {
    const LoadedTopology again = loaded(imported(read_fixture("hgx-h200-topo.txt")));
    CHECK(again.topology.kinds().front().gpu.name == "stand-in-for-an-untold-gpu");
    CHECK(again.topology.kinds().front().gpu.memory.raw() > 0);
    CHECK(topology_yaml(imported(read_fixture("hgx-h200-topo.txt"))).find("NOT TOLD") != std::string::npos);
}

TEST_CASE("names from files cannot end a line or a text") {
    Observed observed = read_fixture("hgx-h200.xml");
    observed.sources[0].file = "a\nb: c\x1b[2J";
    observed.hosts[0].gpus[0].model = {"\"quoted\"\nGPU", SourceId(0)};
    for (ObservedGpu& gpu : observed.hosts[0].gpus) gpu.pci_model = {};
    ImportChoices choices;
    choices.name = "na\"me\nx";
    const LoadedTopology again = loaded(imported(observed, choices));
    CHECK(again.topology.name() == "na\"me x");
}

TEST_CASE("without a NIC there is no network above") {
    CHECK(loaded(imported(read_fixture("four-mi300x.xml"))).topology.network().tiers.empty());
}
