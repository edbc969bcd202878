#include <doctest/doctest.h>

#include "railyard/machine/comparison.hpp"
#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

DomainKind kind_of(const std::string& name) {
    return load_domain(test::shipped_library(), name);
}

// A matrix of topo -m from codes.
std::string matrix(const std::vector<std::vector<const char*>>& codes) {
    std::string text;
    for (std::size_t i = 0; i < codes.size(); ++i) text += "\tGPU" + std::to_string(i);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        text += "\nGPU" + std::to_string(i);
        for (const char* code : codes[i]) text += std::string("\t") + code;
    }
    return text + "\n";
}

}  // namespace

TEST_CASE("links that a topology gives a GPU") {
    CHECK(expected_lanes(kind_of("hgx-h200"), 3) == 18);     // 5 + 4 + 4 + 5
    CHECK(expected_lanes(kind_of("gb200-nvl72"), 3) == 18);  // one to each of 18 switches
    CHECK(expected_lanes(kind_of("dgx-2"), 3) == 6);
    CHECK(expected_lanes(kind_of("dgx-1v"), 3) == 6);
    CHECK(expected_lanes(kind_of("mi300x-8"), 3) == 7);
    CHECK(expected_lanes(kind_of("pcie-4gpu"), 3) == 0);
}

TEST_CASE("a GPU that lost NVLink: one finding, with the group it hurts") {
    const Checked job("hgx-h200", 32);
    const Findings found = job.of_fixture("hgx-h200-gpu5-lost.xml");
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].place == "box0/server0/gpu5 (0000:62:00.0)");
    CHECK(found[0].expected == "18 NVLinks up");
    CHECK(found[0].seen.starts_with("0 of 18 links ("));
    CHECK(found[0].meaning.starts_with("tp group 0 loses NVLink: GPU 5 has 0 of 18 links"));
}

TEST_CASE("links of one GPU are looked at one by one: a good one hides no slow ones") {
    const auto box = [](const std::string& first, const std::string& others) {
        std::string text;
        for (int gpu = 0; gpu < 8; ++gpu) {
            text += "GPU " + std::to_string(gpu) + ": NVIDIA H200 (UUID: GPU-" + std::to_string(gpu) + ")\n";
            for (int link = 0; link < 18; ++link)
                text += "\t Link " + std::to_string(link) + ": " +
                        (gpu == 6 ? link == 17 ? first : others : "26.562 GB/s") + "\n";
        }
        return Checked("hgx-h200").findings(read_text(text));
    };
    CHECK(box("26.562 GB/s", "26.562 GB/s").empty());
    const Findings found = box("26.562 GB/s", "13.281 GB/s");
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].place == "box0/server0/gpu6");
    CHECK(found[0].expected == "25 GB/s a link, one way, nominal");
    CHECK(found[0].seen.starts_with("17 of 18 links at 13.281 GB/s"));
    CHECK(box("13.281 GB/s", "26.562 GB/s").front().seen.starts_with("1 of 18 links at 13.281 GB/s"));
}

TEST_CASE("the same from a matrix in which all its cells are PCIe") {
    const Findings found = Checked("hgx-h200").of_fixture("hgx-h200-topo-gpu1-lost.txt");
    REQUIRE(found.size() == 1);
    CHECK(found[0].place == "box0/server0/gpu1");
    CHECK(found[0].seen.starts_with("0 of 18 links"));
}

TEST_CASE("some links down, from a dump and from nvidia-smi") {
    const Finding dump = Checked("hgx-h200").of_fixture("hgx-h200-gpu2-14-links.xml").front();
    CHECK(dump.seen.starts_with("14 of 18 links"));
    CHECK(dump.meaning.starts_with("tp group 0 has 78 % of its NVLink bandwidth"));
    const Finding listed = Checked("hgx-h200").of_fixture("hgx-h200-nvlink-gpu2-two-down.txt").front();
    CHECK(listed.place == "box0/server0/gpu2");
    CHECK(listed.seen.starts_with("16 of 18 links"));
    CHECK(listed.severity == Severity::mismatch);
}

