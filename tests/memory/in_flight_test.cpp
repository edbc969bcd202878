#include "railyard/memory/in_flight.hpp"

#include <doctest/doctest.h>

namespace railyard::memory {
namespace {

using Counts = std::vector<std::uint32_t>;

Layout pipeline(PipelineSchedule schedule, std::uint32_t stages, std::uint32_t chunks,
                std::uint32_t micro_batches) {
    Layout layout;
    layout.degrees.pp = stages;
    layout.pipeline.schedule = schedule;
    layout.pipeline.chunks = chunks;
    layout.batch.sequences = micro_batches;
    return layout;
}

TEST_CASE("chunks in flight, p = 4, m = 8") {
    struct Row {
        const char* name;
        PipelineSchedule schedule;
        std::uint32_t chunks;
        Counts expected;
    };
    const Row rows[] = {
        {"GPipe holds all", PipelineSchedule::gpipe, 1, {8, 8, 8, 8}},
        {"1F1B: p - r", PipelineSchedule::one_f_one_b, 1, {4, 3, 2, 1}},
        // 2 (p - 1 - r) + (v - 1) p + 1
        {"interleaved, v = 2", PipelineSchedule::interleaved, 2, {11, 9, 7, 5}},
        {"interleaved, v = 4", PipelineSchedule::interleaved, 4, {19, 17, 15, 13}},
        {"zero-bubble: p on all", PipelineSchedule::zero_bubble, 1, {4, 4, 4, 4}},
        {"DualPipe: p + 1", PipelineSchedule::dualpipe, 2, {5, 5, 5, 5}},
    };
    for (const Row& row : rows) {
        SUBCASE(row.name) {
            CHECK(chunks_in_flight(pipeline(row.schedule, 4, row.chunks, 8)) == row.expected);
        }
    }
}

TEST_CASE("no more than a step has") {
    CHECK(chunks_in_flight(pipeline(PipelineSchedule::one_f_one_b, 4, 1, 2)) == Counts{2, 2, 2, 1});
    CHECK(chunks_in_flight(pipeline(PipelineSchedule::interleaved, 4, 2, 4)) == Counts{8, 8, 7, 5});
    CHECK(chunks_in_flight(pipeline(PipelineSchedule::zero_bubble, 4, 1, 3)) == Counts{3, 3, 3, 3});
    CHECK(chunks_in_flight(pipeline(PipelineSchedule::dualpipe, 4, 2, 4)) == Counts{4, 4, 4, 4});
    CHECK(chunks_in_flight(pipeline(PipelineSchedule::one_f_one_b, 1, 1, 7)) == Counts{1});
}

TEST_CASE("the first stage of Llama 3 405B") {
    // 2 x 15 + 7 x 16 + 1
    CHECK(chunks_in_flight(pipeline(PipelineSchedule::interleaved, 16, 8, 32), 0) == 143);
    // 16 micro-batches of 8 chunks are 128
    CHECK(chunks_in_flight(pipeline(PipelineSchedule::interleaved, 16, 8, 16), 0) == 128);
}

TEST_CASE("interleaving costs (p - 1) / (p v) more than 1F1B on the first stage") {
    // Korthikanti et al. 2022, section 4.2.3: L (1 + (p - 1)/(p m)) layers, m chunks. Of GPT-3, 530B and 1T:
    struct Row {
        std::uint32_t layers, stages, chunks, expected;
    };
    const Row rows[] = {{96, 8, 3, 124}, {105, 35, 3, 139}, {128, 64, 1, 128}};
    for (const Row& row : rows) {
        const auto schedule = row.chunks > 1 ? PipelineSchedule::interleaved : PipelineSchedule::one_f_one_b;
        const auto passes = chunks_in_flight(pipeline(schedule, row.stages, row.chunks, 512), 0);
        CHECK(passes * row.layers / (row.stages * row.chunks) == row.expected);
    }
}

TEST_CASE("what the first and the last chunk hold") {
    const Layout interleaved = pipeline(PipelineSchedule::interleaved, 4, 2, 8);
    // 11 passes: 4 of chunk 0, 4 of chunk 1, then 3 of chunk 0 again
    CHECK(first_chunk_in_flight(interleaved, 11) == 7);
    CHECK(first_chunk_in_flight(interleaved, 3) == 1);
    CHECK(first_chunk_in_flight(pipeline(PipelineSchedule::one_f_one_b, 4, 1, 8), 4) == 4);
    CHECK(heads_in_flight(interleaved) == 1);
    CHECK(heads_in_flight(pipeline(PipelineSchedule::gpipe, 4, 1, 8)) == 8);
}

}  // namespace
}  // namespace railyard::memory
