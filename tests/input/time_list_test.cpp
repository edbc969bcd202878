#include "railyard/input/time_list.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

namespace railyard::input {
namespace {

TimeList list(std::string_view text) {
    return std::get<TimeList>(parse_times(text));
}

std::string complaint(std::string_view text) {
    const auto parsed = parse_times(text);
    const auto* found = std::get_if<Complaint>(&parsed);
    return found != nullptr ? found->message : "";
}

}  // namespace

TEST_CASE("times come alone or in lists, plain or with a unit") {
    CHECK(list("1").times == std::vector<Seconds>{seconds(1)});
    CHECK(list("1").style == TimeStyle::plain);
    CHECK(list("1, 0.5,2").times == std::vector<Seconds>{seconds(1), seconds(0.5), seconds(2)});
    CHECK(list("2 ms,0,3s").times == std::vector<Seconds>{seconds(0.002), seconds(0), seconds(3)});
    CHECK(list("2 ms,0,3s").style == TimeStyle::with_unit);
    CHECK(list("0").style == TimeStyle::open);
}

TEST_CASE("lists that mix, lack or misspell are refused") {
    CHECK(complaint("1,2 ms") == "some of these times have a unit and some have none");
    CHECK_FALSE(complaint("1,,2").empty());
    CHECK_FALSE(complaint("").empty());
    CHECK_FALSE(complaint("-1").empty());
    CHECK_FALSE(complaint("1 parsec").empty());
}

TEST_CASE("sizes need their units") {
    CHECK(std::get<std::vector<Bytes>>(parse_sizes("1 GiB,2GiB")) ==
          std::vector<Bytes>{gibibytes(1), gibibytes(2)});
    CHECK(std::holds_alternative<Complaint>(parse_sizes("12")));
}

}  // namespace railyard::input
