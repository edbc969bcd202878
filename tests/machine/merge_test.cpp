#include "railyard/machine/merge.hpp"

#include <doctest/doctest.h>

#include "railyard/machine/disagreements.hpp"
#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

Observed merged(const std::vector<std::string>& fixtures) {
    Observed all;
    for (const std::string& name : fixtures) {
        const auto why = merge(all, read_fixture(name));
        CHECK_FALSE(why.has_value());
    }
    return all;
}

}  // namespace

TEST_CASE("three sources of one server are one server, each fact with its source") {
    const Observed all = merged({"hgx-h200.xml", "hgx-h200-topo.txt", "hgx-h200-nvlink.txt"});
    CHECK(all.disagreements.empty());
    REQUIRE(all.hosts.size() == 1);
    REQUIRE(all.sources.size() == 3);
    const ObservedHost& host = all.hosts.front();
    REQUIRE(host.gpus.size() == 8);
    REQUIRE(host.nics.size() == 8);  // by name: mlx5_0 of the dump is NIC0 of the matrix
    CHECK(host.gpus[3].model.value == "NVIDIA H200");
    CHECK(all.sources[host.gpus[3].model.from.value()].format == "nvidia-smi-nvlink");
    CHECK(all.sources[host.gpus[3].lanes.from.value()].format == "nccl-topo");
    CHECK(host.gpus[3].cpus.value == "0-31");
    CHECK(host.pair(0, 1).lanes.value == 18);
}

TEST_CASE("the order of the sources does not matter to what is known") {
    const Observed all = merged({"hgx-h200-nvlink.txt", "hgx-h200-topo.txt", "hgx-h200.xml"});
    CHECK(all.disagreements.empty());
    REQUIRE(all.hosts.size() == 1);
    CHECK(all.hosts[0].gpus[7].pci.value == PciAddress{0, 0x82, 0, 0});
    CHECK(all.hosts[0].hash.value == "0xa1");
    CHECK(all.hosts[0].path_to_nic(7, 7).value == Path::pix);
}

TEST_CASE("what two sources say differently is a finding, and the first stays") {
    const Observed all = merged({"hgx-h200.xml", "hgx-h200-nvlink-gpu2-two-down.txt"});
    const Findings findings = disagreement_findings(all);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].severity == Severity::mismatch);
    CHECK(findings[0].place == "host 0xa1, GPU 2");
    CHECK(findings[0].expected.empty());
    CHECK(findings[0].seen.starts_with("18 NVLinks up ("));
    CHECK(findings[0].seen.find("hgx-h200.xml) against 16 NVLinks up (") != std::string::npos);
    CHECK(findings[0].seen.ends_with("hgx-h200-nvlink-gpu2-two-down.txt)"));
    CHECK(all.hosts[0].gpus[2].lanes.value == 18);
}

TEST_CASE("a pair that differs is told once, not for both directions") {
    const Observed all = merged({"hgx-h200.xml", "hgx-h200-topo-gpu1-lost.txt"});
    const Findings findings = disagreement_findings(all);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].place == "host 0xa1, GPU 1 to 7 others");
}

TEST_CASE("hosts with hashes of their own are servers of their own") {
    for (const Observed& all :
         {merged({"hgx-h200.xml", "hgx-h200-third.xml"}), merged({"two-gb200-trays.xml"})}) {
        CHECK(all.hosts.size() == 2);
        CHECK(all.disagreements.empty());
    }
}

TEST_CASE("a second file of a format that tells a whole server is another server") {
    const Observed all = merged({"hgx-h200-topo.txt", "hgx-h200-topo.txt"});
    CHECK(all.hosts.size() == 2);
    CHECK(all.disagreements.empty());
}

TEST_CASE("a source that may be of several servers is refused and changes nothing") {
    Observed all = merged({"hgx-h200.xml", "hgx-h200-third.xml"});
    const auto why = merge(all, read_fixture("hgx-h200-nvlink.txt"));
    REQUIRE(why.has_value());
    CHECK(*why == "it does not say which server it is of, and there are several");
    CHECK(all.sources.size() == 2);
    Observed named = read_fixture("hgx-h200-nvlink.txt");
    all.hosts[1].name = {"node7", SourceId(1)};
    named.hosts[0].name = {"node7", SourceId(0)};
    CHECK_FALSE(merge(all, named).has_value());
    CHECK(all.hosts.size() == 2);
    CHECK(all.hosts[1].gpus[0].model.value == "NVIDIA H200");
}

