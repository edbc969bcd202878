#include "railyard/sweep/swept_paths.hpp"

#include <algorithm>

namespace railyard::sweep {
namespace {

const input::Key* key_named(const input::Section& section, std::string_view name) {
    const auto key = std::find_if(section.keys.begin(), section.keys.end(),
                                  [&](const input::Key& known) { return known.name == name; });
    return key == section.keys.end() ? nullptr : &*key;
}

}  // namespace

bool is_list_of_sections(const input::Key& key) {
    return key.section != nullptr &&
           std::find(key.shapes.begin(), key.shapes.end(), input::Shape::sections) != key.shapes.end();
}

const input::Key* key_at(const input::Section& section, std::string_view path) {
    const std::size_t end = std::min(path.find('.'), path.size());
    const input::Key* key = key_named(section, path.substr(0, end));
    if (key == nullptr) return nullptr;
    if (end == path.size()) return key;
    if (key->section == nullptr) return nullptr;
    path.remove_prefix(end + 1);
    if (!is_list_of_sections(*key)) return key_at(*key->section, path);
    const std::size_t item = path.find('.');
    return item == std::string_view::npos ? nullptr : key_at(*key->section, path.substr(item + 1));
}

std::optional<std::string> with_items(const input::Section& section, std::string_view path) {
    const std::size_t end = std::min(path.find('.'), path.size());
    const input::Key* key = key_named(section, path.substr(0, end));
    if (key == nullptr) return std::nullopt;
    if (end == path.size()) return std::string(path);
    if (key->section == nullptr) return std::nullopt;
    std::string before = std::string(key->name) + ".";
    std::string_view rest = path.substr(end + 1);
    if (is_list_of_sections(*key)) {
        if (const auto inside = with_items(*key->section, rest)) return before + "0." + *inside;
        const std::size_t item = std::min(rest.find('.'), rest.size());
        if (item == rest.size()) return std::nullopt;
        before += std::string(rest.substr(0, item)) + ".";
        rest.remove_prefix(item + 1);
    }
    const auto inside = with_items(*key->section, rest);
    return inside ? std::optional(before + *inside) : std::nullopt;
}

}  // namespace railyard::sweep
