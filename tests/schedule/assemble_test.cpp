#include "railyard/schedule/assemble.hpp"

#include <doctest/doctest.h>

namespace railyard::schedule {
namespace {

ListedOperation listed(std::uint32_t device, Kind kind, std::uint32_t micro_batch, std::uint32_t chunk = 0) {
    ListedOperation operation;
    operation.device = device;
    operation.kind = kind;
    operation.micro_batch = micro_batch;
    operation.chunk = chunk;
    return operation;
}

std::string complaint_about(std::vector<ListedOperation> operations) {
    number_stages_by_chunk(operations);
    ProblemList problems("", "x.csv");
    try {
        assemble(operations, problems);
    } catch (const InputError& error) {
        return error.problems().front().message;
    }
    return "";
}

}  // namespace

TEST_CASE("operations are sorted by device and keep their order") {
    std::vector<ListedOperation> operations = {listed(1, Kind::forward, 0), listed(0, Kind::forward, 0),
                                               listed(0, Kind::backward, 0), listed(1, Kind::backward, 0)};
    number_stages_by_chunk(operations);
    ProblemList problems("", "x.csv");
    const Schedule schedule = assemble(operations, problems);
    CHECK(schedule.devices == 2);
    CHECK(schedule.first == std::vector<std::size_t>{0, 2, 4});
    CHECK(schedule.operations[0].kind == Kind::forward);
    CHECK(schedule.operations[1].kind == Kind::backward);
    CHECK(schedule.next[schedule.slot(0, 0)] == schedule.slot(1, 0));
    CHECK(schedule.parameter_copies == 1);
}

TEST_CASE("what is missing or there twice is named") {
    CHECK(complaint_about({}) == "no operations");
    CHECK(complaint_about({listed(1, Kind::forward, 0)}) == "device 0 has no operations, but device 1 has");
    CHECK(complaint_about({listed(0, Kind::forward, 1), listed(0, Kind::backward, 1)}) ==
          "forward of micro-batch 0 on stage 0 is missing");
    CHECK(complaint_about({listed(0, Kind::forward, 0)}) ==
          "backward of micro-batch 0 on stage 0 is missing");
    CHECK(complaint_about({listed(0, Kind::backward, 0)}) ==
          "forward of micro-batch 0 on stage 0 is missing");
    CHECK(complaint_about({listed(0, Kind::forward, 0), listed(0, Kind::backward_input, 0)}) ==
          "backward_weight of micro-batch 0 on stage 0 is missing");
    CHECK(complaint_about(
              {listed(0, Kind::forward, 0), listed(0, Kind::forward, 0), listed(0, Kind::backward, 0)}) ==
          "forward of micro-batch 0 on stage 0 is listed twice");
    CHECK(complaint_about(
              {listed(0, Kind::forward, 0), listed(0, Kind::backward, 0), listed(0, Kind::backward, 0)}) ==
          "backward of micro-batch 0 on stage 0 is listed twice");
    CHECK(complaint_about({listed(0, Kind::forward, 0), listed(0, Kind::backward, 0),
                           listed(0, Kind::backward_weight, 0)}) ==
          "backward_weight of micro-batch 0 on stage 0: its backward is listed whole and in halves");
}

TEST_CASE("numbers far apart do not make a huge schedule") {
    CHECK(
        complaint_about({listed(0, Kind::forward, most_micro_batches - 1), listed(0, Kind::forward, 0, 900)})
            .find("too few operations") == 0);
}

TEST_CASE("a device's chunks are its stages in ascending order") {
    std::vector<ListedOperation> operations(3);
    operations[0].stage = 7;
    operations[1].stage = 0;
    operations[2].stage = 7;
    number_chunks_by_stage(operations);
    CHECK(operations[0].chunk == 1);
    CHECK(operations[1].chunk == 0);
    CHECK(operations[2].chunk == 1);
}

}  // namespace railyard::schedule
