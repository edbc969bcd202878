#include "railyard/input/override.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace railyard::input {
namespace {

Document document(const std::string& text) {
    return parse_yaml(make_source("f", text));
}

std::vector<std::string> words(const Node& node) {
    std::vector<std::string> list;
    for (const auto& item : node.items) list.push_back(item.text);
    return list;
}

TEST_CASE("a value is replaced, and its neighbours stay") {
    Document layout = document("parallel: {tp: 8, pp: 4}\nbatch: {micro: 1}\n");
    set_key(layout, "parallel.tp", "16", "--tp ");
    const Node& parallel = layout.root.find("parallel")->value;
    CHECK(parallel.find("tp")->value.text == "16");
    CHECK(parallel.find("pp")->value.text == "4");
    CHECK(parallel.entries.size() == 2);
}

TEST_CASE("mappings on the way are made, also where a key holds nothing") {
    Document layout = document("placement:\nname: x\n");
    set_key(layout, "placement.keep", "tp", "--keep ");
    set_key(layout, "batch.micro", "2", "--micro ");
    CHECK(layout.root.find("placement")->value.find("keep")->value.text == "tp");
    CHECK(layout.root.find("batch")->value.find("micro")->value.text == "2");
}

TEST_CASE("a list takes the place of what was there") {
    Document layout = document("order: [tp, pp]\nkeep: tp\n");
    set_key(layout, "order", "tp,cp,dp:2,pp:4,pp,dp", "--order ");
    CHECK(words(layout.root.find("order")->value) ==
          std::vector<std::string>{"tp", "cp", "dp:2", "pp:4", "pp", "dp"});
    set_key(layout, "keep", "[tp, cp]", "--keep ");
    CHECK(words(layout.root.find("keep")->value) == std::vector<std::string>{"tp", "cp"});
    set_key(layout, "keep", "[]", "--keep ");
    CHECK(layout.root.find("keep")->value.kind == NodeKind::sequence);
    CHECK(layout.root.find("keep")->value.items.empty());
    set_key(layout, "keep", "a,,b", "--keep ");
    CHECK(words(layout.root.find("keep")->value) == std::vector<std::string>{"a", "", "b"});
}

TEST_CASE("a problem with the value is shown at the flag") {
    Document layout = document("parallel: {tp: 8}\n");
    set_key(layout, "parallel.tp", "many", "--tp ");
    const Mark mark = layout.root.find("parallel")->value.find("tp")->value.mark;
    CHECK(render(mark.source->problem(mark, "no number")) ==
          "command line:1:6: error: no number\n    1 | --tp many\n      |      ^\n");
    set_key(layout, "order", "tp,xp", "--order ");
    // `--order ` has 8 characters, `tp,` three.
    const Mark second = layout.root.find("order")->value.items[1].mark;
    CHECK(render(second.source->problem(second, "no dimension")) ==
          "command line:1:12: error: no dimension\n    1 | --order tp,xp\n      |            ^\n");
    // The file's own text is still there for its own problems.
    CHECK(layout.source().name() == "f");
    CHECK(layout.sources.size() == 3);
}

TEST_CASE("a key inside something that is no mapping cannot be set") {
    Document layout = document("sharding: zero-2\n");
    std::string said;
    try {
        set_key(layout, "sharding.over", "8", "--shard-over ");
    } catch (const InputError& error) {
        said = error.what();
    }
    CHECK(said ==
          "command line:1:1: error: 'sharding.over' cannot be set: what holds 'over' is text, not a mapping\n"
          "    1 | --shard-over 8\n      | ^\n");
}

TEST_CASE("items of lists are found by their name, by the file they use, or by their number") {
    Document topology = document(
        "domains: [{use: box, count: 2}]\nnetwork:\n  tiers: [{name: leaf}, {name: spine, planes: 1}]\n");
    set_key(topology, "network.tiers.spine.planes", "4", "");
    set_key(topology, "network.tiers.0.planes", "2", "");
    set_key(topology, "domains.box.count", "7", "");
    const Node& tiers = topology.root.find("network")->value.find("tiers")->value;
    CHECK(tiers.items[1].find("planes")->value.text == "4");
    CHECK(tiers.items[0].find("planes")->value.text == "2");
    CHECK(topology.root.find("domains")->value.items[0].find("count")->value.text == "7");
    try {
        set_key(topology, "network.tiers.spin.planes", "4", "");
        FAIL("set");
    } catch (const InputError& error) {
        CHECK(error.problems()[0].message ==
              "'network.tiers.spin.planes' cannot be set: the list has no 'spin'");
        CHECK(error.problems()[0].hint == "did you mean 'spine'?");
    }
}

TEST_CASE("sections as a whole go before their keys") {
    const auto ordered = sections_first({setting_from_text("sharding.over", "64", "--over "),
                                         setting_from_text("sharding", "zero-3", "--sharding ")});
    CHECK(ordered[0].path == "sharding");
    CHECK(ordered[1].path == "sharding.over");
}

}  // namespace
}  // namespace railyard::input
