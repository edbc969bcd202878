#include "tests/support/template_check.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "railyard/input/yaml.hpp"

namespace railyard::test {
namespace {

using input::Node;
using input::NodeKind;

// A key whose value may be a name has a template of its own for what the name stands for.
bool may_be_a_name(const input::Key& key) {
    return std::find(key.shapes.begin(), key.shapes.end(), input::Shape::text) != key.shapes.end();
}

void add_missing(const input::Section& keys, const std::vector<const Node*>& mappings, const std::string& way,
                 std::vector<std::string>& missing) {
    for (const auto& key : keys.keys) {
        std::vector<const Node*> inner;
        bool is_named = false;
        for (const Node* mapping : mappings) {
            const auto* entry = mapping->find(key.name);
            if (entry == nullptr) continue;
            is_named = true;
            const Node& value = entry->value;
            if (value.kind == NodeKind::mapping) inner.push_back(&value);
            for (const Node& item : value.items) {
                if (item.kind == NodeKind::mapping) inner.push_back(&item);
            }
        }
        const std::string name = way + std::string(key.name);
        if (!is_named) {
            missing.push_back(name);
        } else if (key.section != nullptr && !may_be_a_name(key)) {
            add_missing(*key.section, inner, name + ".", missing);
        }
    }
}

}  // namespace

std::string template_text(const std::string& kind) {
    const std::string path = std::string(RAILYARD_SOURCE_DIR) + "/share/templates/" + kind + ".yaml";
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) throw std::runtime_error("cannot read " + path);
    return text.str();
}

std::string uncommented(const std::string& text) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find_first_not_of(' ');
        const bool is_key = first != std::string::npos && line[first] == '#' && first + 1 < line.size() &&
                            line[first + 1] != ' ' && line[first + 1] != '#';
        if (is_key) line.erase(first, 1);
        result += line + "\n";
    }
    return result;
}

std::vector<std::string> keys_not_named(const input::Section& keys, const std::string& text) {
    const auto document = input::parse_yaml(input::make_source("template.yaml", text));
    std::vector<std::string> missing;
    add_missing(keys, {&document.root}, "", missing);
    return missing;
}

}  // namespace railyard::test
