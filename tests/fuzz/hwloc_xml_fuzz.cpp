// Any text at all as hwloc XML: what is ours reads both versions (version 2 too, with version 3's reader, so that libhwloc
// is not what is tested), and what it has read is written so that it reads again.

#include "railyard/machine/hwloc_xml.hpp"

#include <cstddef>
#include <cstdint>

#include "observed_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace railyard;
    (void)machine::is_hwloc_xml_2(std::string_view(reinterpret_cast<const char*>(data), size));
    fuzz::read_any(data, size, [](const input::Source& source) {
        const machine::XmlTree tree = machine::read_xml(source);
        const input::Source again("again", machine::write_xml(tree, "hwloc2.dtd"));
        fuzz::expect(machine::read_xml(again).elements.size() == tree.elements.size());
        return machine::read_hwloc_xml_3(source);
    });
    return 0;
}
