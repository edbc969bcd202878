#include "railyard/schedule/catalogue.hpp"

#include "railyard/base/error.hpp"
#include "railyard/schedule/builders.hpp"

namespace railyard::schedule {
namespace {

std::string number(std::size_t value) {
    return std::to_string(value);
}

std::optional<Refusal> anything_goes(const Shape&) {
    return std::nullopt;
}

// Megatron-LM's rule and words (schedules.py, forward_backward_pipelining_with_interleaving): its loop hands
// a device p micro-batches of one chunk before it turns to the next chunk, and has no order for a smaller
// group.
std::optional<Refusal> refuse_interleaved(const Shape& shape) {
    const std::uint32_t p = shape.stages;
    const std::uint32_t m = shape.micro_batches;
    if (m % p == 0) return std::nullopt;
    const std::uint32_t below = m / p * p;
    std::string hint = "use " + (below > 0 ? number(below) + " or " : std::string()) +
                       number(below + std::size_t{p}) +
                       " micro-batches, or a schedule without chunks such as 1f1b";
    return Refusal{
        "number of micro-batches (" + number(m) + ") is not divisible by pipeline-model-parallel size (" +
            number(p) +
            ") when using the interleaved schedule: a chunk takes micro-batches in whole groups of one "
            "per stage",
        std::move(hint)};
}

std::optional<Refusal> refuse_dualpipe(const Shape& shape) {
    const std::uint32_t p = shape.stages;
    const std::uint32_t m = shape.micro_batches;
    if (p % 2 != 0) {
        return Refusal{"dualpipe runs from both ends and needs an even number of stages, not " + number(p),
                       "use " + (p > 1 ? number(p - 1) + " or " : std::string()) +
                           number(p + std::size_t{1}) + " stages"};
    }
    if (m < 2 * p) {
        return Refusal{"dualpipe needs at least twice as many micro-batches as stages: " + number(m) +
                           " micro-batches, " + number(p) + " stages",
                       "use " + number(std::size_t{2} * p) + " micro-batches or more"};
    }
    if (m % 2 != 0) {
        return Refusal{
            "dualpipe sends half of the micro-batches from each end and needs an even number, not " +
                number(m),
            "use " + number(m - 1 < 2 * p ? m + 1 : m - 1) + " micro-batches"};
    }
    return std::nullopt;
}

std::optional<Refusal> refuse_number(const char* what, std::size_t value, std::size_t most) {
    if (value >= 1 && value <= most) return std::nullopt;
    return Refusal{number(value) + " " + what + " cannot be scheduled",
                   "use 1 to " + number(most) + " " + what};
}

}  // namespace

const std::vector<CatalogueRow>& catalogue() {
    static const std::vector<CatalogueRow> rows = {
        {Algorithm::gpipe, "gpipe", "all forwards, then all backwards; holds every micro-batch", "(p-1)(F+B)",
         build_gpipe, anything_goes},
        {Algorithm::one_f_one_b, "1f1b", "one forward, one backward; holds p-d micro-batches on device d",
         "(p-1)(F+B)", build_one_f_one_b, anything_goes},
        {Algorithm::interleaved, "interleaved",
         "1F1B over several chunks a device, in Megatron's order; m % p = 0", "(p-1)(F+B)/v",
         build_interleaved, refuse_interleaved},
        {Algorithm::zero_bubble_h1, "zb-h1", "1F1B with weight gradients put off to fill the drain",
         "(p-1)(F+B-2W)", build_zero_bubble_h1, anything_goes},
        {Algorithm::dualpipe, "dualpipe",
         "from both ends at once, forward and backward overlapped; 2x parameters", "(p/2-1)(F&B+B-3W)",
         build_dualpipe, refuse_dualpipe},
    };
    return rows;
}

const CatalogueRow& row_of(Algorithm algorithm) {
    return catalogue()[static_cast<std::size_t>(algorithm)];
}

std::optional<Algorithm> find_algorithm(std::string_view name) {
    for (const auto& row : catalogue()) {
        if (name == row.name) return row.algorithm;
    }
    return std::nullopt;
}

std::vector<std::string> algorithm_names() {
    std::vector<std::string> names;
    for (const auto& row : catalogue()) names.emplace_back(row.name);
    return names;
}

std::optional<Refusal> refuse(Algorithm algorithm, const Shape& shape) {
    if (auto no = refuse_number("stages", shape.stages, most_devices)) return no;
    if (auto no = refuse_number("micro-batches", shape.micro_batches, most_micro_batches)) return no;
    if (auto no = refuse_number("chunks", shape.chunks, most_chunks)) return no;
    const auto& row = row_of(algorithm);
    if (shape.chunks > 1 && algorithm != Algorithm::interleaved) {
        return Refusal{std::string(row.name) + " has one chunk a stage, not " + number(shape.chunks),
                       "leave the chunks out, or use interleaved"};
    }
    const std::size_t most_per_micro_batch = std::size_t{3} * shape.stages * shape.chunks;
    if (most_per_micro_batch * shape.micro_batches > most_operations) {
        return Refusal{"this schedule would have up to " +
                           number(most_per_micro_batch * shape.micro_batches) + " operations; " +
                           number(most_operations) + " can be simulated",
                       "use fewer stages, micro-batches or chunks"};
    }
    return row.refuse(shape);
}

std::vector<std::string> warnings(Algorithm algorithm, const Shape& shape) {
    if (shape.micro_batches >= shape.stages) return {};
    return {std::string(row_of(algorithm).name) + ": " + number(shape.micro_batches) +
            " micro-batches do not fill " + number(shape.stages) +
            " stages; some stages are never busy at the same time"};
}

Schedule build(Algorithm algorithm, const Shape& shape) {
    if (auto no = refuse(algorithm, shape)) throw InputError(Diagnostic{{}, no->message, no->hint, "", 0});
    return row_of(algorithm).build(shape);
}

}  // namespace railyard::schedule
