#pragma once
// XML as a plain list of elements with their places. Entities other than the five of XML itself are left
// unread, a DOCTYPE is skipped, nothing outside the text is ever opened, and nesting is bounded.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "railyard/input/source.hpp"

namespace railyard::machine {

struct XmlElement {
    std::string name;
    std::vector<std::pair<std::string, std::string>> attributes;
    std::string text;  // its own character data
    std::size_t parent = 0;
    std::vector<std::size_t> children;  // indexes into XmlTree::elements
    std::uint32_t depth = 0;            // 0: the root
    input::Mark mark;

    // The value of an attribute; empty when it is not there.
    [[nodiscard]] std::string_view attribute(std::string_view key) const;
    [[nodiscard]] bool has(std::string_view key) const;
};

// In the order of the text, the root first.
struct XmlTree {
    std::vector<XmlElement> elements;
    [[nodiscard]] const XmlElement& root() const { return elements.front(); }
};

inline constexpr std::uint32_t deepest_xml = 128;

// Reads a text. Throws InputError with the place: it is not well-formed, ends early, nests too deep, or has
// no root.
XmlTree read_xml(const input::Source& source);

// The tree as a text again, without comments and processing instructions. `doctype`: the name of the DTD that
// is written, not read; empty for none.
std::string write_xml(const XmlTree& tree, std::string_view doctype);

// The first element of what may be XML, without reading on: its name, and its attributes as they stand.
struct XmlStart {
    std::string_view name;
    std::string_view attributes;
    // The value of an attribute as it stands; empty when it is not there.
    [[nodiscard]] std::string_view attribute(std::string_view key) const;
};
std::optional<XmlStart> xml_start(std::string_view text);

}  // namespace railyard::machine
