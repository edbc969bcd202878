#pragma once
// Which domains of a network are drawn as one part: those that are alike, told apart less finely where there
// are many kinds of them.

#include <cstdint>
#include <set>
#include <vector>

#include "railyard/diagram/folded_graph.hpp"

namespace railyard::diagram {

// What is given up, one after the other, until a picture is narrow enough.
enum class Economy : std::uint8_t {
    none,
    rails_once,   // rails of the first span alone are drawn one by one
    any_span,     // domains are not told apart by what is above them
    no_rails,     // rails of a span are one part
    one_way,      // nor by how many GPUs they lack, nor spans by how full they are
    one_fold,     // nor by whether they lack any
    whole_kinds,  // no domain of a kind is drawn by itself, and spans of the first kind alone are
    last
};

// A domain, as far as it matters here.
struct DomainFacts {
    std::uint32_t kind = 0;
    std::uint32_t missing = 0;  // GPUs
    std::uint32_t span = 0;     // of the lowest tier
};

struct DomainGroup {
    static constexpr std::uint32_t various = not_drawn;
    std::vector<std::uint32_t> members;  // numbers of domains, rising
    std::uint32_t below = not_drawn;     // a span that is drawn; not_drawn: none, or several
    std::uint32_t missing = 0;           // GPUs of each, or various
    bool is_open = false;                // a domain that is drawn by itself
};

inline constexpr std::size_t most_groups = 4;  // of unlike spans, or of domains that lack GPUs, in one place

// From left to right: as their spans are, in a span kind by kind, those that are open before those that are
// many, and then by number. `open`: domains to draw by themselves. `open_spans`: spans that are drawn.
std::vector<DomainGroup> domain_groups(const std::vector<DomainFacts>& domains,
                                       const std::set<std::uint32_t>& open,
                                       const std::set<std::uint32_t>& open_spans, Economy economy);

}  // namespace railyard::diagram
