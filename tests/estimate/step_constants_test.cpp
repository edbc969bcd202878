#include "railyard/estimate/step_constants.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

TEST_CASE("every constant starts within what it can mean, has a name of its own and says what it is") {
    for (std::size_t i = 0; i < step_constant_count; ++i) {
        const StepConstantRow& row = step_constant_rows[i];
        CHECK(row.least < row.start);
        CHECK(row.start < row.most);
        CHECK(!row.about.empty());
        if (row.unsaid) CHECK((row.least <= *row.unsaid && *row.unsaid <= row.most));
        CHECK(step_constant_named(row.name) == static_cast<StepConstant>(i));
        CHECK(StepConstants::start().values[i] == row.start);
    }
    CHECK(!step_constant_named("speed_of_light"));
}

TEST_CASE("at most 20 for dense models and 8 for experts") {
    CHECK(first_expert_constant <= 20);
    CHECK(step_constant_count - first_expert_constant <= 8);
}

}  // namespace
}  // namespace railyard
