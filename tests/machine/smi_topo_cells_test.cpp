#include "railyard/machine/smi_topo_cells.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include <vector>

#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

// What is said of a matrix of GPU rows: codes by row and column. An empty code is a cell that is missing.
std::string contradictions(const std::vector<std::vector<std::string>>& codes) {
    SmiTopoCells cells;
    for (std::size_t a = 0; a < codes.size(); ++a) {
        for (std::size_t b = 0; b < codes[a].size(); ++b)
            cells.add("GPU" + std::to_string(a), "GPU" + std::to_string(b), codes[a][b]);
    }
    const auto remark = cells.contradictions(SourceId(0));
    return remark ? remark->text : "none";
}

}  // namespace

TEST_CASE("two cells of one pair that differ are named, both of them") {
    CHECK(contradictions({{"X", "NV18"}, {"NV18", "X"}}) == "none");
    CHECK(contradictions({{"X", "NV18"}, {"PIX", "X"}}) ==
          "the matrix contradicts itself: row GPU0 has NV18 for GPU1, row GPU1 has PIX for GPU0");
    CHECK(contradictions({{"X", "NV18", "SYS"}, {"NV12", "X", "SYS"}, {"PHB", "SYS", "X"}}) ==
          "the matrix contradicts itself: row GPU0 has NV18 for GPU1, row GPU1 has NV12 for GPU0; "
          "row GPU0 has SYS for GPU2, row GPU2 has PHB for GPU0");
}

TEST_CASE("an X belongs on the diagonal") {
    CHECK(contradictions({{"NV4", "X"}, {"X", "NV4"}}) ==
          "the matrix contradicts itself: GPU0 has NV4 for itself; row GPU0 has an X for GPU1; "
          "row GPU1 has an X for GPU0; GPU1 has NV4 for itself");
}

TEST_CASE("what is cut off or unknown contradicts nothing") {
    CHECK(contradictions({{"X", "NV18", "SYS"}, {"NV18"}}) == "none");
    CHECK(contradictions({{"X", "N/A"}, {"SYS", "X"}}) == "none");
    CHECK(contradictions({{"X", "ERR!"}, {"SYS", "X"}}) == "none");
}

TEST_CASE("many contradictions: four are named, the others counted") {
    std::vector<std::vector<std::string>> codes(4, std::vector<std::string>(4));
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = 0; b < 4; ++b) codes[a][b] = a == b ? "X" : a < b ? "NV1" : "NV2";
    }
    CHECK(contradictions(codes).ends_with("; and 2 more"));  // of six pairs
}

TEST_CASE("a matrix that contradicts itself is a mismatch of the check, and its rows come once") {
    std::string text = "\tGPU0\tGPU1\tGPU2\tGPU3\nGPU0\tX\tNV6\tNV6\tNV6\nGPU1\tPIX\tX\tNV6\tNV6\n";
    const Observed observed =
        read_text(text + "GPU2\tNV6\tNV6\tX\tNV6\nGPU3\tNV6\tNV6\tNV6\tX\n", "topo.txt");
    const Findings found = Checked("pcie-4gpu", 4, 4).findings(observed);
    const Finding finding = at_place(found, "topo.txt, nvidia-smi topo -m");
    CHECK(finding.severity == Severity::mismatch);
    CHECK(finding.seen.find("row GPU0 has NV6 for GPU1, row GPU1 has PIX for GPU0") != std::string::npos);
    const input::Source twice("d", text + "GPU1\tNV6\tX\tNV6\tNV6\n");
    CHECK(complaint_of([&] { (void)read_machine(twice); }) == "4:1: the row of GPU1 is there twice");
}

// GPUs 0 and 1 are what the matrix contradicts itself about.
TEST_CASE("a contradiction about GPUs without ranks is a warning") {
    const Observed observed = read_text(
        "\tGPU0\tGPU1\tGPU2\tGPU3\nGPU0\tX\tSYS\tSYS\tSYS\nGPU1\tPIX\tX\tSYS\tSYS\n"
        "GPU2\tSYS\tSYS\tX\tSYS\nGPU3\tSYS\tSYS\tSYS\tX\n",
        "topo.txt");
    REQUIRE(observed.remarks.size() == 1);
    CHECK(observed.remarks[0].gpus == std::vector<std::uint32_t>{0, 1});
    const Topology topology = load_topology(test::shipped_library(), "pcie-4gpu").topology;
    const RankGrid grid(test::order_of("tp,cp,pp,dp"), Checked::degrees(2, 2));
    const auto found = [&](std::uint32_t first) {
        Placement placement = std::get<Placement>(place(topology, grid, {}));
        for (std::uint32_t rank = 0; rank < 2; ++rank) placement.gpu_of[RankId(rank)] = GpuId(first + rank);
        return at_place(
            compare(topology, observed, match_servers(topology, observed), PlacedRanks{grid, placement}),
            "topo.txt");
    };
    CHECK(found(0).severity == Severity::mismatch);
    CHECK(found(0).meaning == "tp group 0 hangs on what is true there");
    CHECK(found(2).severity == Severity::warning);
    CHECK(found(2).meaning == "no rank of this job sits there");
}

TEST_CASE("errors of the driver are blamed on the GPU that has most of them") {
    const auto complaints = [](const std::vector<std::pair<int, int>>& errors) {
        SmiTopoCells cells;
        for (int a = 0; a < 6; ++a) {
            for (int b = 0; b < 6; ++b) {
                const bool error = std::find(errors.begin(), errors.end(), std::pair(a, b)) != errors.end();
                cells.add("GPU" + std::to_string(a), "GPU" + std::to_string(b),
                          a == b  ? "X"
                          : error ? "ERR!"
                                  : "NV4");
            }
        }
        std::string text;
        for (const auto& [gpu, what] : cells.complaints()) text += gpu + ": " + what + "; ";
        return text;
    };
    CHECK(complaints({}).empty());
    // The row of GPU 2, and its column too.
    CHECK(complaints({{2, 0}, {2, 1}, {2, 3}, {2, 4}, {2, 5}}) == "GPU2: ERR! for 5 of 5 other GPUs; ");
    CHECK(complaints({{2, 0}, {2, 1}, {2, 3}, {2, 4}, {2, 5}, {0, 2}, {5, 2}}) ==
          "GPU2: ERR! for 5 of 5 other GPUs; ");
    CHECK(complaints({{4, 1}}) == "GPU1: ERR! for 1 of 5 other GPUs; GPU4: ERR! for 1 of 5 other GPUs; ");
}
