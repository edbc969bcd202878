#include "railyard/topology/load_nics.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using test::load_text;
using test::refusal_of;

// A good domain but for its NICs, which stand on its second line.
std::string domain_text(const std::string& nics) {
    return "domain: d\n" + nics +
           "gpu: h100\nservers: {gpus: 8, pcie: {bandwidth_per_direction: 63 GB/s}}\n"
           "scale_up: {kind: mesh, link: {bandwidth_per_direction: 25 GB/s}}\n";
}

struct Row {
    const char* what;
    const char* nics;
    const char* problems;
};

TEST_CASE("what is wrong with NICs") {
    const Row rows[] = {
        {"neither", "nics: {bandwidth_per_direction: 400 Gb/s}\n",
         "test.yaml:2:1: nics need either 'per_gpu' or 'per_server' | per_server: 0 says that there are "
         "none\n"},
        {"both", "nics: {per_gpu: 1, per_server: 8, bandwidth_per_direction: 400 Gb/s}\n",
         "test.yaml:2:1: nics need either 'per_gpu' or 'per_server' | remove one of the two\n"},
        {"no rate", "nics: {per_gpu: 1}\n",
         "test.yaml:2:1: the key 'bandwidth_per_direction' is missing in nics | the rate of one NIC, one "
         "way, such as "
         "400 Gb/s\n"},
        {"bits or bytes", "nics: {per_gpu: 1, bandwidth_per_direction: 400 gb/s}\n",
         "test.yaml:2:45: bandwidth_per_direction: unknown unit 'gb/s' in the bandwidth '400 gb/s' | bits or "
         "bytes? "
         "write 'Gb/s' for bits, 'GB/s' for bytes\n"},
        {"NICs that cannot be dealt out", "nics: {per_server: 3, bandwidth_per_direction: 400 Gb/s}\n",
         "test.yaml:2:20: 3 NICs cannot be dealt out evenly to 8 GPUs\n"},
    };
    for (const Row& row : rows) {
        SUBCASE(row.what) {
            CHECK(refusal_of(domain_text(row.nics)) == std::string(row.problems));
        }
    }
    CHECK(refusal_of(domain_text("nics: {per_server: 0}\n")).empty());
}

TEST_CASE("a NIC model that has another rate is noted") {
    struct Note {
        const char* nics;
        const char* note;
    };
    const Note rows[] = {
        {"model: ConnectX-7, bandwidth_per_direction: 400 Gb/s", ""},
        {"model: ConnectX-7, bandwidth_per_direction: 50 GB/s", ""},  // the same
        {"model: CX8, bandwidth_per_direction: 800 Gb/s", ""},
        {"model: RoCE 400G, bandwidth_per_direction: 400 Gb/s", ""},  // not one that is known
        {"model: CX-7, bandwidth_per_direction: 200 Gb/s",
         "test.yaml:5:58: a CX-7 has 400 Gb/s, the file says 200 Gb/s"},
        {"model: connectx8, bandwidth_per_direction: 400 Gb/s",
         "test.yaml:5:63: a connectx8 has 800 Gb/s, the file says 400 Gb/s"},
        {"model: ConnectX-7, bandwidth_per_direction: 400 GB/s",
         "test.yaml:5:64: a ConnectX-7 has 400 Gb/s, the file says 3200 Gb/s: bytes instead of bits?"},
        {"model: ConnectX-7, bandwidth_per_direction: 50 Gb/s",
         "test.yaml:5:64: a ConnectX-7 has 400 Gb/s, the file says 50 Gb/s: bits instead of bytes?"},
    };
    for (const Note& row : rows) {
        SUBCASE(row.nics) {
            // The domain's other three keys come first.
            const std::string text =
                "domain: d\ngpu: h100\nservers: {gpus: 8, pcie: {bandwidth_per_direction: 63 GB/s}}\n"
                "scale_up: {kind: none}\nnics: {per_gpu: 1, " +
                std::string(row.nics) + "}\n";
            const auto notes = load_text(text).notes;
            CHECK((notes.empty() ? "" : notes.front()) == std::string(row.note));
        }
    }
}

}  // namespace
}  // namespace railyard
