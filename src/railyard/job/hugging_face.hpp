#pragma once
// Model shapes from Hugging Face's config.json: the Llama, Mistral, Mixtral, Qwen and DeepSeek families.

#include "railyard/input/source.hpp"
#include "railyard/input/yaml.hpp"
#include "railyard/job/model.hpp"

namespace railyard {

// Whether a document looks like a config.json.
bool is_hugging_face_config(const input::Document& document);

// Reads the shape. A family that is not known, a key that is needed and not there, and a value that is no
// number are problems; keys that do not bear on the shape are passed over.
Model read_hugging_face(const input::Document& document, input::Problems& problems);

}  // namespace railyard
