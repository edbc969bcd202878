#include "railyard/input/mapping.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "railyard/base/suggest.hpp"

namespace railyard::input {
namespace {

const Node nothing{};

std::vector<std::string> names_of(const Section& section) {
    std::vector<std::string> names;
    for (const auto& key : section.keys) names.emplace_back(key.name);
    return names;
}

std::string an(std::string_view what) {
    const bool vowel = !what.empty() && std::string_view("aeiou").find(what[0]) != std::string_view::npos;
    return (vowel ? "an " : "a ") + std::string(what);
}

}  // namespace

Mapping::Mapping(Problems& problems, const Node& node, Mark place, const Section& section)
    : problems_(&problems), node_(&node), place_(place), section_(&section) {
    if (node.kind != NodeKind::mapping) {
        problems_->add(
            node.kind == NodeKind::null ? place : node.mark,
            std::string(section.name) + " must be a mapping of keys, not " + std::string(describe(node)),
            "its keys are indented below it, or in braces: {key: value}");
        node_ = &nothing;
        return;
    }
    const auto names = names_of(section);
    for (const auto& entry : node.entries) {
        if (std::find(names.begin(), names.end(), entry.key) == names.end()) {
            problems_->add(entry.key_mark,
                           "unknown key '" + entry.key.substr(0, 60) + "' in " + std::string(section.name),
                           suggestion(entry.key, names));
        }
    }
    for (const auto& key : section.keys) {
        if (key.presence == Presence::required && node.find(key.name) == nullptr) {
            problems_->add(
                place, "the key '" + std::string(key.name) + "' is missing in " + std::string(section.name),
                std::string(key.name) + ": " + std::string(key.about));
        }
    }
}

const Key& Mapping::key_of(std::string_view key) const {
    for (const auto& known : section_->keys) {
        if (known.name == key) return known;
    }
    throw std::logic_error("no key '" + std::string(key) + "' in the table of " +
                           std::string(section_->name));
}

const Node* Mapping::node(std::string_view key) const {
    (void)key_of(key);
    const Entry* entry = node_->find(key);
    return entry == nullptr ? nullptr : &entry->value;
}

Mark Mapping::mark(std::string_view key) const {
    const Node* value = node(key);
    return value == nullptr ? place_ : value->mark;
}

void Mapping::problem(std::string_view key, std::string message, std::string hint) const {
    problems_->add(mark(key), std::move(message), std::move(hint));
}

const Node* Mapping::scalar(std::string_view key, std::string_view what) const {
    const Node* value = node(key);
    if (value == nullptr) return nullptr;
    if (value->kind == NodeKind::scalar) return value;
    problem(key, "'" + std::string(key) + "' needs " + an(what) + ", not " + std::string(describe(*value)),
            std::string(key) + ": " + std::string(key_of(key).about));
    return nullptr;
}

template <class T>
std::optional<T> Mapping::parsed(std::string_view key, std::string_view what,
                                 const std::function<Parsed<T>(std::string_view)>& parse) const {
    const Node* value = scalar(key, what);
    if (value == nullptr) return std::nullopt;
    Parsed<T> result = parse(value->text);
    if (auto* complaint = std::get_if<Complaint>(&result)) {
        problem(key, std::string(key) + ": " + complaint->message, complaint->hint);
        return std::nullopt;
    }
    return std::get<T>(result);
}

std::optional<std::string> Mapping::text(std::string_view key) const {
    const Node* value = scalar(key, "text");
    if (value == nullptr) return std::nullopt;
    if (value->text.empty()) {
        problem(key, "'" + std::string(key) + "' is empty");
        return std::nullopt;
    }
    return value->text;
}

std::optional<std::uint32_t> Mapping::whole(std::string_view key, std::uint32_t least,
                                            std::uint32_t most) const {
    return parsed<std::uint32_t>(key, "whole number",
                                 [&](std::string_view text) { return parse_whole(text, least, most); });
}

std::optional<double> Mapping::number(std::string_view key) const {
    return parsed<double>(key, "number", [](std::string_view text) { return parse_number(text); });
}

std::optional<bool> Mapping::boolean(std::string_view key) const {
    const Node* value = scalar(key, "true or false");
    if (value == nullptr) return std::nullopt;
    if (value->text == "true") return true;
    if (value->text == "false") return false;
    problem(key, "'" + std::string(key) + "' must be true or false, not '" + value->text.substr(0, 60) + "'");
    return std::nullopt;
}

std::optional<Bytes> Mapping::size(std::string_view key, Zero zero) const {
    return parsed<Bytes>(key, "size such as 80 GiB",
                         [&](std::string_view text) { return parse_bytes(text, zero); });
}

std::optional<BytesPerSecond> Mapping::bandwidth(std::string_view key) const {
    return parsed<BytesPerSecond>(key, "bandwidth such as 450 GB/s",
                                  [](std::string_view text) { return parse_bandwidth(text, Zero::refused); });
}

std::optional<Seconds> Mapping::duration(std::string_view key) const {
    return parsed<Seconds>(key, "time such as 0.6 us",
                           [](std::string_view text) { return parse_duration(text, Zero::allowed); });
}

std::optional<FlopsPerSecond> Mapping::compute_rate(std::string_view key) const {
    return parsed<FlopsPerSecond>(key, "rate such as 989 TFLOP/s", [](std::string_view text) {
        return parse_compute_rate(text, Zero::refused);
    });
}

std::optional<Watts> Mapping::power(std::string_view key) const {
    return parsed<Watts>(key, "power such as 700 W",
                         [](std::string_view text) { return parse_power(text, Zero::allowed); });
}

std::optional<std::vector<std::string>> Mapping::texts(std::string_view key) const {
    const Node* value = node(key);
    if (value == nullptr) return std::nullopt;
    if (value->kind == NodeKind::scalar) return std::vector<std::string>{value->text};
    if (value->kind != NodeKind::sequence) {
        problem(key, "'" + std::string(key) + "' needs a list, not " + std::string(describe(*value)),
                "write [a, b, c]");
        return std::nullopt;
    }
    std::vector<std::string> words;
    for (const auto& item : value->items) {
        if (item.kind != NodeKind::scalar) {
            problems_->add(
                item.kind == NodeKind::null ? value->mark : item.mark,
                "'" + std::string(key) + "' is a list of words; this is " + std::string(describe(item)));
            return std::nullopt;
        }
        words.push_back(item.text);
    }
    return words;
}

std::optional<std::vector<std::uint32_t>> Mapping::wholes(std::string_view key, std::uint32_t least) const {
    const Node* value = node(key);
    if (value == nullptr) return std::nullopt;
    if (value->kind != NodeKind::sequence) {
        problem(key, "'" + std::string(key) + "' needs a list of whole numbers, not " +
                         std::string(describe(*value)));
        return std::nullopt;
    }
    std::vector<std::uint32_t> numbers;
    for (const auto& item : value->items) {
        const auto number = parse_whole(item.text, least, most_whole);
        if (const auto* complaint = std::get_if<Complaint>(&number)) {
            problems_->add(item.mark, std::string(key) + ": " + complaint->message, complaint->hint);
            return std::nullopt;
        }
        numbers.push_back(std::get<std::uint32_t>(number));
    }
    return numbers;
}

std::optional<std::size_t> index_of_word(Problems& problems, const Node& node, std::string_view what,
                                         std::span<const std::string_view> names) {
    const auto found = std::find(names.begin(), names.end(), node.text);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    problems.add(node.mark, "unknown " + std::string(what) + " '" + node.text.substr(0, 60) + "'",
                 suggestion(node.text, std::vector<std::string>(names.begin(), names.end())));
    return std::nullopt;
}

std::optional<std::size_t> Mapping::choice_index(std::string_view key) const {
    const Node* value = scalar(key, "word");
    return value == nullptr ? std::nullopt : index_of_word(*problems_, *value, key, key_of(key).choices);
}

std::optional<Mapping> Mapping::section(std::string_view key) const {
    const Entry* entry = node_->find(key);
    if (entry == nullptr) return std::nullopt;
    Mapping mapping(*problems_, entry->value, entry->key_mark, *key_of(key).section);
    return mapping.is_mapping() ? std::optional<Mapping>(mapping) : std::nullopt;
}

std::vector<Mapping> Mapping::sections(std::string_view key) const {
    const Node* value = node(key);
    std::vector<Mapping> mappings;
    if (value == nullptr) return mappings;
    if (value->kind != NodeKind::sequence) {
        problem(key, "'" + std::string(key) + "' needs a list, not " + std::string(describe(*value)),
                "each item starts with '- '");
        return mappings;
    }
    for (const auto& item : value->items) {
        const Mark place = item.mark.line == 0 ? value->mark : item.mark;
        Mapping mapping(*problems_, item, place, *key_of(key).section);
        if (mapping.is_mapping()) mappings.push_back(mapping);
    }
    return mappings;
}

}  // namespace railyard::input
