#include "railyard/search/figures.hpp"

#include <doctest/doctest.h>

#include <set>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

TEST_CASE("columns have names of their own, a unit where they need one, and are found by them") {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < figures().size(); ++i) {
        const Figure& figure = figures()[i];
        CHECK(names.insert(figure.column).second);
        CHECK(figure_named(figure.column) == i);
        if (!figure.alias.empty()) CHECK(figure_named(figure.alias) == i);
        CHECK_FALSE(figure.about.empty());
    }
    CHECK(figure_named("domain_gpus") == figure_named("domain.gpus"));
    CHECK_FALSE(figure_named("step"));
    for (const std::string_view name : usual_columns()) CHECK(figure_named(name));
}

TEST_CASE("more tokens are better, fewer seconds are") {
    CHECK(better_of("tokens_per_second_per_gpu") == Better::higher);
    CHECK(better_of("step_seconds") == Better::lower);
    CHECK(better_of("tp_nvlink_share") == Better::higher);
    CHECK(better_of("cost") == Better::lower);
}

TEST_CASE("parts of a step add up, and rates follow from it") {
    const Topology topology = load_topology(test::shipped_library(), "gb200-nvl72").topology;
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    const auto result = Evaluator(topology, 0.47).evaluate(layout, StageDetail::by_stage);
    const FigureTerms terms;
    const Bill bill;
    const PointFacts facts{topology, layout, terms, &std::get<Assessment>(result), &bill};
    const auto value = [&](std::string_view name) { return figures()[*figure_named(name)].value(facts); };
    double parts = 0;
    for (const char* part : {"compute_seconds", "tp_seconds", "cp_seconds", "ep_seconds", "pp_seconds",
                             "dp_seconds", "bubble_seconds"})
        parts += *value(part);
    CHECK(parts == doctest::Approx(*value("step_seconds")).epsilon(1e-12));
    // 2,048 sequences of 8,192 tokens on 8,192 GPUs.
    CHECK(*value("tokens_per_second_per_gpu") ==
          doctest::Approx(2048.0 * 8192 / 8192 / *value("step_seconds")).epsilon(1e-12));
    CHECK(*value("gpu_hours_per_trillion_tokens") ==
          doctest::Approx(1e12 / *value("tokens_per_second_per_gpu") / 3600).epsilon(1e-12));
    // Design, section 6: pp 6832 of 7680 hops on NVLink, dp none.
    CHECK(*value("pp_nvlink_share") == 6832.0 / 7680);
    CHECK(*value("dp_nvlink_share") == 0);
    CHECK_FALSE(value("ep_nvlink_share"));
    CHECK_FALSE(value("cost"));
    CHECK(*value("memory_spare_gib") + *value("memory_gib") ==
          doctest::Approx(topology.kinds()[0].gpu.memory.raw() / 1073741824 - 2).epsilon(1e-12));
}

TEST_CASE("what a figure was meant to be, or where all are listed") {
    CHECK(figure_suggestion("step_second") == "did you mean 'step_seconds'?");
    CHECK(figure_suggestion("memory.fit") == "did you mean 'memory.fits'?");
    CHECK(figure_suggestion("quux").starts_with("railyard list --figures"));
}

}  // namespace
}  // namespace railyard
