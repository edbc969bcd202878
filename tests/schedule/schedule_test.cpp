#include "railyard/schedule/schedule.hpp"

#include <doctest/doctest.h>

#include <string>

namespace railyard::schedule {

TEST_CASE("kinds have words and letters") {
    CHECK(std::string(name_of(Kind::forward)) == "forward");
    CHECK(std::string(name_of(Kind::backward_weight)) == "backward_weight");
    CHECK(letter_of(Kind::forward) == 'F');
    CHECK(letter_of(Kind::backward) == 'B');
    CHECK(letter_of(Kind::backward_input) == 'I');
    CHECK(letter_of(Kind::backward_weight) == 'W');
}

TEST_CASE("the looped route goes round the devices once per chunk") {
    Schedule schedule;
    set_looped_route(schedule, 3, 2);
    CHECK(schedule.model_stages == 6);
    CHECK(schedule.stage[schedule.slot(2, 0)] == 2);
    CHECK(schedule.stage[schedule.slot(0, 1)] == 3);
    CHECK(schedule.next[schedule.slot(2, 0)] == schedule.slot(0, 1));
    CHECK(schedule.previous[schedule.slot(0, 1)] == schedule.slot(2, 0));
    CHECK(schedule.previous[schedule.slot(0, 0)].is_none());
    CHECK(schedule.next[schedule.slot(2, 1)].is_none());
}

TEST_CASE("the mirrored route holds every piece twice, once for each direction") {
    Schedule schedule;
    set_mirrored_route(schedule, 4);
    CHECK(schedule.model_stages == 4);
    CHECK(schedule.parameter_copies == 2);
    CHECK(schedule.stage[schedule.slot(1, 0)] == 1);
    CHECK(schedule.stage[schedule.slot(1, 1)] == 2);
    CHECK(schedule.next[schedule.slot(1, 0)] == schedule.slot(2, 0));
    CHECK(schedule.next[schedule.slot(1, 1)] == schedule.slot(0, 1));
    CHECK(schedule.next[schedule.slot(0, 1)].is_none());
    CHECK(schedule.previous[schedule.slot(3, 1)].is_none());
}

TEST_CASE("a hop inside one device is no send") {
    Schedule schedule;
    set_looped_route(schedule, 1, 2);
    CHECK_FALSE(schedule.crosses_devices(schedule.slot(0, 0), schedule.slot(0, 1)));
    CHECK_FALSE(schedule.crosses_devices(schedule.slot(0, 0), SlotId()));
    set_looped_route(schedule, 2, 1);
    CHECK(schedule.crosses_devices(schedule.slot(0, 0), schedule.slot(1, 0)));
}

TEST_CASE("an operation in words names its chunk where there are several") {
    Schedule schedule;
    set_looped_route(schedule, 2, 1);
    CHECK(describe(schedule, 1, {3, 0, Kind::backward_input, Together::alone}) ==
          "backward input of micro-batch 3, on device 1");
    set_looped_route(schedule, 2, 2);
    CHECK(describe(schedule, 0, {3, 1, Kind::forward, Together::alone}) ==
          "forward of micro-batch 3, chunk 1, on device 0");
}

}  // namespace railyard::schedule
