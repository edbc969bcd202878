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
      "type": ["string", "number"]
    },
    "count": {
      "description": "how many",
      "anyOf": [
        {
          "type": "integer", "minimum": 0
        },
        {
          "type": ["string", "number"]
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
          "type": ["string", "number"]
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
        {Shape::text, R"("type": ["string", "number"])"},  // a name may look like a number
        {Shape::whole, R"("type": "integer", "minimum": 0)"},
        {Shape::number, R"("type": "number")"},
        {Shape::boolean, R"("type": "boolean")"},
        {Shape::choice, R"("enum": ["red", "green"])"},
        {Shape::size, "B|[kMGT]B|[KMGT]iB"},
        {Shape::bandwidth, "[kMGT]?[bB]/s|[KMGT]iB/s"},
        {Shape::duration, "s|ms|us|ns"},
        // "latency: 0" is a number and needs no unit; patterns are for texts, minimum and maximum for
        // numbers.
        {Shape::duration, R"("type": ["string", "number"], "minimum": 0, "maximum": 0, "pattern": )"},
        {Shape::size, R"("type": ["string", "number"], "minimum": 0, "maximum": 0, "pattern": )"},
        {Shape::bandwidth, R"("type": "string", "pattern": )"},
        {Shape::compute_rate, "[MGTP]?FLOP/s"},
        {Shape::extent, "(domains?|servers?|gpus?)$"},
        {Shape::texts, R"("type": ["array", "string"], "items": {"type": ["string", "number"]})"},
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

TEST_CASE("a file that stands on another needs none of the keys that the other may have") {
    static constexpr Shape a_list[] = {Shape::sections};
    static constexpr Key keys[] = {
        {"name", required, a_text, "its name"},
        {"use", optional, a_text, "a file to start from"},
        {"tier", optional, a_section, "a tier", &tier},
        {"tiers", optional, a_list, "tiers", &tier},
    };
    // "if" and "else" ask for them only without `use`; members of lists are replaced whole, so they ask
    // always.
    CHECK(json_schema({"thing", keys}, "A thing") == R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "A thing",
  "type": "object",
  "if": {"required": ["use"]},
  "else": {
    "required": ["name"],
    "properties": {
      "tier": {
        "required": ["name"]
      }
    }
  },
  "additionalProperties": false,
  "properties": {
    "name": {
      "description": "its name",
      "type": ["string", "number"]
    },
    "use": {
      "description": "a file to start from",
      "type": ["string", "number"]
    },
    "tier": {
      "description": "a tier",
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "name": {
          "description": "its name",
          "type": ["string", "number"]
        }
      }
    },
    "tiers": {
      "description": "tiers",
      "type": "array", "items": {
        "type": "object",
        "required": ["name"],
        "additionalProperties": false,
        "properties": {
          "name": {
            "description": "its name",
            "type": ["string", "number"]
          }
        }
      }
    }
  }
}
)");
}

}  // namespace
}  // namespace railyard::input
