#include "railyard/diagram/link_word.hpp"

#include <doctest/doctest.h>

#include "tests/support/shipped.hpp"

namespace railyard::diagram {
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

TEST_CASE("GPUs beside a Grace reach it over NVLink-C2C") {
    const auto of = [](const char* gpu, const char* about = "") {
        DomainKind kind;
        kind.gpu.name = gpu;
        kind.gpu.about = about;
        return has_c2c(kind);
    };
    CHECK(of("gb200"));
    CHECK(of("NVIDIA GH200 480GB"));
    CHECK(of("ours", "NVIDIA GB300 (Blackwell Ultra), 279 GB usable"));
    CHECK(!of("b200", "NVIDIA B200 SXM, 180 GB usable"));
    CHECK(!of("a100-80gb", "NVIDIA A100 SXM4, 80 GB"));
}

TEST_CASE("of the shipped domains one") {
    for (const auto& name : test::shipped_library().names(input::Shelf::domains)) {
        const Topology topology = load_topology(test::shipped_library(), name).topology;
        CHECK_MESSAGE((link_word(topology.kinds()[0]) == "xGMI") == (name == "mi300x-8"), name);
    }
}

}  // namespace
}  // namespace railyard::diagram