TEST_CASE("lane sums decide, not the number of rows") {
    const auto dump = [](const std::string& rows) {
        std::string text = "<system version=\"1\"><cpu arch=\"x\" host_hash=\"0x1\">";
        for (int i = 0; i < 8; ++i) {
            text += "<pci busid=\"0000:0" + std::to_string(i) + ":00.0\" class=\"0x030200\"><gpu dev=\"" +
                    std::to_string(i) + "\" sm=\"90\">" + rows + "</gpu></pci>";
        }
        return read_text(text + "</cpu></system>");
    };
    const auto row = [](int to, int count) {
        return "<nvlink target=\"0000:f" + std::to_string(to) + ":00.0\" count=\"" + std::to_string(count) +
               "\" tclass=\"0x068000\"/>";
    };
    const Checked job("hgx-h200");
    CHECK(job.findings(dump(row(1, 4) + row(2, 5) + row(3, 5) + row(4, 4))).empty());
    CHECK(
        job.findings(dump("<nvlink target=\"fffffff:ff:ff.0\" count=\"18\" tclass=\"0x068000\"/>")).empty());
    std::string sixes;
    for (int i = 0; i < 6; ++i) sixes += row(i, 2);
    CHECK(mismatches(Checked("hgx-a100").findings(dump(sixes))).size() ==
          1);  // compute capability 90 is no A100
    CHECK(job.findings(dump(sixes)).front().seen.starts_with("of each GPU: 12 of 18 links"));
}

TEST_CASE("a list that ends early proves nothing, links that are listed as down do") {
    std::string text = "GPU 0: NVIDIA H200 (UUID: GPU-1)\n";
    for (int i = 0; i < 12; ++i) text += " Link " + std::to_string(i) + ": 26.562 GB/s\n";
    const Finding cut = at_place(Checked("hgx-h200").findings(read_text(text)), "box0/server0/gpu0");
    CHECK(cut.severity == Severity::warning);
    CHECK(cut.seen.starts_with("a list of 12 links"));
}

TEST_CASE("signalling rates are payload rates of the right link, another generation is not") {
    const auto links = [](const char* rate) {
        std::string text;
        for (int gpu = 0; gpu < 8; ++gpu) {
            text += "GPU " + std::to_string(gpu) + ": NVIDIA Something (UUID: GPU-1)\n";
            for (int i = 0; i < 18; ++i) text += " Link " + std::to_string(i) + ": " + rate + " GB/s\n";
        }
        return read_text(text);
    };
    CHECK(Checked("hgx-h200").findings(links("26.562")).empty());
    CHECK(Checked("hgx-h200").findings(links("25")).empty());
    CHECK(Checked("hgx-b200").findings(links("53.125")).empty());
    CHECK(Checked("hgx-b200").findings(links("50")).empty());
    const Findings slow = Checked("hgx-b200").findings(links("26.562"));
    REQUIRE(slow.size() == 1);
    CHECK(slow[0].severity == Severity::mismatch);
    CHECK(slow[0].expected == "of each GPU: 50 GB/s a link, one way, nominal");
    CHECK(slow[0].seen.starts_with("of each GPU: 25 GB/s"));
    CHECK(Checked("hgx-h200").findings(links("53.125")).front().severity == Severity::warning);
}

TEST_CASE("no matrix is unknown, not a missing link") {
    CHECK(Checked("hgx-h200")
              .findings(read_text("<topology version=\"3.0\"><object type=\"Machine\"><object "
                                  "type=\"PCIDev\" pci_busid=\"0000:01:00.0\" "
                                  "pci_type=\"0302 [10de:2335] [10de:18be] a1 00\"/></object></topology>"))
              .front()
              .seen.starts_with("1 GPU; nothing stands for"));
    CHECK(Checked("hgx-h200")
              .findings(read_text("GPU 0: NVIDIA H200 (UUID: GPU-1)\nNvlink queries are not supported for "
                                  "Devices in MIG mode\n"))
              .size() == 1);  // the seven other GPUs
}

