#pragma once
// The readers, one file per format. `recognise_X` looks at a text and never throws; `read_X` fills the model
// or throws InputError with every problem it found, each at its line and column. Both are linear in the text
// (and in the hosts that its hostlists stand for). formats.hpp has the table of them.

#include <string_view>

#include "railyard/cluster/cluster.hpp"
#include "railyard/input/source.hpp"

namespace railyard::cluster {

// Slurm's topology.conf (tree and block plugins, ring) and what `scontrol show topology` prints of it.
bool recognise_slurm_topology_conf(std::string_view text);
Cluster read_slurm_topology_conf(const input::SourcePtr& source);

// Slurm's topology.yaml (since 25.05). Of several topologies the default one counts; others add what it does
// not say.
bool recognise_slurm_topology_yaml(std::string_view text);
Cluster read_slurm_topology_yaml(const input::SourcePtr& source);

// ibnetdiscover: the switches and cables of an InfiniBand fabric. Hosts are named by the first word of their
// adapters' descriptions.
bool recognise_ibnetdiscover(std::string_view text);
Cluster read_ibnetdiscover(const input::SourcePtr& source);

// iblinkinfo, with its headers or in line mode (-l).
bool recognise_iblinkinfo(std::string_view text);
Cluster read_iblinkinfo(const input::SourcePtr& source);

// Kubernetes nodes as `kubectl get nodes -o yaml` or `-o json` writes them, by their labels; and Topograph's
// instances with their layers.
bool recognise_kubernetes_nodes(std::string_view text);
Cluster read_kubernetes_nodes(const input::SourcePtr& source);

// The table that `kubectl get nodes` prints with --show-labels or with columns for labels (-L).
bool recognise_kubernetes_table(std::string_view text);
Cluster read_kubernetes_table(const input::SourcePtr& source);

// Two columns: a host and its NVLink domain, as `kubectl get nodes` prints with a column for the label
// nvidia.com/gpu.clique, or `host: UUID` lines.
bool recognise_clique_list(std::string_view text);
Cluster read_clique_list(const input::SourcePtr& source);

// Topograph's models: switches, and blocks of nodes below them.
bool recognise_topograph_model(std::string_view text);
Cluster read_topograph_model(const input::SourcePtr& source);

}  // namespace railyard::cluster
