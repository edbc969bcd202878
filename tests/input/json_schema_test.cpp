#include <doctest/doctest.h>

#include <string>

#include "railyard/input/keys.hpp"
#include "railyard/input/yaml.hpp"

namespace railyard::input {
namespace {

constexpr auto required = Presence::required;
constexpr auto optional = Presence::optional;
constexpr Shape a_text[] = {Shape::text};
constexpr Shape a_whole_or_text[] = {Shape::whole, Shape::text};
constexpr Shape a_section[] = {Shape::section};
constexpr std::string_view colours[] = {"red", "green"};

constexpr Key tier_keys[] = {{"name", required, a_text, "its name"}};
constexpr Section tier{"tier", tier_keys};

TEST_CASE("a whole schema") {
    static constexpr Key keys[] = {
        {"name", required, a_text, "what \"it\" is called"},
        {"count", optional, a_whole_or_text, "how many"},
        {"tier", optional, a_section, "a tier", &tier},
    };
    // Draft 2020-12: "properties" describes members, "required" names those that must be there, and
    // "additionalProperties": false refuses all others.
    CHECK(json_schema({"thing", keys}, "A thing") == R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "A thing",
  "type": "object",
  "required": ["name"],
  "additionalProperties": false,
  "properties": {
    "name": {
      "description": "what \"it\" is called",
      "type": "string"
    },
    "count": {
      "description": "how many",
      "anyOf": [
        {
          "type": "integer", "minimum": 0
        },
        {
          "type": "string"
        }
      ]
    },
    "tier": {
      "description": "a tier",
      "type": "object",
      "required": ["name"],
      "additionalProperties": false,
      "properties": {
        "name": {
          "description": "its name",
          "type": "string"
        }
      }
    }
  }
}
)");
}

// The schema of a file with one key of one shape.
std::string schema_of(Shape shape) {
    const Shape shapes[] = {shape};
    const Key keys[] = {{"key", optional, shapes, "about", &tier, colours}};
    return json_schema({"thing", keys}, "title");
}

TEST_CASE("every shape is said in JSON Schema's words") {
    struct Row {
        Shape shape;
        std::string part;
    };
    const Row table[] = {
        {Shape::text, R"("type": "string")"},
        {Shape::whole, R"("type": "integer", "minimum": 0)"},
        {Shape::number, R"("type": "number")"},
        {Shape::boolean, R"("type": "boolean")"},
        {Shape::choice, R"("enum": ["red", "green"])"},
        {Shape::size, "B|[kMGT]B|[KMGT]iB"},
        {Shape::bandwidth, "[kMGT]?[bB]/s|[KMGT]iB/s"},
        {Shape::duration, "s|ms|us|ns"},
        {Shape::compute_rate, "[MGTP]?FLOP/s"},
        {Shape::extent, "(domains?|servers?|gpus?)$"},
        {Shape::texts, R"("type": "array", "items": {"type": ["string", "integer"]})"},
        {Shape::wholes, R"("type": "array", "items": {"type": "integer", "minimum": 0})"},
        {Shape::sections, R"("type": "array", "items": {)"},
        {Shape::open, R"("type": ["object", "string", "array"])"},
    };
    for (const auto& row : table) {
        CAPTURE(row.part);
        const std::string schema = schema_of(row.shape);
        CHECK(schema.find(row.part) != std::string::npos);
        // JSON is YAML, so our own reader knows whether it is well-formed.
        const Document document = parse_yaml(make_source("schema.json", schema));
        CHECK(document.root.find("properties")->value.find("key") != nullptr);
    }
}

}  // namespace
}  // namespace railyard::input
