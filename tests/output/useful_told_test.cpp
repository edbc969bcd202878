#include "railyard/output/useful_told.hpp"

#include <doctest/doctest.h>

#include "tests/support/one_line.hpp"

namespace railyard::output {
namespace {

TEST_CASE("a share, and what it is a share of") {
    CHECK(useful_cell({0.96349, 1, 1, seconds(1)}) == "96.3 %");
    search::FailureRates rates;
    rates.mtbf = seconds(50000 * 3600.0);
    rates.repair = seconds(12 * 3600.0);
    const std::string text = test::one_line(useful_told(rates));
    CAPTURE(text);
    CHECK(text.find("a failure of each GPU every 50,000 hours, 12 h until a server is back, 600 s for a "
                    "restart, 60 s for a checkpoint") != std::string::npos);
}

}  // namespace
}  // namespace railyard::output
