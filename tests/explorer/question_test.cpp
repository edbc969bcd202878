#include "explorer/core/question.hpp"

#include <doctest/doctest.h>

using railyard::explorer::Question;

TEST_CASE("a question is lines of KEY=VALUE, of which some are taken") {
    Question question("layout=a\non=b=c\n\nno equals\nparallel.tp=8\nempty=\n");
    CHECK(question.take("layout") == "a");
    CHECK(question.take("layout", "gone") == "gone");
    CHECK(question.take("on") == "b=c");
    REQUIRE(question.rest().size() == 2);
    CHECK(question.rest()[0].key == "parallel.tp");
    CHECK(question.rest()[0].value == "8");
    CHECK(question.rest()[1].key == "empty");
    CHECK(question.rest()[1].value.empty());
    CHECK(Question("").rest().empty());
}
