#pragma once
// The keys that a file may have, said once. One table per mapping drives the reader (unknown keys, required
// keys), the JSON Schemas in share/ and the check that the templates of `railyard init` name every key there
// is.

#include <span>
#include <string>
#include <string_view>

namespace railyard::input {

// What a value looks like. A key may allow several.
enum class Shape {
    text,
    whole,         // 1, 2, 3, ... or 0 where the key says so
    number,        // 0.5, 1e-3
    boolean,       // true or false
    choice,        // one of Key::choices
    size,          // 80 GiB
    bandwidth,     // 450 GB/s
    duration,      // 0.6 us
    compute_rate,  // 989 TFLOP/s
    power,         // 700 W
    section,       // a mapping with the keys of Key::section
    texts,         // a list of words
    wholes,        // a list of whole numbers
    sections,      // a list of mappings with the keys of Key::section
    extent,        // 32 domains, 4 servers, 16 gpus
    open,          // anything: foreign files
};

enum class Presence { required, optional };

struct Section;

struct Key {
    std::string_view name;
    Presence presence = Presence::optional;
    std::span<const Shape> shapes;
    std::string_view about;  // one line for editors and templates
    const Section* section = nullptr;
    std::span<const std::string_view> choices = {};
};

struct Section {
    std::string_view name;  // "network", "tier": how messages call the mapping
    std::span<const Key> keys;
};

// The JSON Schema (draft 2020-12) of a file whose top level is `root`, indented by two spaces, ending in a
// newline. `about` becomes its title.
std::string json_schema(const Section& root, std::string_view about);

}  // namespace railyard::input
