#include "explorer/core/layout_settings.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "explorer/core/archive.hpp"
#include "explorer/core/archive_job.hpp"
#include "explorer/shipped_data.hpp"
#include "railyard/base/error.hpp"
#include "railyard/job/load.hpp"

using namespace railyard;
using namespace railyard::explorer;

namespace {

std::string bytes_of(const Layout& layout) {
    Writer write;
    write(layout);
    return write.bytes();
}

std::vector<LayoutOverride> overrides_of(const std::vector<Setting>& settings) {
    std::vector<LayoutOverride> overrides;
    for (const Setting& setting : settings) overrides.push_back({setting.key, setting.value, "--set "});
    return overrides;
}

}  // namespace

TEST_CASE("a layout set to its own settings is what it was, but no published run") {
    for (Layout layout : shipped_data().layouts) {
        const ChangedLayout same = changed_layout(shipped_data(), layout, settings_of(layout));
        layout.published.reset();
        // per_domain 0 stands for all GPUs; as a setting it would be a mistake.
        if (layout.placement.per_domain == 0) {
            REQUIRE(same.problems.size() == 1);
            CHECK(same.problems.front().key == "placement.per_domain");
        }
        std::vector<Setting> settings;
        for (const Setting& setting : settings_of(layout)) {
            if (setting.key != "placement.per_domain") settings.push_back(setting);
        }
        const ChangedLayout again = changed_layout(shipped_data(), layout, settings);
        CHECK_MESSAGE(again.problems.empty(), layout.name);
        // Shards over a part of the ranks are no setting of the page.
        if (layout.sharding.over == 0) CHECK_MESSAGE(bytes_of(again.layout) == bytes_of(layout), layout.name);
    }
}

TEST_CASE("settings make the layout that the loader makes of the same flags") {
    const std::vector<std::vector<Setting>> all = {
        {},
        {{"parallel.tp", "4"}, {"parallel.pp", "16"}},
        {{"order", "tp,cp,pp,dp"}},
        {{"placement.keep", "tp,cp"}, {"placement.policy", "packed"}, {"placement.per_domain", "4"}},
        {{"pipeline.schedule", "gpipe"}, {"pipeline.chunks", "1"}},
        {{"pipeline.schedule", "dualpipe"}, {"pipeline.chunks", "2"}},
        {{"pipeline.count_embedding_and_head", "true"}},
        {{"model", "llama3-70b"}, {"batch.micro", "2"}, {"batch.length", "8192"}},
        {{"precision", "bf16"}, {"sharding", "zero-3"}, {"recompute", "none"}, {"saves", "lean"}},
        {{"attention", "flash"}, {"sequence_parallel", "true"}, {"recompute_experts", "true"}},
        {{"routing", "dropless"}, {"software", "fsdp"}},
        {{"expert_imbalance", "1"}},
    };
    const Layout& base = *shipped_data().layout("gpt3-175b-64");
    for (const auto& settings : all) {
        const ChangedLayout changed = changed_layout(shipped_data(), base, settings);
        REQUIRE(changed.problems.empty());
        const Layout loaded = load_layout(shipped_library(), base.name, overrides_of(settings)).layout;
        CHECK_MESSAGE(bytes_of(changed.layout) == bytes_of(loaded),
                      (settings.empty() ? std::string("nothing") : settings.front().key));
    }
}

TEST_CASE("settings that the loader refuses are refused in its words") {
    const std::vector<std::vector<Setting>> all = {
        {{"parallel.dp", "3"}},
        {{"expert_imbalance", "0.5"}},
        {{"expert_imbalance", "1.5"}},
        {{"parallel.ep", "5"}},
        {{"parallel.pp", "97"}},
        {{"parallel.tp", "100000"}, {"parallel.pp", "100000"}},
        {{"parallel.cp", "3"}},
        {{"order", "tp,cp,dp"}},
        {{"order", "tp,cp,dp,pp,pp"}},
        {{"order", "tp,cp,dp,zz"}},
        {{"order", "tp,cp,dp:3,pp,dp"}},
        {{"placement.keep", "dp:2"}},
        {{"pipeline.schedule", "gpipe"}, {"pipeline.chunks", "3"}},
        {{"pipeline.schedule", "dualpipe"}, {"pipeline.chunks", "3"}},
    };
    const Layout& base = *shipped_data().layout("gpt3-175b-64");
    for (const auto& settings : all) {
        const ChangedLayout changed = changed_layout(shipped_data(), base, settings);
        std::vector<std::string> told;
        for (const auto& problem : changed.problems) told.push_back(problem.message);
        std::vector<std::string> wanted;
        try {
            load_layout(shipped_library(), base.name, overrides_of(settings));
        } catch (const InputError& error) {
            for (const auto& problem : error.problems()) wanted.push_back(problem.message);
        }
        CHECK_FALSE(wanted.empty());
        CHECK_MESSAGE(told == wanted, settings.front().key << " = " << settings.front().value);
    }
}

TEST_CASE("what is no value, and what is no key, is refused") {
    const Layout& base = *shipped_data().layout("gpt3-175b-64");
    for (const Setting& wrong : std::vector<Setting>{{"parallel.tp", "0"},
                                                     {"parallel.tp", ""},
                                                     {"parallel.tp", "-1"},
                                                     {"parallel.tp", "1.5"},
                                                     {"parallel.tp", "99999999999999999999"},
                                                     {"recompute", "some"},
                                                     {"sequence_parallel", "yes"},
                                                     {"model", "gpt-9"},
                                                     {"order", ""},
                                                     {"parallel.zz", "1"}}) {
        const ChangedLayout changed = changed_layout(shipped_data(), base, {wrong});
        REQUIRE_MESSAGE(changed.problems.size() == 1, wrong.key << " = " << wrong.value);
        CHECK(changed.problems.front().key == wrong.key);
        CHECK(changed.problems.front().kind == ProblemKind::value);
    }
    const ChangedLayout together = changed_layout(shipped_data(), base, {{"parallel.dp", "3"}});
    REQUIRE(together.problems.size() == 1);
    CHECK(together.problems.front().kind == ProblemKind::combination);
}
