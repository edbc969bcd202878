#include "railyard/sweep/sweep_keys.hpp"

#include <doctest/doctest.h>

#include "railyard/sweep/load_plan.hpp"
#include "tests/support/schema_check.hpp"
#include "tests/support/template_check.hpp"

namespace railyard::sweep {
namespace {

using Lines = std::vector<std::string>;
const Lines nothing;

TEST_CASE("the template of a sweep names every key there is, and is one") {
    const std::string text = test::template_text("sweep");
    CHECK(test::violations(sweep_file_keys, text) == nothing);
    const std::string all = test::uncommented(text);
    CHECK(test::keys_not_named(sweep_file_keys, all) == nothing);
    const Plan plan = load_plan(input::parse_yaml(input::make_source("my-sweep.yaml", text)));
    CHECK(plan.name == "my-sweep");
    CHECK(plan.grid.points() == 2 * 1 * 2 * 2 * 2);
}

TEST_CASE("the schema of sweeps refuses what the reader refuses") {
    CHECK(test::violations(sweep_file_keys, "sweep: s\ntimes: guessed\n") ==
          Lines{"times: 'guessed' is none of the allowed words"});
    CHECK(test::violations(sweep_file_keys, "sweep: s\naxis: {}\n") == Lines{"unknown key 'axis'"});
}

}  // namespace
}  // namespace railyard::sweep
