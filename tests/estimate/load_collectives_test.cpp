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
    const auto points = load_nccl_tests(test::shipped_library(), folder.root() + "/nccl.txt", "hgx-h100", 8,
                                        Collective::all_reduce);
    REQUIRE(points.size() == 1);
    CHECK(points[0].kind == Collective::all_gather);
    CHECK(points[0].size == bytes(1048576));
    CHECK(points[0].measured.raw() == Approx(17.1e-6));
    CHECK(points[0].group.members == 8);
    CHECK(points[0].group.domains == 1);
    folder.write("empty.txt", "# nothing\n");
    CHECK(test::refusal_of([&] {
              (void)load_nccl_tests(test::shipped_library(), folder.root() + "/empty.txt", "hgx-h100", 8,
                                    Collective::all_reduce);
          }).find("no table of nccl-tests") != std::string::npos);
}

}  // namespace
}  // namespace railyard
