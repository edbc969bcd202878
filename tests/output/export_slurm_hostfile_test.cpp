#include <doctest/doctest.h>

#include "tests/support/launch_plans.hpp"

namespace railyard::output {
namespace {

TEST_CASE("a host for each rank, in rank order") {
    const test::PlannedJob job(2, 2, test::four_boxes, {"b", "a"}, {7, 0, 2, 5});
    CHECK(std::get<std::string>(export_slurm_hostfile(job.question())) == "b\na\na\nb\n");
}

}  // namespace
}  // namespace railyard::output
