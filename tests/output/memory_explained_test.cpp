#include <doctest/doctest.h>

#include "railyard/job/load.hpp"
#include "railyard/output/memory_report.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::output {
namespace {

std::string explained(const std::string& name, const std::vector<LayoutOverride>& overrides = {}) {
    const Layout layout = load_layout(test::shipped_library(), name, overrides).layout;
    const auto memory = memory::estimate_memory(layout);
    return memory_explained({layout, memory, memory::check_fit(layout, memory, {gibibytes(80)})});
}

bool contains(const std::string& text, const char* part) {
    CAPTURE(std::string(part));
    return text.find(part) != std::string::npos;
}

TEST_CASE("tensors of a Llama layer, with their sum") {
    const std::string text = explained("llama3-405b-8k", {{"saves", "all", ""}});
    // u = 8192 x 16384 / 8 bytes; 2 u, 2 u / 16, 13 u, 31.75 u
    CHECK(contains(text, "norm 1 input      s b h    t                2  33.6 MB  kept\n"));
    CHECK(contains(text, "keys              s b g d  t                2   2.1 MB  kept\n"));
    CHECK(contains(text, "gate and up       2 s b f  t                2   218 MB  kept\n"));
    CHECK(contains(text, "kept                                            533 MB  all\n"));
    CHECK(contains(text, "s 8192, S 8192, b 1, h 16384, a 128, g 8, d 128, f 53248, t 8, V 128256\n"));
}

TEST_CASE("what is not kept says why") {
    CHECK(contains(explained("llama3-405b-8k"), "recomputed (lean)\n"));
    CHECK(contains(explained("gpt3-175b-1024"), "recomputed (selective)\n"));
    CHECK(contains(explained("gpt3-175b-64"), "recomputed (full)\n"));
}

TEST_CASE("equal stages stand in one row, and every kind of layer has its table") {
    const std::string text = explained("deepseek-v3");
    CHECK(contains(text, "\n 3-12       8         17 "));
    CHECK(contains(text, "\nlayer without experts "));
    CHECK(contains(text, "\nlayer with experts "));
    CHECK(contains(text, "\nextra prediction layer "));
    CHECK(contains(text, "\nhead and loss "));
    // 6 + 12/128 bytes; experts share over edp = 2
    CHECK(contains(
        text, "\nmatrices                2.4988e9        128       2         4     0.0938       6.094\n"));
    CHECK(contains(
        text, "\nrouted experts          0.8808e9          2       2         4          6          12\n"));
    CHECK_FALSE(contains(explained("llama3-405b-8k"), "experts"));
}

TEST_CASE("zero-3 names what it gathers") {
    // (2 x 16384 x 128 x 136 + 3 x 16384 x 53248) / 8 x 2 bytes
    CHECK(contains(explained("llama3-405b-8k", {{"sharding", "zero-3", ""}}),
                   "gathered for one layer: 797 MB\n"));
}

}  // namespace
}  // namespace railyard::output
