#pragma once
// GPUs that can be told from what tools show of them: PCI ids, names, compute capabilities. Each is tied to
// the shipped GPU files it may stand for.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/machine/observed.hpp"

namespace railyard::machine {

// What its NVLinks are wired to: the board of its server (switches or other GPUs), or, of a card, a bridge to
// one other card.
enum class Wiring { board, bridge };

// NVLink (xGMI) of one GPU when all is well.
struct NvlinkOfGpu {
    std::uint32_t lanes = 0;
    Wiring wiring = Wiring::board;
    BytesPerSecond per_lane;  // nominal payload, one way
};

struct KnownGpu {
    std::string_view file;  // name of the shipped GPU file: "h200"; empty: none is shipped
    std::string_view name;  // as the driver calls it
    std::optional<NvlinkOfGpu> nvlink;
};

// The most NVLinks that a GPU may have, where its model is known or not.
std::uint32_t most_lanes_of(const ObservedGpu& gpu);

// Links that a bandwidth is of, by that of one.
std::uint32_t lanes_in(BytesPerSecond all, BytesPerSecond one);

// All GPUs that an observed one may be, the likeliest first; empty when nothing of it is known.
std::vector<KnownGpu> candidates(const ObservedGpu& gpu);

// Whether any GPU that can be told has this file. Only then can a comparison say that it is another.
bool is_told_apart(std::string_view file);

// "NVIDIA H200", or the PCI id, or the compute capability; empty when nothing is known.
std::string model_label(const ObservedGpu& gpu);

}  // namespace railyard::machine
