#include "railyard/machine/smi_nvlink.hpp"

#include <doctest/doctest.h>

#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

ObservedHost read(const std::string& text) {
    REQUIRE(is_smi_nvlink(text));
    return read_smi_nvlink(input::Source("nvlink.txt", text)).hosts.front();
}

std::string wrong(const std::string& text) {
    return complaint_of([&] { (void)read_smi_nvlink(input::Source("nvlink.txt", text)); });
}

}  // namespace

TEST_CASE("links that are up and links that are not") {
    const ObservedHost host = read_fixture("hgx-h200-nvlink-gpu2-two-down.txt").hosts.front();
    REQUIRE(host.gpus.size() == 8);
    CHECK(host.gpus[1].lanes.value == 18);
    CHECK(host.gpus[2].lanes.value == 16);
    CHECK(host.gpus[2].lanes_listed.value == 18);
    CHECK(host.gpus[2].model.value == "NVIDIA H200");
    CHECK(host.gpus[2].uuid.value == "GPU-00000002");
    CHECK(host.gpus[2].lane_speed.value->kind == RateKind::signalling);
    CHECK(host.gpus[2].lane_speed.value->one_way.raw() == doctest::Approx(26.562e9));
}

TEST_CASE("wordings of several drivers") {
    CHECK(
        read(
            "GPU 0: A (UUID: GPU-1)\nNVML: Unable to retrieve NVLink information as all links are inActive\n")
            .gpus[0]
            .lanes.value == 0);
    CHECK(
        read(
            "GPU 0: A (UUID: GPU-1)\nNVML: Unable to retrieve Nvlink information as all links are inActive\n")
            .gpus[0]
            .lanes.value == 0);
    CHECK(read("GPU 0: A (UUID: GPU-1)\nDevice does not have or support Nvlink\n").gpus[0].lanes.value == 0);
    CHECK_FALSE(read("GPU 0: A (UUID: GPU-1)\nNvlink queries are not supported for Devices in MIG mode\n")
                    .gpus[0]
                    .lanes.known());
}

TEST_CASE("remote ends count as links that are up, seen or not") {
    const ObservedHost host = read(
        "GPU 3: NVIDIA H200 (UUID: GPU-1)\r\n\t Link 0: Remote Device 00000000:C5:00.0: Link 46\r\n"
        "\t Link 1: Remote Device FFFFFFFF:FF:FF.0: Link 0\r\n");
    CHECK(host.gpus[0].index.value == 3);
    CHECK(host.gpus[0].lanes.value == 2);
    CHECK_FALSE(host.gpus[0].lane_speed.known());
}

TEST_CASE("a GPU without a word of links is unknown") {
    const ObservedHost host = read("GPU 0: A (UUID: GPU-1)\n\t Link 0: 25 GB/s\nGPU 1: A (UUID: GPU-2)\n");
    CHECK(host.gpus[0].lanes.value == 1);
    CHECK_FALSE(host.gpus[1].lanes.known());
    CHECK_FALSE(is_smi_nvlink("GPU 0: NVIDIA H200 (UUID: GPU-1)\nGPU 1: NVIDIA H200 (UUID: GPU-2)\n"));
}

TEST_CASE("what cannot be read has its place") {
    CHECK(wrong("GPU 0: A (UUID: GPU-1)\n\t Link 0: fast\n") == "2:3: the state of this link cannot be read");
    CHECK(wrong("GPU 0: A (UUID: GPU-1)\n\t Link 0: 25 Gb/s\n") ==
          "2:3: the state of this link cannot be read");
    CHECK(wrong("GPU 0: A (UUID: GPU-1)\n Link 0: Remote Device here: Link 1\n") ==
          "2:2: the remote device of this link cannot be read");
    CHECK(wrong("GPU 0: A (UUID: GPU-1)\nGPU 0: A (UUID: GPU-1)\n") == "2:1: GPU 0 is there twice");
}

TEST_CASE("a list cut anywhere tells no link that the whole does not") {
    const std::string text =
        "GPU 0: NVIDIA H200 (UUID: GPU-a)\n\t Link 0: 26.562 GB/s\n\t Link 1: <inactive>\n"
        "GPU 1: NVIDIA H200 (UUID: GPU-b)\n\t Link 0: 26.562 GB/s\n\t Link 1: 26.562 GB/s\n";
    for (std::size_t size = text.find("26"); size < text.size(); ++size) {
        CAPTURE(size);
        const ObservedHost host =
            read_smi_nvlink(input::Source("cut.txt", text.substr(0, size))).hosts.front();
        for (const ObservedGpu& gpu : host.gpus) {
            CHECK(gpu.model.value == "NVIDIA H200");
            CHECK(gpu.lanes.value_or(0) <= 2);
            if (gpu.lane_speed.known()) CHECK(gpu.lane_speed.value->one_way.raw() == 26.562e9);
        }
    }
    const Observed cut = read_smi_nvlink(input::Source("cut.txt", text.substr(0, text.rfind("562"))));
    REQUIRE(cut.remarks.size() == 1);
    CHECK(cut.remarks[0].place == "line 6");
    CHECK(cut.remarks[0].text == "the text is cut off: what is not whole is unknown");
    CHECK(cut.hosts[0].gpus[1].lanes_listed.value == 1);
}
