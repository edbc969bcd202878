#include "railyard/shared_options.hpp"

#include <CLI/Option.hpp>
#include <algorithm>
#include <array>
#include <variant>

#include "railyard/base/suggest.hpp"
#include "railyard/diagram/picture_format.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/output_file.hpp"
#include "railyard/terminal.hpp"

namespace railyard::tool {
namespace {

constexpr std::array<std::string_view, 3> format_names = {"table", "json", "csv"};

std::string name_of(Format format) {
    return std::string(format_names.at(static_cast<std::size_t>(format)));
}

}  // namespace

void OutputOptions::write(std::string_view text) const {
    write_output(path, text);
}

bool OutputOptions::shows_colour() const {
    return path.empty() && stdout_shows_colour();
}

CLI::Validator one_of(std::vector<std::string> words) {
    std::string list;
    for (const auto& word : words) list += (list.empty() ? "" : "|") + word;
    const auto check = [words = std::move(words)](const std::string& given) -> std::string {
        if (std::find(words.begin(), words.end(), given) != words.end()) return "";
        return "unknown '" + given + "': " + suggestion(given, words);
    };
    return CLI::Validator(check, list);
}

void add_output_options(CLI::App& command, OutputOptions& options, const std::vector<Format>& formats,
                        PictureEndings pictures) {
    if (!formats.empty()) {
        options.format = formats.front();
        std::vector<std::string> names;
        for (const Format format : formats) names.push_back(name_of(format));
        const auto set = [&options, formats, names](const std::string& given) {
            const auto at = std::find(names.begin(), names.end(), given) - names.begin();
            options.format = formats[static_cast<std::size_t>(at)];
        };
        command.add_option_function<std::string>("--format", set, "How to write the answer")
            ->check(one_of(names))
            ->type_name("")
            ->default_str(names.front());
    }
    CLI::Option* output =
        command.add_option("-o,--output", options.path, "Write to this file instead of standard output")
            ->type_name("FILE");
    if (pictures == PictureEndings::taken) return;
    output->check([](const std::string& path) -> std::string {
        if (!diagram::picture_format(path)) return "";
        return "'" + path + "' would be no picture: 'railyard draw' writes those";
    });
}

void add_reserved_option(CLI::App& command, Bytes& reserved) {
    command
        .add_option_function<std::string>(
            "--reserved",
            [&reserved](const std::string& text) {
                reserved = std::get<Bytes>(input::parse_bytes(text, input::Zero::allowed));
            },
            "Memory of each GPU kept for context and communication buffers\n(default: 2 GiB)")
        ->check([](const std::string& text) -> std::string {
            const auto size = input::parse_bytes(text, input::Zero::allowed);
            const auto* complaint = std::get_if<input::Complaint>(&size);
            return complaint == nullptr ? "" : complaint->message;
        })
        ->type_name("SIZE");
}

}  // namespace railyard::tool
