#include "railyard/estimate/load_collectives.hpp"

#include <doctest/doctest.h>

#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using doctest::Approx;

TEST_CASE("the output of nccl-tests") {
    const test::TemporaryLibrary folder;
    folder.write("nccl.txt",
                 "# Collective test starting: all_gather_perf\n"
                 "# nThread 1 nGpus 8 minBytes 8 maxBytes 1048576\n"
                 "#       size         count      type   redop    root     time   algbw   busbw #wrong\n"
                 "     1048576         32768     float    none      -1    17.10   61.32   53.66      0\n"
                 "# Avg bus bandwidth    : 53.66\n");
    const NcclMeasurements measured =
        load_nccl_tests(test::shipped_library(), folder.root() + "/nccl.txt", "hgx-h100", 8, std::nullopt);
    const auto& points = measured.points;
    REQUIRE(measured.remarks.size() == 1);
    CHECK(measured.remarks[0].find("nccl.txt:4: all-gather of 8 GPUs, 1 size") != std::string::npos);
    REQUIRE(points.size() == 1);
    CHECK(points[0].kind == Collective::all_gather);
    CHECK(points[0].size == bytes(1048576));
    CHECK(points[0].measured.raw() == Approx(17.1e-6));
    CHECK(points[0].group.members == 8);
    CHECK(points[0].group.domains == 1);
    // A header says more than the command line, and is not passed over for it.
    CHECK(test::refusal_of([&] {
              (void)load_nccl_tests(test::shipped_library(), folder.root() + "/nccl.txt", "hgx-h100", 8,
                                    Collective::all_reduce);
          }).find("this is a table of all_gather_perf, and --collective says all-reduce") !=
          std::string::npos);
    CHECK(load_nccl_tests(test::shipped_library(), folder.root() + "/nccl.txt", "hgx-h100", 8,
                          Collective::all_gather)
              .points.size() == 1);
    folder.write("empty.txt", "# nothing\n");
    CHECK(test::refusal_of([&] {
              (void)load_nccl_tests(test::shipped_library(), folder.root() + "/empty.txt", "hgx-h100", 8,
                                    std::nullopt);
          }).find("no table of nccl-tests") != std::string::npos);
}

TEST_CASE("tables without a program's name are of the collective that they show") {
    const test::TemporaryLibrary folder;
    const std::string columns =
        "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   "
        "algbw   "
        "busbw #wrong\n";
    const auto load = [&](const std::string& row, std::optional<Collective> asked) {
        folder.write("nccl.txt", columns + row);
        return load_nccl_tests(test::shipped_library(), folder.root() + "/nccl.txt", "hgx-h100", 8, asked);
    };
    const std::string reduced = "1048576 262144 float sum -1 17.10 61.32 107.31 0 17.00 61.68 107.94 0\n";
    const std::string gathered = "1048576 32768 float none -1 17.10 61.32 53.66 0 17.00 61.68 53.97 0\n";
    const std::string exchanged = "1048576 32768 float none -1 17.10 61.32 53.66 0 17.00 61.68 53.97 N/A\n";
    const std::string unchecked = "1048576 32768 float none -1 17.10 61.32 53.66 N/A 17.00 61.68 53.97 N/A\n";
    CHECK(load(reduced, std::nullopt).points.at(0).kind == Collective::all_reduce);
    CHECK(load(gathered, std::nullopt).points.at(0).kind == Collective::all_gather);
    CHECK(load(exchanged, std::nullopt).points.at(0).kind == Collective::all_to_all);
    CHECK(load(unchecked, Collective::all_gather).points.at(0).kind == Collective::all_gather);
    CHECK(test::refusal_of([&] {
              (void)load(unchecked, std::nullopt);
          }).find("could be of two collectives") != std::string::npos);
    CHECK(test::refusal_of([&] {
              (void)load(exchanged, Collective::all_gather);
          }).find("its results in place were not checked, as those of an all-to-all cannot be") !=
          std::string::npos);
}

TEST_CASE("tables that have no curve are told, and refused where there is no other") {
    const test::TemporaryLibrary folder;
    const std::string sends = "# sendrecv_perf\n1048576 262144 float sum -1 17.10 61.32 61.32 0\n";
    folder.write("both.txt", sends + "# all_reduce_perf\n1048576 262144 float sum -1 17.10 61.32 107.31 0\n");
    const NcclMeasurements both =
        load_nccl_tests(test::shipped_library(), folder.root() + "/both.txt", "hgx-h100", 8, std::nullopt);
    CHECK(both.points.size() == 1);
    REQUIRE(both.remarks.size() == 2);
    CHECK(both.remarks[0].starts_with("not used: "));
    CHECK(both.remarks[0].find("both.txt:2: there is no curve for sendrecv_perf") != std::string::npos);
    folder.write("sends.txt", sends);
    CHECK(test::refusal_of([&] {
              (void)load_nccl_tests(test::shipped_library(), folder.root() + "/sends.txt", "hgx-h100", 8,
                                    std::nullopt);
          }).find("there is no curve for sendrecv_perf") != std::string::npos);
}

TEST_CASE("times that the links cannot reach are refused with their place") {
    const test::TemporaryLibrary folder;
    // 8 GiB in 10.02 ms: 1500 GB/s of bus bandwidth over links of 450 GB/s.
    folder.write(
        "own.yaml",
        "collectives:\n"
        "  - {on: hgx-h100, collective: all-reduce, members: 8, microseconds: [[8589934592, 10020]]}\n");
    const auto refusal = test::refusal_of(
        [&] { (void)load_collectives(test::shipped_library(), folder.root() + "/own.yaml"); });
    CHECK(refusal.find("own.yaml:2:") != std::string::npos);
    CHECK(refusal.find("a bus bandwidth of 1.5 TB/s, and the links of 8 GPUs on hgx-h100 carry 788 GB/s") !=
          std::string::npos);
    folder.write("nccl.txt", "# all_gather_perf\n8589934592 268435456 float none -1 8350 1028.7 900.1 0\n");
    CHECK(test::refusal_of([&] {
              (void)load_nccl_tests(test::shipped_library(), folder.root() + "/nccl.txt", "hgx-h100", 8,
                                    Collective::all_gather);
          }).find("nccl.txt:2:1: a bus bandwidth of 900 GB/s") != std::string::npos);
}

}  // namespace
}  // namespace railyard
