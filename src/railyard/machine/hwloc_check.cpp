#include "railyard/machine/hwloc_check.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace railyard::machine {
namespace {

constexpr std::uint32_t most_index = 65536;  // of a core or NUMA node; libhwloc makes bitmaps as long

constexpr std::size_t most_objects_of_a_matrix = 4096;

constexpr std::array<std::string_view, 4> sets = {"cpuset", "complete_cpuset", "nodeset", "complete_nodeset"};

bool has_sets(std::string_view type) {
    constexpr std::array<std::string_view, 4> without = {"PCIDev", "Bridge", "OSDev", "Misc"};
    return std::find(without.begin(), without.end(), type) == without.end();
}

// One word of a bitmap: "0x00000003"; between two commas it may be left out.
bool is_word(std::string_view text) {
    if (text.size() < 3 || text.size() > 10 || !text.starts_with("0x")) return false;
    return text.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
}

// "0x00000003", "0xf...f,0x00000001", "0x1,,0x2": words, the highest first.
bool is_bitmap(std::string_view text) {
    for (std::uint32_t words = 0;; ++words) {
        const std::size_t comma = text.find(',');
        const std::string_view word = text.substr(0, comma);
        const bool may_be = words == 0 ? word == "0xf...f" : word.empty() && comma != std::string_view::npos;
        if ((!may_be && !is_word(word)) || words > most_index / 32) return false;
        if (comma == std::string_view::npos) return true;
        text.remove_prefix(comma + 1);
    }
}

std::optional<std::uint32_t> number(std::string_view text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
    return value;
}

std::string flaw_of(const XmlElement& element, bool is_root) {
    const std::string_view type = element.attribute("type");
    for (const auto& [key, value] : element.attributes) {
        if (key.ends_with("set") && !is_bitmap(value)) return "this " + key + " is no bitmap";
    }
    if (is_root != (type == "Machine"))
        return is_root ? "the topology does not begin with a Machine" : "a Machine inside another object";
    // Host to PCI and PCI to PCI are all there is.
    const std::string_view bridge = element.attribute("bridge_type");
    if (type == "Bridge" && bridge != "0-1" && bridge != "1-1")
        return "this Bridge has no bridge_type 0-1 or 1-1";
    if (!has_sets(type)) return "";
    for (const std::string_view set : sets) {
        if (!element.has(set)) return "this " + std::string(type) + " has no " + std::string(set);
    }
    if (type != "PU" && type != "NUMANode") return "";
    const auto index = number(element.attribute("os_index"));
    if (!index || *index >= most_index) return "this " + std::string(type) + " has no os_index below 65536";
    return "";
}

}  // namespace

bool is_nvlink_matrix(const XmlElement& element) {
    if (element.attribute("name") != "NVLinkBandwidth") return false;
    const std::string_view type = element.attribute("type");
    return element.name == "distances2hetero" ||
           (element.name == "distances2" && (type == "OSDev" || type == "PCIDev"));
}

std::vector<std::string_view> words_of_chunks(const XmlTree& tree, const XmlElement& matrix,
                                              std::string_view name) {
    std::vector<std::string_view> words;
    for (const std::size_t child : matrix.children) {
        if (tree.elements[child].name != name) continue;
        std::string_view text = tree.elements[child].text;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
            if (end > 0) words.push_back(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }
    return words;
}

std::string flaw_of_matrix(const XmlTree& tree, const XmlElement& matrix) {
    const std::size_t objects = words_of_chunks(tree, matrix, "indexes").size();
    const auto values = words_of_chunks(tree, matrix, "u64values");
    if (objects > most_objects_of_a_matrix || values.size() != objects * objects)
        return "the matrix has " + std::to_string(objects) + " objects and " + std::to_string(values.size()) +
               " values";
    for (const std::string_view value : values) {
        if (!number(value)) return "'" + std::string(value) + "' is no bandwidth in MB/s";
    }
    return "";
}

XmlTree what_hwloc_needs(const XmlTree& tree) {
    constexpr auto gone = static_cast<std::size_t>(-1);
    const auto is_needed = [](const XmlElement& it) {
        if (it.name == "object") return it.attribute("type") != "Misc";
        if (is_nvlink_matrix(it)) return true;
        return it.name == "info" || it.name == "indexes" || it.name == "u64values";
    };
    XmlTree result;
    std::vector<std::size_t> number(tree.elements.size(), gone);  // in the result
    for (std::size_t i = 0; i < tree.elements.size(); ++i) {
        const std::size_t parent = number[tree.elements[i].parent];
        if (i > 0 && (parent == gone || !is_needed(tree.elements[i]))) continue;
        number[i] = result.elements.size();
        result.elements.push_back(tree.elements[i]);
        result.elements.back().children.clear();
        if (i == 0) continue;
        result.elements.back().parent = parent;
        result.elements[parent].children.push_back(number[i]);
    }
    return result;
}

std::optional<HwlocFlaw> find_hwloc_flaw(const XmlTree& tree) {
    bool any = false;
    for (const std::size_t child : tree.root().children) {
        if (tree.elements[child].name != "object") continue;
        if (any) return HwlocFlaw{child, "a second object beside the Machine"};
        any = true;
    }
    if (!any) return HwlocFlaw{0, "the topology has no object"};
    bool any_core = false;
    bool any_node = false;
    for (std::size_t i = 1; i < tree.elements.size(); ++i) {
        const XmlElement& element = tree.elements[i];
        if (is_nvlink_matrix(element)) {
            std::string flaw = flaw_of_matrix(tree, element);
            if (!flaw.empty()) return HwlocFlaw{i, std::move(flaw)};
        }
        if (element.name != "object") continue;
        std::string flaw = flaw_of(element, element.depth == 1);
        if (!flaw.empty()) return HwlocFlaw{i, std::move(flaw)};
        any_core = any_core || element.attribute("type") == "PU";
        any_node = any_node || element.attribute("type") == "NUMANode";
    }
    if (!any_core) return HwlocFlaw{0, "the topology has no PU"};
    if (!any_node) return HwlocFlaw{0, "the topology has no NUMANode"};
    return std::nullopt;
}

}  // namespace railyard::machine
