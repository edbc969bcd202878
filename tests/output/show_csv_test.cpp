#include <doctest/doctest.h>

#include <string>

#include "railyard/output/show_report.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::output {
namespace {

TEST_CASE("a topology as CSV") {
    const Topology topology = load_topology(test::shipped_library(), "gb200-superpod").topology;
    const Shown shown = shown_part(topology, std::nullopt);
    const Overview overview = overview_of(shown.topology);
    const std::string csv = show_csv({shown, overview, {}});
    CHECK(csv.starts_with("subject,quantity,value\nall,physical_domains,8\n"));
    const auto has = [&](const std::string& row) { return csv.find("\n" + row + "\n") != std::string::npos; };
    CHECK(has("all,gpus,576"));  // 8 racks
    CHECK(has("one gb200-nvl72,links GPU - NVSwitch,1296"));
    CHECK(has("gb200-nvl72: NVLink,gpu_all_sending_bytes_per_second,900000000000"));
    CHECK(has("gb200-nvl72: leaf,latency_seconds,6e-07"));
    CHECK(has("leaf,switches,4"));                                  // one logical switch for each rail
    CHECK(has("spine,bisection_bytes_per_second,14400000000000"));  // 576 x 50 GB/s / 2
    CHECK(has("gb200,peak_fp4_flops_per_second,1e+16"));
}

TEST_CASE("words that CSV would take apart are quoted") {
    TopologyParts parts;
    parts.kinds = {load_domain(test::shipped_library(), "dgx-2")};
    parts.kinds[0].name = "a,b";
    parts.runs = {{0, 1}};
    const Shown shown{Topology(parts), ShownSize::all, 0};
    const Overview overview = overview_of(shown.topology);
    CHECK(show_csv({shown, overview, {}}).find("\n\"one a,b\",gpus,16\n") != std::string::npos);
}

}  // namespace
}  // namespace railyard::output
