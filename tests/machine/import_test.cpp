#include "railyard/machine/import.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "tests/machine/imports.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace fs = std::filesystem;

namespace {

bool has_note(const ImportedTopology& topology, const std::string& text) {
    return std::any_of(topology.notes.begin(), topology.notes.end(),
                       [&](const ImportNote& note) { return note.text == text; });
}

}  // namespace

TEST_CASE("numbers of GPUs that no source tells of are noted") {
    Observed observed = read_fixture("hwloc-2.xml");  // GPUs 0 and 1
    const std::size_t before = imported(observed).notes.size();
    observed.hosts.front().gpus.back().index.value = 3;
    CHECK(imported(observed).notes.size() == before + 1);
    CHECK(has_note(imported(observed),
                   "box7 tells of no GPU 1-2, and its last is GPU 3: a server of 2 GPUs is written"));
    observed.hosts.front().gpus.front().index.value = 2;
    CHECK(has_note(imported(observed),
                   "box7 tells of no GPU 0-1, and its last is GPU 3: a server of 2 GPUs is written"));
}

TEST_CASE("what a reader remarks is a note of the import") {
    Observed observed = read_fixture("hwloc-2.xml");
    observed.remarks = {{SourceId(0), "NVLinkBandwidth", "this file counts double"}};
    CHECK(has_note(imported(observed),
                   observed.sources.front().file + ": NVLinkBandwidth: this file counts double"));
}

TEST_CASE("every fixture that shows GPUs is imported, loads, places and checks clean against itself") {
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(fixture_path(""))) {
        CAPTURE(entry.path().string());
        const Findings found = round_trip(read_fixture(entry.path().filename().string()));
        // A PCIe link that is narrower than the others' is told whatever the topology.
        const bool narrow = entry.path().string().find("narrow") != std::string::npos;
        CHECK(mismatches(found).empty());
        const bool told = std::any_of(found.begin(), found.end(), [](const Finding& it) {
            return it.severity == Severity::warning && it.place.find("gpu3") != std::string::npos;
        });
        if (narrow) CHECK(told);
        ++files;
    }
    CHECK(files >= 12);
}

TEST_CASE("every sample that shows GPUs is imported, loads, places and checks clean against itself") {
    const fs::path samples = fs::path(RAILYARD_SOURCE_DIR) / ".." / "shared" / "samples";
    if (!fs::is_directory(samples)) {
        MESSAGE("skipped: no ", samples.string());
        return;
    }
    std::size_t files = 0;
    for (const char* folder : {"hwloc_xml", "nccl_topo_xml", "nvidia_smi_topo", "nvidia_smi_nvlink"}) {
        for (const auto& entry : fs::recursive_directory_iterator(samples / folder)) {
            if (!entry.is_regular_file() ||
                (entry.path().extension() != ".xml" && entry.path().extension() != ".txt"))
                continue;
            CAPTURE(entry.path().string());
            Observed observed;
            try {
                observed = read_machine(*input::read_source(entry.path().string(), largest_machine_file));
            } catch (const InputError&) {
                continue;  // tested where readers are
            }
            if (std::holds_alternative<std::string>(import_topology(observed, {}))) {
                CHECK(observed.hosts.front().gpus.empty());
                continue;
            }
            for (const Finding& finding : mismatches(round_trip(observed))) {
                CAPTURE(finding.place);
                CAPTURE(finding.expected);
                CAPTURE(finding.seen);
                CHECK(finding.severity != Severity::mismatch);
            }
            ++files;
        }
    }
    CHECK(files >= 55);
}

TEST_CASE("servers that are alike are one kind, others another") {
    Observed all = read_fixture("hgx-h200.xml");
    REQUIRE_FALSE(merge(all, read_fixture("hgx-h200-third.xml")).has_value());
    REQUIRE_FALSE(merge(all, read_fixture("four-mi300x.xml")).has_value());
    const ImportedTopology topology = imported(all);
    REQUIRE(topology.kinds.size() == 2);
    REQUIRE(topology.runs.size() == 2);
    CHECK(topology.runs[0].count == 2);
    CHECK(topology.runs[1].count == 1);
    CHECK(topology.sources.size() == 3);
}

TEST_CASE("the servers of a fused dump are one domain") {
    const ImportedTopology topology = imported(read_fixture("two-gb200-trays.xml"));
    REQUIRE(topology.kinds.size() == 1);
    CHECK(topology.runs[0].count == 1);
    CHECK(topology.kinds[0].kind.servers.count == 2);
    CHECK(topology.kinds[0].kind.servers.gpus == 4);
    CHECK(topology.kinds[0].gpu.file == "gb200");
    CHECK(topology.kinds[0].kind.domain_word == "rack");
}

TEST_CASE("a server can be written as many, and nothing is made of nothing") {
    ImportChoices choices;
    choices.domains = 32;
    choices.name = "many";
    const ImportedTopology topology = imported(read_fixture("hgx-h200.xml"), choices);
    CHECK(loaded(topology).topology.gpu_count() == 256);
    CHECK(loaded(topology).topology.name() == "many");
    CHECK(std::holds_alternative<std::string>(import_topology(Observed{}, {})));
}
