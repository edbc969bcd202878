#include "railyard/estimate/error_bands.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

ErrorBand band(RunKind kind, std::optional<Generation> generation, std::uint32_t most_gpus, double percent) {
    ErrorBand one;
    one.kind = kind;
    one.generation = generation;
    one.most_gpus = most_gpus;
    one.percent = percent;
    one.rows = 10;
    return one;
}

BandQuestion question(RunKind kind, Generation generation, std::uint32_t gpus) {
    BandQuestion job;
    job.kind = kind;
    job.generation = generation;
    job.gpus = gpus;
    return job;
}

double percent(const std::vector<ErrorBand>& bands, const BandQuestion& job) {
    const auto found = band_of(bands, job);
    return found ? found->percent : 0;
}

TEST_CASE("the narrowest band counts") {
    ErrorBand all = band(RunKind::dense, std::nullopt, 0, 8);
    all.generations = {Generation::ampere, Generation::hopper};
    const std::vector<ErrorBand> bands = {all, band(RunKind::dense, Generation::hopper, 0, 6),
                                          band(RunKind::dense, Generation::hopper, 64, 5),
                                          band(RunKind::experts, Generation::ampere, 0, 9)};
    CHECK(percent(bands, question(RunKind::dense, Generation::hopper, 64)) == 5);
    CHECK(percent(bands, question(RunKind::dense, Generation::hopper, 65)) == 6);
    CHECK(percent(bands, question(RunKind::dense, Generation::ampere, 8)) == 8);
    CHECK(percent(bands, question(RunKind::experts, Generation::hopper, 8)) == 0);
}

TEST_CASE("a generation that nobody measured has no band, not even the one of all") {
    ErrorBand all = band(RunKind::dense, std::nullopt, 0, 8);
    all.generations = {Generation::hopper};
    const std::vector<ErrorBand> bands = {all};
    const BandQuestion volta = question(RunKind::dense, Generation::volta, 8);
    CHECK(percent(bands, volta) == 0);
    CHECK(why_no_band(bands, volta) == "there are not enough published runs of dense models on Volta GPUs");
    CHECK(why_no_band({}, volta) == "there are not enough published runs of dense models on Volta GPUs");
}

TEST_CASE("a band speaks for lengths, sizes, links and precisions that its runs had") {
    ErrorBand all = band(RunKind::dense, std::nullopt, 0, 8);
    all.lengths = {1024, 8192};
    ErrorBand hopper = band(RunKind::dense, Generation::hopper, 0, 9);
    ErrorBand small = band(RunKind::dense, Generation::hopper, 64, 7);
    BandQuestion run = question(RunKind::dense, Generation::hopper, 16);
    run.length = 2048;
    run.software = Software::fsdp;
    hopper.widen(run);
    small.widen(run);
    run.length = 4096;
    hopper.widen(run);
    small.widen(run);
    run.length = 8192;
    run.gpus = 1024;
    run.links = JobLinks::network;
    hopper.widen(run);
    const std::vector<ErrorBand> bands = {all, hopper, small};
    BandQuestion job = question(RunKind::dense, Generation::hopper, 16);
    job.length = 4096;
    CHECK(percent(bands, job) == 7);
    job.length = 4097;
    CHECK(percent(bands, job) == 9);
    CHECK(why_no_band(bands, job).empty());
    CHECK(not_run_by(*band_of(bands, job), Software::fsdp).empty());
    CHECK(not_run_by(*band_of(bands, job), Software::megatron_te) == "none of them ran megatron-te");
    const auto refused = [&](const BandQuestion& question) {
        CHECK(percent(bands, question) == 0);
        return why_no_band(bands, question);
    };
    job.length = 1024;  // that of all generations has it, Hopper does not
    CHECK(refused(job) ==
          "none of 10 published runs of dense models on Hopper GPUs had sequences of 1,024 tokens (2,048 to "
          "8,192)");
    job.length = 2048;
    job.gpus = 1025;
    CHECK(refused(job) ==
          "none of 10 published runs of dense models on Hopper GPUs was on 1,025 GPUs (16 to 1,024)");
    job.gpus = 16;
    job.links = JobLinks::pcie;
    CHECK(
        refused(job) ==
        "none of 10 published runs of dense models on Hopper GPUs had GPUs of a domain that no NVLink joins");
    job.links = JobLinks::nvlink;
    job.products = ProductPrecision::fp8;
    CHECK(refused(job) == "none of 10 published runs of dense models on Hopper GPUs had products in fp8");
}

}  // namespace
}  // namespace railyard
