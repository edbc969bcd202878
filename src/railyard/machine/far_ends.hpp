#pragma once
// nvidia-smi nvlink -R names the devices at the far ends of links by their bus ids, and not what they are.

#include "railyard/machine/observed.hpp"

namespace railyard::machine {

// Links that a GPU has at most: a far end with a link of a higher number is a switch.
inline constexpr std::uint32_t most_links_of_a_gpu = 36;

// Far ends that are GPUs of the server become links between pairs; far ends that are switches of the server,
// or that three GPUs and more all have alike (no GPU is its own far end), links into switches. Others stay
// untold.
void tell_far_ends_apart(ObservedHost& host);

// Far ends of one GPU that are known to be switches.
void take_for_switches(ObservedHost& host, std::size_t gpu);

}  // namespace railyard::machine
