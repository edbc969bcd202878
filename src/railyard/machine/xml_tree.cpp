#include "railyard/machine/xml_tree.hpp"

#include <algorithm>
#include <pugixml.hpp>

#include "railyard/machine/utf8.hpp"

namespace railyard::machine {
namespace {

constexpr std::string_view blanks = " \t\r\n";

input::Mark mark_at(const input::Source& source, std::size_t offset) {
    const std::string_view before = source.text().substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = start == std::string_view::npos ? before.size() + 1 : before.size() - start;
    return {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column), &source};
}

// Marks of ever later offsets, each line counted once.
class Marks {
  public:
    explicit Marks(const input::Source& source) : source_(source) {}
    input::Mark at(std::size_t offset) {
        for (; at_ < offset; ++at_) {
            if (source_.text()[at_] != '\n') continue;
            ++line_;
            line_start_ = at_ + 1;
        }
        return {line_, static_cast<std::uint32_t>(offset - line_start_ + 1), &source_};
    }

  private:
    const input::Source& source_;
    std::size_t at_ = 0;
    std::size_t line_start_ = 0;
    std::uint32_t line_ = 1;
};

XmlElement element_of(const pugi::xml_node& node, Marks& marks) {
    XmlElement element;
    element.name = valid_utf8(node.name());
    for (const pugi::xml_attribute& attribute : node.attributes()) {
        element.attributes.emplace_back(valid_utf8(attribute.name()), valid_utf8(attribute.value()));
    }
    for (const pugi::xml_node& child : node.children()) {
        if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
            element.text += valid_utf8(child.value());
    }
    // pugixml counts from the name; the '<' before it is what a reader looks for.
    const auto offset = node.offset_debug();
    element.mark = marks.at(offset > 0 ? static_cast<std::size_t>(offset) - 1 : 0);
    return element;
}

void escape(std::string& to, std::string_view text) {
    for (const char c : text) {
        switch (c) {
            case '&':
                to += "&amp;";
                break;
            case '<':
                to += "&lt;";
                break;
            case '>':
                to += "&gt;";
                break;
            case '"':
                to += "&quot;";
                break;
            default:
                // No other control character may stand in XML.
                to += static_cast<unsigned char>(c) < 0x20 && blanks.find(c) == std::string_view::npos ? '?'
                                                                                                       : c;
        }
    }
}

// Behind a comment, an instruction or a DOCTYPE that begins at `at`; npos if it does not end.
std::size_t behind_markup(std::string_view text, std::size_t at) {
    const auto behind = [&](std::string_view end) {
        const std::size_t found = text.find(end, at);
        return found == std::string_view::npos ? found : found + end.size();
    };
    if (text.substr(at, 4) == "<!--") return behind("-->");
    if (text.substr(at, 2) == "<?") return behind("?>");
    const std::size_t subset = text.find_first_of("[>", at);
    if (subset != std::string_view::npos && text[subset] == '[') at = text.find(']', subset);
    return at == std::string_view::npos ? at : behind(">");
}

}  // namespace

std::string_view XmlElement::attribute(std::string_view key) const {
    for (const auto& [each, value] : attributes) {
        if (each == key) return value;
    }
    return {};
}

bool XmlElement::has(std::string_view key) const {
    return std::any_of(attributes.begin(), attributes.end(),
                       [&](const auto& each) { return each.first == key; });
}

XmlTree read_xml(const input::Source& source) {
    pugi::xml_document document;
    const std::string_view text = source.text();
    const auto result = document.load_buffer(
        text.data(), text.size(), pugi::parse_default | pugi::parse_ws_pcdata_single, pugi::encoding_utf8);
    if (!result) {
        const auto offset =
            std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)), text.size());
        throw InputError(source.problem(mark_at(source, offset),
                                        std::string("this is not well-formed XML: ") + result.description(),
                                        "is the file whole? A copy that was cut off looks like this"));
    }
    XmlTree tree;
    Marks marks(source);
    const pugi::xml_node top = document.document_element();
    if (!top) throw InputError(source.problem(source.beginning(), "this XML has no element", ""));
    tree.elements.push_back(element_of(top, marks));
    pugi::xml_node node = top;
    std::size_t at = 0;
    // Down to the first child, else on to the next sibling of the nearest ancestor that has one.
    const auto next_element = [](pugi::xml_node from) {
        while (!from.empty() && from.type() != pugi::node_element) from = from.next_sibling();
        return from;
    };
    while (true) {
        pugi::xml_node next = next_element(node.first_child());
        std::size_t parent = at;
        while (!next && node != top) {
            next = next_element(node.next_sibling());
            parent = tree.elements[at].parent;
            if (!next) {
                node = node.parent();
                at = parent;
            }
        }
        if (!next) return tree;
        XmlElement element = element_of(next, marks);
        element.parent = parent;
        element.depth = tree.elements[parent].depth + 1;
        if (element.depth > deepest_xml) {
            throw InputError(
                source.problem(element.mark, "elements nest deeper than 128", "no machine is described so"));
        }
        at = tree.elements.size();
        tree.elements[parent].children.push_back(at);
        tree.elements.push_back(std::move(element));
        node = next;
    }
}

std::string write_xml(const XmlTree& tree, std::string_view doctype) {
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    if (!doctype.empty())
        text += "<!DOCTYPE " + tree.root().name + " SYSTEM \"" + std::string(doctype) + "\">\n";
    std::vector<std::size_t> open;
    const auto close_down_to = [&](std::uint32_t depth) {
        while (open.size() > depth) {
            text += "</" + tree.elements[open.back()].name + ">\n";
            open.pop_back();
        }
    };
    for (std::size_t i = 0; i < tree.elements.size(); ++i) {
        const XmlElement& element = tree.elements[i];
        close_down_to(element.depth);
        text += "<" + element.name;
        for (const auto& [name, value] : element.attributes) {
            text += " " + name + "=\"";
            escape(text, value);
            text += "\"";
        }
        text += ">";
        escape(text, element.text);
        open.push_back(i);
    }
    close_down_to(0);
    return text;
}

std::optional<XmlStart> xml_start(std::string_view text) {
    std::size_t at = 0;
    while (true) {
        at = text.find_first_not_of(blanks, at);
        if (at == std::string_view::npos || text[at] != '<') return std::nullopt;
        const std::string_view mark = text.substr(at, 2);
        if (mark != "<!" && mark != "<?") break;
        at = behind_markup(text, at);
        if (at == std::string_view::npos) return std::nullopt;
    }
    const std::size_t end = std::min(text.find('>', at), text.size());
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    const std::size_t name_end = std::min(tag.find_first_of(" \t\r\n/"), tag.size());
    return XmlStart{tag.substr(0, name_end), tag.substr(name_end)};
}

std::string_view XmlStart::attribute(std::string_view key) const {
    std::size_t at = 0;
    while ((at = attributes.find(key, at)) != std::string_view::npos) {
        const bool begins = at > 0 && blanks.find(attributes[at - 1]) != std::string_view::npos;
        at += key.size();
        if (!begins || attributes.substr(at, 2) != "=\"") continue;
        const std::size_t end = attributes.find('"', at + 2);
        return end == std::string_view::npos ? std::string_view{} : attributes.substr(at + 2, end - at - 2);
    }
    return {};
}

}  // namespace railyard::machine
