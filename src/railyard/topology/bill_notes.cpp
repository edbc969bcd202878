#include "railyard/topology/bill_notes.hpp"

#include <algorithm>
#include <string_view>

namespace railyard {
namespace {

class NoteWriter {
  public:
    NoteWriter(const Topology& topology, std::uint32_t as_needed, Billed figure)
        : topology_(topology),
          word_(figure == Billed::cost ? "cost" : "power"),
          figure_(figure),
          cabling_(cabling_of(topology.as_needed() ? topology.with_last_run(as_needed) : topology)) {
        for (const BilledPart& part : parts_of(topology, as_needed, Tiers::all)) {
            const bool uncounted =
                part.kind == PartKind::tier_switch && cabling_[part.of].from == SwitchesFrom::nothing;
            const bool of_network = part.kind == PartKind::tier_switch || part.kind == PartKind::tier_cable;
            if (of_network && is_a_domain()) continue;
            if (part.count > 0 || uncounted) parts_.push_back(part);
        }
    }

    std::vector<std::string> notes() {
        if (std::none_of(parts_.begin(), parts_.end(), [&](const auto& part) { return has(part); })) {
            return {"no part of " + topology_.name() + " has a " + word_ + ": set " + word_ +
                    " (of a GPU), servers." + word_ + ", nics." + word_ +
                    " and others (railyard init domain, " + "railyard init topology)"};
        }
        left_out();
        if (is_a_domain()) {
            notes_.push_back(
                word_ + " leaves out the network above " + topology_.name() +
                ", which is a domain by itself: a topology has tiers, with prices (railyard init " +
                "topology)");
        }
        tiers();
        nvswitches();
        return std::move(notes_);
    }

  private:
    [[nodiscard]] bool has(const BilledPart& part) const {
        return figure_ == Billed::cost ? part.each.cost.has_value() : part.each.power.has_value();
    }

    // One that was asked for by the name of a domain has a tier that no file describes.
    [[nodiscard]] bool is_a_domain() const {
        const auto& tiers = topology_.network().tiers;
        return topology_.runs().size() == 1 && topology_.name() == topology_.kinds()[0].name &&
               tiers.size() == 1 && tiers[0].name == "network";
    }

    [[nodiscard]] std::string key_of(const BilledPart& part) const {
        switch (part.kind) {
            case PartKind::gpu:
                return word_;
            case PartKind::server:
                return "servers." + word_;
            case PartKind::nic:
                return "nics." + word_;
            case PartKind::nvswitch:
                return "scale_up.switch_" + word_;
            case PartKind::nvlink:
                return "scale_up.cable_" + word_;
            case PartKind::tier_switch:
                return "network.tiers." + tier(part).name + ".switch_" + word_;
            case PartKind::tier_cable:
                return "network.tiers." + tier(part).name + ".cable_" + word_;
        }
        return "";
    }
    [[nodiscard]] const Tier& tier(const BilledPart& part) const {
        return topology_.network().tiers[part.of];
    }

    void left_out() {
        std::string names;
        std::string keys;
        std::vector<std::string> told;
        for (const BilledPart& part : parts_) {
            if (has(part) || std::find(told.begin(), told.end(), key_of(part)) != told.end()) continue;
            told.push_back(key_of(part));
            names += (names.empty() ? "" : ", ") + part_name(topology_, part);
            keys += (keys.empty() ? "" : ", ") + key_of(part);
        }
        if (!names.empty()) notes_.push_back(word_ + " leaves out " + names + ": there is no " + keys);
    }

    void tiers() {
        bool cables = false;
        for (const BilledPart& part : parts_) {
            if (!has(part)) continue;
            if (part.kind == PartKind::tier_switch) switches_of(part);
            cables = cables || (part.kind == PartKind::tier_cable && part.of > 0);
        }
        if (cables) {
            notes_.push_back(
                "cables between switches are counted as fast as those of the NICs: as many, over " +
                std::string("the oversubscription"));
        }
    }

    void switches_of(const BilledPart& part) {
        const TierCabling& found = cabling_[part.of];
        const std::string& name = tier(part).name;
        const std::string key = "network.tiers." + name;
        if (found.from == SwitchesFrom::nothing) {
            notes_.push_back(word_ + " leaves out " + name + " switches: no tier says its ports, and " +
                             name + " not how many switches it has; " + key + ".ports: 64 counts them");
        } else if (found.from == SwitchesFrom::other_ports) {
            const Tier& other = topology_.network().tiers[found.ports_of];
            notes_.push_back(name + " switches are counted with the " + std::to_string(other.ports) +
                             " ports of those of " + other.name + " (another number: " + key + ".ports)");
        } else if (found.from == SwitchesFrom::overfull) {
            notes_.push_back(name + " switches are as many as the cables need with " +
                             std::to_string(tier(part).ports) + " ports: the number that the topology has, " +
                             "or a sweep sets, is too small");
        } else if (found.from == SwitchesFrom::thinned) {
            notes_.push_back(name + " switches are those of the file in proportion to the cables that an " +
                             "oversubscription leaves (another number: " + key +
                             ".switches, zipped with the oversubscription)");
        }
    }

    void nvswitches() {
        for (const BilledPart& part : parts_) {
            if (part.kind != PartKind::nvswitch || !has(part)) continue;
            if (topology_.kinds()[part.of].scale_up.written_for_gpus == 0) continue;
            notes_.emplace_back(
                "NVSwitches are those of the file in proportion to the GPUs of a domain, in one level "
                "(another number: scale_up.switches, zipped with servers.count and links_per_switch)");
            return;
        }
    }

    const Topology& topology_;
    std::string word_;
    Billed figure_;
    std::vector<TierCabling> cabling_;
    std::vector<BilledPart> parts_;
    std::vector<std::string> notes_;
};

}  // namespace

std::string part_name(const Topology& topology, const BilledPart& part) {
    const auto tier = [&] { return topology.network().tiers[part.of].name; };
    switch (part.kind) {
        case PartKind::gpu:
            return "GPUs";
        case PartKind::server:
            return "servers";
        case PartKind::nic:
            return "NICs";
        case PartKind::nvswitch:
            return "NVSwitches";
        case PartKind::nvlink:
            return "NVLinks";
        case PartKind::tier_switch:
            return tier() + " switches";
        case PartKind::tier_cable:
            return tier() + " cables";
    }
    return "";
}

std::vector<std::string> bill_notes(const Topology& topology, std::uint32_t as_needed, Billed figure) {
    return NoteWriter(topology, as_needed, figure).notes();
}

}  // namespace railyard
