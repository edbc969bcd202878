#include "railyard/estimate/load_run_row.hpp"

#include <sstream>
#include <variant>

#include "railyard/input/quantity.hpp"

namespace railyard {

using input::Node;
using input::NodeKind;

void RunRow::wrong(const Node& value, const std::string& message, const std::string& hint) const {
    problems_.add(value.mark, message, hint);
    throw RunWrong{};
}

const Node* RunRow::find(const Node& mapping, std::string_view key) {
    const auto* entry = mapping.find(key);
    return entry == nullptr || entry->value.kind == NodeKind::null ? nullptr : &entry->value;
}

std::string RunRow::text(const Node& mapping, std::string_view key) {
    const Node* value = find(mapping, key);
    std::string found = value == nullptr ? "" : value->text;
    std::replace_if(
        found.begin(), found.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
        '?');
    return found;
}

std::string RunRow::lower_text(std::string_view key) const {
    std::string found = text(key);
    std::transform(found.begin(), found.end(), found.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return found;
}

const Node& RunRow::section(std::string_view key) const {
    const Node* value = find(row_, key);
    if (value == nullptr || value->kind != NodeKind::mapping)
        throw RunMissing{std::string(key) + " is missing"};
    return *value;
}

std::optional<std::uint32_t> RunRow::maybe(const Node& mapping, std::string_view key,
                                           std::uint32_t least) const {
    const Node* value = find(mapping, key);
    if (value == nullptr) return std::nullopt;
    const auto number = input::parse_whole(value->text, least, 1U << 30U);
    if (const auto* whole = std::get_if<std::uint32_t>(&number)) return *whole;
    wrong(*value, std::string(key) + " should be a whole number from " + std::to_string(least) + " on",
          least == 0         ? ""
          : key == "seq_len" ? "tokens, without a unit: seq_len: 8192"
                             : std::string(key) + ": 8, or leave it out where it is not known");
}

std::uint32_t RunRow::needed(const Node& mapping, std::string_view key) const {
    const auto number = maybe(mapping, key, 1);
    if (!number) throw RunMissing{std::string(key) + " is missing"};
    return *number;
}

std::optional<double> RunRow::maybe_number(std::string_view key, double least) const {
    const Node* value = find(row_, key);
    if (value == nullptr) return std::nullopt;
    const auto number = input::parse_number(value->text);
    if (const auto* found = std::get_if<double>(&number); found != nullptr && *found >= least) return *found;
    std::ostringstream from;
    from << least;
    wrong(*value, std::string(key) + " should be a number from " + from.str() + " on", "");
}

std::optional<bool> RunRow::maybe_flag(const Node& mapping, std::string_view key) const {
    const Node* value = find(mapping, key);
    if (value == nullptr) return std::nullopt;
    if (value->text == "true" || value->text == "false") return value->text == "true";
    wrong(*value, std::string(key) + " should be true or false", "");
}

}  // namespace railyard
