#include "railyard/machine/smi_captures.hpp"

#include <doctest/doctest.h>

#include "railyard/machine/disagreements.hpp"
#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

const std::string matrix = "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV4\t0-7\nGPU1\tNV4\t X \t0-7\n";

std::string list(int links, const std::string& rate = "25.781 GB/s") {
    std::string text;
    for (const char* gpu : {"0", "1"}) {
        text += std::string("GPU ") + gpu + ": Tesla V100 (UUID: GPU-" + gpu + ")\n";
        for (int link = 0; link < links; ++link)
            text += "\t Link " + std::to_string(link) + ": " + rate + "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("a matrix and the state of the links behind it are both read, as one server") {
    const input::Source file("node7.txt",
                             "$ nvidia-smi topo -m\n" + matrix + "\n$ nvidia-smi nvlink -s\n" + list(4));
    const Observed observed = read_machine(file);
    CHECK(observed.disagreements.empty());
    REQUIRE(observed.hosts.size() == 1);
    CHECK(observed.sources.size() == 2);
    CHECK(observed.sources[1].file == "node7.txt");
    CHECK(observed.hosts[0].gpus[1].cpus.value == "0-7");          // of the matrix
    CHECK(observed.hosts[0].gpus[1].model.value == "Tesla V100");  // of the list
    CHECK(observed.hosts[0].gpus[1].lanes.value == 4);
    CHECK(observed.hosts[0].sources == std::vector<SourceId>{SourceId(0), SourceId(1)});
}

TEST_CASE("the other way round, and two lists") {
    const Observed turned = read_machine(input::Source("a", list(4) + matrix));
    REQUIRE(turned.hosts.size() == 1);
    CHECK(turned.hosts[0].pair(0, 1).lanes.value == 4);
    CHECK(turned.hosts[0].gpus[0].model.value == "Tesla V100");
    const std::string ends =
        "GPU 0: Tesla V100 (UUID: GPU-0)\n\t Link 0: Remote Device 00000000:0A:00.0: Link 3\n"
        "GPU 1: Tesla V100 (UUID: GPU-1)\n\t Link 0: Remote Device 00000000:07:00.0: Link 3\n";
    const Observed lists = read_machine(input::Source("a", list(1) + ends));
    REQUIRE(lists.hosts.size() == 1);
    CHECK(lists.hosts[0].gpus[0].lane_speed.known());
    CHECK(lists.hosts[0].gpus[0].far_ends.known());
    CHECK(turned.disagreements.empty());
    CHECK(lists.disagreements.empty());
}

TEST_CASE("outputs of one file that say different things are told of") {
    const Findings disagreements = disagreement_findings(read_machine(input::Source("a", list(4) + list(3))));
    REQUIRE(disagreements.size() == 1);
    CHECK(disagreements[0].seen == "4 NVLinks up (a) against 3 NVLinks up (a)");
}

TEST_CASE("a second matrix is refused with its line") {
    CHECK(complaint_of([&] { (void)read_machine(input::Source("a", matrix + "\n" + matrix)); }) ==
          "5:1: a second matrix of nvidia-smi topo -m; the first is in line 1");
}

TEST_CASE("what says nothing of links is passed over with a word") {
    const std::string names = "GPU 0: Tesla V100 (UUID: GPU-0)\nGPU 1: Tesla V100 (UUID: GPU-1)\n";
    const Observed observed =
        read_machine(input::Source("a", names + matrix + "\tGPU0\tGPU1\nGPU0\tX\tOK\n"));
    REQUIRE(observed.remarks.size() == 2);
    CHECK(observed.remarks[0].place == "line 1");
    CHECK(observed.remarks[1].place == "line 6");
    CHECK(observed.hosts.size() == 1);
    CHECK(smi_captures(matrix) == std::vector<std::uint32_t>{1});
    CHECK(smi_captures(list(2)) == std::vector<std::uint32_t>{1});
}

TEST_CASE("complaints of the second output have the line of the file") {
    CHECK(complaint_of([&] { (void)read_machine(input::Source("a", matrix + list(1, "fast"))); }) ==
          "5:3: the state of this link cannot be read");
}

TEST_CASE("outputs that all tell of no links are refused, not passed over") {
    const std::string p2p = "\tGPU0\tGPU1\n GPU0\tX\tOK\n GPU1\tOK\tX\n\n";
    CHECK(complaint_of([&] { (void)read_machine(input::Source("a", "$ nvidia-smi\n" + p2p + p2p)); }) ==
          "2:1: no output of nvidia-smi in this file tells of links");
}
