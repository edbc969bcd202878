#pragma once
// Looks into YAML (or JSON) of other programs: keys that are not known here are theirs to have.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/input/yaml.hpp"

namespace railyard::cluster {

// The text under a key; null when there is none, or something else than text.
const std::string* text_at(const input::Node& node, std::string_view key);

// The value under a key if it is of that kind; null otherwise.
const input::Node* node_at(const input::Node& node, std::string_view key, input::NodeKind kind);

// The items of a list, or one text alone; empty for anything else.
std::vector<const input::Node*> items_of(const input::Node& node);

}  // namespace railyard::cluster
