#pragma once
// Model files and config.json, as the layout loader reads them.

#include <cstdint>

#include "railyard/input/library.hpp"
#include "railyard/input/mapping.hpp"
#include "railyard/job/model.hpp"

namespace railyard {

inline constexpr std::uint32_t most_layers = 100000;
inline constexpr std::uint32_t widest = 1U << 24U;  // of anything in a layer

// Reads a model from a mapping with the keys of model_file_keys.
Model read_model(const input::Mapping& keys);

// Reads a model file, or a config.json (told apart by its keys). Problems are added; the result is usable
// only if there are none.
Model read_model(const input::Document& document, input::Problems& problems);

// The model that a layout's `model:` value names or holds.
Model resolve_model(const input::Library& library, const input::Node& value, input::Problems& problems);

}  // namespace railyard
