#pragma once
// hwloc XML, as `lstopo machine.xml` writes it. Version 2 goes through libhwloc; version 3, which libhwloc 2
// refuses, is read here as far as the model needs it.

#include <string_view>

#include "railyard/input/source.hpp"
#include "railyard/machine/hwloc_machine.hpp"
#include "railyard/machine/xml_tree.hpp"

namespace railyard::machine {

bool is_hwloc_xml_2(std::string_view text);
bool is_hwloc_xml_3(std::string_view text);
// A version that cannot be read: 1 (no version attribute), or one to come.
bool is_hwloc_xml_other(std::string_view text);

// Throw InputError with the place.
Observed read_hwloc_xml_2(const input::Source& source);
Observed read_hwloc_xml_3(const input::Source& source);
Observed refuse_hwloc_xml(const input::Source& source);

// What version 3 says, from its elements.
HwlocMachine hwloc_machine_of(const XmlTree& tree, const input::Source& source);

}  // namespace railyard::machine
