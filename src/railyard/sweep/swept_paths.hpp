#pragma once
// Paths of keys that a sweep sets, "network.tiers.spine.latency", in the tables of the keys of files. On the
// way through a list of mappings stands the number or the name of an item.

#include <optional>
#include <string>
#include <string_view>

#include "railyard/input/keys.hpp"

namespace railyard::sweep {

[[nodiscard]] bool is_list_of_sections(const input::Key& key);

// The line of a table that a path leads to; none: it leads nowhere.
[[nodiscard]] const input::Key* key_at(const input::Section& section, std::string_view path);

// "domains.count" as "domains.0.count": a path that leaves out which items of lists it means, with the first
// of them. Nothing where it leads nowhere with items either.
[[nodiscard]] std::optional<std::string> with_items(const input::Section& section, std::string_view path);

}  // namespace railyard::sweep
