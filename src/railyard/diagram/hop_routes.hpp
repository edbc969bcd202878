#pragma once
// Ways of hops between the GPUs of a placement: along gutters beside the tiles, aisles between domains and
// the room under a row of them, so that no line runs over words.

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

// A domain that is drawn, and the middles of the free room around it.
struct HopBlock {
    double aisle_left = 0;   // x
    double aisle_right = 0;  // x
    double below = 0;        // y, under the row of domains that it stands in
    std::uint32_t row = 0;   // of domains, from above
    bool has_words = true;   // tiles with words: lines keep to the gutters between them
    double left = 0;         // x, of its frame: without words lines between blocks begin and end there
    double right = 0;
};

// Where a GPU is drawn. Out of a block without words all lines leave by its sides, at the height of the tile.
struct HopSeat {
    std::string name{};       // of its box (empty: it has none)
    std::uint32_t block = 0;  // number into the blocks
    std::uint32_t row = 0;    // of tiles in the block
    std::uint32_t column = 0;
    bool is_last = false;  // nothing stands right of it in its block
    double left = 0;       // of the tile
    double right = 0;
    double top = 0;
    double bottom = 0;
    double gutter_left = 0;   // x, the middle of the room beside it
    double gutter_right = 0;  // x
    double gap_below = 0;     // y, the middle of the room under its row
};

struct HopMap {
    std::vector<HopBlock> blocks;
    std::map<std::uint32_t, HopSeat> seats;  // by GPU
    double margin = 15;                      // x, of the way up and down the whole picture
    // How wide lines may spread.
    double gutter_width = 12;
    double gap_width = 9;
    double aisle_width = 24;
};

inline constexpr std::uint32_t own_lane = std::numeric_limits<std::uint32_t>::max();

// Lines of one bundle may lie on each other.
struct HopEnds {
    std::uint32_t from = 0;  // GPUs that have seats
    std::uint32_t to = 0;
    std::uint32_t bundle = own_lane;
};

struct HopWays {
    std::vector<std::vector<Point>> ways;  // of each hop
    // Pixels between the middles of neighbouring lines where they are closest; infinite where none run side
    // by side.
    double closest = std::numeric_limits<double>::infinity();
};

HopWays hop_ways(const std::vector<HopEnds>& hops, const HopMap& map);

}  // namespace railyard::diagram
