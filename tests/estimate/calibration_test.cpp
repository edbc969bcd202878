#include "railyard/estimate/calibration.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "railyard/estimate/estimate.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

Calibration shipped() {
    return load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration);
}

CalibratedMachine machine_of(const Layout& layout, const char* on) {
    const Topology topology = load_topology(test::shipped_library(), on).topology;
    const auto result = evaluate(topology, layout);
    const auto& evaluation = std::get<Evaluation>(result);
    const auto links = look_at_links(topology, layout, evaluation).links;
    return std::get<CalibratedMachine>(calibrated_machine(shipped(), topology, layout, evaluation, links));
}

TEST_CASE("a job's links are those of tp, or PCIe where members of a domain have no NVLink") {
    const auto links = [](const char* tp, const char* dp, const char* on) {
        return machine_of(test::shipped_layout("megatron-1.7b", {{"parallel.tp", tp}, {"parallel.dp", dp}}),
                          on)
            .links;
    };
    CHECK(links("8", "4", "hgx-a100") == JobLinks::nvlink);
    CHECK(links("16", "2", "hgx-a100") == JobLinks::network);
    CHECK(links("16", "2", "gb200-nvl72") == JobLinks::nvlink);
    CHECK(links("4", "8", "dgx-1v") == JobLinks::nvlink);
    CHECK(links("8", "4", "dgx-1v") == JobLinks::pcie);  // GPUs 3 and 4 have no NVLink between them
}

TEST_CASE("sends between stages take what is given of their starts and of NVLink's rate") {
    // Eight stages in a box of eight A100, on NVLink; twelve reach over two.
    const auto sends = [](const char* stages, const GivenValues& given) {
        Calibration calibration = shipped();
        calibration.constants.given = given;
        const Layout layout =
            test::shipped_layout("megatron-1.7b", {{"parallel.pp", stages}, {"parallel.dp", "1"}});
        const Topology topology = load_topology(test::shipped_library(), "hgx-a100").topology;
        const auto result = evaluate(topology, layout);
        const auto& evaluation = std::get<Evaluation>(result);
        const auto links = look_at_links(topology, layout, evaluation).links;
        return std::get<CalibratedMachine>(
            calibrated_machine(calibration, topology, layout, evaluation, links));
    };
    GivenValues other;
    other[Given::copy_share] = 0.4;
    other[Given::send_start] = 110;
    other[Given::network_start] = 1010;
    const auto near = sends("8", GivenValues{});
    CHECK(sends("8", other).send_rate / near.send_rate == doctest::Approx(0.5));
    CHECK((sends("8", other).send_latency - near.send_latency).raw() == doctest::Approx(100e-6));
    const auto far = sends("12", GivenValues{});
    CHECK(sends("12", other).send_rate / far.send_rate == doctest::Approx(1));
    CHECK((sends("12", other).send_latency - far.send_latency).raw() == doctest::Approx(1100e-6));
}

TEST_CASE("a GPU with another peak does its measured products as much faster") {
    const Layout layout = test::shipped_layout("megatron-1.7b");  // in fp16
    TopologySettings set;
    set.gpu.push_back(input::setting_from_text("peak.fp16", "624 TFLOP/s", ""));  // A100: 312
    set.gpu.push_back(input::setting_from_text("peak.bf16", "936 TFLOP/s", ""));
    const Topology topology = load_topology(test::shipped_library(), "hgx-a100", ".", set).topology;
    const auto result = evaluate(topology, layout);
    const auto& evaluation = std::get<Evaluation>(result);
    const auto links = look_at_links(topology, layout, evaluation).links;
    const auto machine =
        std::get<CalibratedMachine>(calibrated_machine(shipped(), topology, layout, evaluation, links));
    CHECK(machine.gpu.best_bf16 / machine_of(layout, "hgx-a100").gpu.best_bf16 == doctest::Approx(2));
}

// The shipped box of H100 with keys of its GPU set in the domain's own file.
Topology box_of_h100(const std::string& keys) {
    test::TemporaryLibrary files;
    files.write("box.yaml", "domain: box\nuse: hgx-h100\ngpu: {" + keys + "}\n");
    return load_topology(files.library(), files.root() + "/box.yaml").topology;
}

std::variant<CalibratedMachine, std::string> machine_on(const Topology& topology) {
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    const auto result = evaluate(topology, layout);
    const auto& evaluation = std::get<Evaluation>(result);
    return calibrated_machine(shipped(), topology, layout, evaluation,
                              look_at_links(topology, layout, evaluation).links);
}

TEST_CASE("a GPU that starts from a shipped one and states another peak was not measured either") {
    const auto machine =
        std::get<CalibratedMachine>(machine_on(box_of_h100("use: h100, peak: {bf16: 148 TFLOP/s}")));
    const auto measured = std::get<CalibratedMachine>(machine_on(box_of_h100("use: h100")));
    CHECK(machine.gpu.best_bf16 / measured.gpu.best_bf16 == doctest::Approx(148.0 / 989));
    CHECK(machine.gpu.best_bf16 < teraflops_per_second(148));
}

TEST_CASE("products faster than the peak of the GPU's own file are refused") {
    Calibration wrong = shipped();
    for (GpuFacts& facts : wrong.gpus)
        if (facts.gpu == "h100") facts.best_bf16 = teraflops_per_second(1200);
    const Topology topology = load_topology(test::shipped_library(), "hgx-h100").topology;
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    const auto result = evaluate(topology, layout);
    const auto& evaluation = std::get<Evaluation>(result);
    const auto machine = calibrated_machine(wrong, topology, layout, evaluation,
                                            look_at_links(topology, layout, evaluation).links);
    REQUIRE(std::holds_alternative<std::string>(machine));
    CHECK(
        std::get<std::string>(machine) ==
        "the best bf16 product of 'h100' in the calibration 'shipped', 1.2 PFLOP/s, is above the peak that "
        "its file states, 989 TFLOP/s");
}

}  // namespace
}  // namespace railyard
