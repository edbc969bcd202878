#pragma once
// What a bill leaves out for want of a key, and what it takes for granted, in words.

#include <string>
#include <vector>

#include "railyard/topology/bill.hpp"

namespace railyard {

enum class Billed { cost, power };

// Of one figure of a bill: parts without a key, switches of which nobody says how many there are, and how
// counts were found that no file has. Each names the key that changes it. Nothing for parts that there are
// none of; where no part at all has a cost (a power), that alone is said.
std::vector<std::string> bill_notes(const Topology& topology, std::uint32_t as_needed, Billed figure);

// "GPUs", "spine switches".
std::string part_name(const Topology& topology, const BilledPart& part);

}  // namespace railyard
