#include "railyard/placement/per_domain.hpp"

#include <doctest/doctest.h>

#include "railyard/base/error.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

std::string refusal(const char* topology_name, std::uint32_t per_domain) {
    const Topology topology = load_topology(test::shipped_library(), topology_name).topology;
    PlacementRules rules;
    rules.per_domain = per_domain;
    try {
        check_per_domain(topology, rules);
    } catch (const InputError& error) {
        return error.problems().front().message + " | " + error.problems().front().hint;
    }
    return "";
}

TEST_CASE("the largest domain is that of any kind, or a partition where there are some") {
    const auto largest = [](const char* name) {
        return gpus_of_largest_domain(load_topology(test::shipped_library(), name).topology);
    };
    CHECK(largest("hgx-h100") == 8);
    CHECK(largest("gb200-nvl72") == 72);
    CHECK(largest("gb200-nvl72-2x36") == 36);
    CHECK(largest("mixed-nvl72-h100") == 72);
}

TEST_CASE("no more GPUs of a domain can be used than it has") {
    CHECK(refusal("hgx-h100", 0).empty());
    CHECK(refusal("hgx-h100", 8).empty());
    CHECK(refusal("hgx-h100", 9) ==
          "per_domain is 9, and a domain of hgx-h100 has 8 GPUs | per_domain: 8 or less; left out, all of a "
          "domain are used");
    // Two partitions of 36 are the domains of such a rack.
    CHECK(refusal("gb200-nvl72-2x36", 36).empty());
    CHECK(refusal("gb200-nvl72-2x36", 37).starts_with("per_domain is 37, and a domain of "));
    // Where domains differ the largest counts: smaller ones are used whole.
    CHECK(refusal("mixed-nvl72-h100", 64).empty());
    CHECK(refusal("mixed-nvl72-h100", 73).starts_with("per_domain is 73, and the largest domain of "));
}

}  // namespace
}  // namespace railyard