TEST_CASE("files of one host under its name with and without the site are joined") {
    Observed all = read_fixture("hgx-h200-topo.txt");
    all.hosts[0].name = {"node7.site.org", SourceId(0)};
    Observed list = read_fixture("hgx-h200-nvlink.txt");
    list.hosts[0].name = {"node7", SourceId(0)};
    REQUIRE_FALSE(merge(all, list).has_value());
    CHECK(all.hosts.size() == 1);
    list.hosts[0].name = {"node8", SourceId(0)};
    REQUIRE_FALSE(merge(all, list).has_value());
    CHECK(all.hosts.size() == 2);
}

TEST_CASE("bus ids alone and numbers alone are joined in order") {
    Observed all = read_text(
        "<system version=\"1\"><cpu numaid=\"0\" arch=\"x\"><pci busid=\"0000:90:00.0\" "
        "class=\"0x030200\"/><pci "
        "busid=\"0000:20:00.0\" class=\"0x030200\"/></cpu></system>");
    REQUIRE_FALSE(
        merge(all, read_text("\tGPU0\tGPU1\tNIC0\nGPU0\t X \tNV4\tPIX\nGPU1\tNV4\t X \tSYS\n")).has_value());
    REQUIRE(all.hosts.size() == 1);
    REQUIRE(all.hosts[0].gpus.size() == 2);
    CHECK(all.hosts[0].gpus[0].index.value == 1);  // 90 is behind 20
    CHECK(all.hosts[0].path_to_nic(1, 0).value == Path::pix);
    CHECK(gpu_order(all.hosts[0]) == std::vector<std::size_t>{1, 0});
}

TEST_CASE("of a NIC the lower rate, width and speed count, whichever source comes first") {
    const auto dump = [](const std::string& link, const std::string& speed) {
        return read_text(
            "<system version=\"1\"><cpu host_hash=\"0x1\" arch=\"x\"><pci busid=\"0000:01:00.0\" "
            "class=\"0x020700\" " +
                link + "><nic><net name=\"mlx5_0\" speed=\"" + speed + "\"/></nic></pci></cpu></system>",
            speed);
    };
    const auto full = dump("link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"", "400000");
    const auto less = dump("link_speed=\"32.0 GT/s PCIe\" link_width=\"8\"", "100000");
    for (const bool full_first : {true, false}) {
        Observed all = full_first ? full : less;
        REQUIRE_FALSE(merge(all, full_first ? less : full).has_value());
        REQUIRE(all.hosts.size() == 1);
        const ObservedNic& nic = all.hosts[0].nics.at(0);
        CHECK(nic.rate.value == gigabits_per_second(100));
        CHECK(nic.pcie.width.value == 8);
        CHECK(nic.pcie.bandwidth.value->raw() == doctest::Approx(31.508e9).epsilon(0.001));
        CHECK(all.disagreements.size() == 2);
        for (const ObservedDisagreement& each : all.disagreements)
            CHECK(each.what.severity == Severity::warning);
    }
}

TEST_CASE("a link of an idle GPU gives way to the faster reading") {
    const std::string slow =
        "<system version=\"1\"><cpu host_hash=\"0x1\" arch=\"x\"><pci busid=\"0000:01:00.0\" "
        "class=\"0x030200\" "
        "link_speed=\"2.5 GT/s PCIe\" link_width=\"16\"/></cpu></system>";
    std::string fast = slow;
    fast.replace(fast.find("2.5"), 3, "32.0");
    Observed all = read_text(slow);
    REQUIRE_FALSE(merge(all, read_text(fast)).has_value());
    CHECK(all.disagreements.empty());
    CHECK(all.hosts[0].gpus[0].pcie.bandwidth.value->raw() == doctest::Approx(63.015e9).epsilon(0.001));
}

TEST_CASE("a second matrix is another server even where the first told nothing new") {
    const Observed all = merged({"hgx-h200.xml", "hgx-h200-topo.txt", "hgx-h200-topo.txt"});
    CHECK(all.disagreements.empty());
    REQUIRE(all.hosts.size() == 2);
    CHECK(all.hosts[0].sources == std::vector<SourceId>{SourceId(0), SourceId(1)});
    CHECK(all.hosts[1].sources == std::vector<SourceId>{SourceId(2)});
}

TEST_CASE("GPU models that cannot be one are one finding for the server, with both sources") {
    Observed all = merged({"hgx-h200.xml"});
    std::string list;
    for (int gpu = 0; gpu < 8; ++gpu) {
        list += "GPU " + std::to_string(gpu) + ": NVIDIA B200 (UUID: GPU-0)\n";
        for (int link = 0; link < 18; ++link) list += "\t Link " + std::to_string(link) + ": 26.562 GB/s\n";
    }
    REQUIRE_FALSE(merge(all, read_text(list, "b200.txt")).has_value());
    const Findings findings = disagreement_findings(all);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].severity == Severity::mismatch);
    CHECK(findings[0].place == "host 0xa1, 8 GPUs");
    CHECK(findings[0].seen.ends_with("against NVIDIA B200 (b200.txt)"));
    // The GPU stays what the first source says, and can be compared.
    const Findings as_first = mismatches(Checked("hgx-h200").findings(all));
    REQUIRE(as_first.size() == 1);  // the disagreement itself
    CHECK(as_first[0].place == "host 0xa1, 8 GPUs");
    CHECK(mismatches(Checked("hgx-b200").findings(all)).size() > 1);
}

