#pragma once
// What holds for every observed machine that a reader gives, whatever the text was.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "railyard/base/error.hpp"
#include "railyard/input/source.hpp"
#include "railyard/machine/observed.hpp"

namespace railyard::fuzz {

inline void expect(bool holds) {
    if (!holds) __builtin_trap();
}

inline void check_observed(const machine::Observed& observed) {
    for (std::size_t h = 0; h < observed.hosts.size(); ++h) {
        const machine::ObservedHost& host = observed.hosts[h];
        expect(host.gpus.size() <= machine::most_gpus_of_a_host && host.nics.size() <= machine::most_nics_of_a_host);
        expect(host.pairs.size() == host.gpus.size() * host.gpus.size());
        expect(host.gpu_to_nic.size() == host.gpus.size() * host.nics.size());
        for (std::size_t i = 0; i < host.gpus.size(); ++i) expect(!machine::gpu_label(host, i).empty());
        expect(!machine::host_label(observed, h).empty());
    }
}

// Reads any text with one reader; what it cannot read it says with at least one problem.
template <class Read>
void read_any(const std::uint8_t* data, std::size_t size, Read read) {
    const input::Source source("fuzz", std::string(reinterpret_cast<const char*>(data), size));
    try {
        check_observed(read(source));
    } catch (const InputError& error) {
        expect(!error.problems().empty());
    }
}

}  // namespace railyard::fuzz
