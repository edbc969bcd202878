#pragma once
// What a picture is written as: decided by the ending of its file.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

enum class PictureFormat { svg, png, pdf, dot };
inline constexpr std::array<std::string_view, 4> picture_endings = {".svg", ".png", ".pdf", ".dot"};

// By the ending of a path, in any case; .gv is DOT too. Nothing for another ending.
std::optional<PictureFormat> picture_format(std::string_view path);

// The bytes of the file. SVG and DOT are the same for the same scene; a PDF carries its date. Throws
// std::runtime_error where Graphviz fails.
std::string render(const Scene& scene, PictureFormat format);

}  // namespace railyard::diagram
