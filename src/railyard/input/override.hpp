#pragma once
// Keys set from outside a file (flags of the command line, axes of a sweep), as if the file had them. A
// problem with such a value is shown where it came from.

#include <string>
#include <string_view>
#include <vector>

#include "railyard/input/yaml.hpp"

namespace railyard::input {

// A key and its value, with their places in the text that they come from.
struct KeySetting {
    std::string path;  // "parallel.tp"
    Node value;
    Mark key_mark;
    SourcePtr source;
};

// `label` is what stood before the value where it came from ("--tp "). A value with commas, or in brackets,
// is a list of words.
KeySetting setting_from_text(std::string_view path, std::string_view value, std::string_view label);

// Sets a key of a document, making the mappings on the way. In a list, a key on the way is the number of an
// item (from 0), or what an item says under `name` or `use`: "network.tiers.spine.latency". Throws InputError
// if a key on the way holds something other than a mapping, or a list has no such item.
void set_key(Document& document, const KeySetting& setting);
void set_key(Document& document, std::string_view path, std::string_view value, std::string_view label);

// A section as a whole goes before its keys, in whichever order they were given.
std::vector<KeySetting> sections_first(std::vector<KeySetting> settings);

}  // namespace railyard::input
