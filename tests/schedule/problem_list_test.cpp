#include "railyard/schedule/problem_list.hpp"

#include <doctest/doctest.h>

namespace railyard::schedule {

TEST_CASE("a problem finds its line and column in the text") {
    ProblemList problems("first\nse\xC3\xA9ond, x\r\nthird", "y.csv");
    problems.add(14, "here");
    try {
        problems.throw_if_any();
        FAIL("no error");
    } catch (const InputError& error) {
        const Diagnostic& problem = error.problems().front();
        CHECK(problem.span.line == 2);
        CHECK(problem.span.column == 8);  // the é is one column, two bytes
        CHECK(problem.source_line == "se\xC3\xA9ond, x");
    }
}

TEST_CASE("of a very long line the part around the place is kept") {
    const std::string text = std::string(5000, 'a') + "X" + std::string(5000, 'b');
    ProblemList problems(text, "y.csv");
    problems.add(5000, "here");
    problems.add_for_whole("and in all");
    try {
        problems.throw_if_any();
        FAIL("no error");
    } catch (const InputError& error) {
        REQUIRE(error.problems().size() == 2);
        const Diagnostic& problem = error.problems().front();
        CHECK(problem.span.column == 5001);
        CHECK(problem.source_line.size() == 1000);
        CHECK(problem.source_line[problem.span.column - 1 - problem.columns_cut] == 'X');
        CHECK(error.problems().back().span.line == 0);
    }
}

TEST_CASE("after twenty problems the list is full") {
    ProblemList problems("", "y.csv");
    for (int i = 0; i < 20; ++i) {
        CHECK_FALSE(problems.is_full());
        problems.add(0, "again");
    }
    CHECK(problems.is_full());
}

}  // namespace railyard::schedule
