#include "railyard/output_over_input.hpp"

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <filesystem>
#include <string>
#include <system_error>

#include "railyard/base/error.hpp"

namespace railyard::tool {
namespace {

namespace fs = std::filesystem;

bool is_same_file(const fs::path& a, const fs::path& b) {
    std::error_code error;
    return fs::is_regular_file(a, error) && fs::is_regular_file(b, error) && fs::equivalent(a, b, error);
}

// A layout or topology may be named without its ending.
bool names_file(const std::string& given, const fs::path& file) {
    return !given.empty() && (is_same_file(given, file) || is_same_file(given + ".yaml", file));
}

void check(const CLI::App& command, const std::string& output) {
    for (const CLI::Option* option : command.get_options()) {
        if (option->check_lname("output")) continue;
        for (const std::string& given : option->results()) {
            if (!names_file(given, output)) continue;
            throw InputError(
                Diagnostic{{},
                           "--output would replace '" + output + "', which " + option->get_name() + " reads",
                           "another file for --output",
                           "",
                           0});
        }
    }
}

}  // namespace

void refuse_output_over_input(const CLI::App& app) {
    for (const CLI::App* command : app.get_subcommands()) {
        const CLI::Option* output = command->get_option_no_throw("--output");
        if (output != nullptr && output->count() > 0) check(*command, output->results().front());
        refuse_output_over_input(*command);
    }
}

}  // namespace railyard::tool
