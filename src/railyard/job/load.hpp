#pragma once
// Layouts and models from YAML, and models from Hugging Face's config.json.

#include <string>
#include <string_view>
#include <vector>

#include "railyard/input/library.hpp"
#include "railyard/input/override.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/model.hpp"

namespace railyard {

// Most ranks that a layout may have.
inline constexpr std::uint64_t most_ranks = std::uint64_t{1} << 28U;

struct LoadedLayout {
    Layout layout;
    std::vector<std::string> notes;  // what is legal but worth knowing, each with its place
};

// A key set from outside the file: path "parallel.tp", value "16", label "--tp ".
struct LayoutOverride {
    std::string path;
    std::string value;
    std::string label;
};

// Loads a layout by name or path, with keys overridden. Names are looked up beside the caller (`beside`),
// then among the shipped files. Throws InputError with all the problems found; sizes that do not divide are
// among them.
LoadedLayout load_layout(const input::Library& library, std::string_view name,
                         const std::vector<LayoutOverride>& overrides = {}, const std::string& beside = ".");

// The same for a document that is at hand (bases not yet merged).
LoadedLayout load_layout(const input::Library& library, input::Document document,
                         const std::vector<LayoutOverride>& overrides = {});

// The same for a document that stands on no other (bases merged), with keys set: for whoever reads it many
// times.
LoadedLayout read_layout(const input::Library& library, input::Document merged,
                         const std::vector<input::KeySetting>& settings);

// A model by name or path, or a Hugging Face config.json.
Model load_model(const input::Library& library, std::string_view name, const std::string& beside = ".");

}  // namespace railyard
