#include "railyard/search/pin_sizes.hpp"

#include <doctest/doctest.h>

#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

const char* two_tiers =
    "topology: t\ndomains: [{use: gb200-nvl72, count: 16}]\n"
    "network:\n  tiers:\n    - {name: leaf, spans: 4 domains, latency: 1 us}\n"
    "    - {name: row, spans: 144 servers, latency: 2 us}\n    - {name: core, latency: 3 us}\n";

Pin pin(const char* text, const Topology& topology, PinStrength strength = PinStrength::required) {
    return std::get<Pin>(parse_pin(text, strength, topology));
}

TEST_CASE("a reach holds the GPUs of a domain, of a span, or of everything") {
    const Topology topology = test::load_text(two_tiers).topology;
    CHECK(most_within(topology, Reach::nvlink()) == 72);
    CHECK(most_within(topology, Reach::tier(0)) == 4 * 72);
    CHECK(most_within(topology, Reach::tier(1)) == 144 * 4);
    CHECK(most_within(topology, Reach::tier(2)) == 16 * 72);
}

TEST_CASE("a pin is too large where what it holds together is more than its reach has") {
    const Topology topology = test::load_text(two_tiers).topology;
    const Model dense = test::shipped_model("llama3-8b");
    const auto preferred = PinStrength::preferred;
    const std::vector<Pin> pins = {pin("job=leaf", topology), pin("64=nvlink", topology, preferred),
                                   pin("dp=nvlink", topology, preferred), pin("pp=network", topology),
                                   pin("edp=nvlink", topology, preferred)};
    const PinSizes sizes(topology, dense, pins);
    const Degrees small{8, 1, 4, 9, 1, 1};  // 288 ranks, four racks
    for (std::size_t p = 0; p < pins.size(); ++p) CHECK_FALSE(sizes.is_too_large(p, small));
    CHECK(sizes.preferred_too_large(small) == 0);
    const Degrees large{8, 1, 4, 90, 1, 1};
    CHECK(sizes.is_too_large(0, large));
    CHECK(sizes.is_too_large(2, large));
    CHECK_FALSE(sizes.is_too_large(3, large));
    CHECK(sizes.preferred_too_large(large) == 1);  // a model without experts has no hops of edp
    const PinSizes with_experts(topology, test::shipped_model("mixtral-8x7b"), pins);
    CHECK(with_experts.preferred_too_large(large) == 2);  // 720 ranks hold each expert
}

}  // namespace
}  // namespace railyard::search
