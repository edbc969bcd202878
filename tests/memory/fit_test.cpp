#include "railyard/memory/fit.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/job/load.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard::memory {
namespace {

Layout shipped(const std::string& name) {
    return load_layout(test::shipped_library(), name).layout;
}

Fit on(const char* gpu, const Layout& layout) {
    return check_fit(layout, estimate_memory(layout), {load_gpu(test::shipped_library(), gpu).memory});
}

constexpr const char* megatron_rows[] = {
    "megatron-1.7b",  "megatron-3.6b",   "megatron-7.5b",   "megatron-18.4b",  "megatron-39.1b",
    "megatron-76.1b", "megatron-145.6b", "megatron-310.1b", "megatron-529.6b", "megatron-1008b"};

TEST_CASE("what ran on 80 GB fits into 80 GB, and not without its recomputation") {
    for (const char* name : megatron_rows) {
        SUBCASE(name) {
            Layout layout = shipped(name);
            CHECK(on("a100-80gb", layout).fits());
            layout.recompute = Recompute::none;
            CHECK_FALSE(on("a100-80gb", layout).fits());
            layout.attention = Attention::flash;  // nor would it today
            CHECK_FALSE(on("a100-80gb", layout).fits());
        }
    }
}

TEST_CASE("Llama 3 405B fits into H100 as it ran, and not unsharded") {
    for (const char* name : {"llama3-405b-8k", "llama3-405b-8k-16k-gpus", "llama3-405b-128k"}) {
        SUBCASE(name) {
            Layout layout = shipped(name);
            CHECK(on("h100", layout).fits());
            layout.sharding.kind = ShardingKind::none;
            CHECK_FALSE(on("h100", layout).fits());
        }
    }
}

TEST_CASE("every shipped layout fits the GPUs that it names") {
    CHECK(on("a100-80gb", shipped("gpt3-175b-64")).fits());
    CHECK(on("a100-80gb", shipped("gpt3-175b-1024")).fits());
    CHECK(on("h800", shipped("deepseek-v3")).fits());
}

TEST_CASE("capacity is what the driver shows less what is reserved") {
    const GpuMemory gpu{mebibytes(81559)};
    CHECK(gpu.capacity() == mebibytes(81559 - 2048));
    Layout layout = shipped("gpt3-175b-64");
    const Memory memory = estimate_memory(layout);
    const Fit just = check_fit(layout, memory, {memory.worst().total() + gibibytes(3), gibibytes(3)});
    CHECK(just.fits());
    CHECK(just.spare().raw() == doctest::Approx(0));
    const Fit over = check_fit(layout, memory, {memory.worst().total(), gibibytes(3)});
    CHECK_FALSE(over.fits());
    CHECK(over.over().raw() == doctest::Approx(gibibytes(3).raw()));
    CHECK(over.spare() == Bytes{});
}

TEST_CASE("the largest part") {
    Layout layout = shipped("gpt3-175b-64");
    CHECK(on("a100-80gb", layout).largest == Part::optimizer);
    CHECK(on("a100-80gb", layout).remedies.empty());
    layout.recompute = Recompute::none;
    CHECK(on("a100-80gb", layout).largest == Part::activations);
}

}  // namespace
}  // namespace railyard::memory
