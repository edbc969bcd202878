#include <string>

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

std::string pattern(std::string_view units) {
    return R"("type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)? ?()" + std::string(units) +
           R"()$")";
}

class SchemaWriter {
  public:
    std::string file(const Section& root, std::string_view about) {
        text_ = "{\n";
        line(1, R"("$schema": "https://json-schema.org/draft/2020-12/schema",)");
        line(1, "\"title\": " + quoted(about) + ",");
        keys(root, 1);
        return text_ + "}\n";
    }

  private:
    void line(int depth, const std::string& content) {
        text_ += std::string(static_cast<std::size_t>(depth) * 2, ' ') + content + "\n";
    }

    // The members of an object schema: type, properties, required, nothing else allowed.
    void keys(const Section& section, int depth) {
        line(depth, "\"type\": \"object\",");
        std::string required;
        for (const auto& key : section.keys) {
            if (key.presence != Presence::required) continue;
            required += (required.empty() ? "" : ", ") + quoted(key.name);
        }
        if (!required.empty()) line(depth, "\"required\": [" + required + "],");
        line(depth, "\"additionalProperties\": false,");
        line(depth, "\"properties\": {");
        for (std::size_t i = 0; i < section.keys.size(); ++i) {
            property(section.keys[i], depth + 1, i + 1 < section.keys.size() ? "," : "");
        }
        line(depth, "}");
    }

    void property(const Key& key, int depth, const std::string& comma) {
        line(depth, quoted(key.name) + ": {");
        line(depth + 1, "\"description\": " + quoted(key.about) + ",");
        if (key.shapes.size() == 1) {
            shape(key, key.shapes[0], depth + 1);
        } else {
            line(depth + 1, "\"anyOf\": [");
            for (std::size_t i = 0; i < key.shapes.size(); ++i) {
                line(depth + 2, "{");
                shape(key, key.shapes[i], depth + 3);
                line(depth + 2, i + 1 < key.shapes.size() ? "}," : "}");
            }
            line(depth + 1, "]");
        }
        line(depth, "}" + comma);
    }

    void shape(const Key& key, Shape shape, int depth) {
        switch (shape) {
            case Shape::text:
                return line(depth, R"("type": "string")");
            case Shape::whole:
                return line(depth, R"("type": "integer", "minimum": 0)");
            case Shape::number:
                return line(depth, R"("type": "number")");
            case Shape::boolean:
                return line(depth, R"("type": "boolean")");
            case Shape::choice:
                return line(depth, "\"enum\": [" + choices(key) + "]");
            case Shape::size:
                return line(depth, pattern("B|[kMGT]B|[KMGT]iB"));
            case Shape::bandwidth:
                return line(depth, pattern("[kMGT]?[bB]/s|[KMGT]iB/s"));
            case Shape::duration:
                return line(depth, pattern("s|ms|us|ns"));
            case Shape::compute_rate:
                return line(depth, pattern("[MGTP]?FLOP/s"));
            case Shape::extent:
                return line(depth,
                            R"("type": "string", "pattern": "^[1-9][0-9]* (domains?|servers?|gpus?)$")");
            case Shape::section:
                return keys(*key.section, depth);
            case Shape::texts:
                return line(depth, R"("type": "array", "items": {"type": ["string", "integer"]})");
            case Shape::wholes:
                return line(depth, R"("type": "array", "items": {"type": "integer", "minimum": 0})");
            case Shape::sections:
                line(depth, R"("type": "array", "items": {)");
                keys(*key.section, depth + 1);
                return line(depth, "}");
            case Shape::open:
                return line(depth, R"("type": ["object", "string", "array"])");
        }
    }

    static std::string choices(const Key& key) {
        std::string list;
        for (const auto& name : key.choices) list += (list.empty() ? "" : ", ") + quoted(name);
        return list;
    }

    std::string text_;
};

}  // namespace

std::string json_schema(const Section& root, std::string_view about) {
    return SchemaWriter().file(root, about);
}

}  // namespace railyard::input
