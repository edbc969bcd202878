#include "railyard/asked_topology.hpp"

#include <filesystem>
#include <system_error>

#include "railyard/base/error.hpp"
#include "railyard/input/source.hpp"
#include "railyard/machine/sources.hpp"

namespace railyard::tool {
namespace {

// Looked at only where the file was no topology: others are read once.
void refuse_machine(const std::string& name) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(name, none)) return;
    const auto source = input::read_source(name, machine::largest_machine_file);
    const machine::SourceFormat* format = machine::recognise(source->text());
    if (format == nullptr) return;
    throw InputError(Diagnostic{
        {},
        "'" + name + "' is no topology, but what a machine says of itself: " + std::string(format->about),
        "'railyard import " + name + " -o my-topology.yaml' makes a topology of it",
        "",
        0});
}

}  // namespace

LoadedTopology asked_topology(const input::Library& library, const std::string& name) {
    try {
        return load_topology(library, name);
    } catch (const InputError&) {
        refuse_machine(name);
        throw;
    }
}

}  // namespace railyard::tool
