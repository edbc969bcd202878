#pragma once
// Whether a value is of a shape that its key allows, before anything is read with it.

#include "railyard/input/keys.hpp"
#include "railyard/input/source.hpp"
#include "railyard/input/yaml.hpp"

namespace railyard::input {

// Adds what is wrong with a value as its reader would say it: a unit that is none, text where a number
// stands, a word that is no choice. Mappings are looked at key by key. `mark`: of the key. Ranges are not
// looked at: what is too large depends on the rest of the file.
void check_value(Problems& problems, const Key& key, const Node& value, Mark mark);

}  // namespace railyard::input
