#include <doctest/doctest.h>

#include "tests/support/launch_plans.hpp"

namespace railyard::output {
namespace {

TEST_CASE("each host has its number, its processes and, where they are not the first ones, its devices") {
    const test::PlannedJob job(2, 2, test::four_boxes, {"b", "a"}, {4, 5, 2, 0});
    const std::string text = std::get<std::string>(export_torchrun(job.question()));
    CHECK(text.find("\n'b'|'b.'*) node=0 processes=2 ;;\n'a'|'a.'*) node=1 processes=2 visible=2,0 ;;\n") !=
          std::string::npos);
    CHECK(text.find("--nnodes=2 ") != std::string::npos);
    CHECK(text.find("--master-addr='b' ") != std::string::npos);
}

TEST_CASE("a host is known by its short name and by its full one, where no other has it") {
    const auto script = [](const std::vector<std::string>& hosts) {
        const test::PlannedJob job(2, 2, test::four_boxes, hosts, {0, 1, 4, 5});
        return std::get<std::string>(export_torchrun(job.question()));
    };
    CHECK(script({"a.one.org", "b"}).find("\n'a.one.org'|'a') node=0 processes=2 ;;\n'b'|'b.'*) node=1 ") !=
          std::string::npos);
    CHECK(script({"a.one.org", "a.two.org"})
              .find("\n'a.one.org') node=0 processes=2 ;;\n'a.two.org') node=1 ") != std::string::npos);
    CHECK(script({"10.0.0.1", "11.0.0.1"}).find("\n'10.0.0.1') node=0 ") != std::string::npos);
}

TEST_CASE("ranks that are not numbered host by host are refused") {
    const test::PlannedJob job(2, 2, test::four_boxes, {"b", "a"}, {7, 0, 2, 5});
    CHECK(std::get<ExportRefusal>(export_torchrun(job.question())).why ==
          "torchrun numbers ranks host by host, and rank 1 is not on b");
}

}  // namespace
}  // namespace railyard::output
