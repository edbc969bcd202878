// Any text at all as nvidia-smi nvlink: it is recognised or not, read or refused.

#include "railyard/machine/smi_nvlink.hpp"

#include <cstddef>
#include <cstdint>

#include "observed_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace railyard;
    (void)machine::is_smi_nvlink(std::string_view(reinterpret_cast<const char*>(data), size));
    fuzz::read_any(data, size, machine::read_smi_nvlink);
    return 0;
}
