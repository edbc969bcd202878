#include "railyard/machine/rocm_smi_topo.hpp"

#include <doctest/doctest.h>

#include "railyard/machine/smi_topo.hpp"
#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

std::string whole() {
    return std::string(input::read_source(fixture_path("mi300x-showtopo.txt"))->text());
}

Observed read(const std::string& text) {
    return read_machine(input::Source("topo.txt", text));
}

std::string types(const std::string& rows) {
    return "==== Link Type between two GPUs ====\n       GPU0   GPU1   GPU2\n" + rows;
}

}  // namespace

TEST_CASE("tables of rocm-smi: GPUs that xGMI joins, and their NUMA nodes") {
    const Observed observed = read_fixture("mi300x-showtopo.txt");
    CHECK(observed.sources.front().format == "rocm-smi-topo");
    CHECK(observed.remarks.empty());
    const ObservedHost& host = observed.hosts.front();
    REQUIRE(host.gpus.size() == 4);
    CHECK(host.gpus[2].index.value == 2);
    CHECK(host.gpus[2].maker.value == GpuMaker::amd);
    CHECK(host.gpus[1].numa.value == 0);
    CHECK(host.gpus[2].numa.value == 1);
    CHECK(host.pair(0, 3).path.value == Path::nvlink);
    CHECK_FALSE(host.pair(0, 3).lanes.known());  // how many is not told
}

TEST_CASE("a pair that only PCIe joins has no links") {
    const ObservedHost host = read(types("GPU0   0      XGMI   PCIE\n"
                                         "GPU1   XGMI   0      PCIE\n"
                                         "GPU2   PCIE   PCIE   0\n"))
                                  .hosts.front();
    CHECK(host.pair(0, 1).path.value == Path::nvlink);
    CHECK(host.pair(0, 2).lanes.value == 0);
    CHECK(host.pair(2, 1).lanes.value == 0);
    CHECK_FALSE(host.pair(0, 2).path.known());
}

TEST_CASE("xGMI over several hops joins two GPUs only by way of others") {
    const ObservedHost host = read(
                                  "=== Hops between two GPUs ===\n     GPU0 GPU1 GPU2\n"
                                  "GPU0 0 1 2\nGPU1 1 0 1\nGPU2 2 1 0\n" +
                                  types("GPU0 0 XGMI XGMI\nGPU1 XGMI 0 XGMI\nGPU2 XGMI XGMI 0\n"))
                                  .hosts.front();
    CHECK(host.pair(0, 1).path.known());
    CHECK_FALSE(host.pair(0, 2).path.known());
    CHECK_FALSE(host.pair(0, 2).lanes.known());
}

TEST_CASE("tables whose titles are gone are those of rocm-smi all the same") {
    const std::string text =
        "\tGPU0\tGPU1\nGPU0\t0\t15\nGPU1\t15\t0\n"
        "\tGPU0\tGPU1\nGPU0\t0\tXGMI\nGPU1\tXGMI\t0\n";
    CHECK(is_rocm_smi_topo(text));
    CHECK(read(text).hosts.front().pair(0, 1).path.value == Path::nvlink);
    CHECK_FALSE(is_rocm_smi_topo("\tGPU0\tGPU1\nGPU0\t X \tNV4\nGPU1\tNV4\t X \n"));
}

TEST_CASE("escape codes and Windows ends") {
    const ObservedHost host = read(
                                  "\x1b[1m=== Link Type between two GPUs ===\x1b[0m\r\n     GPU0 GPU1\r\n"
                                  "GPU0 0    XGMI\r\nGPU1 XGMI 0\r\nGPU[1]\t: (Topology) Numa Node: -1\r\n")
                                  .hosts.front();
    CHECK(host.pair(0, 1).path.value == Path::nvlink);
    CHECK_FALSE(host.gpus[1].numa.known());
}

TEST_CASE("a text that is cut off in the table of link types is read as far as it goes") {
    const std::string text = types("GPU0   0      XGMI   XGMI\nGPU1   XGMI   0      XG");
    const Observed observed = read(text);
    REQUIRE(observed.remarks.size() == 1);
    CHECK(observed.remarks.front().text ==
          "the table of link types is cut off: 2 of 3 rows; what is not whole there is unknown");
    const ObservedHost& host = observed.hosts.front();
    CHECK(host.pair(2, 0).path.value == Path::nvlink);  // by the other's row
    CHECK_FALSE(host.pair(1, 2).path.known());
}

TEST_CASE("a text that is cut off anywhere is read, or said to be cut off") {
    const std::string text = whole();
    const std::size_t last_cell = text.find('0', text.rfind("GPU3   XGMI"));  // of the table of types
    for (std::size_t length = text.find("Weight between two GPUs") + 23; length < text.size(); ++length) {
        CAPTURE(length);
        const input::Source source("topo.txt", text.substr(0, length));
        try {
            const Observed observed = read_machine(source);
            CHECK(observed.remarks.empty() == (length > last_cell));
        } catch (const InputError& error) {
            CHECK(error.problems().front().span.line > 0);
            CHECK(error.problems().front().message ==
                  "this text of rocm-smi --showtopo ends before its table of link types");
        }
    }
}

TEST_CASE("what cannot be in such a table has its place") {
    const auto complaint = [](const std::string& text) { return complaint_of([&] { (void)read(text); }); };
    CHECK(complaint(types("GPU0   0      LASER  XGMI\n")) == "3:15: 'LASER' is no type of link");
    CHECK(complaint(types("GPU0 0 XGMI XGMI\nGPU0 0 XGMI XGMI\n")) ==
          "4:1: a second table of link types: GPU0 has a row in it already");
    CHECK(
        complaint(
            "\n=== ROCm System Management Interface ===\nGPU[0] : Temp: 40\n=== End of ROCm SMI Log ===\n") ==
        "2:1: this output of rocm-smi has no table of link types");
    CHECK(complaint(types("GPU7 0 XGMI XGMI\n")) == "3:1: there is no column of GPU7");
    CHECK(complaint("=== Link Type between two GPUs ===\n  GPU0 GPU0\nGPU0 0 0\n") ==
          "2:8: 'GPU0' is there twice");
}

TEST_CASE("two cells of a pair that say different things are told of") {
    const Observed observed = read(types("GPU0 0 XGMI PCIE\nGPU1 PCIE 0 PCIE\nGPU2 PCIE PCIE 0\n"));
    REQUIRE(observed.remarks.size() == 1);
    CHECK(observed.remarks.front().place == "rocm-smi --showtopo");
    CHECK(observed.remarks.front().text ==
          "the matrix contradicts itself: row GPU0 has XGMI for GPU1, row GPU1 has PCIE for GPU0");
}
