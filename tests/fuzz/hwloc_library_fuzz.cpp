// Any text at all as hwloc XML of version 2: what our own reader lets pass goes through libhwloc, which reads it or
// refuses it.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "observed_checks.hpp"
#include "railyard/machine/hwloc_xml.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace railyard;
    if (!machine::is_hwloc_xml_2(std::string_view(reinterpret_cast<const char*>(data), size))) return 0;
    fuzz::read_any(data, size, [](const input::Source& source) { return machine::read_hwloc_xml_2(source); });
    return 0;
}
