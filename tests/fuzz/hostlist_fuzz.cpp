// Any text as a hostlist: names that make a list again which expands to the same names, or a problem with its
// place; and the same text as a host file and as a rank file.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "railyard/cluster/host_file.hpp"
#include "railyard/cluster/hostlist.hpp"
#include "railyard/cluster/rankfile.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace railyard::cluster;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        read_host_file(*railyard::input::make_source("host file", std::string(text)));
    } catch (const railyard::InputError& error) {
        if (error.problems().empty()) __builtin_trap();
    }
    try {
        const auto hosts = read_rankfile(*railyard::input::make_source("rank file", std::string(text)));
        if (hosts.empty() || hosts_of(hosts).size() > hosts.size()) __builtin_trap();
    } catch (const railyard::InputError& error) {
        if (error.problems().empty()) __builtin_trap();
    }
    const auto names = expand_hostlist(text, 5000);
    if (const auto* problem = std::get_if<HostlistProblem>(&names)) {
        if (problem->message.empty() || problem->offset > size) __builtin_trap();
        return 0;
    }
    if (std::get<0>(expand_hostlist(to_hostlist(std::get<0>(names)))) != std::get<0>(names)) __builtin_trap();
    return 0;
}
