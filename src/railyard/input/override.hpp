#pragma once
// Keys set from outside a file (flags of the command line, axes of a sweep), as if the file had them. A
// problem with such a value is shown at the flag.

#include <string>
#include <string_view>

#include "railyard/input/yaml.hpp"

namespace railyard::input {

// Sets `path` ("parallel.tp") of a document to the text `value`, making the mappings on the way. A value with
// commas, or in brackets, is a list of words. `label` is what stood before the value where it came from
// ("--tp "). Throws InputError if a key on the way holds something other than a mapping.
void set_key(Document& document, std::string_view path, std::string_view value, std::string_view label);

}  // namespace railyard::input