TEST_CASE("listed pairs are judged pair by pair") {
    // The hybrid cube mesh of a DGX-1V.
    std::vector<std::vector<const char*>> codes = {{"X", "NV1", "NV1", "NV2", "NV2", "SYS", "SYS", "SYS"},
                                                   {"NV1", "X", "NV2", "NV1", "SYS", "NV2", "SYS", "SYS"},
                                                   {"NV1", "NV2", "X", "NV2", "SYS", "SYS", "NV1", "SYS"},
                                                   {"NV2", "NV1", "NV2", "X", "SYS", "SYS", "SYS", "NV1"},
                                                   {"NV2", "SYS", "SYS", "SYS", "X", "NV1", "NV1", "NV2"},
                                                   {"SYS", "NV2", "SYS", "SYS", "NV1", "X", "NV2", "NV1"},
                                                   {"SYS", "SYS", "NV1", "SYS", "NV1", "NV2", "X", "NV2"},
                                                   {"SYS", "SYS", "SYS", "NV1", "NV2", "NV1", "NV2", "X"}};
    const Checked job("dgx-1v");
    CHECK(job.findings(read_text(matrix(codes))).empty());
    codes[0][3] = codes[3][0] = "NV1";
    const Findings found = job.findings(read_text(matrix(codes)));
    REQUIRE(found.size() == 1);
    CHECK(found[0].place == "box0/server0/gpu0 - gpu3");
    CHECK(found[0].seen.starts_with("1 of 2"));
    CHECK(found[0].meaning == "tp group 0 has a pair with fewer NVLinks");
    for (std::size_t i = 0; i < 8; ++i) {
        if (i != 6) codes[6][i] = codes[i][6] = "SYS";
    }
    codes[0][3] = codes[3][0] = "NV2";
    const Findings lost = job.findings(read_text(matrix(codes)));
    REQUIRE(lost.size() == 1);
    CHECK(lost[0].seen.starts_with("0 of 6 links"));
}

TEST_CASE("private links where switches are described") {
    const Topology topology =
        test::load_text("topology: t\ndomains:\n  - {use: gb200-nvl72, count: 1}\n").topology;
    const Observed mesh = read_text(matrix({{"X", "NV6", "NV6", "NV6"},
                                            {"NV6", "X", "NV6", "NV6"},
                                            {"NV6", "NV6", "X", "NV6"},
                                            {"NV6", "NV6", "NV6", "X"}}));
    const Findings found = compare(topology, mesh, match_servers(topology, mesh), std::nullopt);
    REQUIRE(found.size() == 1);
    CHECK(found[0].seen == "links go to each peer directly, and no pair has all of them");
    const Observed tray = read_text(matrix({{"X", "NV18", "NV18", "NV18"},
                                            {"NV18", "X", "NV18", "NV18"},
                                            {"NV18", "NV18", "X", "NV18"},
                                            {"NV18", "NV18", "NV18", "X"}}));
    CHECK(compare(topology, tray, match_servers(topology, tray), std::nullopt).empty());
}

TEST_CASE("several pairs of one GPU that lost their links are one finding") {
    // MI300X: one link to each peer. GPU 0 has lost those to GPUs 1, 2 and 5.
    std::vector<std::vector<const char*>> codes(8, std::vector<const char*>(8, "NV1"));
    for (std::size_t i = 0; i < 8; ++i) codes[i][i] = "X";
    for (const std::size_t peer : {1U, 2U, 5U}) codes[0][peer] = codes[peer][0] = "SYS";
    const Findings found = Checked("mi300x-8").findings(read_text(matrix(codes)));
    REQUIRE(found.size() == 1);
    CHECK(found[0].place == "box0/server0/gpu0 - gpu1, gpu2, gpu5");
    CHECK(found[0].expected == "3 NVLinks between it and these");
    CHECK(found[0].seen == "0 of 3 (a)");
    CHECK(found[0].meaning == "tp group 0 loses the NVLinks of 3 pairs");
    codes[3][4] = codes[4][3] = "SYS";  // another cause
    const Findings two = Checked("mi300x-8").findings(read_text(matrix(codes)));
    REQUIRE(two.size() == 2);
    CHECK(two[1].place == "box0/server0/gpu3 - gpu4");
    CHECK(two[1].expected == "1 NVLink between the two");
    CHECK(two[1].meaning == "tp group 0 loses the NVLink of a pair");
}

TEST_CASE("two GPUs on NVSwitches that do not reach each other") {
    std::vector<std::vector<const char*>> codes(8, std::vector<const char*>(8, "NV18"));
    for (std::size_t i = 0; i < 8; ++i) codes[i][i] = "X";
    codes[2][6] = codes[6][2] = "SYS";
    const Findings found = Checked("hgx-h200").findings(read_text(matrix(codes)));
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].place == "box0/server0/gpu2 - gpu6");
    CHECK(found[0].seen == "0 of 18 (a)");
}

