#include <algorithm>
#include <string>
#include <vector>

#include "railyard/input/keys.hpp"

namespace railyard::input {
namespace {

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

enum class BareZero { refused, allowed };

// A number and a unit. Where nothing is a value too, 0 needs no unit, and YAML makes a number of it.
std::string quantity(std::string_view units, BareZero zero) {
    const std::string type = zero == BareZero::allowed
                                 ? R"("type": ["string", "number"], "minimum": 0, "maximum": 0, )"
                                 : R"("type": "string", )";
    return type + R"("pattern": "^[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)? ?()" + std::string(units) + R"()$")";
}

std::string list_of(const std::vector<std::string_view>& names) {
    std::string list;
    for (const auto& name : names) list += (list.empty() ? "" : ", ") + quoted(name);
    return "[" + list + "]";
}

std::vector<std::string_view> required_keys(const Section& section) {
    std::vector<std::string_view> names;
    for (const auto& key : section.keys) {
        if (key.presence == Presence::required) names.push_back(key.name);
    }
    return names;
}

// Such a mapping may take its required keys from another file, and so may the mappings in it.
bool stands_on_others(const Section& section) {
    return std::any_of(section.keys.begin(), section.keys.end(), [](const Key& key) {
        return key.name == "use" && key.presence == Presence::optional;
    });
}

bool has_shape(const Key& key, Shape shape) {
    return std::find(key.shapes.begin(), key.shapes.end(), shape) != key.shapes.end();
}

// Whether required keys are asked for where a mapping is described, or by a condition further out.
enum class Asks { here, elsewhere };

class SchemaWriter {
  public:
    std::string file(const Section& root, std::string_view about) {
        text_ = "{\n";
        line(1, R"("$schema": "https://json-schema.org/draft/2020-12/schema",)");
        line(1, "\"title\": " + quoted(about) + ",");
        keys(root, 1, Asks::here);
        return text_ + "}\n";
    }

  private:
    void line(int depth, const std::string& content) {
        text_ += std::string(static_cast<std::size_t>(depth) * 2, ' ') + content + "\n";
    }

    // The members of an object schema: type, required, nothing else allowed, properties.
    void keys(const Section& section, int depth, Asks asks) {
        line(depth, "\"type\": \"object\",");
        const bool has_condition = asks == Asks::here && stands_on_others(section);
        const auto required = required_keys(section);
        if (asks == Asks::here && !has_condition && !required.empty()) {
            line(depth, "\"required\": " + list_of(required) + ",");
        }
        if (has_condition) unless_used(section, depth, ",");
        line(depth, "\"additionalProperties\": false,");
        line(depth, "\"properties\": {");
        for (std::size_t i = 0; i < section.keys.size(); ++i) {
            property(section.keys[i], depth + 1, has_condition ? Asks::elsewhere : asks,
                     i + 1 < section.keys.size() ? "," : "");
        }
        line(depth, "}");
    }

    // What a mapping and those in it must have when it has no `use`.
    void unless_used(const Section& section, int depth, const std::string& comma) {
        line(depth, R"("if": {"required": ["use"]},)");
        line(depth, "\"else\": {");
        required_members(section, depth + 1);
        line(depth, "}" + comma);
    }

    // "required" of a mapping and of the mappings in it; members of lists say their own where they stand.
    void required_members(const Section& section, int depth) {
        std::vector<const Key*> inner;
        for (const auto& key : section.keys) {
            if (has_shape(key, Shape::section) && asks_for_any(*key.section)) inner.push_back(&key);
        }
        line(depth, "\"required\": " + list_of(required_keys(section)) + (inner.empty() ? "" : ","));
        if (inner.empty()) return;
        line(depth, "\"properties\": {");
        for (const Key* key : inner) {
            line(depth + 1, quoted(key->name) + ": {");
            if (stands_on_others(*key->section)) {
                unless_used(*key->section, depth + 2, "");
            } else {
                required_members(*key->section, depth + 2);
            }
            line(depth + 1, key == inner.back() ? "}" : "},");
        }
        line(depth, "}");
    }

    static bool asks_for_any(const Section& section) {
        if (!required_keys(section).empty()) return true;
        return std::any_of(section.keys.begin(), section.keys.end(), [](const Key& key) {
            return has_shape(key, Shape::section) && asks_for_any(*key.section);
        });
    }

    void property(const Key& key, int depth, Asks asks, const std::string& comma) {
        line(depth, quoted(key.name) + ": {");
        line(depth + 1, "\"description\": " + quoted(key.about) + ",");
        if (key.shapes.size() == 1) {
            shape(key, key.shapes[0], depth + 1, asks);
        } else {
            line(depth + 1, "\"anyOf\": [");
            for (std::size_t i = 0; i < key.shapes.size(); ++i) {
                line(depth + 2, "{");
                shape(key, key.shapes[i], depth + 3, asks);
                line(depth + 2, i + 1 < key.shapes.size() ? "}," : "}");
            }
            line(depth + 1, "]");
        }
        line(depth, "}" + comma);
    }

    void shape(const Key& key, Shape shape, int depth, Asks asks) {
        switch (shape) {
            case Shape::section:
                return keys(*key.section, depth, asks);
            case Shape::sections:
                line(depth, R"("type": "array", "items": {)");
                keys(*key.section, depth + 1, Asks::here);
                return line(depth, "}");
            default:
                return line(depth, plain_shape(key, shape));
        }
    }

    static std::string plain_shape(const Key& key, Shape shape) {
        switch (shape) {
            case Shape::text:
                // A name may look like a number.
                return R"("type": ["string", "number"])";
            case Shape::whole:
                return R"("type": "integer", "minimum": 0)";
            case Shape::number:
                return R"("type": "number")";
            case Shape::boolean:
                return R"("type": "boolean")";
            case Shape::choice:
                return "\"enum\": " + list_of({key.choices.begin(), key.choices.end()});
            case Shape::size:
                return quantity("B|[kMGT]B|[KMGT]iB", BareZero::allowed);
            case Shape::bandwidth:
                return quantity("[kMGT]?[bB]/s|[KMGT]iB/s", BareZero::refused);
            case Shape::duration:
                return quantity("s|ms|us|ns", BareZero::allowed);
            case Shape::compute_rate:
                return quantity("[MGTP]?FLOP/s", BareZero::refused);
            case Shape::power:
                return quantity("[kM]?W", BareZero::allowed);
            case Shape::extent:
                return R"("type": "string", "pattern": "^[1-9][0-9]* +(domains?|servers?|gpus?)$")";
            case Shape::texts:
                // One word may stand for a list of one.
                return R"("type": ["array", "string"], "items": {"type": ["string", "number"]})";
            case Shape::wholes:
                return R"("type": "array", "items": {"type": "integer", "minimum": 0})";
            case Shape::open:
                return R"("type": ["object", "string", "array"])";
            case Shape::section:
            case Shape::sections:
                break;  // no plain shapes
        }
        return "";
    }

    std::string text_;
};

}  // namespace

std::string json_schema(const Section& root, std::string_view about) {
    return SchemaWriter().file(root, about);
}

}  // namespace railyard::input
