#include "railyard/estimate/load_nccl_checks.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/base/error.hpp"

namespace railyard {
namespace {

const NcclClaim reduce_of_2{Collective::all_reduce, 2, "h100", "hgx-h100"};
const NcclClaim gather_of_8{Collective::all_gather, 8, "h100", "hgx-h100"};
// 1 MiB in 17.1 us are 61.32 GB/s; an all-reduce of 2 moves 2 x 1/2 of its bytes, a gather of 8 moves 7/8.
const std::string reduce_row = "1048576 262144 float sum -1 17.10 61.32 61.32 0\n";
const std::string gather_row = "1048576 32768 float none -1 17.10 61.32 53.66 0\n";

// The first problem with its line and hint; empty if there is none.
std::string complaint(const std::string& text, const NcclClaim& claim) {
    const NcclOutput output = read_nccl_output(input::make_source("nccl.txt", text));
    REQUIRE(output.tables.size() == 1);
    try {
        check_against(output.tables[0], claim);
    } catch (const InputError& error) {
        const Diagnostic& first = error.problems().front();
        return std::to_string(first.span.line) + ": " + first.message + " | " + first.hint;
    }
    return "";
}

TEST_CASE("tables that are what they are said to be") {
    CHECK(complaint(reduce_row, reduce_of_2).empty());
    CHECK(complaint(gather_row, gather_of_8).empty());
    CHECK(complaint("8 2 float sum -1 17.10 0.00 0.00 0\n", reduce_of_2).empty());
}

TEST_CASE("an operation that is not the collective's") {
    CHECK(complaint(reduce_row, gather_of_8)
              .starts_with("1: the operation 'sum' is not that of the collective all-gather"));
    CHECK(complaint("8 2 float none -1 5.0 0 0 0\n", reduce_of_2).starts_with("1: the operation 'none'"));
    CHECK(complaint("8 1 float none 0 5.0 0 0 0\n", gather_of_8).starts_with("1: a collective with root 0"));
}

TEST_CASE("ranks and devices of the header") {
    const std::string header =
        "# nThread 1 nGpus 2 minBytes 8 maxBytes 16 step: 2(factor)\n"
        "#  Rank  0 Group  0 Pid     12 on      box-1 device  0 [0x07] NVIDIA H100 80GB HBM3\n"
        "#  Rank  1 Group  0 Pid     12 on      box-1 device  1 [0x0a] NVIDIA H100 80GB HBM3\n";
    CHECK(complaint(header + reduce_row, reduce_of_2).empty());
    CHECK(complaint(header + reduce_row, {Collective::all_reduce, 8, "h100", "hgx-h100"}) ==
          "2: it ran on 2 ranks, and --members says 8 | --members 2");
    CHECK(complaint(header + reduce_row, {Collective::all_reduce, 2, "a100-80gb", "hgx-a100"})
              .starts_with("2: it ran on H100, and the GPUs of hgx-a100 are a100-80gb"));
    CHECK(complaint("# nThread 1 nGpus 8 minBytes 8\n" + reduce_row, reduce_of_2)
              .starts_with("1: each process had 8 GPUs, and --members says 2"));
}

TEST_CASE("counts and bus bandwidths of another number of ranks") {
    CHECK(complaint(gather_row, {Collective::all_gather, 4, "h100", "hgx-h100"}) ==
          "1: parts of 131,072 bytes make 1,048,576 on 8 ranks, and --members says 4 | --members 8");
    CHECK(complaint("1048576 32768 float sum -1 17.10 61.32 53.66 0\n", reduce_of_2)
              .find("--collective reduce-scatter") != std::string::npos);
    CHECK(complaint(reduce_row, {Collective::all_reduce, 8, "h100", "hgx-h100"}) ==
          "1: its bus bandwidth is 1 of its algorithm bandwidth; an all-reduce of 8 has 1.75 | "
          "--members 2, or another --collective");
}

TEST_CASE("units and results") {
    CHECK(complaint("1048576 262144 float sum -1 0.0171 61.32 61.32 0\n", reduce_of_2) ==
          "1: 1,048,576 bytes in 0.0171 us are 6.132e+04 GB/s, the line says 61.32 | "
          "sizes in bytes, times in us, bandwidths in GB/s, as nccl-tests prints them");
    CHECK(complaint("1048576 262144 float sum -1 17.10 61.32 61.32 3\n", reduce_of_2)
              .starts_with("1: the test found 3 wrong values"));
    CHECK(complaint("1048576 262144 float sum -1 17.10 61.32 61.32 N/A\n", reduce_of_2).empty());
    CHECK(complaint("1048576 262144 float sum -1 0.00 61.32 61.32 0\n", reduce_of_2)
              .starts_with("1: it took no time"));
}

TEST_CASE("what a table is, in words") {
    const std::string both = "1048576 262144 float sum -1 20.00 52.43 52.43 0 19.00 55.19 55.19 0\n";
    const NcclOutput output = read_nccl_output(input::make_source(
        "nccl.txt", "# size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n" + both +
                        "0 0 float sum -1 0.1 0 0 0 0.1 0 0 0\n"));
    CHECK(summary_of(output.tables[0], reduce_of_2) ==
          "all-reduce of 2 GPUs, 1 size from 1 MiB to 1 MiB, out of place (in place: 5.0 % faster at the "
          "median); 1 line of 0 bytes left out");
}

TEST_CASE("a card of the same chip is another machine than a board with NVLink") {
    const auto on = [](const std::string& device, const NcclClaim& claim) {
        return complaint("#  Rank  0 Group  0 Pid 1 on box device  0 [0x07] " + device +
                             "\n#  Rank  1 Group  0 Pid 1 on box device  1 [0x0a] " + device + "\n" +
                             reduce_row,
                         claim);
    };
    CHECK(on("NVIDIA H100 80GB HBM3", reduce_of_2).empty());
    for (const std::string card : {"PCIe", "NVL"})
        CHECK(on("NVIDIA H100 " + card, reduce_of_2) == "1: it ran on H100 " + card +
                                                            " cards, and the GPUs of hgx-h100 are on boards "
                                                            "with NVLink | --on a domain or topology of your "
                                                            "own, of such cards");
    NcclClaim cards = reduce_of_2;
    cards.boards = Boards::cards;
    CHECK(on("NVIDIA H100 PCIe", cards).empty());
}

}  // namespace
}  // namespace railyard
