#pragma once
// The schedules by name: one table for the help, the suggestions, the tests and the command.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/schedule/schedule.hpp"

namespace railyard::schedule {

enum class Algorithm { gpipe, one_f_one_b, interleaved, zero_bubble_h1, dualpipe };

// Why a schedule cannot have a shape, and which shape it can have.
struct Refusal {
    std::string message;
    std::string hint;
};

struct CatalogueRow {
    Algorithm algorithm;
    const char* name;         // on the command line and in JSON
    const char* description;  // one line
    const char* bubble;       // idle time of a device with equal stages, as a formula for people
    Schedule (*build)(const Shape&);
    std::optional<Refusal> (*refuse)(const Shape&);  // beyond what every schedule needs
};

// In the order of the enumeration.
const std::vector<CatalogueRow>& catalogue();
const CatalogueRow& row_of(Algorithm algorithm);
std::optional<Algorithm> find_algorithm(std::string_view name);
std::vector<std::string> algorithm_names();

// Nothing, or why this shape is not possible: zero or too many of something, chunks for a schedule that has
// none, or the schedule's own rule (interleaved: m a multiple of p; DualPipe: p and m even, m >= 2p).
std::optional<Refusal> refuse(Algorithm algorithm, const Shape& shape);

// What works but wastes: fewer micro-batches than stages. Sentences.
std::vector<std::string> warnings(Algorithm algorithm, const Shape& shape);

// Throws InputError if refuse() has something to say.
Schedule build(Algorithm algorithm, const Shape& shape);

}  // namespace railyard::schedule
