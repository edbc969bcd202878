#pragma once
// The two things that libhwloc reads: this machine, and XML of version 2.

#include <string>
#include <variant>

#include "railyard/machine/hwloc_machine.hpp"

namespace railyard::machine {

// What libhwloc makes of a text of XML version 2 that is well-formed (xml_tree has read it), or what is wrong
// with it in words.
std::variant<HwlocMachine, std::string> load_hwloc_xml(const std::string& text);

// This machine: CPUs, NUMA nodes, PCI devices, and what the drivers that hwloc was built with show of them.
// In words why not, if libhwloc cannot.
std::variant<HwlocMachine, std::string> load_hwloc_live();

}  // namespace railyard::machine
