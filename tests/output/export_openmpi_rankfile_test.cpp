#include <doctest/doctest.h>

#include "tests/support/launch_plans.hpp"

namespace railyard::output {
namespace {

TEST_CASE("a rank has the cores of its GPU") {
    const test::PlannedJob job(2, 2, test::four_boxes, {"b", "a"}, {7, 0, 2, 5});
    ExportQuestion question = job.question();
    CHECK(std::get<std::string>(export_openmpi_rankfile(question)) ==
          "rank 0=b slot=3\nrank 1=a slot=0\nrank 2=a slot=2\nrank 3=b slot=1\n");
    question.cores_per_gpu = 12;
    CHECK(std::get<std::string>(export_openmpi_rankfile(question)) ==
          "rank 0=b slot=36-47\nrank 1=a slot=0-11\nrank 2=a slot=24-35\nrank 3=b slot=12-23\n");
}

}  // namespace
}  // namespace railyard::output
