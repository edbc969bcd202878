#pragma once
// A small judge of JSON Schemas, as far as ours go: what an editor would say of a file.

#include <string>
#include <vector>

#include "railyard/input/keys.hpp"
#include "railyard/input/yaml.hpp"

namespace railyard::test {

// What is wrong with a value by a schema: "network.tiers.0: 'name' is missing". Throws std::logic_error for
// words of JSON Schema that it does not know.
std::vector<std::string> violations(const input::Node& schema, const input::Node& value);

// What is wrong with a YAML text by the schema of a table of keys.
std::vector<std::string> violations(const input::Section& keys, const std::string& text);

// What is wrong with the shipped files of a shelf, each as it stands: "hgx-h100: ...".
std::vector<std::string> violations_of_shipped(const input::Section& keys, const std::string& folder);

}  // namespace railyard::test
