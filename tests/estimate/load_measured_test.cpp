#include "railyard/estimate/load_measured.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

TEST_CASE("each kind of file is taken for itself, and others are told who takes them") {
    struct Kind {
        MeasuredFile kind;
        std::string text;
        std::string taken_by;
    };
    const std::array<Kind, 4> kinds = {
        {{MeasuredFile::runs, "# mine\n- id: a\n", "railyard calibrate --runs FILE"},
         {MeasuredFile::collectives, "collectives: []\n", "railyard calibrate --collectives FILE"},
         {MeasuredFile::nccl_tests, "hello\n#  size count type redop root time algbw busbw\n",
          "railyard calibrate --nccl-tests FILE"},
         {MeasuredFile::calibration, "about: x\ncalibration: mine\n", "--calibration FILE"}}};
    for (const Kind& given : kinds) {
        for (const Kind& wanted : kinds) {
            const std::string refusal = test::refusal_of(
                [&] { refuse_another_kind(*input::make_source("f", given.text), wanted.kind); });
            CAPTURE(given.text);
            if (given.kind == wanted.kind) {
                CHECK(refusal.empty());
            } else {
                CHECK(refusal.find(given.taken_by) != std::string::npos);
            }
        }
    }
    CHECK(test::refusal_of([] {
              refuse_another_kind(*input::make_source("f", "1 2 3\n"), MeasuredFile::runs);
          }).empty());
}

TEST_CASE("a file is loaded, or refused before it is read as YAML") {
    const test::TemporaryLibrary folder;
    folder.write("good.yaml", "- id: a\n");
    CHECK(load_measured(folder.root() + "/good.yaml", MeasuredFile::runs).root.items.size() == 1);
    folder.write("nccl.txt", "# nThread 1 nGpus 8\n 1 2 float\n 3 4\n");
    CHECK(test::refusal_of([&] {
              (void)load_measured(folder.root() + "/nccl.txt", MeasuredFile::runs);
          }).find("nccl.txt:1:1: this is what nccl-tests printed, not a list of measured runs") !=
          std::string::npos);
}

}  // namespace
}  // namespace railyard
