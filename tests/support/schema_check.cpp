#include "tests/support/schema_check.hpp"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <stdexcept>

namespace railyard::test {
namespace {

using input::Node;
using input::NodeKind;

bool is_plain(const Node& value, const char* pattern) {
    return value.kind == NodeKind::scalar && value.quoting == input::Quoting::plain &&
           std::regex_match(value.text, std::regex(pattern));
}

bool is_number(const Node& value) {
    return is_plain(value, R"(-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?)");
}

bool has_type(const Node& value, const std::string& type) {
    if (type == "object") return value.kind == NodeKind::mapping;
    if (type == "array") return value.kind == NodeKind::sequence;
    if (type == "integer") return is_plain(value, "-?[0-9]+");
    if (type == "number") return is_number(value);
    if (type == "boolean") return is_plain(value, "true|false");
    if (type == "string")
        return value.kind == NodeKind::scalar && !is_number(value) && !is_plain(value, "true|false");
    throw std::logic_error("unknown type " + type);
}

class Judge {
  public:
    std::vector<std::string> judge(const Node& schema, const Node& value) {
        check(schema, value, "");
        return std::move(problems_);
    }

  private:
    static bool holds(const Node& schema, const Node& value) { return Judge().judge(schema, value).empty(); }

    void add(const std::string& way, const std::string& message) {
        problems_.push_back((way.empty() ? "" : way + ": ") + message);
    }

    void check(const Node& schema, const Node& value, const std::string& way) {
        static const std::set<std::string> known = {
            "$schema", "title", "description", "type", "enum",     "pattern",    "minimum",
            "maximum", "anyOf", "if",          "else", "required", "properties", "additionalProperties",
            "items"};
        for (const auto& entry : schema.entries) {
            if (!known.contains(entry.key)) throw std::logic_error("unknown word " + entry.key);
        }
        scalar(schema, value, way);
        if (value.kind == NodeKind::mapping) object(schema, value, way);
        if (const auto* items = schema.find("items"); items != nullptr && value.kind == NodeKind::sequence) {
            for (std::size_t i = 0; i < value.items.size(); ++i) {
                check(items->value, value.items[i], (way.empty() ? "" : way + ".") + std::to_string(i));
            }
        }
        if (const auto* any = schema.find("anyOf")) {
            const auto& choices = any->value.items;
            if (std::none_of(choices.begin(), choices.end(),
                             [&](const Node& choice) { return holds(choice, value); })) {
                add(way, "fits none of the allowed shapes");
            }
        }
        if (const auto* condition = schema.find("if");
            condition != nullptr && !holds(condition->value, value)) {
            check(schema.find("else")->value, value, way);
        }
    }

    void scalar(const Node& schema, const Node& value, const std::string& way) {
        if (const auto* type = schema.find("type")) {
            const Node& node = type->value;
            const bool fits = node.kind == NodeKind::scalar
                                  ? has_type(value, node.text)
                                  : std::any_of(node.items.begin(), node.items.end(),
                                                [&](const Node& one) { return has_type(value, one.text); });
            if (!fits) return add(way, "has the wrong type");
        }
        if (const auto* choices = schema.find("enum")) {
            const auto& items = choices->value.items;
            if (std::none_of(items.begin(), items.end(),
                             [&](const Node& one) { return one.text == value.text; })) {
                add(way, "'" + value.text + "' is none of the allowed words");
            }
        }
        if (const auto* pattern = schema.find("pattern"); pattern != nullptr && has_type(value, "string")) {
            if (!std::regex_search(value.text, std::regex(pattern->value.text))) {
                add(way, "'" + value.text + "' has the wrong form");
            }
        }
        if (!is_number(value)) return;
        const double number = std::stod(value.text);
        const auto* least = schema.find("minimum");
        const auto* most = schema.find("maximum");
        if (least != nullptr && number < std::stod(least->value.text)) add(way, value.text + " is too small");
        if (most != nullptr && number > std::stod(most->value.text)) add(way, value.text + " is too large");
    }

    void object(const Node& schema, const Node& value, const std::string& way) {
        if (const auto* required = schema.find("required")) {
            for (const Node& name : required->value.items) {
                if (value.find(name.text) == nullptr) add(way, "'" + name.text + "' is missing");
            }
        }
        const auto* properties = schema.find("properties");
        for (const auto& entry : value.entries) {
            const auto* property = properties == nullptr ? nullptr : properties->value.find(entry.key);
            if (property != nullptr) {
                check(property->value, entry.value, (way.empty() ? "" : way + ".") + entry.key);
            } else if (schema.find("additionalProperties") != nullptr) {
                add(way, "unknown key '" + entry.key + "'");
            }
        }
    }

    std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> violations(const Node& schema, const Node& value) {
    return Judge().judge(schema, value);
}

std::vector<std::string> violations(const input::Section& keys, const std::string& text) {
    const auto schema =
        input::parse_yaml(input::make_source("schema.json", input::json_schema(keys, "title")));
    return violations(schema.root, input::parse_yaml(input::make_source("file.yaml", text)).root);
}

std::vector<std::string> violations_of_shipped(const input::Section& keys, const std::string& folder) {
    const auto schema =
        input::parse_yaml(input::make_source("schema.json", input::json_schema(keys, "title")));
    std::vector<std::string> problems;
    namespace fs = std::filesystem;
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(RAILYARD_SOURCE_DIR) / folder)) {
        if (entry.path().extension() != ".yaml") continue;
        ++files;
        for (const auto& problem : violations(schema.root, input::load_yaml(entry.path().string()).root)) {
            problems.push_back(entry.path().stem().string() + ": " + problem);
        }
    }
    if (files == 0) problems.push_back("there are no files in " + folder);
    return problems;
}

}  // namespace railyard::test
