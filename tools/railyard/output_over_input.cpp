#include "railyard/output_over_input.hpp"

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "railyard/base/error.hpp"

namespace railyard::tool {
namespace {

namespace fs = std::filesystem;

bool is_same_file(const fs::path& a, const fs::path& b) {
    std::error_code error;
    return fs::is_regular_file(a, error) && fs::is_regular_file(b, error) && fs::equivalent(a, b, error);
}

// A layout or topology may be named without its ending, a list of hosts with @.
bool names_file(const std::string& given, const fs::path& file) {
    if (given.empty()) return false;
    if (given.front() == '@') return is_same_file(given.substr(1), file);
    return is_same_file(given, file) || is_same_file(given + ".yaml", file);
}

// Options whose value is a file that is written.
constexpr std::array<const char*, 4> written = {"--output", "--ranks", "--trace", "--export"};

bool is_written(const CLI::Option& option) {
    return std::find(written.begin(), written.end(), option.get_name()) != written.end();
}

[[noreturn]] void refuse(const CLI::Option& option, const std::string& message) {
    const std::string name = option.get_name();
    throw InputError(Diagnostic{{}, name + " would replace " + message, "another file for " + name, "", 0});
}

// Whether both would be one file once they are written.
bool is_one_file(const std::string& a, const std::string& b) {
    std::error_code error;
    if (fs::exists(a, error) && !fs::is_regular_file(a, error)) return false;  // a device
    if (is_same_file(a, b)) return true;
    const fs::path first = fs::weakly_canonical(fs::absolute(a, error), error);
    return !first.empty() && first == fs::weakly_canonical(fs::absolute(b, error), error);
}

void check(const CLI::App& command) {
    std::vector<const CLI::Option*> outputs;
    for (const char* name : written) {
        const CLI::Option* option = command.get_option_no_throw(name);
        if (option != nullptr && option->count() > 0) outputs.push_back(option);
    }
    for (std::size_t o = 0; o < outputs.size(); ++o) {
        const std::string& output = outputs[o]->results().front();
        if (output.empty() || output == "-") continue;
        for (const CLI::Option* option : command.get_options()) {
            if (is_written(*option)) continue;
            for (const std::string& given : option->results())
                if (names_file(given, output))
                    refuse(*outputs[o], "'" + output + "', which " + option->get_name() + " reads");
        }
        for (std::size_t before = 0; before < o; ++before)
            if (is_one_file(outputs[before]->results().front(), output))
                refuse(*outputs[o], "what " + outputs[before]->get_name() + " writes to '" + output + "'");
    }
}

}  // namespace

void refuse_output_over_input(const CLI::App& app) {
    for (const CLI::App* command : app.get_subcommands()) {
        check(*command);
        refuse_output_over_input(*command);
    }
}

}  // namespace railyard::tool
