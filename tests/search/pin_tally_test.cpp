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

// Each of a, b and c can be had alone and with one other, but not b with c; d cannot be had.
TEST_CASE("what gave way to other pins is tried without them, alone and then in pairs") {
    const std::vector<Pin> pins = {called("a"), called("p", PinStrength::preferred), called("b"), called("c"),
                                   called("d")};
    PinTally tally(pins);
    tally.count({true, true, false, false, false});
    std::vector<std::string> asked;
    const auto can_keep = [&](const std::vector<Pin>& alone) {
        std::string names;
        for (const Pin& pin : alone) names += pin.text;
        asked.push_back(names);
        return names != "d" && names != "bc";
    };
    const UnmetPins unmet = unmet_even_alone(tally, pins, can_keep);
    CHECK(asked == std::vector<std::string>{"b", "c", "d", "ab", "ac", "bc"});
    CHECK(unmet.alone == std::vector<std::string>{"d"});
    CHECK(unmet.together == Pairs{{"b", "c"}});
}

TEST_CASE("a pin that stands alone has been tried alone") {
    PinTally tally({called("a"), called("p", PinStrength::preferred)});
    tally.count({false, true});
    const std::vector<Pin> pins = {called("a"), called("p", PinStrength::preferred)};
    const UnmetPins unmet = unmet_even_alone(tally, pins, [](const std::vector<Pin>&) { return true; });
    CHECK(unmet.alone == std::vector<std::string>{"a"});
}

}  // namespace
}  // namespace railyard::search
