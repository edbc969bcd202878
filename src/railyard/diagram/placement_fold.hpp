#pragma once
// Which domains of a placement are drawn in full, and which as thumbnails.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "railyard/diagram/placement_picture.hpp"
#include "railyard/diagram/placement_view.hpp"

namespace railyard::diagram {

struct Thumbnail {
    std::uint32_t domain = 0;  // number into PlacementView::domains
    std::size_t alike = 1;     // how many it stands for
};

struct PlacementFold {
    std::set<std::uint32_t> full;
    std::vector<Thumbnail> thumbnails;  // empty: every domain is in full
    std::string title;                  // of the thumbnails
    bool by_kind = false;               // one thumbnail for all that are alike
    bool hops_on_thumbnails = false;    // the hops join too many domains to draw all of these in full
};

// Up to 8 domains: all in full. Of more: those asked for, those that the hops join (up to 8), otherwise one
// of the most frequent kind and one with idle, spare or missing GPUs; the thumbnails are every domain, or one
// for all that are alike where that is a quarter or less.
PlacementFold fold_of(const PlacementPicture& picture, const PlacementView& view);

}  // namespace railyard::diagram
