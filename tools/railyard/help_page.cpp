#include "railyard/help_page.hpp"

#include <CLI/Option.hpp>
#include <algorithm>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "railyard/output/text_table.hpp"

namespace railyard::tool {
namespace {

constexpr std::size_t widest_choices = 70;  // longer lists of values give way to the name of their kind

// CLI11 writes the kind of a value and what checks it as one: "N:UINT in [1 - 4096]", ":table|json".
struct Kind {
    std::string name;
    std::string check;
};

Kind kind_of(const CLI::Option& option) {
    const std::string text = option.get_type_name();
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) return {text, ""};
    return {text.substr(0, colon), text.substr(colon + 1)};
}

bool is_choices(const Kind& kind) {
    return kind.check.find('|') != std::string::npos;
}

std::string value_word(const CLI::Option& option) {
    const Kind kind = kind_of(option);
    // A positional has said what it is by its name.
    if (option.get_positional() && kind.name == "TEXT") return "";
    const bool shows_choices = is_choices(kind) && (kind.name.empty() || kind.check.size() <= widest_choices);
    const std::string& word = shows_choices ? kind.check : kind.name;
    return word.empty() ? "" : " " + word;
}

// "UINT in [1 - 4096]" as "1 to 4096".
std::string limits(const Kind& kind) {
    if (kind.check == "POSITIVE") return "more than 0";
    const std::size_t open = kind.check.find('[');
    const std::size_t dash = kind.check.find(" - ");
    if (open == std::string::npos || dash == std::string::npos || kind.check.back() != ']') return "";
    return kind.check.substr(open + 1, dash - open - 1) + " to " +
           kind.check.substr(dash + 3, kind.check.size() - dash - 4);
}

// Their addresses are what CLI11 sorts them by, so they are told in the order of their names.
std::string joined_names(const std::set<CLI::Option*>& options) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options) names.push_back(option->get_name());
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

}  // namespace

std::string HelpPage::make_option_opts(const CLI::Option* option) const {
    if (option->get_type_size() == 0) return "";
    std::string text = value_word(*option);
    const bool takes_many = option->get_expected_max() == CLI::detail::expected_max_vector_size;
    if (takes_many && !text.ends_with("...")) text += " ...";
    return text + (option->get_required() ? " REQUIRED" : "");
}

std::string HelpPage::make_option_desc(const CLI::Option* option) const {
    std::string text = option->get_description();
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::vector<std::string> rest;
    if (const std::string range = limits(kind_of(*option)); !range.empty()) rest.push_back(range);
    if (const std::string value = option->get_default_str();
        !value.empty() && text.find("default") == std::string::npos)
        rest.push_back("default: " + value);
    if (!option->get_needs().empty()) rest.push_back("needs " + joined_names(option->get_needs()));
    if (!option->get_excludes().empty()) rest.push_back("not with " + joined_names(option->get_excludes()));
    const bool goes_on = text.ends_with(')');  // with what the words have in parentheses
    if (goes_on && !rest.empty()) text.pop_back();
    for (std::size_t i = 0; i < rest.size(); ++i) text += (i == 0 && !goes_on ? " (" : "; ") + rest[i];
    if (!rest.empty()) text += ")";
    return output::wrapped(text, "", output::page_width - column_width_);
}

std::string HelpPage::make_subcommand(const CLI::App* command) const {
    std::ostringstream out;
    CLI::detail::format_help(
        out, command->get_name(),
        output::wrapped(command->get_description(), "", output::page_width - column_width_), column_width_);
    return out.str();
}

std::string HelpPage::make_description(const CLI::App* command) const {
    return output::wrapped(command->get_description()) + "\n";
}

}  // namespace railyard::tool
