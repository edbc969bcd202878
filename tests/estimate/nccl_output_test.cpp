#include "railyard/estimate/nccl_output.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

const std::string header =
    "# nThread 1 nGpus 2 minBytes 8 maxBytes 16 step: 2(factor)\n"
    "#  Rank  0 Group  0 Pid     12 on      box-1 device  0 [0x07] NVIDIA H100 80GB HBM3\n"
    "#  Rank  1 Group  0 Pid     12 on      box-1 device  1 [0x0a] NVIDIA H100 80GB HBM3\n";
const std::string row =
    "     1048576        262144     float     sum      -1    17.10   61.32   53.66      0\n";

NcclOutput read(const std::string& text, Collective kind) {
    return read_nccl_output(input::make_source("nccl.txt", text), kind);
}

// The message of the first problem with its line; empty if there is none.
template <class Call>
std::string complaint(Call call) {
    try {
        call();
    } catch (const InputError& error) {
        const Diagnostic& first = error.problems().front();
        return std::to_string(first.span.line) + ": " + first.message;
    }
    return "";
}

TEST_CASE("rows and ranks of an output") {
    const NcclOutput output = read(header + row, Collective::all_reduce);
    REQUIRE(output.rows.size() == 1);
    CHECK(output.rows[0].size == 1048576);
    CHECK(output.rows[0].microseconds == 17.1);
    CHECK(output.ranks.size() == 2);
    CHECK(complaint([&] { check_against(output, "h100", "hgx-h100", 2); }).empty());
}

TEST_CASE("an operation that is not the collective's is refused with its line") {
    CHECK(complaint([] { (void)read(row, Collective::all_gather); }) ==
          "1: the operation 'sum' is not that of the collective all-gather");
    CHECK(complaint([] {
              (void)read("# all_reduce_perf\n 8 2 float none -1 5.0 1 1 0\n", Collective::all_gather);
          }).starts_with("2: the operation 'none'"));
    CHECK(complaint([] {
              (void)read(" 8 2 float none 0 5.0 1 1 0\n", Collective::all_gather);
          }).starts_with("1: a collective with root 0"));
    CHECK(complaint([] { (void)read("# nothing\n", Collective::all_gather); }).starts_with("0: there is no"));
}

TEST_CASE("ranks and devices of the header against what it is said to have run on") {
    const NcclOutput output = read(header + row, Collective::all_reduce);
    CHECK(complaint([&] { check_against(output, "h100", "hgx-h100", 8); }) ==
          "2: it ran on 2 ranks, and --members says 8");
    CHECK(complaint([&] { check_against(output, "a100-80gb", "hgx-a100", 2); }) ==
          "2: it ran on H100, and the GPUs of hgx-a100 are a100-80gb");
    const NcclOutput processes = read("# nThread 1 nGpus 8 minBytes 8\n" + row, Collective::all_reduce);
    CHECK(complaint([&] { check_against(processes, "h100", "hgx-h100", 16); }).empty());
    CHECK(complaint([&] { check_against(processes, "h100", "hgx-h100", 4); }) ==
          "1: each process had 8 GPUs, and --members says 4");
}

}  // namespace
}  // namespace railyard
