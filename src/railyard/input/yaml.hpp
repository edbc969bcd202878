#pragma once
// YAML text as a tree of nodes with places. The tree is made from yaml-cpp's events rather than from its
// nodes: events carry the mark of every key and value, and duplicate keys, aliases and tags are ours to
// judge. Everything is text here; numbers and quantities are read from it by quantity.hpp.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/input/source.hpp"

namespace railyard::input {

inline constexpr std::uint32_t deepest_nesting = 100;
inline constexpr std::size_t most_nodes = 1'000'000;  // after aliases are expanded

enum class NodeKind { null, scalar, sequence, mapping };
enum class Quoting { plain, quoted };

struct Entry;

// A value. Empty values (`key:`) carry the mark of their key.
struct Node {
    NodeKind kind = NodeKind::null;
    Quoting quoting = Quoting::plain;
    Mark mark;
    std::string text;            // scalar
    std::vector<Node> items;     // sequence
    std::vector<Entry> entries;  // mapping, in the order of the file; keys are unique

    [[nodiscard]] const Entry* find(std::string_view key) const;
};

struct Entry {
    std::string key;
    Mark key_mark;
    Node value;
};

// A parsed file. `sources` keeps the texts that the marks point into: one, or several after a merge.
struct Document {
    std::vector<SourcePtr> sources;
    Node root;

    [[nodiscard]] const Source& source() const { return *sources.front(); }
};

// Parses one YAML document (JSON is YAML too). Throws InputError: syntax, an empty file, several documents,
// duplicate keys, keys that are not plain text, nesting over 100 deep (refused before the library sees it),
// aliases that contain themselves or expand to over a million nodes. Linear in the size of the text.
Document parse_yaml(SourcePtr source);

// read_source, then parse_yaml.
Document load_yaml(const std::string& path);

// What a node is, for messages: "a list", "a mapping", "text", "nothing".
std::string_view describe(const Node& node);

}  // namespace railyard::input
