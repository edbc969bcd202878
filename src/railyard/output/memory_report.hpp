#pragma once
// The memory of a layout's stages and whether it fits: in short for the report of `place`, tensor by tensor,
// and as JSON. GiB is 2^30 bytes and GB 10^9; totals are given in both.

#include <string>

#include "railyard/job/layout.hpp"
#include "railyard/memory/estimate.hpp"
#include "railyard/memory/fit.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {

struct MemoryReport {
    const Layout& layout;
    const memory::Memory& memory;
    const memory::Fit& fit;
};

// Binary prefixes and three significant digits: "53.9 GiB".
std::string human_binary(Bytes size);

// Two lines: the worst stage's need, its parts and what is free; where it does not fit, by how much, and a
// line for each change that would make it fit, as options of the command line.
std::string memory_table(const MemoryReport& report, Colour colour);

// Everything behind it: every stage (equal neighbours in one row), the parameters of the worst by what
// divides them, and every tensor of every kind of layer with its formula, its size and its fate.
std::string memory_explained(const MemoryReport& report);

// One JSON object, the value of "memory" in the JSON of `place`: fits, capacity (what is left after
// `reserved`), reserved, worst_stage, total, weights, gradients, optimizer, activations, and beside these
// gpu_memory, logits (a part of activations), over, largest, remedies and stages. Sizes in whole bytes.
std::string memory_json(const MemoryReport& report);

// A remedy as options of the command line: "--pp 16 --dp 8".
std::string options_text(const memory::Remedy& remedy);

}  // namespace railyard::output
