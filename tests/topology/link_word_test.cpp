#include "railyard/topology/link_word.hpp"

#include <doctest/doctest.h>

#include <string_view>

#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

std::string_view word_for(const char* gpu, const char* about = "") {
    DomainKind kind;
    kind.gpu.name = gpu;
    kind.gpu.about = about;
    return link_word(kind);
}

TEST_CASE("AMD's links have their own name") {
    CHECK(word_for("mi300x") == "xGMI");
    CHECK(word_for("AMD Instinct MI250X") == "xGMI");
    CHECK(word_for("ours", "AMD Instinct MI300X OAM, 192 GB") == "xGMI");
    CHECK(word_for("h100") == "NVLink");
    CHECK(word_for("mini", "a stand-in") == "NVLink");
    CHECK(word_for("") == "NVLink");
}

TEST_CASE("the maker that a file states counts, whatever its name") {
    DomainKind kind;
    kind.gpu.name = "stand-in";
    kind.gpu.maker = GpuMaker::amd;
    CHECK(link_word(kind) == "xGMI");
    kind.gpu = {};
    kind.gpu.name = "mi300x";
    kind.gpu.maker = GpuMaker::nvidia;
    CHECK(link_word(kind) == "NVLink");
}

TEST_CASE("NICs hang on a Grace, but for those that are the PCIe switch of a GPU") {
    const auto of = [](const char* gpu, const char* model) {
        DomainKind kind;
        if (std::string_view(gpu).starts_with("gb")) kind.servers.c2c = LinkRate{};
        kind.nics.model = model;
        return has_nics_on_cpus(kind);
    };
    CHECK(of("gb200", "ConnectX-7"));
    CHECK(of("gb200", ""));
    CHECK(!of("gb300", "ConnectX-8"));
    CHECK(!of("gb300", "cx8"));
    CHECK(!of("h100", "ConnectX-7"));
}

TEST_CASE("of the shipped domains one") {
    for (const auto& name : test::shipped_library().names(input::Shelf::domains)) {
        const Topology topology = load_topology(test::shipped_library(), name).topology;
        CHECK_MESSAGE((link_word(topology.kinds()[0]) == "xGMI") == (name == "mi300x-8"), name);
        CHECK(link_word(topology) == link_word(topology.kinds()[0]));
    }
}

TEST_CASE("where domains differ, or have no such links, it is NVLink") {
    const auto kind = [](const char* name) {
        return load_topology(test::shipped_library(), name).topology.kinds()[0];
    };
    const DomainKind ours = kind("mi300x-8");
    DomainKind theirs = kind("hgx-h100");
    const auto word = [](const std::vector<DomainKind>& kinds) {
        TopologyParts parts;
        parts.kinds = kinds;
        for (std::uint32_t k = 0; k < kinds.size(); ++k) parts.runs.push_back({k, 1});
        return link_word(Topology(parts));
    };
    CHECK(word({ours}) == "xGMI");
    CHECK(word({ours, theirs}) == "NVLink");
    theirs.scale_up.kind = ScaleUpKind::none;
    CHECK(word({ours, theirs}) == "xGMI");
    CHECK(word({theirs}) == "NVLink");
}

}  // namespace
}  // namespace railyard
