#include "railyard/machine/comparison.hpp"

#include <doctest/doctest.h>

#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

struct One {
    One(const Topology& topology, const Observed& seen)
        : observed(seen),
          match(match_servers(topology, observed).front()),
          meaning(topology, std::nullopt),
          comparison(topology, observed, match, meaning, findings) {}
    Observed observed;
    Match match;
    Meaning meaning;
    Findings findings;
    Comparison comparison;
};

}  // namespace

TEST_CASE("GPUs sit by their number, places have names of the topology and of the machine") {
    const Topology topology = load_topology(test::shipped_library(), "hgx-h200").topology;
    One one(topology, read_fixture("hgx-h200.xml"));
    CHECK(one.comparison.seats() == 8);
    CHECK(one.comparison.gpu_at(5) == 5);
    CHECK(one.comparison.gpu_place(5) == "box0/server0/gpu5 (0000:62:00.0)");
    CHECK(one.comparison.server_place() == "box0/server0");
    CHECK(one.comparison.label(5) == "GPU 5");
}

TEST_CASE("a server without the GPUs that the topology lacks as well counts the others through") {
    const Topology topology =
        test::load_text(
            "topology: t\ndomains: [{use: hgx-h200, count: 1}]\nunavailable: [box0/server0/gpu0]\n")
            .topology;
    std::string text = "<system version=\"1\"><cpu arch=\"x\">";
    for (int i = 1; i < 8; ++i)
        text += "<pci busid=\"0000:0" + std::to_string(i) + ":00.0\" class=\"0x030200\"/>";
    One one(topology, read_text(text + "</cpu></system>"));
    CHECK_FALSE(one.comparison.gpu_at(0).has_value());
    CHECK(one.comparison.gpu_at(1) == 0);
    CHECK(one.comparison.gpu_at(7) == 6);
    CHECK(one.comparison.observed_seats().size() == 7);
}

TEST_CASE("the same deviation of every GPU is one finding of the server") {
    const Topology topology = load_topology(test::shipped_library(), "hgx-h200").topology;
    One one(topology, read_fixture("hgx-h200.xml"));
    std::vector<Comparison::Deviation> deviations;
    for (std::uint32_t seat = 0; seat < 8; ++seat)
        deviations.push_back({seat, Severity::warning, "a", "b", Touches::any, "", "", SourceId(0)});
    one.comparison.add_all(deviations);
    REQUIRE(one.findings.size() == 1);
    CHECK(one.findings[0].seen.starts_with("of each GPU: b ("));
    deviations.pop_back();
    one.comparison.add_all(deviations);
    CHECK(one.findings.size() == 8);
}

TEST_CASE("what no hop of the job uses weighs a warning at most") {
    const Findings alone = Checked("hgx-h200", 8, 1).of_fixture("hgx-h200-gpu5-lost.xml");
    REQUIRE(alone.size() == 1);
    CHECK(alone[0].severity == Severity::mismatch);  // dp over the eight GPUs of the box goes over NVLink
    const Findings four = Checked("hgx-h200", 4, 4).of_fixture("hgx-h200-gpu5-lost.xml");
    REQUIRE(four.size() == 1);
    CHECK(four[0].severity == Severity::warning);
    CHECK(four[0].meaning.starts_with("no rank of this job sits there"));
}

namespace {

enum class Shows { bus_ids, nics_only };

// A host of GPUs 0 to `count` - 1 without the one at `lost`, the rest numbered anew, each beside one NIC.
ObservedHost host_of(std::uint32_t count, std::uint32_t lost, Shows shows) {
    ObservedHost host;
    for (std::uint32_t at = 0; at < count; ++at) {
        ObservedNic nic;
        nic.name = {"mlx5_" + std::to_string(at), SourceId(0)};
        host.nics.push_back(nic);
        if (at == lost) continue;
        ObservedGpu gpu;
        gpu.index = {static_cast<std::uint32_t>(host.gpus.size()), SourceId(0)};
        if (shows == Shows::bus_ids) gpu.pci = {PciAddress{0, 16 * at + 2, 0, 0}, SourceId(0)};
        host.gpus.push_back(gpu);
    }
    host.resize_tables(0, 0);
    for (std::uint32_t gpu = 0; gpu < host.gpus.size(); ++gpu)
        host.path_to_nic(gpu, gpu < lost ? gpu : gpu + 1) = {Path::pix, SourceId(0)};
    return host;
}

}  // namespace

