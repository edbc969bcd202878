#include <doctest/doctest.h>

#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

// 8 GPUs near these NUMA nodes.
Observed near_nodes(const std::string& nodes) {
    std::string text;
    for (int i = 0; i < 8; ++i) text += "\tGPU" + std::to_string(i);
    text += "\tCPU Affinity\tNUMA Affinity\n";
    for (int i = 0; i < 8; ++i) {
        text += "GPU" + std::to_string(i);
        for (int k = 0; k < 8; ++k) text += i == k ? "\tX" : "\tNV18";
        text += std::string("\t0-9\t") + nodes[static_cast<std::size_t>(i)] + "\n";
    }
    return read_text(text);
}

}  // namespace

TEST_CASE("other numbers and finer nodes are no difference") {
    const Checked job("hgx-h200");
    CHECK(job.findings(near_nodes("00001111")).empty());
    CHECK(job.findings(near_nodes("11110000")).empty());
    CHECK(job.findings(near_nodes("33117755")).empty());
}

TEST_CASE("a node near GPUs of two CPUs is") {
    const Findings found = Checked("hgx-h200").findings(near_nodes("01010101"));
    REQUIRE(found.size() == 2);
    CHECK(found[0].severity == Severity::warning);
    CHECK(found[0].seen.starts_with("NUMA node 0 is near gpu0, gpu2, gpu4, gpu6"));
}

TEST_CASE("one node for all may be a virtual machine that hides them") {
    const Findings found = Checked("hgx-h200").findings(near_nodes("00000000"));
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::note);
}
