#pragma once
// Flags that override the keys of a layout. They are made from the table of keys, so a key that is added
// there has its flag: `--per-domain 64` is placement: {per_domain: 64}.

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "railyard/job/load.hpp"

namespace railyard::tool {

struct LayoutOptions {
    std::string layout;
    std::vector<LayoutOverride> overrides;  // in the order in which they were given
};

// The layout as the positional argument, a flag for each key, and `--set KEY=VALUE` for any other. `options`
// must outlive the parsing.
void add_layout_options(CLI::App& command, LayoutOptions& options);

// The flag of a key: "per_domain" -> "--per-domain"; "model" -> "--model-file".
std::string flag_of(std::string_view key);

}  // namespace railyard::tool
