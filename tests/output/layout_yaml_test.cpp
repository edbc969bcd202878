#include "railyard/output/layout_yaml.hpp"

#include <doctest/doctest.h>

#include "railyard/job/order.hpp"
#include "tests/support/jobs.hpp"

namespace railyard::output {
namespace {

TEST_CASE("a written layout loads as what was written, whatever is set") {
    for (const char* name : {"llama3-405b-8k", "deepseek-v3", "gpt3-175b-64", "megatron-18.4b"}) {
        Layout layout = test::shipped_layout(name);
        layout.about = "with \"quotes\" and a \\";
        layout.placement.per_domain = 64;
        layout.sharding = {ShardingKind::zero_3, layout.degrees.dp};
        layout.software = Software::fsdp;
        layout.experts_recomputed = ExpertsRecomputed::yes;
        const std::string text = layout_yaml(layout, layout.model.name, "two\nlines");
        CHECK(text.find("# two\n# lines\n") == 0);
        const Layout back = test::load_layout_text(text).layout;
        // Every key comes back: the text of what was read is the text that was read.
        CHECK(layout_yaml(back, layout.model.name, "two\nlines") == text);
        CHECK(back.order == layout.order);
        CHECK(back.placement.keep == layout.placement.keep);
        CHECK(back.placement.per_domain == 64);
        CHECK(back.degrees.ranks() == layout.degrees.ranks());
        CHECK(back.degrees.ep == layout.degrees.ep);
        CHECK(back.sharding.over == layout.sharding.over);
        CHECK(back.pipeline.chunks == layout.pipeline.chunks);
        CHECK(back.pipeline.ends == layout.pipeline.ends);
        CHECK(back.saves == layout.saves);
        CHECK(back.precision == layout.precision);
        CHECK(back.attention == layout.attention);
        CHECK(back.about == layout.about);
    }
}

TEST_CASE("tiles, layers given outright and the packed policy") {
    Layout layout = test::shipped_layout("megatron-18.4b", {{"parallel.pp", "4"}, {"parallel.dp", "8"}, {"batch.sequences", "1024"}});
    layout.order = test::order_of("tp,dp:2,pp,dp");
    layout.placement = {Policy::packed, test::order_of("dp:2"), 0};
    layout.pipeline.layers = {9, 11, 10, 10};
    const Layout back = test::load_layout_text(layout_yaml(layout, layout.model.name)).layout;
    CHECK(to_text(back.order) == "tp,dp:2,pp,dp");
    CHECK(back.placement.policy == Policy::packed);
    CHECK(to_text(back.placement.keep) == "dp:2");
    CHECK(back.pipeline.layers == layout.pipeline.layers);
}

}  // namespace
}  // namespace railyard::output
