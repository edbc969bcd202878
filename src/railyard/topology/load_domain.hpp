#pragma once
// Domain and GPU files, as the topology loader reads them.

#include <optional>

#include "railyard/input/library.hpp"
#include "railyard/input/mapping.hpp"
#include "railyard/input/override.hpp"
#include "railyard/topology/hardware.hpp"

namespace railyard {

// Largest counts that a file may give: beyond them a number is a slip of the keyboard.
inline constexpr std::uint32_t most_servers_per_domain = 4096;
inline constexpr std::uint32_t most_gpus_per_server = 256;
inline constexpr std::uint32_t most_gpus_per_domain = 65536;

// Reads a domain from its (merged) document. Problems are added; the result is usable only if there are none.
DomainKind read_domain(const input::Library& library, const input::Document& document,
                       input::Problems& problems, const std::vector<input::KeySetting>& gpu_settings = {});

// What one part costs and draws: the keys `cost` and `power`, or those with a prefix ("switch_cost").
PartBill read_bill(const input::Mapping& keys, const std::string& prefix = "");

// Sets keys of a document; what cannot be set is added to the problems.
void apply_settings(input::Document& document, const std::vector<input::KeySetting>& settings,
                    input::Problems& problems);

// Reads a GPU from its (merged) document.
Gpu read_gpu(const input::Document& document, input::Problems& problems);

// The mapping at the root of a document.
input::Mapping root_mapping(const input::Document& document, const input::Section& keys,
                            input::Problems& problems);

// Follows a name in a file to the document it stands for, or takes the mapping that stands in its place;
// reports what is wrong with it.
std::optional<input::Document> follow(const input::Library& library, input::Shelf shelf,
                                      const input::Node* name, input::Problems& problems);

}  // namespace railyard
