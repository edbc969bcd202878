#include "railyard/output/step_parts.hpp"

#include <doctest/doctest.h>

#include <string>

namespace railyard::output {
namespace {

TEST_CASE("parts of a step by name, which add up to it") {
    StepTimes step;
    step.compute = seconds(64);
    step.tp = seconds(32);
    step.cp = seconds(16);
    step.ep = seconds(8);
    step.pp = seconds(4);
    step.dp = seconds(2);
    step.bubble = seconds(1);
    std::string names;
    Seconds sum;
    double expected = 64;
    for (const auto& [name, time] : named_parts(step)) {
        names += std::string(name) + " ";
        CHECK(time == seconds(expected));
        expected /= 2;
        sum += time;
    }
    CHECK(names == "compute tp cp ep pp dp bubble ");
    CHECK(sum == step.total());
}

}  // namespace
}  // namespace railyard::output
