#include "railyard/machine/mixed_texts.hpp"

#include <doctest/doctest.h>

#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

const std::string matrix = "\tGPU0\tGPU1\nGPU0\t X \tNV4\nGPU1\tNV4\t X \n";
const std::string xml =
    "<system version=\"1\">\n<cpu numaid=\"0\">\n<pci busid=\"0000:01:00.0\" class=\"0x030200\"/>\n</cpu>\n"
    "</system>\n";

std::string told(const std::string& text) {
    const Observed observed = read_machine(input::Source("a", text));
    for (const ObservedRemark& remark : observed.remarks) {
        if (remark.severity == Severity::warning) return remark.place + ": " + remark.text;
    }
    return "";
}

}  // namespace

TEST_CASE("a file of one kind has nothing that is passed over") {
    CHECK(told(matrix).empty());
    CHECK(told(xml).empty());
    CHECK(told(xml + "<!-- the end -->\n").empty());
    CHECK(told("<?xml version=\"1.0\"?>\n" + xml).empty());
}

TEST_CASE("what is of another kind is told of with its line") {
    const std::string alone = " is passed over: give it as a file of its own";
    CHECK(told(matrix + xml) == "line 4: a topology XML of NCCL's" + alone);
    CHECK(told(matrix + "$ scontrol show topology\nSwitchName=s Level=0 Nodes=n1\n") ==
          "line 5: a topology of Slurm's" + alone);
    CHECK(told("BlockName=b Nodes=n1\n" + matrix) == "line 1: a topology of Slurm's" + alone);
    CHECK(told(xml + "\n" + matrix) == "line 7: what stands behind the end of the XML" + alone);
}