TEST_CASE("a pair with fewer links than either of its GPUs has into the switches") {
    std::string text(input::read_source(fixture_path("hgx-h200-topo.txt"))->text());
    const auto set = [&](const std::string& row, int column, const std::string& code) {
        std::size_t at = text.find("\n" + row + "\t") + 1;
        for (int tab = 0; tab <= column; ++tab) at = text.find('\t', at) + 1;
        text.replace(at, text.find('\t', at) - at, code);
    };
    set("GPU1", 4, "NV17");
    set("GPU4", 1, "NV17");
    // tp 2: GPUs 1 and 4 are in tp groups 0 and 2 and in no common group but of dp, which has 1, 3, 5 and 7.
    const Findings one = Checked("hgx-h200", 8, 8).findings(read_text(text));
    REQUIRE(one.size() == 1);
    CHECK(one[0].severity == Severity::mismatch);
    CHECK(one[0].place == "box0/server0/gpu1 - gpu4");
    CHECK(one[0].expected == "18 NVLinks between the two");
    CHECK(one[0].seen == "17 of 18 (a)");
    CHECK(one[0].meaning == "tp group 0 has a pair with fewer NVLinks");
    const Findings apart = Checked("hgx-h200", 8, 2).findings(read_text(text));
    REQUIRE(apart.size() == 1);
    CHECK(apart[0].severity == Severity::warning);
    CHECK(apart[0].meaning == "ranks 1 and 4 sit there, in no common group");
}

TEST_CASE("a GPU for which the driver has errors in place of answers is not as described") {
    std::string text(input::read_source(fixture_path("hgx-h200-topo.txt"))->text());
    const std::size_t row = text.find("\nGPU3\t") + 6;
    for (int column = 0; column < 8; ++column) {
        const std::size_t at = text.find("NV18", row);
        if (at < text.find('\n', row)) text.replace(at, 4, "ERR!");
    }
    const Findings own_row = Checked("hgx-h200").findings(read_text(text));
    REQUIRE(own_row.size() == 1);
    CHECK(own_row[0].place == "box0/server0/gpu3");
    CHECK(own_row[0].severity == Severity::mismatch);
    CHECK(own_row[0].seen == "ERR! for 7 of 7 other GPUs (a)");
    CHECK(own_row[0].meaning ==
          "tp group 0 may have lost NVLink, or the GPU: GPU 3 has ERR! for 7 of 7 other GPUs");
    CHECK(mismatches(Checked("hgx-h200", 2, 2).findings(read_text(text))).empty());  // ranks on GPUs 0 and 1
    // N/A is no error: unknown, and told as such.
    std::string unknown =
        "\tGPU0\tGPU1\tGPU2\nGPU0\t X \tNV6\tN/A\nGPU1\tNV6\t X \tN/A\nGPU2\tN/A\tN/A\t X \n";
    const Observed some = read_text(unknown);
    CHECK_FALSE(some.hosts[0].gpus[2].complaint.known());
    CHECK(not_told(some.hosts[0]).starts_with("NVLinks of GPU 2, "));
}

TEST_CASE("an unknown row hides the links of that GPU alone") {
    std::vector<std::vector<const char*>> codes(8, std::vector<const char*>(8, "NV18"));
    for (std::size_t gpu = 0; gpu < 8; ++gpu) {
        codes[gpu][gpu] = " X ";
        if (gpu != 6) codes[gpu][6] = codes[6][gpu] = "N/A";
        if (gpu != 2 && gpu != 6) codes[gpu][2] = codes[2][gpu] = "NV16";
    }
    const Findings found = mismatches(Checked("hgx-h200").findings(read_text(matrix(codes))));
    REQUIRE(found.size() == 1);
    CHECK(found[0].place == "box0/server0/gpu2");
    CHECK(found[0].seen == "16 of 18 links (a)");
}

TEST_CASE("links that a list names as down are named") {
    std::string list;
    for (int gpu = 0; gpu < 8; ++gpu) {
        list +=
            "GPU " + std::to_string(gpu) + ": Tesla V100-SXM2-32GB (UUID: GPU-" + std::to_string(gpu) + ")\n";
        for (int link = 0; link < 6; ++link) {
            const bool down = gpu == 2 && (link == 3 || link == 5);
            list += "\t Link " + std::to_string(link) + (down ? ": <inactive>\n" : ": 25.781 GB/s\n");
        }
    }
    const Finding found = at_place(Checked("dgx-1v").findings(read_text(list)), "box0/server0/gpu2");
    CHECK(found.severity == Severity::mismatch);
    CHECK(found.seen == "4 of 6 links (links 3 and 5 are down) (a)");
}
