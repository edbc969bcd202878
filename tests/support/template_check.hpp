#pragma once
// The templates of `railyard init`: they load as they stand, and name every key there is.

#include <string>
#include <vector>

#include "railyard/input/keys.hpp"

namespace railyard::test {

// The file share/templates/KIND.yaml.
std::string template_text(const std::string& kind);

// The same with the keys in use that it has as comments: lines that begin with # and no space.
std::string uncommented(const std::string& text);

// Keys of the table, and of the tables in it, that a text does not have: "network.tiers.planes". A model
// inside a layout has a template of its own and is left out.
std::vector<std::string> keys_not_named(const input::Section& keys, const std::string& text);

}  // namespace railyard::test
