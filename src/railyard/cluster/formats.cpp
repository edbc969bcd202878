#include "railyard/cluster/formats.hpp"

#include <string>

#include "railyard/cluster/readers.hpp"

namespace railyard::cluster {

const std::vector<ClusterFormat>& cluster_formats() {
    static const std::vector<ClusterFormat> formats = {
        {"slurm-topology-yaml", "Slurm's topology.yaml", recognise_slurm_topology_yaml,
         read_slurm_topology_yaml},
        {"slurm-topology-conf", "Slurm's topology.conf, or scontrol show topology",
         recognise_slurm_topology_conf, read_slurm_topology_conf},
        {"ibnetdiscover", "ibnetdiscover", recognise_ibnetdiscover, read_ibnetdiscover},
        {"iblinkinfo", "iblinkinfo", recognise_iblinkinfo, read_iblinkinfo},
        {"topograph-model", "a Topograph model", recognise_topograph_model, read_topograph_model},
        {"kubernetes-nodes", "kubectl get nodes -o yaml or json", recognise_kubernetes_nodes,
         read_kubernetes_nodes},
        {"kubernetes-table", "kubectl get nodes --show-labels, or -L LABEL", recognise_kubernetes_table,
         read_kubernetes_table},
        {"clique-list", "a list of hosts with their NVLink cliques", recognise_clique_list, read_clique_list},
    };
    return formats;
}

namespace {

// JSON and YAML that ends with a bracket is whole, or it could not be read.
bool ends_whole(std::string_view text) {
    const char last = text.empty() ? '\n' : text.back();
    return last == '}' || last == ']';
}

}  // namespace

const ClusterFormat* recognise_cluster(std::string_view text) {
    for (const ClusterFormat& format : cluster_formats()) {
        if (format.recognise(text)) return &format;
    }
    return nullptr;
}

Cluster read_cluster(const ClusterFormat& format, const input::SourcePtr& source) {
    Cluster cluster = format.read(source);
    if (!source->text().ends_with('\n') && !ends_whole(source->text()))
        cluster.notes.push_back(
            "the last line of " + source->name() +
            " has no line end: is the file whole? What stands there counts as if it were");
    set_origin(cluster, source->name());
    return cluster;
}

Cluster read_cluster(const input::SourcePtr& source) {
    const ClusterFormat* format = recognise_cluster(source->text());
    if (format != nullptr) return read_cluster(*format, source);
    input::refuse_empty(*source);
    std::string known;
    for (const ClusterFormat& each : cluster_formats()) {
        known += (known.empty() ? "" : "; ") + std::string(each.about);
    }
    throw InputError(source->problem(source->beginning(), "this says nothing of a cluster that is known here",
                                     "what can be read: " + known));
}

std::string told_by(const Cluster& cluster) {
    std::string text;
    const auto add = [&](std::size_t count, std::string_view one) {
        if (count == 0) return;
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(one);
        if (count > 1) text += one == "switch" ? "es" : "s";
    };
    add(cluster.hosts.size(), "host");
    add(cluster.switches.size(), "switch");
    add(cluster.blocks.size(), "block");
    add(cluster.domains.size(), "NVLink domain");
    return text;
}

}  // namespace railyard::cluster