TEST_CASE("which GPU is lost follows from whole servers, by bus ids or by NICs, not from new numbers") {
    const Topology topology = load_topology(test::shipped_library(), "hgx-h200").topology;
    for (const Shows shows : {Shows::bus_ids, Shows::nics_only}) {
        Observed observed;
        observed.sources = {{"a", "nvidia-smi-topo"}};
        observed.hosts = {host_of(8, 3, shows), host_of(8, 8, shows)};
        One one(topology, observed);
        CHECK_FALSE(one.comparison.gpu_at(3).has_value());
        CHECK(one.comparison.gpu_at(2) == 2);
        CHECK(one.comparison.gpu_at(4) == 3);
        CHECK(one.comparison.gpu_at(7) == 6);
        // Alone, nothing tells: the fourth that is seen is gpu3 or gpu4.
        CHECK_FALSE(one.comparison.guesses_seats());
        observed.hosts.pop_back();
        const One alone(topology, observed);
        CHECK(alone.comparison.guesses_seats());
        CHECK(alone.comparison.ids_of(3) == std::vector{GpuId(3), GpuId(4)});
        CHECK(alone.comparison.gpu_place(3).starts_with("box0/server0/gpu3 or gpu4"));
    }
}

TEST_CASE("where nothing tells which GPU is lost nothing is compared by position") {
    Observed observed;
    observed.sources = {{"a", "nvidia-smi-topo"}};
    observed.hosts = {host_of(8, 3, Shows::nics_only)};
    for (std::uint32_t gpu = 0; gpu < 7; ++gpu) {
        const std::uint32_t seat = gpu < 3 ? gpu : gpu + 1;
        observed.hosts[0].gpus[gpu].numa = {seat / 4, SourceId(0)};  // as it was before
        for (std::uint32_t nic = 0; nic < 8; ++nic) {
            if (nic != seat) observed.hosts[0].path_to_nic(gpu, nic) = {Path::node, SourceId(0)};
        }
    }
    const Findings found = Checked("hgx-h200", 16).findings(observed);
    REQUIRE(found.size() == 2);
    CHECK(found[0].seen == "7 GPUs; nothing stands for one of gpu0 to gpu7");
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[1].severity == Severity::note);
    CHECK(found[1].seen == "NICs that are next to no GPU that is seen: mlx5_3");
    CHECK(found[1].meaning == "of GPUs that are not seen, or for storage and management");
    // A GPU that lost its links is one of two.
    for (auto& gpu : observed.hosts[0].gpus) gpu.lanes = {18, SourceId(0)};
    observed.hosts[0].gpus[5].lanes = {0, SourceId(0)};
    const Finding lost = at_place(Checked("hgx-h200", 16).findings(observed), "box0/server0/gpu5 or gpu6");
    CHECK(lost.severity == Severity::mismatch);
    CHECK(lost.seen.starts_with("0 of 18 links"));
    CHECK(lost.meaning.starts_with("tp group 0 loses NVLink: GPU 5 has 0 of 18 links"));
}

TEST_CASE("numbers with a gap tell which GPU is lost, a topology that lacks one what is seen") {
    const Topology topology = load_topology(test::shipped_library(), "hgx-h200").topology;
    Observed observed;
    observed.sources = {{"a", "nvidia-smi-topo"}};
    observed.hosts = {host_of(8, 3, Shows::nics_only)};
    const Topology without =
        test::load_text(
            "topology: t\ndomains: [{use: hgx-h200, count: 1}]\nunavailable: [box0/server0/gpu3]\n")
            .topology;
    const One known(without, observed);
    CHECK_FALSE(known.comparison.guesses_seats());
    CHECK_FALSE(known.comparison.gpu_at(3).has_value());
    CHECK(known.comparison.gpu_at(7) == 6);
    for (std::uint32_t gpu = 3; gpu < 7; ++gpu) observed.hosts[0].gpus[gpu].index = {gpu + 1, SourceId(0)};
    const One gap(topology, observed);
    CHECK_FALSE(gap.comparison.guesses_seats());
    CHECK_FALSE(gap.comparison.gpu_at(3).has_value());
}
