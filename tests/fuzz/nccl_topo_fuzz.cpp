// Any text at all as NCCL topology XML: it is recognised or not, read or refused.

#include "railyard/machine/nccl_topo.hpp"

#include <cstddef>
#include <cstdint>

#include "observed_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace railyard;
    (void)machine::is_nccl_topo(std::string_view(reinterpret_cast<const char*>(data), size));
    fuzz::read_any(data, size, machine::read_nccl_topo);
    return 0;
}
