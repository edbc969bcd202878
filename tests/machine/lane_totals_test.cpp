#include "railyard/machine/lane_totals.hpp"

#include <doctest/doctest.h>

#include "railyard/machine/disagreements.hpp"
#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

// A matrix that has `code` between each two of `gpus`.
std::string matrix_of(int gpus, const std::string& code) {
    std::string text;
    for (int gpu = 0; gpu < gpus; ++gpu) text += "\tGPU" + std::to_string(gpu);
    text += "\n";
    for (int row = 0; row < gpus; ++row) {
        text += "GPU" + std::to_string(row);
        for (int column = 0; column < gpus; ++column) text += "\t" + (row == column ? " X " : code);
        text += "\n";
    }
    return text;
}

// `nvidia-smi nvlink -s` of GPUs with so many links up, of `all`.
std::string list_of(const std::vector<int>& up, int all) {
    std::string text;
    for (std::size_t gpu = 0; gpu < up.size(); ++gpu) {
        text += "GPU " + std::to_string(gpu) + ": NVIDIA H200 (UUID: GPU-" + std::to_string(gpu) + ")\n";
        for (int link = 0; link < all; ++link)
            text +=
                "\t Link " + std::to_string(link) + (link < up[gpu] ? ": 26.562 GB/s\n" : ": <inactive>\n");
    }
    return text;
}

std::string told(const std::string& matrix, const std::string& list) {
    Observed all = read_text(matrix, "m");
    REQUIRE_FALSE(merge(all, read_text(list, "l")).has_value());
    compare_lane_totals(all);
    std::string text;
    for (const Finding& finding : disagreement_findings(all)) {
        CHECK(finding.severity == Severity::mismatch);
        text += finding.place + ": " + finding.seen + "; ";
    }
    return text;
}

}  // namespace

TEST_CASE("a matrix and a list that say the same of a GPU agree, through switches and without") {
    CHECK(told(matrix_of(4, "NV18"), list_of({18, 18, 18, 18}, 18)).empty());
    CHECK(told(matrix_of(4, "NV6"), list_of({18, 18, 18, 18}, 18)).empty());  // 3 x 6
    CHECK(told(matrix_of(2, "NV12"), list_of({12, 12}, 12)).empty());
    // Of a mesh a container shows two GPUs: the other links lead to what it does not show.
    CHECK(told(matrix_of(2, "NV6"), list_of({18, 18}, 18)).empty());
    CHECK(told(matrix_of(2, "SYS"), list_of({4, 4}, 4)).empty());
}

TEST_CASE("NV18 beside 16 links that are up is a disagreement of that GPU") {
    CHECK(told(matrix_of(4, "NV18"), list_of({18, 18, 16, 18}, 18)) ==
          "host 0, GPU 2: NV18 to 3 of 3 other GPUs (m) against 16 NVLinks up (l); ");
    CHECK(told(matrix_of(4, "NV18"), list_of({16, 16, 16, 16}, 18)) ==
          "host 0, GPU 0, GPU 1, GPU 2, GPU 3: NV18 to 3 of 3 other GPUs (m) against 16 NVLinks up (l); ");
    CHECK(told(matrix_of(4, "NV18"), list_of({18, 18, 18, 0}, 18)) ==
          "host 0, GPU 3: NV18 to 3 of 3 other GPUs (m) against 0 NVLinks up (l); ");
    CHECK(told(matrix_of(4, "NV6"), list_of({18, 18, 17, 18}, 18)) ==
          "host 0, GPU 2: NV6 to 3 of 3 other GPUs, 18 together (m) against 17 NVLinks up (l); ");
}

// Through switches a pair has the links of the one that has fewer: GPU 2 has 18, and so have its peers.
TEST_CASE("fewer links in the matrix than are up on both sides of switches disagree too") {
    std::string matrix = matrix_of(4, "NV18");
    const std::string row = "GPU2\tNV18\tNV18\t X \tNV18";
    matrix.replace(matrix.find(row), row.size(), "GPU2\tNV16\tNV16\t X \tNV16");
    CHECK(told(matrix, list_of({18, 18, 18, 18}, 18)) ==
          "host 0, GPU 2: NV16 to 3 of 3 other GPUs (m) against 18 NVLinks up (l); ");
    CHECK(told(matrix, list_of({18, 18, 16, 18}, 18)).empty());
    matrix.replace(matrix.find("GPU2\tNV16"), row.size(), "GPU2\tSYS\tSYS\t X \tSYS");
    CHECK(told(matrix, list_of({18, 18, 18, 18}, 18)) ==
          "host 0, GPU 2: no NVLink to any other GPU (m) against 18 NVLinks up (l); ");
}

TEST_CASE("a matrix that does not tell all of a GPU is not compared") {
    std::string matrix = matrix_of(4, "NV18");
    matrix.resize(matrix.find("GPU1\tNV18"));  // rows 1 to 3 are gone, and with them what is between them
    CHECK(told(matrix, list_of({18, 16, 16, 16}, 18)).empty());
}

// hwloc's bandwidths are links of 25 GB/s of a V100.
TEST_CASE("a matrix of bandwidths against one of links") {
    const Observed hwloc = read_fixture("hwloc-2.xml");
    REQUIRE(hwloc.hosts[0].pair(0, 1).nvlink_peak.known());
    const auto links = static_cast<int>(hwloc.hosts[0].pair(0, 1).nvlink_peak.value->raw() / 25e9);
    const auto with = [&](int lanes) {
        Observed all = hwloc;
        REQUIRE_FALSE(merge(all, read_text(matrix_of(2, "NV" + std::to_string(lanes)), "m")).has_value());
        compare_lane_totals(all);
        const Findings found = disagreement_findings(all);
        return found.empty() ? std::string() : found.front().seen;
    };
    CHECK(with(links).empty());
    const std::string fewer = with(links - 1);
    CHECK(fewer.starts_with(std::to_string(links) + " NVLinks ("));
    CHECK(fewer.ends_with("against " + std::to_string(links - 1) + " NVLinks (m)"));
}
