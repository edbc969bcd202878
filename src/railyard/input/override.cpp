#include "railyard/input/override.hpp"

#include <algorithm>
#include <utility>

#include "railyard/base/suggest.hpp"

namespace railyard::input {
namespace {

Node word(std::string_view text, Mark mark) {
    Node node;
    node.kind = NodeKind::scalar;
    node.mark = mark;
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t end = text.find_last_not_of(" \t");
    node.text = end == std::string_view::npos ? "" : text.substr(begin, end + 1 - begin);
    node.mark.column += static_cast<std::uint32_t>(begin);
    return node;
}

Node value_node(std::string_view value, Mark mark) {
    const bool bracketed = value.size() >= 2 && value.front() == '[' && value.back() == ']';
    if (!bracketed && value.find(',') == std::string_view::npos) return word(value, mark);
    Node list;
    list.kind = NodeKind::sequence;
    list.mark = mark;
    if (bracketed) {
        value = value.substr(1, value.size() - 2);
        ++mark.column;
    }
    for (std::size_t begin = 0; begin <= value.size() && !value.empty();) {
        const std::size_t end = std::min(value.find(',', begin), value.size());
        Mark at = mark;
        at.column += static_cast<std::uint32_t>(begin);
        list.items.push_back(word(value.substr(begin, end - begin), at));
        begin = end + 1;
    }
    return list;
}

// The item of a list that a key on the way stands for.
Node& item_of(Node& list, const std::string& key, const KeySetting& setting) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        Node& item = list.items[i];
        known.push_back(std::to_string(i));
        for (const std::string_view by : {"name", "use"}) {
            const Entry* entry = item.find(by);
            if (entry == nullptr) continue;
            known.back() = entry->value.text;
            break;
        }
        if (known.back() == key || std::to_string(i) == key) return item;
    }
    throw InputError(setting.source->problem(
        setting.key_mark, "'" + setting.path + "' cannot be set: the list has no '" + key + "'",
        suggestion(key, known)));
}

}  // namespace

KeySetting setting_from_text(std::string_view path, std::string_view value, std::string_view label) {
    KeySetting setting;
    setting.path = path;
    setting.source = make_source("command line", std::string(label) + std::string(value));
    setting.key_mark = {1, 1, setting.source.get()};
    setting.value =
        value_node(value, {1, static_cast<std::uint32_t>(label.size() + 1), setting.source.get()});
    return setting;
}

void set_key(Document& document, std::string_view path, std::string_view value, std::string_view label) {
    set_key(document, setting_from_text(path, value, label));
}

void set_key(Document& document, const KeySetting& setting) {
    if (document.sources.empty() || document.sources.back() != setting.source)
        document.sources.push_back(setting.source);
    const std::string_view path = setting.path;
    Node* node = &document.root;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string key(path.substr(begin, end - begin));
        begin = end + 1;
        if (node->kind == NodeKind::sequence && end != path.size()) {
            node = &item_of(*node, key, setting);
            continue;
        }
        if (node->kind == NodeKind::null) node->kind = NodeKind::mapping;
        if (node->kind != NodeKind::mapping) {
            throw InputError(setting.source->problem(
                setting.key_mark, "'" + setting.path + "' cannot be set: what holds '" + key + "' is " +
                                      std::string(describe(*node)) + ", not a mapping"));
        }
        auto entry = std::find_if(node->entries.begin(), node->entries.end(),
                                  [&](const Entry& e) { return e.key == key; });
        if (entry == node->entries.end()) {
            Node empty;
            empty.mark = setting.key_mark;
            node->entries.push_back({key, setting.key_mark, std::move(empty)});
            entry = node->entries.end() - 1;
        }
        if (end == path.size()) {
            entry->key_mark = setting.key_mark;
            entry->value = setting.value;
        }
        node = &entry->value;
    }
}

std::vector<KeySetting> sections_first(std::vector<KeySetting> settings) {
    std::stable_sort(settings.begin(), settings.end(), [](const KeySetting& a, const KeySetting& b) {
        const auto depth = [](const std::string& path) { return std::count(path.begin(), path.end(), '.'); };
        return depth(a.path) < depth(b.path);
    });
    return settings;
}

}  // namespace railyard::input
