#include "railyard/picture_options.hpp"

#include <CLI/Option.hpp>
#include <exception>

#include "railyard/diagram/picture_format.hpp"
#include "railyard/output_file.hpp"

namespace railyard::tool {

void PictureOptions::write(const diagram::Scene& scene) const {
    const auto format = diagram::picture_format(path).value_or(diagram::PictureFormat::svg);
    std::string bytes;
    try {
        bytes = diagram::render(scene, format);
    } catch (const std::runtime_error& error) {
        throw OutputError("cannot write '" + path + "': " + error.what());
    }
    write_output(path, bytes);
}

std::string picture_ending(const std::string& path) {
    if (diagram::picture_format(path)) return "";
    return "the ending of '" + path + "' says no format: .svg, .png, .pdf or .dot";
}

void add_picture_options(CLI::App& command, PictureOptions& options) {
    command
        .add_option("-o,--output", options.path,
                    "Write to this file, as its ending says: .svg, .png, .pdf or .dot")
        ->type_name("FILE")
        ->check([](const std::string& path) { return path == "-" ? "" : picture_ending(path); });
    command.footer("Without --output the picture is written to standard output as SVG.");
}

}  // namespace railyard::tool
