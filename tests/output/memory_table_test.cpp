#include <doctest/doctest.h>

#include "railyard/job/load.hpp"
#include "railyard/output/memory_report.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::output {
namespace {

// A table of `layout` on a GPU of so many GiB.
std::string table(const std::string& name, const std::vector<LayoutOverride>& overrides, double gpu) {
    const Layout layout = load_layout(test::shipped_library(), name, overrides).layout;
    const auto memory = memory::estimate_memory(layout);
    const auto fit = memory::check_fit(layout, memory, {gibibytes(gpu)});
    return memory_table({layout, memory, fit}, Colour::none);
}

TEST_CASE("sizes with binary prefixes") {
    struct Row {
        const char* text;
        Bytes size;
    };
    const Row rows[] = {{"0 B", bytes(0)},
                        {"512 B", bytes(512)},
                        {"1 KiB", bytes(1024)},
                        {"1.5 KiB", bytes(1536)},
                        {"2 GiB", gibibytes(2)},
                        {"53.9 GiB", gibibytes(53.87)},
                        {"79.6 GiB", mebibytes(81559)},
                        {"1 TiB", gibibytes(1023.9)},
                        {"999 GiB", gibibytes(999)}};
    for (const Row& row : rows) {
        SUBCASE(row.text) {
            CHECK(human_binary(row.size) == row.text);
        }
    }
}

TEST_CASE("a job that fits: how much is free, who needs it, and for what") {
    // 57.85e9 bytes are 53.9 GiB; 6.87 GB of parameters: 2, 4/64 and 12/64 bytes each (estimate_test.cpp).
    CHECK(table("llama3-405b-8k", {}, 80) ==
          "memory: fits, 24.1 GiB free\n"
          "  stage 0 of 16 needs 53.9 GiB (57.8 GB) of 78 GiB (83.8 GB; 80 GiB less 2 GiB reserved)\n"
          "  weights 5.68 GiB, gradients 182 MiB, optimizer 546 MiB, activations 47.5 GiB; 143 chunks in "
          "flight\n");
}

TEST_CASE("little room is said to be little") {
    CHECK(table("llama3-405b-8k", {}, 56).find("free (0.2 %: fragmentation may take that)") !=
          std::string::npos);
}

TEST_CASE("a job that does not: how much, which part, and what would help") {
    CHECK(table("gpt3-175b-64", {{"recompute", "none", ""}}, 80) ==
          "memory: does not fit, 36.5 GiB (39.2 GB) over\n"
          "  stage 0 of 8 needs 115 GiB (123 GB) of 78 GiB (83.8 GB; 80 GiB less 2 GiB reserved)\n"
          "  weights 5.26 GiB, gradients 10.5 GiB, optimizer 31.5 GiB, activations 67.2 GiB (the largest "
          "part);\n"
          "  31 chunks in flight\n"
          "  would fit with --sequence-parallel true --attention flash: 59.7 GiB\n"
          "              or --sequence-parallel true --recompute selective: 59.7 GiB\n"
          "              or --attention flash --saves lean: 70.9 GiB\n"
          "              or --recompute full: 54 GiB\n");
}

TEST_CASE("more GPUs are named") {
    const std::string text = table("gpt3-175b-64", {}, 42);
    CHECK(text.find("would fit with --pp 16: 31.7 GiB on 128 GPUs instead of 64\n") != std::string::npos);
}

TEST_CASE("a GPU without a pipeline, and no way to fit") {
    const std::string text = table("megatron-1.7b", {}, 2.1);
    CHECK(text.find("\n  a GPU needs ") != std::string::npos);
    CHECK(text.find("micro-batch in flight, logits 9.38 GiB\n") != std::string::npos);
    CHECK(text.find("no change tried makes it fit") != std::string::npos);
}

TEST_CASE("options of the command line") {
    CHECK(options_text({{{"parallel.pp", "16"}, {"parallel.dp", "8"}}, {}, 0}) == "--pp 16 --dp 8");
    CHECK(options_text({{{"sequence_parallel", "true"}}, {}, 0}) == "--sequence-parallel true");
    CHECK(options_text({{{"sharding.kind", "zero-2"}}, {}, 0}) == "--set sharding.kind=zero-2");
}

}  // namespace
}  // namespace railyard::output
