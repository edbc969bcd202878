#include "railyard/estimate/load_nccl_collective.hpp"

#include <doctest/doctest.h>

#include <string>

namespace railyard {
namespace {

// A table of one line of 1 MiB: its operation, bandwidths, and what was wrong out of place and in place.
NcclTable table(const std::string& operation, double rate, double bus, const std::string& wrong,
                const std::string& in_place) {
    NcclRow row;
    row.size = 1048576;
    row.operation = operation;
    row.algorithm_rate = rate;
    row.bus_rate = bus;
    row.wrong = wrong;
    row.wrong_in_place = in_place;
    NcclTable made;
    made.rows.push_back(row);
    return made;
}

TEST_CASE("reductions are told apart by their bus bandwidth") {
    // Of 8 ranks 2 x 7/8 and 7/8 of 100 GB/s; of 2 ranks 1 and 1/2.
    CHECK(collective_shown(table("sum", 100, 175, "0", "0"), 8) == Collective::all_reduce);
    CHECK(collective_shown(table("sum", 100, 87.5, "0", "0"), 8) == Collective::reduce_scatter);
    CHECK(collective_shown(table("sum", 100, 100, "0", "0"), 2) == Collective::all_reduce);
    CHECK(collective_shown(table("max", 100, 50, "0", "0"), 2) == Collective::reduce_scatter);
    CHECK(!collective_shown(table("sum", 0, 0, "0", "0"), 8));
}

TEST_CASE("gathers and all-to-alls by whether results in place were checked") {
    CHECK(collective_shown(table("none", 100, 87.5, "0", "0"), 8) == Collective::all_gather);
    CHECK(collective_shown(table("", 100, 87.5, "0", "0"), 8) == Collective::all_gather);
    CHECK(collective_shown(table("none", 100, 87.5, "0", "N/A"), 8) == Collective::all_to_all);
    // Nothing was checked at all (-c 0): it could be either.
    CHECK(!collective_shown(table("none", 100, 87.5, "N/A", "N/A"), 8));
    CHECK(!collective_shown(table("none", 100, 87.5, "0", ""), 8));
    CHECK(!collective_shown({}, 8));
}

TEST_CASE("nothing checked in place is told only where something was out of place") {
    CHECK(checks_nothing_in_place(table("none", 1, 1, "0", "N/A")));
    CHECK(!checks_nothing_in_place(table("none", 1, 1, "N/A", "N/A")));
    CHECK(!checks_nothing_in_place(table("none", 1, 1, "0", "0")));
    CHECK(!checks_nothing_in_place(table("none", 1, 1, "0", "")));
}

}  // namespace
}  // namespace railyard
