#include "railyard/cluster/foreign_yaml.hpp"

namespace railyard::cluster {

const std::string* text_at(const input::Node& node, std::string_view key) {
    const input::Node* value = node_at(node, key, input::NodeKind::scalar);
    return value == nullptr ? nullptr : &value->text;
}

const input::Node* node_at(const input::Node& node, std::string_view key, input::NodeKind kind) {
    if (node.kind != input::NodeKind::mapping) return nullptr;
    const input::Entry* entry = node.find(key);
    return entry == nullptr || entry->value.kind != kind ? nullptr : &entry->value;
}

std::vector<const input::Node*> items_of(const input::Node& node) {
    if (node.kind == input::NodeKind::scalar) return {&node};
    std::vector<const input::Node*> items;
    for (const input::Node& item : node.items) items.push_back(&item);
    return items;
}

}  // namespace railyard::cluster
