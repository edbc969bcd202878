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

// What is wrong with a path that a picture is to be written to; empty: its ending says a format.
std::string picture_ending(const std::string& path);

// `options` must outlive the parsing.
void add_picture_options(CLI::App& command, PictureOptions& options);

}  // namespace railyard::tool