TEST_CASE("two lists of links that differ in rate, model or UUID disagree") {
    const auto list = [](const std::string& model, const std::string& uuid, const std::string& rate) {
        return read_text("GPU 0: NVIDIA " + model + " (UUID: " + uuid + ")\n\t Link 0: " + rate + " GB/s\n",
                         model + rate);
    };
    const auto places = [&](const Observed& one, const Observed& other) {
        Observed all = one;
        CHECK_FALSE(merge(all, other).has_value());
        CHECK(all.hosts.size() == 1);
        std::string text;
        for (const Finding& finding : disagreement_findings(all)) text += finding.seen + "; ";
        return text;
    };
    CHECK(places(list("H200", "GPU-1", "26.562"), list("H200", "GPU-1", "26.562")).empty());
    CHECK(places(list("H200", "GPU-1", "26.562"), list("H200", "GPU-1", "53.125")) ==
          "26.562 GB/s a link, one way (H20026.562) against 53.125 GB/s a link, one way (H20053.125); ");
    CHECK(places(list("H200", "GPU-1", "26.562"), list("H100 80GB HBM3", "GPU-1", "26.562")) ==
          "NVIDIA H200 (H20026.562) against NVIDIA H100 80GB HBM3 (H100 80GB HBM326.562); ");
    CHECK(places(list("H200", "GPU-1", "26.562"), list("H200", "GPU-2", "26.562")) ==
          "some UUIDs (H20026.562) against other UUIDs (H20026.562); ");
}

