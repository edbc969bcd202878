#include "railyard/placement/load.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

// tp 4, dp 2 on two boxes of eight, the last GPU of the second missing.
Topology boxes() {
    return test::load_text(R"(topology: boxes
domains: [{use: hgx-a100, count: 2}]
network: {tiers: [{name: fabric, latency: 2 us}]}
unavailable: box1/server0/gpu7
)")
        .topology;
}
RankGrid grid() {
    return RankGrid(test::order_of("tp,dp"), {4, 1, 1, 2, 1, 1});
}

Placement read(const std::string& text) {
    return read_placement(boxes(), grid(), *input::make_source("ranks.csv", text));
}
std::string refusal(const std::string& text) {
    return test::refusal_of([&] { (void)read(text); });
}

const std::string good =
    "rank,gpu\n"
    "0,box0/server0/gpu0\n1,box0/server0/gpu1\n2,box0/server0/gpu2\n3,box0/server0/gpu3\n"
    "4,box1/server0/gpu0\n5,box1/server0/gpu1\n6,box1/server0/gpu2\n7,box1/server0/gpu6\n";

std::string with(std::string text, const std::string& line, const std::string& instead) {
    const std::size_t at = text.find(line);
    REQUIRE(at != std::string::npos);
    return text.replace(at, line.size(), instead);
}

TEST_CASE("rank and gpu are enough") {
    const Placement placement = read(good);
    CHECK(placement.gpu_of.size() == 8);
    CHECK(placement.gpu_of[RankId(0)] == GpuId(0));
    CHECK(placement.gpu_of[RankId(7)] == GpuId(14));
    CHECK(placement.domains_used == 2);
    CHECK(placement.gpus_idle == 7);  // 4 of box0, 3 of box1
    CHECK(placement.gpus_unavailable == 1);
}

TEST_CASE("columns and rows in any order, more columns, quotes, empty lines and Windows line ends") {
    std::string text = "gpu,dp,rank,server,tp\r\n";
    for (int r = 7; r >= 0; --r) {
        text += "\"box" + std::to_string(r / 4) + "/server0/gpu" + std::to_string(r % 4) + "\"," +
                std::to_string(r / 4) + "," + std::to_string(r) + ",box" + std::to_string(r / 4) +
                "/server0," + std::to_string(r % 4) + "\r\n\r\n";
    }
    const Placement placement = read(text);
    CHECK(placement.gpu_of[RankId(1)] == GpuId(1));
    CHECK(placement.gpu_of[RankId(6)] == GpuId(10));
    // The last line may end without a newline.
    CHECK(read(good.substr(0, good.size() - 1)).gpu_of.size() == 8);
}

TEST_CASE("the header names the columns") {
    CHECK(refusal("rank,gpus\n") ==
          "ranks.csv:1:1: the column 'gpu' is missing | the first line names the columns: "
          "rank,tp,cp,pp,dp,ep,etp,edp,domain,server,gpu\n"
          "ranks.csv:1:6: unknown column 'gpus' | did you mean 'gpu'?\n");
    CHECK(refusal("rank,gpu,rank\n").find("ranks.csv:1:1: the column 'rank' is there twice") == 0);
    CHECK(refusal("rank,gpu,tp,tp\n").find("ranks.csv:1:1: the column 'tp' is there twice") == 0);
    CHECK(refusal("").find("ranks.csv:1:1: unknown column ''") == 0);
}

TEST_CASE("coordinates that stand there must be those of the layout") {
    std::string text = with(good, "rank,gpu", "rank,gpu,tp");
    for (int r = 0; r < 8; ++r) {
        const std::string gpu = r == 7 ? "gpu6" : "gpu" + std::to_string(r % 4);
        const std::string line =
            std::to_string(r) + ",box" + std::to_string(r / 4) + "/server0/" + gpu + "\n";
        text = with(text, line,
                    line.substr(0, line.size() - 1) + "," + std::to_string(r == 5 ? 2 : r % 4) + "\n");
    }
    CHECK(refusal(text) ==
          "ranks.csv:7:21: rank 5 is tp 1 by the layout's order, not 2 | was the file written for another "
          "layout or order?\n");
}

TEST_CASE("what a row says of domain and server must be true of its GPU") {
    std::string text = "rank,domain,server,gpu\n";
    for (int r = 0; r < 8; ++r) {
        const std::string box = "box" + std::to_string(r / 4);
        text += std::to_string(r) + "," + box + "," + box + "/server0," + box + "/server0/gpu" +
                std::to_string(r % 4) + "\n";
    }
    CHECK(read(text).domains_used == 2);
    CHECK(refusal(with(text, "\n3,box0,", "\n3,box1,")) ==
          "ranks.csv:5:3: 'box0/server0/gpu3' is in box0, not in 'box1'\n");
    CHECK(refusal(with(text, "\n6,box1,box1/server0,", "\n6,box1,box0/server0,")) ==
          "ranks.csv:8:8: 'box1/server0/gpu2' is in box1/server0, not in 'box0/server0'\n");
}

TEST_CASE("every rank once, on a GPU of its own that is there") {
    CHECK(refusal(with(good, "7,box1", "6,box1"))
              .find("ranks.csv:9:1: rank 6 is there twice | it was first given in line 8\n") == 0);
    CHECK(refusal(with(good, "3,box0/server0/gpu3\n", "")) ==
          "ranks.csv:1:1: 1 of 8 ranks have no line, rank 3 the first of them\n");
    CHECK(refusal(with(good, "gpu6", "gpu2")) == "ranks.csv:9:3: 'box1/server0/gpu2' holds rank 6 already\n");
    CHECK(refusal(with(good, "gpu6", "gpu7")) ==
          "ranks.csv:9:3: 'box1/server0/gpu7' is unavailable | the topology lists it as missing\n");
    CHECK(refusal(with(good, "box1/server0/gpu6", "box1/server0")) ==
          "ranks.csv:9:3: 'box1/server0' is 8 GPUs, a rank needs one\n");
    CHECK(refusal(with(good, "box1/server0/gpu6", "box2/server0/gpu0")).find("ranks.csv:9:3: ") == 0);
    CHECK(refusal(with(good, "7,box1", "8,box1")).find("ranks.csv:9:1: ") == 0);
    CHECK(refusal(with(good, "7,box1", "seven,box1")).find("ranks.csv:9:1: ") == 0);
}

TEST_CASE("a line has as many fields as the header") {
    CHECK(refusal(with(good, "7,box1", "7,7,box1")) ==
          "ranks.csv:9:1: the line has 3 fields, the header 2\n");
}

TEST_CASE("all problems of a file are told at once") {
    const std::string text = with(with(good, "0,box0", "x,box0"), "gpu6", "gpu7");
    CHECK(refusal(text).find("ranks.csv:2:1: ") == 0);
    CHECK(refusal(text).find("\nranks.csv:9:3: ") != std::string::npos);
}

TEST_CASE("a file that is not there") {
    const std::string said =
        test::refusal_of([] { (void)load_placement(boxes(), grid(), "no-such-ranks.csv"); });
    CHECK(said.find("no-such-ranks.csv:0:0: ") == 0);
}

}  // namespace
}  // namespace railyard
