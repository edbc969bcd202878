#pragma once
// The keys of topology, domain and GPU files.

#include "railyard/input/keys.hpp"

namespace railyard {

extern const input::Section gpu_file_keys;
extern const input::Section domain_file_keys;
extern const input::Section topology_file_keys;

}  // namespace railyard
