#pragma once
// What the `extra` of a published run's model says in words.

#include <string>

#include "railyard/job/model.hpp"

namespace railyard {

// "first 3 dense", "q_lora 1536, kv_lora 512, qk_nope 128, qk_rope 64, v_head 128" (latent attention) and
// "n_group 8, topk_group 4" (node-limited routing; where only "group_topk=4" stands, of the eight groups of
// DeepSeek-V3). Words that it does not know are passed over.
void read_model_details(const std::string& extra, Model& model);

}  // namespace railyard
