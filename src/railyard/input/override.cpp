#include "railyard/input/override.hpp"

#include <algorithm>
#include <utility>

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

}  // namespace

void set_key(Document& document, std::string_view path, std::string_view value, std::string_view label) {
    const std::string shown = std::string(label) + std::string(value);
    document.sources.push_back(make_source("command line", shown));
    const Source* source = document.sources.back().get();
    const Mark key_mark{1, 1, source};
    const Mark value_mark{1, static_cast<std::uint32_t>(label.size() + 1), source};
    Node* node = &document.root;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string key(path.substr(begin, end - begin));
        if (node->kind == NodeKind::null) node->kind = NodeKind::mapping;
        if (node->kind != NodeKind::mapping) {
            throw InputError(source->problem(key_mark, "'" + std::string(path) +
                                                           "' cannot be set: what holds '" + key + "' is " +
                                                           std::string(describe(*node)) + ", not a mapping"));
        }
        auto entry = std::find_if(node->entries.begin(), node->entries.end(),
                                  [&](const Entry& e) { return e.key == key; });
        if (entry == node->entries.end()) {
            Node empty;
            empty.mark = key_mark;
            node->entries.push_back({key, key_mark, std::move(empty)});
            entry = node->entries.end() - 1;
        }
        if (end == path.size()) {
            entry->key_mark = key_mark;
            entry->value = value_node(value, value_mark);
        }
        node = &entry->value;
        begin = end + 1;
    }
}

}  // namespace railyard::input
