#include "tests/support/tiered_boxes.hpp"

#include "tests/support/shipped.hpp"

namespace railyard::test {

Topology rows_and_floors() {
    return load_text(
               "topology: test\ndomains: [{use: hgx-h100, count: 12}]\nnetwork:\n  tiers:\n"
               "    - {name: row, spans: 3 domains, latency: 1 us}\n"
               "    - {name: floor, spans: 6 domains, latency: 1 us}\n    - {name: core, latency: 1 us}\n")
        .topology;
}

Topology leaves_and_spines(const std::string& count, const std::string& unavailable) {
    return load_text("topology: t\ndomains: [{use: hgx-h100, count: " + count +
                     "}]\nnetwork:\n  tiers:\n    - {name: leaf, spans: 4 domains, latency: 1 us}\n"
                     "    - {name: spine, spans: 8 domains, latency: 2 us}\n"
                     "    - {name: core, latency: 3 us}\nunavailable: [" +
                     unavailable + "]\n")
        .topology;
}

}  // namespace railyard::test
