#include "railyard/estimate/link_facts.hpp"

#include "railyard/topology/reach.hpp"

namespace railyard {

FactList link_facts(const Topology& topology, const CalibratedMachine& machine, const GroupClass& group,
                    Carried carried) {
    FactList facts;
    facts.count("domains of a group", group.domains);
    if (group.most_in_domain > 1) {
        facts.number(group.farthest == Reach::pcie() ? "PCIe of a GPU" : "NVLink of a GPU",
                     FactKind::bandwidth, group.inside.raw());
    }
    if (group.members > 1) facts.words("collectives measured on", machine.platform);
    if (group.mates_by_pcie > 0) {
        facts.count("GPUs of its domain that one reaches by PCIe alone", group.mates_by_pcie)
            .number("PCIe of a GPU to them", FactKind::bandwidth, group.pcie.raw());
    }
    if (group.domains < 2) return facts;
    facts.words(tier_reached, reach_name(topology, group.farthest))
        .number("network of a GPU", FactKind::bandwidth, group.network.raw());
    if (carried == Carried::together) {
        facts.count(ring_members, group.fewest_in_domain)
            .number(ring_rate, FactKind::bandwidth, out_of_domain(group, machine.curves.network).raw());
    } else {
        facts.count("GPUs of a group in a domain, at fewest", group.fewest_in_domain);
    }
    return facts.count("GPUs of a group in a domain, at most", group.most_in_domain)
        .number("latency", FactKind::seconds, group.network_latency.raw());
}

FactList send_facts(const Topology& topology, const CalibratedMachine& machine) {
    FactList facts;
    facts.number(send_rate, FactKind::bandwidth, machine.send_rate.raw())
        .number("latency of a send", FactKind::seconds, machine.send_latency.raw());
    const GroupClass& group = machine.group(Dimension::pp);
    if (group.farthest.is_network()) facts.words(tier_reached, reach_name(topology, group.farthest));
    return facts;
}

}  // namespace railyard
