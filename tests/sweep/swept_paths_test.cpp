#include "railyard/sweep/swept_paths.hpp"

#include <doctest/doctest.h>

#include "railyard/topology/topology_keys.hpp"

namespace railyard::sweep {
namespace {

TEST_CASE("paths lead through sections and items of lists") {
    const auto name = [](std::string_view path) {
        const input::Key* key = key_at(topology_file_keys, path);
        return key == nullptr ? "none" : std::string(key->name);
    };
    CHECK(name("network.rails") == "rails");
    CHECK(name("domains.0.count") == "count");
    CHECK(name("network.tiers.spine.latency") == "latency");
    for (const char* nowhere : {"", ".", "network.", "network.rail", "domains.count", "domains.0.",
                                "network.tiers.spine.latency.more", "rails"})
        CHECK_MESSAGE(name(nowhere) == "none", nowhere);
    CHECK(name("network.tiers") == "tiers");
    CHECK(is_list_of_sections(*key_at(topology_file_keys, "domains")));
    CHECK_FALSE(is_list_of_sections(*key_at(topology_file_keys, "network")));
}

TEST_CASE("a path that leaves out an item is given one") {
    const auto meant = [](std::string_view path) {
        return with_items(topology_file_keys, path).value_or("none");
    };
    CHECK(meant("domains.count") == "domains.0.count");
    CHECK(meant("network.tiers.latency") == "network.tiers.0.latency");
    CHECK(meant("network.tiers.spine.latency") == "network.tiers.spine.latency");
    CHECK(meant("domains.cuont") == "none");
    CHECK(meant("network.tiers.spine.later") == "none");
    CHECK(meant("domains") == "domains");
    CHECK(meant("rails") == "none");
}

}  // namespace
}  // namespace railyard::sweep
