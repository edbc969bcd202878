#include "railyard/topology/topology_keys.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "railyard/topology/load.hpp"
#include "tests/support/schema_check.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/template_check.hpp"

namespace railyard {
namespace {

using Lines = std::vector<std::string>;
const Lines nothing;

struct Row {
    const char* kind;
    const input::Section* keys;
    const char* folder;
};
const Row rows[] = {{"topology", &topology_file_keys, "topologies"},
                    {"domain", &domain_file_keys, "topologies/domains"},
                    {"gpu", &gpu_file_keys, "topologies/gpus"}};

TEST_CASE("editors find nothing wrong with the shipped files") {
    for (const Row& row : rows) {
        SUBCASE(row.kind) {
            CHECK(test::violations_of_shipped(*row.keys, row.folder) == nothing);
        }
    }
}

TEST_CASE("templates name every key there is, also by an editor's standard") {
    for (const Row& row : rows) {
        SUBCASE(row.kind) {
            const std::string text = test::template_text(row.kind);
            CHECK(test::violations(*row.keys, text) == nothing);
            const std::string all = test::uncommented(text);
            CHECK(test::violations(*row.keys, all) == nothing);
            CHECK(test::keys_not_named(*row.keys, all) == nothing);
            CHECK(test::keys_not_named(*row.keys, text) != nothing);  // not all at once: some exclude others
        }
    }
}

TEST_CASE("templates load as they stand") {
    const test::TemporaryLibrary files;
    files.write("topologies/my-topology.yaml", test::template_text("topology"));
    files.write("topologies/domains/my-domain.yaml", test::template_text("domain"));
    files.write("topologies/gpus/my-gpu.yaml", test::template_text("gpu"));
    const auto library = files.library();
    const LoadedTopology topology = load_topology(library, "my-topology");
    CHECK(topology.topology.name() == "my-topology");
    CHECK(topology.notes == nothing);
    const LoadedTopology domain = load_topology(library, "my-domain");
    CHECK(domain.topology.kinds().at(0).gpus() == 8);
    CHECK(domain.notes == nothing);
    CHECK(load_gpu(library, "my-gpu").name == "my-gpu");
}

TEST_CASE("schemas refuse what the reader refuses") {
    const auto& keys = topology_file_keys;
    CHECK(test::violations(keys, "topology: t\n") == Lines{"'domains' is missing"});
    CHECK(test::violations(keys, "topology: t\nuse: other\n") == nothing);
    CHECK(test::violations(keys, "topology: t\ndomains: [{use: a, counts: 2}]\n") ==
          Lines{"domains.0: unknown key 'counts'"});
    CHECK(test::violations(keys, "use: a\nnetwork: {tiers: [{name: leaf, latency: 0, spans: 4 racks}]}\n") ==
          Lines{"network.tiers.0.spans: '4 racks' has the wrong form"});
    CHECK(test::violations(keys, "use: a\nnetwork: {tiers: [{name: leaf, latency: 5}]}\n") ==
          Lines{"network.tiers.0.latency: 5 is too large"});
    CHECK(test::violations(keys, "use: a\nnetwork: {tiers: [{name: leaf}]}\n") ==
          Lines{"network.tiers.0: 'latency' is missing"});
    CHECK(test::violations(keys, "use: a\nnetwork: {cross_rail: nvlink}\n") ==
          Lines{"network.cross_rail: 'nvlink' is none of the allowed words"});
    CHECK(test::violations(domain_file_keys, "domain: d\nuse: a\nnics: {bandwidth_per_direction: 400}\n") ==
          Lines{"nics.bandwidth_per_direction: has the wrong type"});
    CHECK(test::violations(gpu_file_keys, "gpu: g\nuse: a\nmemory: 80 gb\n") ==
          Lines{"memory: '80 gb' has the wrong form"});
}

}  // namespace
}  // namespace railyard
