#pragma once
// Options that several commands have, so that they are called the same and behave the same everywhere.

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/base/units.hpp"

namespace railyard::tool {

enum class Format { table, json, csv };

// --format and --output.
struct OutputOptions {
    Format format = Format::table;
    std::string path;  // empty: standard output

    // Sends an answer where the options say. Throws OutputError.
    void write(std::string_view text) const;
    // Colour is for a terminal, never for a file.
    [[nodiscard]] bool shows_colour() const;
};

// What becomes of an --output whose ending is that of a picture: most commands write no pictures and refuse
// it.
enum class PictureEndings { refused, taken };

// `formats`: those that the command has, the default first; with none there is --output alone. `options` must
// outlive the parsing.
void add_output_options(CLI::App& command, OutputOptions& options, const std::vector<Format>& formats,
                        PictureEndings pictures = PictureEndings::refused);

// --reserved: memory of each GPU that a job does not get. `reserved` must outlive the parsing.
void add_reserved_option(CLI::App& command, Bytes& reserved);

// Accepts one of `words`; the complaint about another names the nearest.
CLI::Validator one_of(std::vector<std::string> words);

}  // namespace railyard::tool
