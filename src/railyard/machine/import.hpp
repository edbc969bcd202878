#pragma once
// A topology made of what machines say of themselves. Servers that are alike become one kind of domain; the
// servers of one fused dump become one domain. What no source told stands in the file with a mark, and in
// `notes`.

#include <compare>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/machine/observed.hpp"
#include "railyard/topology/assumed.hpp"
#include "railyard/topology/hardware.hpp"

namespace railyard::machine {

// A figure of the file and where it comes from: words behind it, as a comment.
using Origin = std::string;

// What was not told, and what was taken instead. `option` of the command that imports says it better; empty:
// none does.
struct ImportNote {
    std::string text;
    std::string option;

    ImportNote(std::string note, std::string better = {})  // NOLINT(google-explicit-constructor)
        : text(std::move(note)), option(std::move(better)) {}
    auto operator<=>(const ImportNote&) const = default;
};

// How the file names the GPU: a shipped file, or a stand-in under a name of its own that takes its numbers
// from one.
struct ImportedGpu {
    std::string file;      // "h200"
    std::string stand_in;  // "stand-in-for-l4"; empty: it is the GPU
    Origin origin;
};

// One kind of domain with its numbers; `kind.gpu` is empty, `gpu` says which it is.
struct ImportedDomain {
    DomainKind kind;
    ImportedGpu gpu;
    Origin cpus, pcie, c2c, cpu_link, scale_up, link, nics;
    AssumedParts assumed;  // what the file has a mark for
};

struct ImportedTopology {
    std::string name;
    std::vector<ImportedDomain> kinds;
    struct Run {
        std::size_t kind = 0;
        std::uint32_t count = 0;
    };
    std::vector<Run> runs;
    std::vector<std::string> unavailable;  // "box0/server0/gpu5"
    std::vector<std::string> sources;      // "dump.xml (nccl-topo)"
    std::vector<ImportNote> notes;
};

// What the caller knows better.
struct ImportChoices {
    std::string name = "imported";
    std::string gpu;                         // name of a GPU file; empty: as observed
    std::optional<BytesPerSecond> nic_rate;  // of NICs whose rate no source tells
    std::optional<std::uint32_t> domains;    // how many of the last kind; none: as observed
};

// In words why not, when nothing tells of a GPU.
std::variant<ImportedTopology, std::string> import_topology(const Observed& observed,
                                                            const ImportChoices& choices);

// The topology file, domains and all in one.
std::string topology_yaml(const ImportedTopology& topology);

}  // namespace railyard::machine
