#include <doctest/doctest.h>

#include "tests/support/launch_plans.hpp"

namespace railyard::output {
namespace {

TEST_CASE("each host has its number, its processes and, where they are not the first ones, its devices") {
    const test::PlannedJob job(2, 2, test::four_boxes, {"b", "a"}, {4, 5, 2, 0});
    const std::string text = std::get<std::string>(export_torchrun(job.question()));
    CHECK(text.find("\n'b') node=0 processes=2 ;;\n'a') node=1 processes=2 visible=2,0 ;;\n") !=
          std::string::npos);
    CHECK(text.find("--nnodes=2 ") != std::string::npos);
    CHECK(text.find("--master-addr='b' ") != std::string::npos);
}

TEST_CASE("ranks that are not numbered host by host are refused") {
    const test::PlannedJob job(2, 2, test::four_boxes, {"b", "a"}, {7, 0, 2, 5});
    CHECK(std::get<ExportRefusal>(export_torchrun(job.question())).why ==
          "torchrun numbers ranks host by host, and rank 1 is not on b");
}

}  // namespace
}  // namespace railyard::output
