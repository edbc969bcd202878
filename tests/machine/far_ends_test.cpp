#include "railyard/machine/far_ends.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/machine/imports.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

// nvidia-smi nvlink -R: for each GPU the buses at the far ends of its links, and the number of the far link.
Observed remote(const std::vector<std::vector<std::string>>& gpus, int far_link = 0) {
    std::string text;
    for (std::size_t gpu = 0; gpu < gpus.size(); ++gpu) {
        text += "GPU " + std::to_string(gpu) + ": NVIDIA H200 (UUID: GPU-" + std::to_string(gpu) + ")\n";
        for (std::size_t link = 0; link < gpus[gpu].size(); ++link) {
            text += "\t Link " + std::to_string(link) + ": Remote Device 00000000:" + gpus[gpu][link] +
                    ":00.0: Link " + std::to_string(far_link) + "\n";
        }
    }
    return read_text(text, "remote.txt");
}

// What another source tells of their bus ids: 0000:01:00.0 and on.
Observed with_bus_ids(Observed all, std::size_t gpus) {
    std::string dump = "<system version=\"1\"><cpu numaid=\"0\" arch=\"x86_64\">";
    for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
        dump += "<pci busid=\"0000:0" + std::to_string(gpu + 1) + ":00.0\" class=\"0x030200\"><gpu dev=\"" +
                std::to_string(gpu) + "\" sm=\"90\"/></pci>";
    }
    CHECK_FALSE(merge(all, read_text(dump + "</cpu></system>", "dump.xml")));
    CHECK(all.disagreements.empty());
    return all;
}

}  // namespace

TEST_CASE("a far link of a number that no GPU has is that of a switch") {
    const ObservedHost host = remote({{"C3", "C4", "C4"}}, 46).hosts.front();
    CHECK(host.switches.size() == 2);
    REQUIRE(host.gpus[0].to_switches.known());
    CHECK(host.gpus[0].to_switches.value->at(1).lanes == 2);
    CHECK_FALSE(remote({{"C3", "C4", "C4"}}, 17).hosts.front().gpus[0].to_switches.known());
}

TEST_CASE("far ends that three GPUs have alike are switches, and the GPUs are joined through them") {
    const std::vector<std::string> ends = {"C3", "C3", "C4"};
    const Observed observed = remote({ends, ends, ends});
    const ObservedHost& host = observed.hosts.front();
    CHECK(host.switches.size() == 2);
    CHECK(host.pair(0, 2).lanes.value == 3);
    const ScaleUp up = imported(observed).kinds[0].kind.scale_up;
    CHECK(up.kind == ScaleUpKind::switched);
    CHECK(up.links_per_switch == std::vector<std::uint32_t>{2, 1});
    CHECK(mismatches(round_trip(observed)).empty());
}

TEST_CASE("far ends are pairs as soon as another source tells the bus ids") {
    const Observed alone = remote({{"02", "02"}, {"01", "01", "03"}, {"02"}});
    CHECK_FALSE(alone.hosts.front().pair(0, 1).lanes.known());
    const Observed both = with_bus_ids(alone, 3);
    const ObservedHost& host = both.hosts.front();
    CHECK(host.pair(0, 1).lanes.value == 2);
    CHECK(host.pair(1, 2).lanes.value == 1);
    CHECK(host.pair(0, 2).lanes.value == 0);
    CHECK(host.pair(0, 1).path.value == Path::nvlink);
    CHECK(host.switches.empty());
    const ScaleUp up = imported(both).kinds[0].kind.scale_up;
    CHECK(up.kind == ScaleUpKind::links);
    CHECK(up.pairs.size() == 2);
    CHECK(mismatches(round_trip(both)).empty());
}

TEST_CASE("far ends that are neither stay untold") {
    const Observed both = with_bus_ids(remote({{"02", "77"}, {"01"}}), 2);
    CHECK_FALSE(both.hosts.front().pair(0, 1).lanes.known());
    CHECK(both.hosts.front().switches.empty());
}
