// Any texts at all, a form feed between two, as sources about machines: what can be read is joined, what
// tells of GPUs is written as a topology, and that topology loads.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "observed_checks.hpp"
#include "railyard/input/library.hpp"
#include "railyard/input/yaml.hpp"
#include "railyard/machine/compare.hpp"
#include "railyard/machine/import.hpp"
#include "railyard/machine/lane_totals.hpp"
#include "railyard/machine/merge.hpp"
#include "railyard/machine/sources.hpp"
#include "railyard/topology/load.hpp"

namespace {

using namespace railyard;

void add(machine::Observed& all, std::string text) {
    input::SourcePtr whole;
    try {
        whole = input::make_source("fuzz", std::move(text));  // UTF-8, as files are
    } catch (const InputError&) {
        return;
    }
    const input::Source& source = *whole;
    const auto* format = machine::recognise(source.text());
    // libhwloc is not what is tested.
    if (format == nullptr || format->name == "hwloc-xml-2") return;
    try {
        (void)machine::merge(all, machine::read_machine(source));
    } catch (const InputError& error) {
        fuzz::expect(!error.problems().empty());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const input::Library library({RAILYARD_SOURCE_DIR});
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    machine::Observed all;
    for (int sources = 0; sources < 4; ++sources) {
        const std::size_t end = rest.find('\f');
        add(all, std::string(rest.substr(0, end)));
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    machine::compare_lane_totals(all);
    fuzz::check_observed(all);
    const auto imported = machine::import_topology(all, {});
    const auto* topology = std::get_if<machine::ImportedTopology>(&imported);
    if (topology == nullptr) return 0;
    const auto loaded = load_topology(
        library, input::parse_yaml(input::make_source("fuzz.yaml", machine::topology_yaml(*topology))));
    (void)machine::compare(loaded.topology, all, machine::match_servers(loaded.topology, all), std::nullopt);
    return 0;
}
