#pragma once
// Where a picture goes: --output, whose ending says what it is written as.

#include <CLI/App.hpp>
#include <string>

#include "railyard/diagram/scene.hpp"

namespace railyard::tool {

struct PictureOptions {
    std::string path;  // empty: SVG on standard output

    // Throws OutputError, also where Graphviz fails.
    void write(const diagram::Scene& scene) const;
};

// `options` must outlive the parsing.
void add_picture_options(CLI::App& command, PictureOptions& options);

}  // namespace railyard::tool