TEST_CASE("NICs next to other GPUs, or under other names, disagree") {
    const std::string dump =
        "<system version=\"1\"><cpu numaid=\"0\" arch=\"x\"><pci busid=\"0000:10:00.0\" class=\"0x060400\">"
        "<pci busid=\"0000:11:00.0\" class=\"0x030200\"/><pci busid=\"0000:12:00.0\" class=\"0x020700\">"
        "<nic><net name=\"mlx5_0\"/></nic></pci></pci><pci busid=\"0000:20:00.0\" class=\"0x060400\">"
        "<pci busid=\"0000:21:00.0\" class=\"0x030200\"/><pci busid=\"0000:22:00.0\" class=\"0x020700\">"
        "<nic><net name=\"mlx5_1\"/></nic></pci></pci></cpu></system>";
    const auto disagreement = [&](const std::string& first, const std::string& second,
                                  const std::string& name) {
        Observed all = read_text(dump, "dump");
        const std::string matrix = "\tGPU0\tGPU1\tNIC0\tNIC1\nGPU0\t X \tNV4\t" + first +
                                   "\nGPU1\tNV4\t X \t" + second +
                                   "\n\nNIC Legend:\n\n  NIC0: mlx5_0\n  NIC1: " + name + "\n";
        CHECK_FALSE(merge(all, read_text(matrix, "topo")).has_value());
        std::string text;
        for (const Finding& finding : disagreement_findings(all)) text += finding.seen + "; ";
        return text;
    };
    CHECK(disagreement("PIX\tNODE", "NODE\tPIX", "mlx5_1").empty());
    CHECK(disagreement("PXB\tSYS", "PHB\tPIX", "mlx5_1").empty());
    CHECK(disagreement("NODE\tPIX", "PIX\tNODE", "mlx5_1") ==
          "GPU 0 next to mlx5_0, GPU 1 next to mlx5_1 (dump) against "
          "GPU 0 next to mlx5_1, GPU 1 next to mlx5_0 (topo); ");
    CHECK(disagreement("PIX\tNODE", "NODE\tPIX", "mlx5_9") ==
          "NICs mlx5_1 (dump) against NICs mlx5_9 (topo); ");
    CHECK(disagreement("PIX\tNODE", "NODE\tPIX", "eth0").empty());  // names of another kind
}

TEST_CASE("two hashes under one name are two servers and a finding") {
    Observed all = merged({"hgx-h200.xml"});
    Observed more = read_fixture("hgx-h200-third.xml");
    all.hosts[0].name = {"node0", SourceId(0)};
    more.hosts[0].name = {"node0", SourceId(0)};
    CHECK_FALSE(merge(all, more).has_value());
    CHECK(all.hosts.size() == 2);
    const Findings findings = disagreement_findings(all);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].severity == Severity::mismatch);
    CHECK(findings[0].place == "node0");
    CHECK(findings[0].seen.starts_with("host_hash 0xa1 ("));
}

TEST_CASE("a matrix whose legend is cut off is of the same NICs") {
    std::string text(input::read_source(fixture_path("hgx-h200-topo.txt"))->text());
    text.resize(text.find("NIC Legend"));
    for (const std::string other : {"hgx-h200-topo.txt", "hgx-h200.xml"}) {
        for (const bool cut_first : {false, true}) {
            CAPTURE(other);
            CAPTURE(cut_first);
            Observed whole = read_fixture(other);
            Observed cut = read_machine(input::Source("cut.txt", text));
            whole.hosts[0].name = cut.hosts[0].name = {"a", SourceId(0)};
            Observed all = cut_first ? cut : whole;
            REQUIRE_FALSE(merge(all, cut_first ? whole : cut).has_value());
            CHECK(all.disagreements.empty());
            REQUIRE(all.hosts.size() == 1);
            REQUIRE(all.hosts[0].nics.size() == 8);
            CHECK(all.hosts[0].nics[7].name.value == "mlx5_7");
        }
    }
}

// GPU 1 of the two told is the second of the host: what the file said of it stays its own.
TEST_CASE("a disagreement inside one file keeps its GPU where the host is joined into another") {
    Observed all = read_text("\tGPU1\tGPU0\nGPU1\t X \tNV2\nGPU0\tNV2\t X \n", "matrix");
    const auto list = [](int links) {
        std::string text;
        for (const char* gpu : {"0", "1"}) {
            text += std::string("GPU ") + gpu + ": NVIDIA A100-PCIE-40GB (UUID: GPU-" + gpu + ")\n";
            for (int link = 0; link < (gpu[0] == '1' ? links : 2); ++link)
                text += "\t Link " + std::to_string(link) + ": 25 GB/s\n";
        }
        return text;
    };
    CHECK_FALSE(merge(all, read_text(list(2) + list(1), "lists")).has_value());
    REQUIRE(all.disagreements.size() == 1);
    REQUIRE(all.disagreements[0].gpus.size() == 1);
    CHECK(all.hosts[0].gpus[all.disagreements[0].gpus[0]].index.value == 1);
    CHECK(disagreement_findings(all)[0].place == "host 0, GPU 1");
}
