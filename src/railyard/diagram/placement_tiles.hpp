#pragma once
// How the tiles of a placement look: by their rank's coordinate, or by why they hold none, told apart without
// colour: idle ones are dashed, spares striped, unavailable ones crossed out.

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "railyard/diagram/placement_picture.hpp"
#include "railyard/diagram/placement_view.hpp"
#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

std::string_view word_of(TileState state);  // empty where a rank stands
BoxStyle style_of(TileState state);

class TileLook {
  public:
    explicit TileLook(const PlacementPicture& picture);

    [[nodiscard]] BoxStyle style_of(const Tile& tile) const;
    // Whether its rank is in the group whose hops are drawn.
    [[nodiscard]] bool in_group(const Tile& tile) const;
    // As many as the dimension has coordinates, up to 16; then they repeat.
    [[nodiscard]] const std::vector<Rgb>& colours() const { return colours_; }

  private:
    std::vector<Rgb> colours_;
    std::set<std::uint32_t> group_;
};

}  // namespace railyard::diagram
