#include "railyard/diagram/picture_format.hpp"

#include <algorithm>
#include <cstddef>

#include "railyard/diagram/scene_graphviz.hpp"
#include "railyard/diagram/scene_svg.hpp"

namespace railyard::diagram {

std::optional<PictureFormat> picture_format(std::string_view path) {
    std::string lower(path);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    for (std::size_t i = 0; i < picture_endings.size(); ++i) {
        if (lower.ends_with(picture_endings[i])) return static_cast<PictureFormat>(i);
    }
    return lower.ends_with(".gv") ? std::optional(PictureFormat::dot) : std::nullopt;
}

std::string render(const Scene& scene, PictureFormat format) {
    switch (format) {
        case PictureFormat::svg:
            return svg_of(scene);
        case PictureFormat::png:
            return graphviz_of(scene, GraphvizOutput::png);
        case PictureFormat::pdf:
            return graphviz_of(scene, GraphvizOutput::pdf);
        case PictureFormat::dot:
            return graphviz_of(scene, GraphvizOutput::dot);
    }
    return {};
}

}  // namespace railyard::diagram
