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

enum class ThumbnailsOf : std::uint8_t {
    domains,  // each of the job's: no two look alike
    kinds,    // one for all that are alike
    group     // each that the hops join, with these
};

struct ThumbnailRows {
    ThumbnailsOf what = ThumbnailsOf::domains;
    std::string title;
    std::vector<Thumbnail> thumbnails;
};

struct PlacementFold {
    std::set<std::uint32_t> full;
    std::vector<ThumbnailRows> rows;  // none: every domain is in full
};

// Up to 8 domains: all in full. Of more: those asked for, those that the hops join (of more than 8 the first,
// with thumbnails of them), otherwise of each kind of domain one of those that look alike most often, and one
// with idle, spare or missing GPUs. The thumbnails are all domains, those that look alike once.
PlacementFold fold_of(const PlacementPicture& picture, const PlacementView& view);

}  // namespace railyard::diagram
