#include "railyard/output/schedule_timeline.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace railyard::output {
namespace {

using schedule::Algorithm;

schedule::Study study_of(Algorithm algorithm, const schedule::Shape& shape) {
    return std::get<schedule::Study>(schedule::study(algorithm, shape, {}));
}

}  // namespace

TEST_CASE("wide operations show their letter and micro-batch") {
    // 2 stages, 2 micro-batches: 9 units of time, 3 columns each in 40 - 9.
    CHECK(schedule_timeline(study_of(Algorithm::gpipe, {2, 2, 1}), 40, Colour::none) ==
          "device 0 F0-F1-.........B0====B1====\n"
          "device 1 ...F0-F1-B0====B1====......\n"
          "F3: forward of micro-batch 3, B backward, . idle\n");
}

TEST_CASE("narrow operations become what a device mostly does in a column") {
    const std::string text =
        schedule_timeline(study_of(Algorithm::one_f_one_b, {16, 128, 1}), 60, Colour::none);
    CHECK(text.find("device 0  FF") == 0);
    CHECK(text.find("* several of them") != std::string::npos);
    CHECK(std::count(text.begin(), text.end(), '\n') == 17);
}

TEST_CASE("no row is wider than asked for") {
    for (const std::size_t width : {40U, 77U, 200U}) {
        for (const auto& row : schedule::catalogue()) {
            const std::string text =
                schedule_timeline(study_of(row.algorithm, {4, 8, 1}), width, Colour::none);
            for (std::size_t begin = 0; text.compare(begin, 6, "device") == 0;) {
                const std::size_t end = text.find('\n', begin);
                CHECK(end - begin <= width);
                begin = end + 1;
            }
        }
    }
}

TEST_CASE("colour adds to the letters and takes none away") {
    const auto study = study_of(Algorithm::zero_bubble_h1, {2, 4, 1});
    const std::string coloured = schedule_timeline(study, 80, Colour::ansi);
    std::string plain;
    for (std::size_t i = 0; i < coloured.size(); ++i) {
        if (coloured[i] == '\x1b')
            i = coloured.find('m', i);
        else
            plain += coloured[i];
    }
    CHECK(plain == schedule_timeline(study, 80, Colour::none));
    CHECK(plain != coloured);
}

TEST_CASE("a step that takes no time has no timeline") {
    schedule::Conditions conditions;
    conditions.compute = {{seconds(0), seconds(0), seconds(0)}};
    const auto outcome = schedule::study(Algorithm::gpipe, {2, 2, 1}, conditions);
    CHECK(schedule_timeline(std::get<schedule::Study>(outcome), 80, Colour::none).empty());
}

}  // namespace railyard::output
