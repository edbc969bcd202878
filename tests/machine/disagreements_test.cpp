#include "railyard/machine/disagreements.hpp"

#include <doctest/doctest.h>

#include <optional>

using namespace railyard;
using namespace railyard::machine;

namespace {

constexpr SourceId self{0};

ObservedHost host_of(std::uint32_t gpus) {
    ObservedHost host;
    host.gpus.resize(gpus);
    for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) host.gpus[gpu].index = {gpu, self};
    return host;
}

Findings findings_of(Disagreements all) {
    Observed observed;
    observed.hosts = {host_of(8)};
    observed.hosts[0].name = {"node7", self};
    all.move_to(observed.disagreements);
    return disagreement_findings(observed);
}

std::string place_of_pairs(const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
    Disagreements all(0);
    for (const auto& [a, b] : pairs)
        all.of_pair(a, b, {Severity::mismatch, "1 (x)", "2 (y)", "", Subject::nvlinks});
    const Findings findings = findings_of(std::move(all));
    CHECK(findings.size() == 1);
    return findings.front().place;
}

}  // namespace

TEST_CASE("GPUs that differ alike are one finding, others their own") {
    Disagreements all(0);
    const Disagreement up{Severity::mismatch, "18 up (x)", "16 up (y)", "links changed", Subject::nvlinks};
    all.of_gpu(1, up);
    all.of_gpu(2, {Severity::mismatch, "18 up (x)", "0 up (y)", "links changed", Subject::nvlinks});
    all.of_gpu(5, up);
    const Findings findings = findings_of(std::move(all));
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].place == "node7, GPU 1, GPU 5");
    CHECK(findings[0].expected.empty());
    CHECK(findings[0].seen == "18 up (x) against 16 up (y)");
    CHECK(findings[0].meaning == "links changed");
    CHECK(findings[1].place == "node7, GPU 2");
}

TEST_CASE("pairs are told by the GPUs that they share") {
    CHECK(place_of_pairs({{0, 1}}) == "node7, GPU 0 to GPU 1");
    CHECK(place_of_pairs({{0, 1}, {1, 2}, {1, 7}}) == "node7, GPU 1 to 3 others");
    CHECK(place_of_pairs({{0, 1}, {2, 3}}) == "node7, GPU 0 to GPU 1, GPU 2 to GPU 3");
}

TEST_CASE("a compute capability agrees with each model that has it") {
    ObservedGpu h200;
    ObservedGpu b200;
    ObservedGpu hopper;
    h200.model = {"NVIDIA H200", self};
    b200.pci_model = {PciModel{0x10de, 0x2901}, self};
    hopper.sm = {90, self};
    CHECK(are_other_models(h200, b200));
    CHECK(are_other_models(b200, hopper));
    CHECK_FALSE(are_other_models(h200, hopper));
    CHECK_FALSE(are_other_models(h200, ObservedGpu{}));
}

TEST_CASE("different numbers of GPUs disagree, by who shows fewer") {
    Observed all;
    all.sources = {{"t.txt", "nvidia-smi-topo"}, {"d.xml", "nccl-topo"}, {"l.txt", "nvidia-smi-nvlink"}};
    const auto of = [](std::uint32_t source, std::size_t gpus) {
        ObservedHost host;
        host.sources = {SourceId(source)};
        host.gpus.resize(gpus);
        return host;
    };
    const auto severity = [&](const ObservedHost& one, const ObservedHost& other) {
        const auto found = compare_gpu_counts(all, one, other);
        return found ? std::optional(found->severity) : std::nullopt;
    };
    CHECK(severity(of(0, 7), of(2, 8)) == Severity::mismatch);  // a matrix shows all that work
    CHECK(severity(of(2, 8), of(0, 7)) == Severity::mismatch);
    CHECK(severity(of(0, 8), of(1, 4)) == Severity::warning);  // a dump those of its job
    CHECK(severity(of(0, 8), of(2, 7)) == Severity::warning);
    CHECK_FALSE(severity(of(0, 8), of(2, 1)));  // nvidia-smi nvlink -s -i 0
    CHECK_FALSE(severity(of(0, 8), of(1, 8)));
    CHECK_FALSE(severity(of(0, 8), of(1, 0)));
    const auto found = compare_gpu_counts(all, of(0, 7), of(2, 8));
    REQUIRE(found);
    CHECK(found->one == "7 GPUs (t.txt)");
    CHECK(found->other == "8 GPUs (l.txt)");
}

TEST_CASE("rates of different kinds are not compared") {
    const auto rate = [](double gigabytes, RateKind kind) {
        return Fact<LinkSpeed>(LinkSpeed{gigabytes_per_second(gigabytes), kind}, self);
    };
    CHECK(are_other_rates(rate(25, RateKind::peak), rate(50, RateKind::peak)));
    CHECK_FALSE(are_other_rates(rate(25, RateKind::peak), rate(25.1, RateKind::peak)));
    CHECK_FALSE(are_other_rates(rate(25, RateKind::peak), rate(53.125, RateKind::signalling)));
    CHECK_FALSE(are_other_rates(rate(25, RateKind::peak), {}));
}

TEST_CASE("NICs that one of the two does not place are left out") {
    using P = Fact<Path>;
    const Neighbours found = neighbours({P(Path::pix, self), P(), P(Path::sys, self), P(Path::pxb, self)},
                                        {P(Path::node, self), P(Path::pix, self), P(Path::pxb, self), P()});
    CHECK(found.one == std::vector<std::size_t>{0});
    CHECK(found.other == std::vector<std::size_t>{2});
}
