#pragma once
// One domain of an imported topology, from the hosts that are its servers.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "railyard/machine/import.hpp"

namespace railyard::machine {

struct ImportedPart {
    ImportedDomain domain;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> unavailable;  // server, GPU: without NVLinks or answers
    std::vector<ImportNote> notes;
};

// `hosts`: indexes of hosts with as many GPUs each, at least one.
ImportedPart import_domain(const Observed& observed, const std::vector<std::size_t>& hosts,
                           const ImportChoices& choices);

// How the GPUs of these hosts are joined, and which lost their links.
void import_scale_up(const Observed& observed, const std::vector<std::size_t>& hosts, ImportedPart& part);

}  // namespace railyard::machine
