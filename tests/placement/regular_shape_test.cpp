#include "railyard/placement/regular_shape.hpp"

#include <doctest/doctest.h>

#include <map>

#include "tests/support/dice.hpp"

namespace railyard {
namespace {

DomainShape plainly(const std::vector<Axis>& axes, std::uint64_t first, std::uint64_t ranks) {
    std::vector<std::uint64_t> places = {first};
    for (const Axis& axis : axes) {
        std::vector<std::uint64_t> next;
        for (std::uint32_t digit = 0; digit < axis.size; ++digit) {
            for (const auto place : places) next.push_back(place + std::uint64_t{digit} * axis.stride);
        }
        places = next;
    }
    std::map<std::uint64_t, std::uint64_t> in;
    for (const auto place : places) ++in[place / ranks];
    DomainShape shape;
    for (const auto& [domain, members] : in) {
        ++shape.domains;
        shape.most = std::max(shape.most, members);
        shape.fewest = std::min(shape.fewest, members);
    }
    return shape;
}

TEST_CASE("how members lie in domains, by arithmetic and one by one") {
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        test::Dice dice(seed);
        std::vector<Axis> axes;
        std::uint32_t stride = dice.between(1, 9);
        for (std::uint32_t n = dice.between(0, 2); n > 0; --n) {
            const std::uint32_t size = dice.between(2, dice.one_in(3) ? 300 : 12);
            axes.push_back({size, stride});
            stride *= size * dice.between(1, 6);
        }
        const std::uint64_t ranks = dice.between(1, 80);
        const std::uint64_t first = dice.between(0, 200);
        CAPTURE(seed);
        CHECK((shape_in_domains(AxisSet(axes), first, ranks) == plainly(axes, first, ranks)));
    }
}

TEST_CASE("a million members cost what a few do: 72 ranks of a domain, one in 8") {
    // 9 members of each full domain; 1,048,576 = 116,508 x 9 + 4.
    const DomainShape shape = shape_in_domains(AxisSet({{1048576, 8}}), 0, 72);
    CHECK(shape.domains == 116509);
    CHECK(shape.most == 9);
    CHECK(shape.fewest == 4);
}

}  // namespace
}  // namespace railyard
