#include "railyard/machine/smi_topo.hpp"

#include <doctest/doctest.h>

#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

ObservedHost read(const std::string& text) {
    const input::Source source("topo.txt", text);
    REQUIRE(is_smi_topo(text));
    return read_smi_topo(source).hosts.front();
}

}  // namespace

TEST_CASE("a matrix with NICs, legend and affinities") {
    const ObservedHost host = read_fixture("hgx-h200-topo.txt").hosts.front();
    REQUIRE(host.gpus.size() == 8);
    REQUIRE(host.nics.size() == 8);
    CHECK(host.nics[3].name.value == "mlx5_3");
    CHECK(host.gpus[6].index.value == 6);
    CHECK(host.gpus[6].numa.value == 1);
    CHECK(host.gpus[6].cpus.value == "32-63");
    CHECK(host.pair(0, 7).lanes.value == 18);
    CHECK(host.pair(0, 7).path.value == Path::nvlink);
    CHECK(host.path_to_nic(2, 2).value == Path::pix);
    CHECK(host.path_to_nic(2, 3).value == Path::node);
    CHECK(host.path_to_nic(2, 4).value == Path::sys);
    CHECK_FALSE(host.gpus[0].lanes.known());  // NV18 is into switches or to the peer: not told
}

TEST_CASE("escape codes, Windows ends, and a GPU that lost its links") {
    const ObservedHost host = read_fixture("hgx-h200-topo-gpu1-lost.txt").hosts.front();
    CHECK(host.pair(0, 1).lanes.value == 0);
    CHECK(host.pair(0, 1).path.value == Path::node);
    CHECK(host.pair(1, 7).path.value == Path::sys);
    CHECK(host.pair(0, 2).lanes.value == 18);
}

TEST_CASE("a paste that made blanks of the tabs, with a single blank before the last cell") {
    const ObservedHost host = read(
        "# nvidia-smi topo -m\n"
        "        GPU0    GPU1    mlx5_0  CPU Affinity    NUMA Affinity   GPU NUMA ID\n"
        "GPU0     X      NV2     PXB     112-127,240-255 7               N/A\n"
        "GPU1    NV2      X      SYS     16-31,144-159   1               N/A\n");
    REQUIRE(host.gpus.size() == 2);
    REQUIRE(host.nics.size() == 1);
    CHECK(host.gpus[0].cpus.value == "112-127,240-255");
    CHECK(host.gpus[0].numa.value == 7);
    CHECK(host.path_to_nic(1, 0).value == Path::sys);
}

TEST_CASE("a header that lost its first tab, strided and empty affinities") {
    const ObservedHost host = read(
        "GPU0\tGPU1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n"
        "GPU0\t X \tNV4\t6,14,22\t3\t\tN/A\n"
        "GPU1\tNV4\t X \t\t5\t\tN/A\n");
    CHECK(host.pair(0, 1).lanes.value == 4);
    CHECK(host.gpus[0].cpus.value == "6,14,22");
    CHECK(host.gpus[0].numa.value == 3);
    CHECK_FALSE(host.gpus[1].cpus.known());
    CHECK(host.gpus[1].numa.value == 5);
}

TEST_CASE("columns in an order of their own, old names, unknown cells") {
    const ObservedHost host = read(
        "\tGPU1\tGPU0\tmlx5_2\tmlx5_1\tCPU Affinity\n"
        "GPU1\t X \tSOC\tPIX\tPHB\t0-9\n"
        "GPU0\tN/A\t X \tPHB\tERR!\t0-9\n"
        "mlx5_2\tPIX\tPHB\t X \tPHB\t\n");
    REQUIRE(host.gpus.size() == 2);
    CHECK(host.gpus[0].index.value == 1);
    CHECK(host.pair(0, 1).path.value == Path::sys);
    CHECK(host.pair(1, 0).path.value == Path::sys);  // its own row does not say; the other's does
    CHECK_FALSE(host.path_to_nic(1, 1).known());
    CHECK(host.nics[0].name.value == "mlx5_2");
}

TEST_CASE("a matrix of one GPU, and one that is cut off") {
    CHECK(read("\tGPU0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\nGPU0\t X \t0-19\t0\t\tN/A\n").gpus.size() ==
          1);
    const Observed cut =
        read_smi_topo(input::Source("t", "\tGPU0\tGPU1\tGPU2\nGPU0\t X \tNV6\tNV6\nGPU1\tNV6\t X"));
    REQUIRE(cut.remarks.size() == 1);
    CHECK(cut.remarks[0].text ==
          "the matrix is cut off: 2 of 3 rows, that of GPU1 with 2 of 3 cells; what is not whole there is "
          "unknown");
    CHECK(cut.hosts[0].pair(2, 0).lanes.value == 6);
    CHECK_FALSE(cut.hosts[0].pair(1, 2).lanes.known());
}

