#include "railyard/asked_topology.hpp"

#include <filesystem>
#include <system_error>

#include "railyard/base/error.hpp"
#include "railyard/input/source.hpp"
#include "railyard/machine/sources.hpp"

namespace railyard::tool {

LoadedTopology asked_topology(const input::Library& library, const std::string& name) {
    std::error_code none;
    if (std::filesystem::is_regular_file(name, none)) {
        const auto source = input::read_source(name, machine::largest_machine_file);
        if (const machine::SourceFormat* format = machine::recognise(source->text()); format != nullptr) {
            throw InputError(Diagnostic{
                {},
                "'" + name +
                    "' is no topology, but what a machine says of itself: " + std::string(format->about),
                "'railyard import " + name + " -o my-topology.yaml' makes a topology of it",
                "",
                0});
        }
    }
    return load_topology(library, name);
}

}  // namespace railyard::tool
