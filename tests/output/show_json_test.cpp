#include <doctest/doctest.h>

#include <string>

#include "railyard/input/quantity.hpp"
#include "railyard/input/yaml.hpp"
#include "railyard/output/show_report.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::output {
namespace {

// JSON is YAML, so our own reader takes it apart again.
class Json {
  public:
    explicit Json(const std::string& text)
        : document_(input::parse_yaml(input::make_source("show.json", text))), node_(&document_.root) {}

    // A value by its way from the root: "kinds.0.gpu.name".
    [[nodiscard]] std::string at(const std::string& way) const {
        const input::Node* node = node_;
        for (std::size_t begin = 0; begin <= way.size();) {
            const std::size_t end = std::min(way.find('.', begin), way.size());
            const std::string step = way.substr(begin, end - begin);
            if (node->kind == input::NodeKind::sequence) {
                node = &node->items.at(std::stoul(step));
            } else {
                const input::Entry* entry = node->find(step);
                if (entry == nullptr) return "(nothing at " + step + ")";
                node = &entry->value;
            }
            begin = end + 1;
        }
        return node->kind == input::NodeKind::null ? "null" : node->text;
    }
    [[nodiscard]] double number(const std::string& way) const { return std::stod(at(way)); }

  private:
    input::Document document_;
    const input::Node* node_;
};

Json json_of(const Shown& shown) {
    const Overview overview = overview_of(shown.topology);
    return Json(show_json({shown, overview, {"an oddity"}}));
}

TEST_CASE("a topology as JSON") {
    const Topology topology = load_topology(test::shipped_library(), "dgx-h100-superpod").topology;
    const Json json = json_of(shown_part(topology, std::nullopt));
    CHECK(json.at("topology") == "dgx-h100-superpod");
    CHECK(json.at("as_needed") == "true");
    CHECK(json.at("shown") == "full_span");
    CHECK(json.at("physical_domains") == "128");
    CHECK(json.at("nvlink_domains") == "128");
    CHECK(json.at("parts.gpus") == "1024");
    CHECK(json.at("parts.nvswitches") == "512");
    CHECK(json.at("kinds.0.name") == "hgx-h100");
    CHECK(json.at("kinds.0.scale_up") == "switched");
    CHECK(json.number("kinds.0.nvlink_bytes_per_second") == 450e9);
    CHECK(json.number("kinds.0.bisection_bytes_per_second") == 1.8e12);
    CHECK(json.number("kinds.0.gpu.peak_flops_per_second.fp8") == 1979e12);
    CHECK(json.number("kinds.0.nics.bandwidth_bytes_per_second") == 50e9);
    CHECK(json.at("kinds.0.reaches.0.reach") == "nvlink");
    CHECK(json.number("kinds.0.reaches.0.gpu_planned_bytes_per_second") == doctest::Approx(370.8e9));
    CHECK(json.at("kinds.0.reaches.1.reach") == "leaf");
    CHECK(json.at("kinds.0.reaches.1.gpu_planned_bytes_per_second") == "null");
    CHECK(json.at("kinds.0.links.0.from") == "GPU");
    CHECK(json.at("kinds.0.links.0.to") == "NVSwitch");
    CHECK(json.at("kinds.0.links.0.links") == "144");
    CHECK(json.at("network.rails") == "8");
    CHECK(json.at("network.cross_rail") == "pxn");
    CHECK(json.at("network.tiers.0.span.number") == "32");
    CHECK(json.at("network.tiers.0.span.unit") == "domains");
    CHECK(json.at("network.tiers.0.switches_are_logical") == "false");
    CHECK(json.at("network.tiers.2.span") == "null");
    CHECK(json.at("network.tiers.2.switches_are_logical") == "true");
    CHECK(json.number("network.tiers.1.bisection_bytes_per_second") == 128 * 8 * 50e9 / 2);
    CHECK(json.at("unavailable.gpus") == "0");
    CHECK(json.at("notes.0") == "an oddity");
}

TEST_CASE("partitions and missing parts as JSON") {
    const Topology topology = test::load_text(
                                  "topology: t\ndomains: [{use: gb200-nvl72-2x36, count: 2}]\n"
                                  "unavailable: [rack1/tray3]\n")
                                  .topology;
    const Json json = json_of(shown_part(topology, std::nullopt));
    CHECK(json.at("as_needed") == "false");
    CHECK(json.at("shown") == "all");
    CHECK(json.at("physical_domains") == "2");
    CHECK(json.at("nvlink_domains") == "4");
    CHECK(json.at("kinds.0.partitions.1") == "36");
    CHECK(json.at("unavailable.gpus") == "4");
    CHECK(json.at("unavailable.names.0") == "rack1/tray3");
}

TEST_CASE("pairs that differ as JSON") {
    const Json json = json_of(domain_alone(load_topology(test::shipped_library(), "dgx-1v").topology));
    CHECK(json.at("shown") == "domain_alone");
    CHECK(json.number("kinds.0.reaches.0.pair_alone_least_bytes_per_second") == 25e9);
    CHECK(json.number("kinds.0.reaches.0.pair_alone_most_bytes_per_second") == 50e9);
    CHECK(json.at("kinds.0.reaches.1.reach") == "pcie");
    CHECK(json.at("kinds.0.reaches.1.pairs") == "pcie_two_cpus");
    CHECK(json.at("kinds.0.nics.shared") == "true");
}

}  // namespace
}  // namespace railyard::output
