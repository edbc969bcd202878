#pragma once
// Operations somebody else listed, made into a schedule: checks that they are complete and finds the routes.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "railyard/schedule/problem_list.hpp"
#include "railyard/schedule/schedule.hpp"

namespace railyard::schedule {

// One operation and where it stands in the text.
struct ListedOperation {
    std::uint32_t device = 0;
    std::uint32_t micro_batch = 0;
    std::uint32_t chunk = 0;
    std::uint32_t stage = 0;  // the piece of the model
    Kind kind = Kind::forward;
    Together together = Together::alone;
    std::size_t offset = 0;  // in the text, bytes
};

// The stage when it is not listed, and the chunk when it is not.
void number_stages_by_chunk(std::vector<ListedOperation>& operations);  // piece chunk x devices + device
void number_chunks_by_stage(
    std::vector<ListedOperation>& operations);  // a device's pieces in ascending order

// The schedule with the operations of each device in the order listed. Throws InputError if a device has
// nothing to do, a chunk holds two pieces of the model, or a micro-batch lacks or repeats an operation. That
// the order can be run is not checked: simulate() finds out.
Schedule assemble(const std::vector<ListedOperation>& operations, ProblemList& problems);

}  // namespace railyard::schedule