// Every place at which the text can end: what is told is what the whole text tells, and the end is noticed.
void check_every_cut(const std::string& text, const std::string& blank) {
    const ObservedHost whole = read(text);
    const std::size_t legend = text.find("NIC Legend:");
    const std::size_t last_row = text.rfind("NIC7" + blank, legend);
    REQUIRE(last_row < legend);
    for (std::size_t size = text.find("NV18"); size < text.size(); ++size) {
        CAPTURE(size);
        const std::string some = text.substr(0, size);
        if (!is_smi_topo(some)) continue;
        const Observed observed = read_smi_topo(input::Source("cut.txt", some));
        const ObservedHost& cut = observed.hosts.front();
        if (size <= last_row) CHECK_FALSE(observed.remarks.empty());
        for (std::size_t a = 0; a < cut.gpus.size(); ++a) {
            const auto same = [](const auto& part, const auto& all) {
                return !part.known() || part.value == all.value;
            };
            REQUIRE(same(cut.gpus[a].numa, whole.gpus[a].numa));
            REQUIRE(same(cut.gpus[a].cpus, whole.gpus[a].cpus));
            for (std::size_t b = 0; b < cut.gpus.size(); ++b)
                REQUIRE(same(cut.pair(a, b).lanes, whole.pair(a, b).lanes));
            for (std::size_t nic = 0; nic < cut.nics.size(); ++nic)
                REQUIRE(same(cut.path_to_nic(a, nic), whole.path_to_nic(a, nic)));
        }
        for (std::size_t nic = 0; nic < cut.nics.size(); ++nic) {
            const std::string name = cut.nics[nic].name.value_or("");
            const bool is_told = name == whole.nics[nic].name.value || name == "NIC" + std::to_string(nic);
            // The last name of the legend is believed: a text that lost its last line end only is whole.
            REQUIRE((is_told || nic + 1 == cut.nics.size()));
        }
    }
}

TEST_CASE("a matrix cut anywhere tells nothing that the whole does not") {
    const std::string text(input::read_source(fixture_path("hgx-h200-topo.txt"))->text());
    check_every_cut(text, "\t");
    std::string pasted;
    for (const char c : text) pasted += c == '\t' ? std::string("    ") : std::string(1, c);
    check_every_cut(pasted, " ");
}

TEST_CASE("what is left of a cell, of a title and of a name is not taken for the whole") {
    const auto cut = [](const std::string& text) {
        return read_smi_topo(input::Source("t",
                                           "\tGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\n"
                                           "GPU0\t X \tNV18\tPIX\tSYS\t0-55\t0\n" +
                                               text));
    };
    CHECK(cut("GPU1\tNV1").hosts[0].pair(1, 0).lanes.value == 18);  // by the row of GPU 0
    CHECK_FALSE(cut("GPU1\tNV18\t X \tNO").hosts[0].path_to_nic(1, 0).known());
    CHECK_FALSE(cut("GPU1\tNV18\t X \tSYS\tPIX\t0-5").hosts[0].gpus[1].cpus.known());
    CHECK(cut("GPU1\tNV18\t X \tSYS\tPIX\t0-55\t1").hosts[0].gpus[1].cpus.value == "0-55");
    const Observed title = cut("GPU1");
    CHECK(title.remarks[0].text == "the matrix is cut off: 1 of 4 rows; what is not whole there is unknown");
    const std::string rows =
        "GPU1\tNV18\t X \tSYS\tPIX\t0-55\t1\nNIC0\tPIX\tSYS\t X \tSYS\nNIC1\tSYS\tPIX\tSYS\t X \n";
    CHECK(cut(rows + "  NIC0: mlx5_1").hosts[0].nics[0].name.value == "NIC0");  // of mlx5_10, perhaps
    CHECK(cut(rows + "  NIC0: mlx5_1").remarks[0].text ==
          "the legend is cut off: the name of NIC0 may not be whole and is left out");
    CHECK(cut(rows + "  NIC0: mlx5_1\n  NIC1: mlx5_1").hosts[0].nics[1].name.value == "NIC1");
    CHECK(cut(rows + "  NIC0: mlx5_1\n  NIC1: mlx5_2").hosts[0].nics[1].name.value == "mlx5_2");
    // A code that nothing cut is still a mistake.
    CHECK(complaint_of([&] { (void)cut("GPU1\tNV18\t X \tNO\tSYS\n"); }) ==
          "3:15: 'NO' is no code of this matrix");
}

TEST_CASE("what is no matrix of links is called what it is") {
    const input::Source p2p("p", " \tGPU0\tGPU1\t\n GPU0\tX\tOK\t\n GPU1\tOK\tX\t\n");
    CHECK_FALSE(is_smi_topo(p2p.text()));
    CHECK(complaint_of([&] { (void)read_machine(p2p); }).find("nvidia-smi topo -p2p") != std::string::npos);
    const input::Source error("e", "ERROR: Option -m is missing its value.\n");
    CHECK(complaint_of([&] { (void)read_machine(error); }) == "1:1: nvidia-smi had nothing to show here");
    const input::Source unknown("u", "\tGPU0\tGPU1\nGPU0\t X \tFOO\nGPU1\tFOO\t X \n");
    CHECK(complaint_of([&] { (void)read_machine(unknown); }) == "2:10: 'FOO' is no code of this matrix");
    const input::Source twice("d", "\tGPU0\tGPU0\nGPU0\t X \tNV1\n");
    CHECK(complaint_of([&] { (void)read_machine(twice); }) == "1:1: 'GPU0' is there twice");
}
