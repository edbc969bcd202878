#include "railyard/search/pin_tally.hpp"

#include <doctest/doctest.h>

namespace railyard::search {
namespace {

using Pairs = std::vector<std::vector<std::string>>;

Pin called(const char* text, PinStrength strength = PinStrength::required) {
    Pin pin;
    pin.text = text;
    pin.strength = strength;
    return pin;
}

TEST_CASE("a pin that nothing keeps is named, and only required ones are") {
    PinTally tally({called("a"), called("b", PinStrength::preferred), called("c")});
    CHECK_FALSE(tally.unmet().any());  // nothing was placed
    tally.count({false, false, true});
    CHECK(tally.unmet().alone == std::vector<std::string>{"a"});
    CHECK(tally.unmet().together.empty());
    tally.count({true, false, true});
    CHECK_FALSE(tally.unmet().any());
}

TEST_CASE("pins that can be had, but not together, are named in pairs, or all where no pair is to blame") {
    PinTally tally({called("a"), called("b"), called("c")});
    tally.count({true, false, true});
    tally.count({false, true, false});
    CHECK(tally.unmet().alone.empty());
    CHECK(tally.unmet().together == Pairs{{"a", "b"}, {"b", "c"}});
    tally.count({true, true, false});
    CHECK(tally.unmet().together == Pairs{{"b", "c"}});
    tally.count({false, true, true});
    CHECK(tally.unmet().together == Pairs{{"a", "b", "c"}});
}

}  // namespace
}  // namespace railyard::search
