#include "railyard/schedule/csv.hpp"

#include <doctest/doctest.h>

#include "railyard/base/error.hpp"
#include "tests/schedule/support.hpp"

namespace railyard::schedule {
namespace {

Diagnostic first_problem(std::string_view text) {
    try {
        read_csv(text, "s.csv");
    } catch (const InputError& error) {
        return error.problems().front();
    }
    return {};
}

void check_equal(const Schedule& a, const Schedule& b) {
    CHECK(a.devices == b.devices);
    CHECK(a.micro_batches == b.micro_batches);
    CHECK(a.chunks == b.chunks);
    CHECK(a.model_stages == b.model_stages);
    CHECK(a.parameter_copies == b.parameter_copies);
    CHECK(a.first == b.first);
    CHECK(a.operations == b.operations);
    CHECK(a.next.items() == b.next.items());
    CHECK(a.previous.items() == b.previous.items());
    CHECK(a.stage.items() == b.stage.items());
}

}  // namespace

TEST_CASE("what is written reads back as the same schedule") {
    for (const auto& row : catalogue()) {
        CAPTURE(std::string(row.name));
        const Schedule schedule = row.build({4, 8, row.algorithm == Algorithm::interleaved ? 3U : 1U});
        check_equal(read_csv(write_csv(schedule), "s.csv"), schedule);
    }
}

TEST_CASE("columns come in any order, comments, blanks and times are passed over") {
    const Schedule schedule = read_csv(
        "# mine\n\n kind , start,micro_batch, device\r\n F,0.0,0,0\r\n# half way\nbackward,1.0,0,0\n",
        "s.csv");
    CHECK(schedule.name == "s.csv");
    CHECK(schedule.operations.size() == 2);
    CHECK(schedule.operations[1].kind == Kind::backward);
}

TEST_CASE("a V-shaped route is read from its stages") {
    // Two devices, four stages: 0 and 3 on device 0, 1 and 2 on device 1.
    const Schedule schedule = read_csv(
        "device,kind,micro_batch,stage\n"
        "0,F,0,0\n0,F,0,3\n0,B,0,3\n0,B,0,0\n1,F,0,1\n1,F,0,2\n1,B,0,2\n1,B,0,1\n",
        "v.csv");
    CHECK(schedule.chunks == 2);
    CHECK(schedule.next[schedule.slot(1, 0)] == schedule.slot(1, 1));
    CHECK(schedule.next[schedule.slot(1, 1)] == schedule.slot(0, 1));
    const Ran ran = run(schedule, even_times(schedule, compute(1, 2, 1), {}));
    CHECK(ran.summary.makespan ==
          seconds(6));                      // nothing overlaps: 4 stages of half a device's work, 2 devices
    CHECK(ran.summary.sends.total() == 4);  // 0 to 1 and 2 to 3, both ways
}

TEST_CASE("PyTorch's form: a line per device, stage kind micro-batch") {
    const Schedule schedule = read_csv("0F0,0F1,,,0B0,0B1\n,1F0,1B0,1F1,1I1,1W1\n", "torch.csv");
    CHECK(schedule.devices == 2);
    CHECK(schedule.micro_batches == 2);
    CHECK(schedule.operations[8] == Operation{1, 0, Kind::backward_weight, Together::alone});
    CHECK(std::holds_alternative<Timeline>(simulate(schedule, even_times(schedule, compute(1, 2, 1), {}))));
}

TEST_CASE("what is wrong is named with its place") {
    struct Row {
        const char* name;
        const char* text;
        std::size_t line;
        std::size_t column;
        const char* message;
    };
    const std::vector<Row> rows = {
        {"nothing", "", 0, 0, "no operations"},
        {"only a header", "device,kind,micro_batch\n", 0, 0, "no operations"},
        {"slip in a column", "device,kind,micro_bach\n", 1, 13, "unknown column 'micro_bach'"},
        {"column twice", "device,kind,device\n", 1, 13, "column 'device' is there twice"},
        {"column missing", "device,kind\n0,F\n", 1, 1, "column 'micro_batch' is missing"},
        {"slip in a kind", "device,kind,micro_batch\n0,forwad,0\n", 2, 3, "unknown kind 'forwad'"},
        {"a word for a number", "device,kind,micro_batch\n0,F,two\n", 2, 5,
         "expected a whole number from 0 to 1048575, not 'two'"},
        {"a negative number", "device,kind,micro_batch\n-1,F,0\n", 2, 1,
         "expected a whole number from 0 to 4095, not '-1'"},
        {"a huge number", "device,kind,micro_batch\n0,F,99999999999999999999\n", 2, 5,
         "expected a whole number from 0 to 1048575, not '99999999999999999999'"},
        {"too few fields", "device,kind,micro_batch\n0,F\n", 2, 4, "2 fields where the header has 3"},
        {"too many fields", "device,kind,micro_batch\n0,F,0,0\n", 2, 7,
         "more fields than the header has columns"},
        {"overlap with a forward", "device,kind,micro_batch,overlap\n0,F,0,with_next\n0,F,1,\n", 2, 1,
         "only a forward can overlap with the next operation, and that must be a backward"},
        {"two stages in a chunk", "device,kind,micro_batch,chunk,stage\n0,F,0,0,0\n0,F,0,0,1\n", 3, 1,
         "chunk 0 of device 0 holds stage 0, so it cannot hold stage 1"},
        {"backward elsewhere", "device,kind,micro_batch,stage\n0,F,0,0\n1,B,0,0\n", 3, 1,
         "backward of micro-batch 0 on stage 0 is on device 1, its forward on device 0"},
        {"a cell that is none", "0F0,0X0\n", 1, 5,
         "expected stage, kind (F, B, I or W) and micro-batch such as 0F3, not '0X0'"},
    };
    for (const Row& row : rows) {
        SUBCASE(row.name) {
            const Diagnostic problem = first_problem(row.text);
            CHECK(problem.message == row.message);
            CHECK(problem.span.line == row.line);
            CHECK(problem.span.column == row.column);
        }
    }
    CHECK(first_problem("device,kind,micro_bach\n").hint == "did you mean 'micro_batch'?");
}

TEST_CASE("micro-batches that part on the way are refused") {
    // Micro-batch 0 goes 0 to 1, micro-batch 1 goes 0 to 2, from the same chunk.
    const Diagnostic problem = first_problem(
        "device,kind,micro_batch,stage\n"
        "0,F,0,0\n0,F,1,0\n0,B,0,0\n0,B,1,0\n1,F,0,1\n1,B,0,1\n2,F,1,1\n2,B,1,1\n");
    CHECK(problem.span.line == 8);
    CHECK(problem.message ==
          "micro-batch 1 goes from device 0 to device 2 for stage 1, but others of the same chunk go another "
          "way");
}

TEST_CASE("at most twenty problems are reported") {
    std::string text = "device,kind,micro_batch\n";
    for (int i = 0; i < 100; ++i) text += "x,F,0\n";
    try {
        read_csv(text, "s.csv");
        FAIL("no error");
    } catch (const InputError& error) {
        CHECK(error.problems().size() == 20);
    }
}

}  // namespace railyard::schedule
