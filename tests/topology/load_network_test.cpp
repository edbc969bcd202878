#include "railyard/topology/load_network.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/topology/load.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using test::load_text;
using test::refusal_of;

// A network above four HGX H100 boxes; its section begins in line 4.
std::string above_boxes(const std::string& network) {
    return "topology: t\ndomains: [{use: hgx-h100, count: 4}]\nnetwork:\n" + network;
}

TEST_CASE("every key of a network is read") {
    const Network network = load_text(above_boxes(R"(  rails: 8
  cross_rail: spine
  tiers:
    - {name: leaf, spans: 2 servers, latency: 600 ns, switches: 16, ports: 64, planes: 2}
    - {name: spine, latency: 1.2 us, oversubscription: 7, switches: 4, planes: 2}
)"))
                                .topology.network();
    CHECK(network.rails == 8);
    CHECK(network.cross_rail == CrossRail::spine);
    REQUIRE(network.tiers.size() == 2);
    const Tier& leaf = network.tiers[0];
    CHECK(leaf.name == "leaf");
    CHECK(leaf.span == 2);
    CHECK(leaf.unit == SpanUnit::servers);
    CHECK(leaf.latency.raw() == doctest::Approx(0.6e-6));
    CHECK(leaf.oversubscription == 1);
    CHECK(leaf.switches == 16);
    CHECK(leaf.ports == 64);
    CHECK(leaf.planes == 2);
    CHECK(network.tiers[1].span == 0);
    CHECK(network.tiers[1].oversubscription == 7);
}

TEST_CASE("spans: one or several, in any unit") {
    struct Row {
        const char* spans;
        std::uint32_t span;
        SpanUnit unit;
    };
    const Row rows[] = {{"1 domain", 1, SpanUnit::domains},
                        {"2 domains", 2, SpanUnit::domains},
                        {"1 server", 1, SpanUnit::servers},
                        {"2  servers", 2, SpanUnit::servers},
                        {"16 gpus", 16, SpanUnit::gpus}};
    for (const Row& row : rows) {
        SUBCASE(row.spans) {
            const Topology topology =
                load_text(above_boxes("  tiers:\n    - {name: leaf, latency: 0, spans: " +
                                      std::string(row.spans) + "}\n    - {name: top, latency: 0}\n"))
                    .topology;
            CHECK(topology.network().tiers[0].span == row.span);
            CHECK(topology.network().tiers[0].unit == row.unit);
        }
    }
}

TEST_CASE("what is wrong with a network") {
    struct Row {
        const char* what;
        const char* network;
        const char* problems;
    };
    const Row rows[] = {
        {"no tiers", "  rails: 8\n",
         "test.yaml:3:1: the key 'tiers' is missing in network | tiers: bottom up; the last one spans "
         "everything\n"},
        {"an unknown way between rails", "  cross_rail: pxm\n  tiers: [{name: a, latency: 0}]\n",
         "test.yaml:4:15: unknown cross_rail 'pxm' | did you mean 'pxn'?\n"},
        {"a tier without a name", "  tiers:\n    - {latency: 1 us}\n",
         "test.yaml:5:7: the key 'name' is missing in tier | name: such as leaf\n"},
        {"a tier without a latency", "  tiers:\n    - {name: fabric}\n",
         "test.yaml:5:7: the key 'latency' is missing in tier | latency: whole one-way network latency of a "
         "hop of "
         "this reach, such as 1.2 us\n"},
        {"a name that another reach has", "  tiers:\n    - {name: nvlink, latency: 1 us}\n",
         "test.yaml:5:14: a tier cannot be called 'nvlink' | the word is taken by another reach\n"},
        {"one name twice",
         "  tiers:\n    - {name: leaf, spans: 2 domains, latency: 1 us}\n    - {name: leaf, latency: 2 us}\n",
         "test.yaml:6:14: two tiers are called 'leaf'\n"},
        {"no span below the top",
         "  tiers:\n    - {name: leaf, latency: 1 us}\n    - {name: spine, latency: 2 us}\n",
         "test.yaml:5:14: the tier 'leaf' needs 'spans': another tier stands above it | only the last tier "
         "spans "
         "everything\n"},
        {"a span at the top", "  tiers:\n    - {name: leaf, spans: 2 domains, latency: 1 us}\n",
         "test.yaml:5:27: the last tier spans everything: leave 'spans' out | or add the tier above it\n"},
        {"a span without a unit",
         "  tiers:\n    - {name: leaf, spans: 2, latency: 1 us}\n    - {name: spine, latency: 2 us}\n",
         "test.yaml:5:27: the span '2' has no unit | write for example 32 domains (or servers, or gpus)\n"},
        {"a span with a space where the unit should be",
         "  tiers:\n    - {name: leaf, spans: \"2 \", latency: 1 us}\n    - {name: spine, latency: 2 us}\n",
         "test.yaml:5:27: the span '2 ' has no unit | write for example 32 domains (or servers, or gpus)\n"},
        {"a span in another unit",
         "  tiers:\n    - {name: leaf, spans: 2 racks, latency: 1 us}\n    - {name: spine, latency: 2 us}\n",
         "test.yaml:5:27: unknown unit in the span '2 racks' | write for example 32 domains (or servers, or "
         "gpus)\n"},
        {"a span of nothing",
         "  tiers:\n    - {name: leaf, spans: 0 domains, latency: 1 us}\n    - {name: spine, latency: 2 "
         "us}\n",
         "test.yaml:5:27: spans: must not be 0 | write for example 32 domains (or servers, or gpus)\n"},
        {"spans that do not nest",
         "  tiers:\n    - {name: a, spans: 2 domains, latency: 1 us}\n    - {name: b, spans: 3 domains, "
         "latency: 1 us}\n"
         "    - {name: c, latency: 1 us}\n",
         "test.yaml:6:24: a span of b must hold several whole spans of a | tiers stand bottom up, and each "
         "span is a "
         "multiple of the one below\n"},
        // A box has 8 GPUs: 2 domains are 16, and 8 do not hold them.
        {"spans that do not nest, in two units",
         "  tiers:\n    - {name: a, spans: 2 domains, latency: 1 us}\n    - {name: b, spans: 8 gpus, "
         "latency: 1 us}\n"
         "    - {name: c, latency: 1 us}\n",
         "test.yaml:6:24: a span of b must hold several whole spans of a | tiers stand bottom up, and each "
         "span is a "
         "multiple of the one below\n"},
        {"a span that ends inside a server",
         "  tiers:\n    - {name: a, spans: 12 gpus, latency: 1 us}\n    - {name: b, latency: 1 us}\n",
         "test.yaml:5:24: a span of 12 gpus ends inside a server of 8 | the NICs of a server join the "
         "switches of one "
         "span\n"},
        {"a latency that falls",
         "  tiers:\n    - {name: a, spans: 2 domains, latency: 2 us}\n    - {name: b, latency: 1 us}\n",
         "test.yaml:6:26: the latency of b is below that of a | it is that of the whole way through this "
         "tier\n"},
        {"an oversubscription the other way round",
         "  tiers:\n    - {name: a, latency: 1 us, oversubscription: 0.001}\n",
         "test.yaml:5:50: the oversubscription is out of range | bandwidth below over bandwidth into the "
         "tier, such as "
         "7 for 1:7; 1 is non-blocking\n"},
        {"an oversubscription that is a ratio",
         "  tiers:\n    - {name: a, latency: 1 us, oversubscription: \"1:7\"}\n",
         "test.yaml:5:50: oversubscription: '1:7' is not a number | a number without a unit\n"},
        {"leaves that are no rails",
         "  rails: 8\n  tiers:\n    - {name: a, spans: 2 domains, latency: 1 us, switches: 4}\n    - {name: "
         "b, latency: "
         "1 us}\n",
         "test.yaml:6:60: the bottom tier has one switch per rail and plane: 8 x 1 = 8 in each span | a NIC "
         "joins one "
         "switch of its rail on each plane; in a sweep, network.rails is zipped with "
         "network.tiers.a.switches\n"},
        {"planes that divide on the way up",
         "  tiers:\n    - {name: a, spans: 2 domains, latency: 1 us}\n    - {name: b, latency: 1 us, planes: "
         "2}\n",
         "test.yaml:6:40: 2 planes stand above 1 in a | planes can be joined further up, but not divided\n"},
        {"switches that the planes cannot share",
         "  tiers:\n    - {name: a, spans: 2 domains, latency: 1 us, planes: 3}\n    - {name: b, latency: 1 "
         "us, "
         "planes: 3, switches: 64}\n",
         "test.yaml:6:53: 64 switches cannot be dealt out to 3 planes\n"},
        {"a spine that is not there", "  rails: 2\n  cross_rail: spine\n  tiers: [{name: a, latency: 0}]\n",
         "test.yaml:5:15: 'cross_rail: spine' needs a second tier to go through\n"},
    };
    for (const Row& row : rows) {
        SUBCASE(row.what) {
            CHECK(refusal_of(above_boxes(row.network)) == std::string(row.problems));
        }
    }
}

TEST_CASE("spans in different units need domains of one size") {
    CHECK(refusal_of(R"(topology: t
domains: [{use: gb200-nvl72, count: 8}, {use: hgx-h100, count: 8}]
network:
  tiers:
    - {name: a, spans: 2 domains, latency: 1 us}
    - {name: b, spans: 576 gpus, latency: 1 us}
    - {name: c, latency: 1 us}
)") == "test.yaml:6:24: spans in different units need domains of one size | use the same unit in all "
       "tiers\n");
}

TEST_CASE("rails that nothing joins") {
    const auto refusal = [](const char* domain) {
        return refusal_of("topology: t\ndomains: [{use: " + std::string(domain) +
                          "}]\nnetwork:\n  rails: 4\n  tiers: [{name: fabric, latency: 1 us}]\n");
    };
    CHECK(refusal("hgx-h100").empty());     // over NVLink
    CHECK(refusal("gb200-nvl72").empty());  // likewise, in every tray
    CHECK(refusal("pcie-4gpu").empty());    // one NIC, so one rail
    CHECK(refusal("p5").empty());           // every GPU has NICs on all four
    CHECK(refusal("dgx-1v") ==
          "test.yaml:4:10: nothing joins the rails of dgx-1v: there is no second tier, and no NVLink between "
          "all "
          "GPUs of a server | add a tier above, or leave 'rails' out\n");
}

TEST_CASE("more NICs than a switch has ports are noted") {
    const auto notes = load_text(above_boxes(R"(  rails: 8
  tiers:
    - {name: leaf, spans: 4 domains, latency: 1 us, ports: 3}
    - {name: spine, latency: 1 us}
)"))
                           .notes;
    REQUIRE(notes.size() == 1);
    CHECK(notes[0] ==
          "test.yaml:6:60: 4 NICs join each leaf switch, which has 3 ports");  // one of each server
}

TEST_CASE("too many tiers") {
    std::string tiers = "  tiers:\n";
    for (int t = 0; t < 17; ++t)
        tiers += "    - {name: t" + std::string(static_cast<std::size_t>(t), 'x') + ", latency: 0}\n";
    CHECK(refusal_of(above_boxes(tiers)) == "test.yaml:5:5: there are more than 16 tiers\n");
}

}  // namespace
}  // namespace railyard
