#pragma once
// Topologies from YAML: a topology file names domain files, and a domain file names a GPU file.

#include <string>
#include <string_view>
#include <vector>

#include "railyard/input/library.hpp"
#include "railyard/input/override.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// What kind of file the topology was asked for by.
enum class NamedFile { topology, domain };

struct LoadedTopology {
    Topology topology;
    std::vector<std::string> notes;  // oddities that are not errors, each with its place
    NamedFile named = NamedFile::topology;
};

// Keys set from outside: of the topology, of every kind of domain in it, and of their GPUs.
struct TopologySettings {
    std::vector<input::KeySetting> topology;
    std::vector<input::KeySetting> domain;
    std::vector<input::KeySetting> gpu;
};

// Loads a topology by name or path. A domain's name does as well: as many of it as the job needs, under one
// non-blocking tier named "network" of 2 us. Names are looked up beside the caller (`beside`), then among the
// shipped files. Throws InputError with all the problems found.
LoadedTopology load_topology(const input::Library& library, std::string_view name,
                             const std::string& beside = ".", const TopologySettings& settings = {});

// The same for a document that is at hand (bases not yet merged).
LoadedTopology load_topology(const input::Library& library, input::Document document,
                             const TopologySettings& settings = {});

// A domain file or a GPU file alone.
DomainKind load_domain(const input::Library& library, std::string_view name, const std::string& beside = ".");
Gpu load_gpu(const input::Library& library, std::string_view name, const std::string& beside = ".");

}  // namespace railyard
