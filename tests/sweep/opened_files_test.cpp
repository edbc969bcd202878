#include "railyard/sweep/opened_files.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "railyard/sweep/load_plan.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard::sweep {
namespace {

Plan plan_of(const std::string& text) {
    return load_plan(input::parse_yaml(input::make_source("s.yaml", text)));
}

bool has(const OpenedFiles& files, const std::string& ending) {
    return std::any_of(files.read.begin(), files.read.end(),
                       [&](const NamedSum& file) { return file.path.ends_with(ending); });
}

TEST_CASE("every file below a sweep is read: what its topologies, layouts and values stand on") {
    test::TemporaryLibrary mine;
    mine.write("topologies/domains/box.yaml", "domain: box\nuse: hgx-h100\n");
    mine.write("topologies/boxes.yaml",
               "topology: boxes\ndomains: [{use: box}]\n"
               "network: {tiers: [{name: network, latency: 2 us}]}\n");
    mine.write("more.yaml", "anything\n");
    const auto library = mine.library();
    const Plan plan =
        plan_of("sweep: s\ntopology: boxes\nlayout: gpt3-175b-64\naxes: {model: [gpt3-175b, llama3-405b]}\n");
    const OpenedFiles files = open_files(library, plan, {mine.root() + "/more.yaml"});
    CHECK(files.topologies.size() == 1);
    CHECK(files.layouts.size() == 1);
    for (const char* path :
         {"s.yaml", "topologies/boxes.yaml", "domains/box.yaml", "domains/hgx-h100.yaml", "gpus/h100.yaml",
          "layouts/gpt3-175b-64.yaml", "models/gpt3-175b.yaml", "models/llama3-405b.yaml", "more.yaml"}) {
        CAPTURE(path);
        CHECK(has(files, path));
    }
    // One letter more in any of them shows.
    const auto sums = [&] {
        std::vector<std::uint64_t> all;
        for (const NamedSum& file : open_files(library, plan, {}).read) all.push_back(file.sum);
        return all;
    };
    const auto before = sums();
    mine.write("topologies/domains/box.yaml", "domain: box\nuse: hgx-h100\n# so\n");
    CHECK(sums() != before);
}

TEST_CASE("a key that none of the topologies has a place for is told at its place") {
    const auto refusal = [](const std::string& topologies, const std::string& tier) {
        return test::refusal_of([&] {
            const Plan plan = plan_of("sweep: s\ntopology: " + topologies + "\nlayout: gpt3-175b-64\nset: {" +
                                      "network.tiers." + tier + ".oversubscription: 2}\n");
            (void)open_files(test::shipped_library(), plan, {});
        });
    };
    CHECK(refusal("dgx-h100-superpod", "spin") ==
          "s.yaml:4:7: 'network.tiers.spin.oversubscription' cannot be set: the list has no 'spin' | did you "
          "mean 'spine'?\n");
    CHECK(refusal("dgx-h100-superpod", "spine").empty());
    // Points of the other are refused.
    CHECK(refusal("[hgx-h100, dgx-h100-superpod]", "spine").empty());
    CHECK(refusal("hgx-h100", "spine")
              .starts_with("s.yaml:4:7: 'network.tiers.spine.oversubscription' is a key of topologies, and "
                           "'hgx-h100' is a domain by itself | "));
}

TEST_CASE("names that are not there are told with their places, all at once") {
    const std::string text = test::refusal_of([] {
        const Plan plan = plan_of("sweep: s\ntopology: [hgx-h100, hgx-h10]\nlayout: gpt3-175b-6\n");
        (void)open_files(test::shipped_library(), plan, {});
    });
    CHECK(text.find("s.yaml:2:22: there is no topology or domain 'hgx-h10'") != std::string::npos);
    CHECK(text.find("s.yaml:3:9: there is no layout 'gpt3-175b-6'") != std::string::npos);
}

TEST_CASE("GPUs and models that values name must be there") {
    const std::string text = test::refusal_of([] {
        const Plan plan = plan_of(
            "sweep: s\ntopology: hgx-h100\nlayout: gpt3-175b-64\n"
            "axes: {gpu: [h100, h1000], model: [gpt3-175b, gpt5]}\n");
        (void)open_files(test::shipped_library(), plan, {});
    });
    CHECK(text.find("s.yaml:4:20: there is no GPU 'h1000'") != std::string::npos);
    CHECK(text.find("s.yaml:4:47: there is no model 'gpt5'") != std::string::npos);
}

}  // namespace
}  // namespace railyard::sweep
