#include "railyard/output/step_parts_json.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

namespace railyard::output {
namespace {

TEST_CASE("parts of a step in seconds, in the order in which tables have them") {
    StepTimes step;
    step.compute = seconds(4);
    step.tp = seconds(0.5);
    step.bubble = microseconds(250000);
    CHECK(step_parts_json(step).dump() ==
          R"({"compute":4.0,"tp":0.5,"cp":0.0,"ep":0.0,"pp":0.0,"dp":0.0,"bubble":0.25})");
}

}  // namespace
}  // namespace railyard::output
