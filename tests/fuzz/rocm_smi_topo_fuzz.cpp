// Any text at all as rocm-smi --showtopo: it is recognised or not, read or refused.

#include "railyard/machine/rocm_smi_topo.hpp"

#include <cstddef>
#include <cstdint>

#include "observed_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace railyard;
    (void)machine::is_rocm_smi_topo(std::string_view(reinterpret_cast<const char*>(data), size));
    fuzz::read_any(data, size, machine::read_rocm_smi_topo);
    return 0;
}
