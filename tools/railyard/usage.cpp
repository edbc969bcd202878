#include "railyard/usage.hpp"

#include <CLI/Option.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "railyard/base/suggest.hpp"

namespace railyard::tool {
namespace {

bool is_option(const std::string& word) {
    return word.size() > 1 && word.front() == '-';
}

Diagnostic problem(std::string message, std::string hint) {
    return {{}, std::move(message), std::move(hint), ""};
}

Diagnostic unknown_command(const CLI::App& app, const std::string& word, const std::string& help) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return problem("unknown command '" + word + "'",
                   suggestion(word, names) + " (" + help + " says what each does)");
}

Diagnostic unknown_option(const CLI::App& command, std::string word, const std::string& help) {
    word = word.substr(0, word.find('='));
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    }
    const auto near = nearest(word, names);
    return problem("unknown option '" + word + "'", (near ? "did you mean '" + *near + "'? (" : "") + help +
                                                        " lists the options" + (near ? ")" : ""));
}

// CLI11's sentence, and better ones for what happens most.
std::string plain_words(std::string message) {
    constexpr std::string_view twice = ": At Most 1 required but received ";
    if (const auto at = message.find(twice); at != std::string::npos) {
        return message.substr(0, at) + " is given " + message.substr(at + twice.size()) + " times";
    }
    constexpr std::string_view once = ": 1 required ";
    if (const auto at = message.find(once); at != std::string::npos && message.ends_with(" missing")) {
        const std::size_t type = at + once.size();
        return message.substr(0, at) + " needs a value: " + message.substr(type, message.rfind(' ') - type);
    }
    // Its range of positive numbers ends with 309 digits.
    constexpr std::string_view range = " not in range 0.000000 to 17976931348623157";
    if (const auto at = message.find(range); at != std::string::npos) {
        constexpr std::string_view before = ": Value ";
        const auto value = message.find(before);
        if (value != std::string::npos && value < at) {
            return message.substr(0, value) + " must be more than 0, not " +
                   message.substr(value + before.size(), at - value - before.size());
        }
    }
    // Other ranges are of whole numbers.
    constexpr std::string_view whole_range = " not in range ";
    constexpr std::string_view value_of = ": Value ";
    if (const auto at = message.find(whole_range); at != std::string::npos) {
        const auto value = message.find(value_of);
        if (value != std::string::npos && value < at)
            return message.substr(0, value) + " is a whole number from " +
                   message.substr(at + whole_range.size()) + ", not '" +
                   message.substr(value + value_of.size(), at - value - value_of.size()) + "'";
    }
    constexpr std::string_view convert = "Could not convert: ";
    if (const auto equals = message.find(" = "); message.starts_with(convert) && equals != std::string::npos)
        return "'" + message.substr(equals + 3) + "' is no value of " +
               message.substr(convert.size(), equals - convert.size());
    // "LAYOUT is required" starts with a name, not with a sentence.
    const auto is_capital = [&](std::size_t i) {
        return i < message.size() && message[i] >= 'A' && message[i] <= 'Z';
    };
    if (is_capital(0) && !is_capital(1)) message[0] = static_cast<char>(message[0] - 'A' + 'a');
    return message;
}

}  // namespace

Diagnostic usage_problem(const CLI::App& app, const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    const bool has_command = !chosen.empty();
    // Down to the command that was named last: `draw placement`.
    const CLI::App* named = &app;
    std::string path = "railyard";
    while (!named->get_subcommands().empty()) {
        named = named->get_subcommands().front();
        path += " " + named->get_name();
    }
    const CLI::App& command = *named;
    const std::string help = "'" + path + " --help'";
    // CLI11 complains of what is missing before it looks at what is too much; but a mistyped word is mostly
    // the reason why something is missing.
    const auto left = command.remaining();
    const bool is_to_choose = !command.get_subcommands({}).empty();
    if (is_to_choose && !left.empty() && !is_option(left.front()))
        return unknown_command(command, left.front(), help);
    const auto option = std::find_if(left.begin(), left.end(), is_option);
    if (option != left.end()) return unknown_option(command, *option, help);
    if (is_to_choose)
        return problem(has_command ? "'" + path + "' what?" : "which command?", help + " lists them");
    if (!left.empty()) return problem("unexpected argument '" + left.front() + "'", "see " + help);
    return problem(plain_words(error.what()), "see " + help);
}

}  // namespace railyard::tool
