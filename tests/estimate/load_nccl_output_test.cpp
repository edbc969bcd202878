#include "railyard/estimate/load_nccl_output.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/base/error.hpp"

namespace railyard {
namespace {

const std::string columns =
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
    "busbw"
    " #wrong\n";
const std::string header =
    "# nThread 1 nGpus 2 minBytes 8 maxBytes 16 step: 2(factor)\n"
    "#  Rank  0 Group  0 Pid     12 on      box-1 device  0 [0x07] NVIDIA H100 80GB HBM3\n"
    "#  Rank  1 Group  0 Pid     12 on      box-1 device  1 [0x0a] NVIDIA H100 80GB HBM3\n";
const std::string row =
    "     1048576        262144     float     sum      -1    17.10   61.32   61.32      0    17.00   61.68   "
    "61.68"
    "      0\n";

NcclOutput read(const std::string& text) {
    return read_nccl_output(input::make_source("nccl.txt", text));
}

// The message of the first problem with its line; empty if there is none.
std::string complaint(const std::string& text) {
    try {
        (void)read(text);
    } catch (const InputError& error) {
        const Diagnostic& first = error.problems().front();
        return std::to_string(first.span.line) + ": " + first.message;
    }
    return "";
}

TEST_CASE("a table with its ranks, both times of a row") {
    const NcclOutput output = read(header + columns + row);
    REQUIRE(output.tables.size() == 1);
    const NcclTable& table = output.tables[0];
    REQUIRE(table.rows.size() == 1);
    CHECK(table.mark.line == 5);
    CHECK(table.rows[0].size == 1048576);
    CHECK(table.rows[0].count == 262144);
    CHECK(table.rows[0].type == "float");
    CHECK(table.rows[0].microseconds == 17.1);
    CHECK(table.rows[0].algorithm_rate == 61.32);
    CHECK(table.rows[0].in_place == 17.0);
    CHECK(table.rows[0].wrong == "0");
    CHECK(table.ranks.size() == 2);
    CHECK(table.gpus_of_a_process == 2);
    CHECK(table.kind(Collective::reduce_scatter) == Collective::reduce_scatter);
}

TEST_CASE("tables of several programs in one file stay apart") {
    const std::string gather = "# ./build/all_gather_perf\n" + header + columns +
                               "0 0 float none -1 0.05 0.00 0.00 0 0.05 0.00 0.00 0\n"
                               "1048576 131072 float none -1 17.1 61.32 30.66 0 17.1 61.32 30.66 N/A\n";
    const NcclOutput output = read("# Collective test starting: all_reduce_perf\n" + header + columns + row +
                                   "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 61.32\n" +
                                   "# Collective test concluded: all_reduce_perf\n" + gather +
                                   "# Collective test starting: sendrecv_perf\n" + columns + row);
    REQUIRE(output.tables.size() == 3);
    CHECK(output.tables[0].kind(Collective::all_to_all) == Collective::all_reduce);
    CHECK(output.tables[0].ranks.size() == 2);
    CHECK(output.tables[1].kind(Collective::all_to_all) == Collective::all_gather);
    CHECK(output.tables[1].ranks.size() == 2);
    CHECK(output.tables[1].rows.size() == 1);
    CHECK(output.tables[1].without_bytes == 1);
    CHECK(output.tables[2].program == "sendrecv_perf");
    CHECK(!output.tables[2].kind(Collective::all_to_all));
}

TEST_CASE("labels of launchers and columns of old releases") {
    const NcclOutput labelled = read("[1,0]<stdout>:" + columns + "[1,0]<stdout>:" + row + "0: " + row);
    REQUIRE(labelled.tables.size() == 1);
    CHECK(labelled.tables[0].rows.size() == 2);
    const NcclOutput old = read(
        "#  size  count  type  time  algbw  busbw  error  time  algbw  busbw  error\n"
        "1048576 131072 float 17.10 61.32 30.66 0e+00 17.00 61.68 30.84 0e+00\n");
    CHECK(old.tables[0].rows[0].microseconds == 17.1);
    CHECK(old.tables[0].rows[0].in_place == 17.0);
    CHECK(old.tables[0].rows[0].operation.empty());
    CHECK(old.tables[0].rows[0].wrong.empty());
}

TEST_CASE("what is no whole table is refused with its line") {
    CHECK(complaint("# nothing\n").starts_with("0: there is no table"));
    CHECK(complaint("8 GPUs found\n").starts_with("0: there is no table"));
    CHECK(complaint(columns + row + "  2097152 524288 float\n") == "3: this line of the table is cut off");
    CHECK(complaint(columns + "8 2 float sum -1 fast 1 1 0\n") == "2: 'fast' should be a number");
    CHECK(complaint(columns + "#        (B)    (elements)     (ms)  (GB/s)\n" + row) ==
          "2: a column is in (ms)");
}

}  // namespace
}  // namespace railyard
