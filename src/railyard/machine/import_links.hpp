#pragma once
// The NVLinks of one host as an import counts them, and the GPUs that it leaves out for want of some.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "railyard/machine/import_domain.hpp"

namespace railyard::machine {

// The links of one host, its GPUs in order.
struct Links {
    std::vector<std::size_t> order;
    std::vector<std::optional<std::uint32_t>> lanes;               // told of a GPU
    std::vector<std::vector<std::optional<std::uint32_t>>> pairs;  // told of two
    SourceId from;
    bool anything = false;
    bool pairs_without_number = false;  // joined, by how many links is not told (rocm-smi)
};

Links links_of(const ObservedHost& host);

// Links between two GPUs, by the direction that has fewer where both are told.
std::optional<std::uint32_t> lanes_between(const Links& links, std::uint32_t a, std::uint32_t b);

// Whether a GPU of a server of the part is unavailable.
bool is_out(const ImportedPart& part, std::uint32_t server, std::uint32_t gpu);

// Makes it so, with a note: "GPU 2 of n1 WHAT: written as unavailable, ...".
void leave_out(const Observed& observed, std::size_t host, std::uint32_t server, std::uint32_t gpu,
               const std::string& what, ImportedPart& part);

// Links of GPUs to each other without switches. A GPU without any beside a mesh of the others is left out;
// pairs that have fewer than most are written as seen. Both are told of.
void import_direct(const Observed& observed, std::size_t host, const Links& links, ImportedPart& part);

}  // namespace railyard::machine
