// Any text as a topology (or a domain): the loader gives a topology whose parts can be asked for, or throws
// InputError.

#include <cstddef>
#include <cstdint>
#include <string>

#include "railyard/base/error.hpp"
#include "railyard/topology/load.hpp"
#include "railyard/topology/names.hpp"
#include "railyard/topology/reach.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace railyard;
    static const input::Library library({RAILYARD_SOURCE_DIR});
    try {
        const auto loaded = load_topology(
            library, input::parse_yaml(input::make_source(
                         "input.yaml", std::string(reinterpret_cast<const char*>(data), size))));
        const Topology& topology = loaded.topology;
        const GpuId first(0);
        const GpuId last(topology.gpu_count() - 1);
        if (gpu_name(topology, last).empty()) __builtin_trap();
        if (reach_between(topology, first, last) != reach_between(topology, last, first)) __builtin_trap();
        if (topology.domain(topology.place(last).domain).gpus == 0) __builtin_trap();
    } catch (const InputError& error) {
        if (error.problems().empty() || error.what()[0] == '\0') __builtin_trap();
    }
    return 0;
}
