#include "railyard/estimate/run_keys.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/base/error.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

std::string complaints(const std::string& text) {
    const input::Document document = input::parse_yaml(input::make_source("runs.yaml", text));
    input::Problems problems;
    check_run_keys(document.root, problems);
    try {
        problems.throw_if_any();
    } catch (const InputError& error) {
        std::string all;
        for (const Diagnostic& problem : error.problems())
            all += std::to_string(problem.span.line) + ": " + problem.message + " | " + problem.hint + "\n";
        return all;
    }
    return "";
}

TEST_CASE("a misspelt key of a run is named with the nearest one") {
    CHECK(complaints("id: a\nmicro_batchs: 2\n") ==
          "2: a run has no key 'micro_batchs' | did you mean 'micro_batch'?\n");
    CHECK(complaints("id: a\nmeasured: {step_time: 3}\n").find("did you mean 'step_time_s'?") !=
          std::string::npos);
    CHECK(complaints("id: a\nmodel: {layer: 3}\n").find("the model of a run has no key 'layer'") !=
          std::string::npos);
}

TEST_CASE("words that mean nothing are errors, those of published runs are not") {
    CHECK(complaints("zero: zeroone\n").find("'zeroone' is no zero of a run") != std::string::npos);
    CHECK(complaints("precision: bfloat\n").find("is no precision") != std::string::npos);
    CHECK(complaints("recompute: some\n").find("is no recompute") != std::string::npos);
    CHECK(complaints("zero: 'FSDP PURE (ZeRO-2)'\nprecision: FP8-CS\nrecompute: null\n").empty());
    CHECK(complaints("zero: ~\ngpus: 8\nnetwork: none\nnotes: hm\nnum_microbatches: 4\n").empty());
}

TEST_CASE("a GPU is found as papers and as the shipped files write it") {
    REQUIRE(domain_of_gpu("H100-80GB-SXM") != nullptr);
    CHECK(domain_of_gpu("H100-80GB-SXM")->domain == "hgx-h100");
    REQUIRE(domain_of_gpu("h100") != nullptr);
    CHECK(domain_of_gpu("h100")->domain == "hgx-h100");
    REQUIRE(domain_of_gpu("mi300x") != nullptr);
    CHECK(domain_of_gpu("mi300x")->domain == "mi300x-8");
    CHECK(domain_of_gpu("TPU v5p") == nullptr);
    CHECK(no_domain_for("TPU v5p") ==
          "no domain is known for the GPU 'TPU v5p'; say 'on: a topology or domain'");
    CHECK(complaints("gpu: h100x\n").find("there is no GPU 'h100x' | did you mean 'H100'?") !=
          std::string::npos);
}

TEST_CASE("a card is not read as a board of the same chip") {
    for (const std::string gpu : {"H100-PCIe", "H100 NVL", "h200-nvl", "A100-PCIE-40GB"})
        CHECK_MESSAGE(domain_of_gpu(gpu) == nullptr, gpu);
    CHECK(no_domain_for("H100-PCIe") ==
          "'H100-PCIe' is a PCIe card, and the shipped domains are of SXM boards; say 'on: a topology or "
          "domain of your own'");
    CHECK(domain_of_gpu("GB200-NVL72") != nullptr);
}

TEST_CASE("an A100 of 40 GB is another GPU than one of 80 GB") {
    for (const std::string gpu : {"A100-40GB-SXM", "a100-40gb", "A100-SXM4-40GB"}) {
        const auto* const found = domain_of_gpu(gpu);
        REQUIRE_MESSAGE(found != nullptr, gpu);
        CHECK_MESSAGE(found->name == "a100-40gb", gpu);
    }
    CHECK(domain_of_gpu("A100-80GB-SXM")->name == "a100-80gb");
    CHECK(domain_of_gpu("A100")->name == "a100-80gb");
}

}  // namespace
}  // namespace railyard
