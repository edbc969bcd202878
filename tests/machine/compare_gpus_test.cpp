#include <doctest/doctest.h>

#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

std::string gpus(int count, const std::string& device) {
    std::string text = "<system version=\"1\"><cpu arch=\"x\">";
    for (int i = 0; i < count; ++i) {
        text += "<pci busid=\"0000:0" + std::to_string(i) +
                ":00.0\" class=\"0x030200\" vendor=\"0x10de\" device=\"" + device + "\"/>";
    }
    return text + "</cpu></system>";
}

}  // namespace

TEST_CASE("another GPU than described is a mismatch of the whole server") {
    const Findings found = mismatches(Checked("hgx-h100").of_fixture("hgx-h200.xml"));
    REQUIRE(found.size() == 1);
    CHECK(found[0].expected == "of each GPU: model h100");
    CHECK(found[0].seen.starts_with("of each GPU: H200 (PCI 10de:2335)"));
    CHECK(found[0].meaning == "tp group 0 computes on another GPU than counted");
}

TEST_CASE("GPUs that are missing are named with what they held") {
    const Findings found = mismatches(Checked("hgx-h200", 16).findings(read_text(gpus(7, "0x2335"))));
    REQUIRE(found.size() == 1);
    CHECK(found[0].expected == "8 GPUs");
    // Bus ids without a whole server beside them do not tell which.
    CHECK(found[0].seen == "7 GPUs; nothing stands for one of gpu0 to gpu7");
    CHECK(
        found[0].meaning.starts_with("tp group 0, dp groups 0, 1, 2, 3 and 4 more sit on a server that lacks "
                                     "a GPU; which one is not told"));
}

TEST_CASE("too many GPUs are another server, none at all leaves nothing to compare") {
    const Findings many = mismatches(Checked("hgx-h200").findings(read_text(gpus(9, "0x2335"))));
    REQUIRE(many.size() == 1);
    CHECK(many[0].seen == "9 GPUs");
    const Findings none =
        Checked("hgx-h200").findings(read_text("<system version=\"1\"><cpu arch=\"x\"/></system>"));
    REQUIRE(none.size() == 1);
    CHECK(none[0].severity == Severity::mismatch);  // nothing compared is no yes
}

TEST_CASE("a GPU that cannot be told is not said to be another") {
    CHECK(Checked("hgx-h200").findings(read_text(gpus(8, "0x0001"))).empty());
}

TEST_CASE("a list of links may be of some GPUs only") {
    const Findings found =
        Checked("hgx-b200")
            .findings(read_text("GPU 2: NVIDIA B200 (UUID: GPU-1)\nall links are inActive, says NVLink\n"));
    REQUIRE(found.size() == 2);
    CHECK(found[0].severity == Severity::warning);
    CHECK(found[0].seen.starts_with("1 GPU; nothing stands for gpu0, gpu1, gpu3"));
    CHECK(found[1].severity == Severity::mismatch);
    CHECK(found[1].place == "box0/server0/gpu2");
}
