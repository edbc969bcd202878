#include "railyard/machine/hwloc_xml.hpp"

#include <algorithm>

#include "railyard/machine/hwloc_check.hpp"
#include "railyard/machine/hwloc_library.hpp"

namespace railyard::machine {
namespace {

// The version of an hwloc file: nothing for other XML, "1" where the attribute is missing.
std::optional<std::string_view> version_of(std::string_view text) {
    const auto start = xml_start(text);
    if (!start || start->name != "topology") return std::nullopt;
    const std::string_view version = start->attribute("version");
    return version.empty() ? "1" : version;
}

// The attribute itself, or the element that lacks it.
input::Mark place_of_version(const input::Source& source) {
    const std::string_view text = source.text();
    std::size_t at = text.find("<topology");
    if (at == std::string_view::npos) return {1, 1, &source};
    const std::size_t version = text.find("version", at);
    if (version < text.find('>', at)) at = version;
    const std::string_view before = text.substr(0, at);
    const std::size_t line_start = before.rfind('\n');  // none: one before the first byte
    return {static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n') + 1),
            static_cast<std::uint32_t>(at - (line_start + 1) + 1), &source};
}

bool is_version(std::string_view text, std::string_view major) {
    const auto version = version_of(text);
    return version && version->substr(0, version->find('.')) == major;
}

}  // namespace

bool is_hwloc_xml_2(std::string_view text) {
    return is_version(text, "2");
}

bool is_hwloc_xml_3(std::string_view text) {
    return is_version(text, "3");
}

bool is_hwloc_xml_other(std::string_view text) {
    return version_of(text).has_value() && !is_hwloc_xml_2(text) && !is_hwloc_xml_3(text);
}

Observed read_hwloc_xml_2(const input::Source& source) {
    const XmlTree tree = what_hwloc_needs(read_xml(source));
    const std::string hint = "write it again on the machine: lstopo --of xml machine.xml";
    if (const auto flaw = find_hwloc_flaw(tree))
        throw InputError(source.problem(tree.elements[flaw->element].mark,
                                        "this hwloc XML is not whole: " + flaw->message, hint));
    // libhwloc gets what was understood here and no more: no internal DTD, no entities.
    auto loaded = load_hwloc_xml(write_xml(tree, "hwloc2.dtd"));
    if (const auto* why = std::get_if<std::string>(&loaded)) {
        throw InputError(source.problem(tree.root().mark, "this hwloc XML is not whole: " + *why, hint));
    }
    return observed_of(std::get<HwlocMachine>(loaded));
}

Observed read_hwloc_xml_3(const input::Source& source) {
    return observed_of(hwloc_machine_of(read_xml(source), source));
}

Observed refuse_hwloc_xml(const input::Source& source) {
    const std::string version(version_of(source.text()).value_or("1"));
    throw InputError(source.problem(place_of_version(source),
                                    "hwloc XML of version " + version + " is not read here",
                                    "versions 2 and 3 are: write it again with a newer lstopo"));
}

}  // namespace railyard::machine
