#include "railyard/machine/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "railyard/machine/disagreements.hpp"
#include "railyard/machine/far_ends.hpp"
#include "railyard/machine/known_gpus.hpp"
#include "railyard/machine/nic_order.hpp"
#include "railyard/machine/shift_sources.hpp"
#include "railyard/machine/take_facts.hpp"
#include "railyard/machine/untold_devices.hpp"

namespace railyard::machine {
namespace {

// Joins one host into another that is the same.
class HostMerge {
  public:
    HostMerge(Observed& all, std::size_t number, const ObservedHost& more)
        : all_(all), into_(all.hosts[number]), more_(more), disagreements_(number) {}

    void run() {
        if (auto counts = compare_gpu_counts(all_, into_, more_)) disagreements_.of_host(std::move(*counts));
        into_.sources.insert(into_.sources.end(), more_.sources.begin(), more_.sources.end());
        take(into_.name, more_.name);
        take(into_.hash, more_.hash);
        take(into_.product, more_.product);
        take(into_.cluster_uuid, more_.cluster_uuid);
        take(into_.clique, more_.clique);
        const std::size_t gpus = into_.gpus.size();
        const std::size_t nics = into_.nics.size();
        match_gpus();
        match_nics();
        if (auto names = compare_names(all_, into_, more_, nic_at_, nics))
            disagreements_.of_host(std::move(*names));
        into_.resize_tables(gpus, nics);
        for (std::size_t i = 0; i < more_.gpus.size(); ++i)
            merge_gpu(into_.gpus[gpu_at_[i]], more_.gpus[i], gpu_at_[i]);
        for (std::size_t i = 0; i < more_.nics.size(); ++i)
            merge_nic(into_.nics[nic_at_[i]], more_.nics[i], nic_at_[i]);
        merge_tables();
        disagreements_.move_to(all_.disagreements);
        for (const ObservedCpu& cpu : more_.cpus) merge_cpu(cpu);
        for (const ObservedSwitch& it : more_.switches) {
            const auto same = [&](const ObservedSwitch& known) { return known.pci == it.pci; };
            if (std::none_of(into_.switches.begin(), into_.switches.end(), same))
                into_.switches.push_back(it);
        }
        join_untold(into_, more_.untold);
        tell_far_ends_apart(into_);
    }

    // A disagreement that `more` came with, with the numbers of the host that it was joined into.
    void renumber(ObservedDisagreement& disagreement, std::size_t host) const {
        disagreement.host = host;
        for (std::size_t& gpu : disagreement.gpus) gpu = gpu_at_[gpu];
        for (auto& [a, b] : disagreement.pairs) {
            a = gpu_at_[a];
            b = gpu_at_[b];
        }
    }

  private:
    [[nodiscard]] std::string said_by(SourceId source) const { return all_.sources[source.value()].file; }

    [[nodiscard]] std::string by(std::string words, SourceId source) const {
        return std::move(words) + " (" + said_by(source) + ")";
    }

    template <class T, class Words>
    [[nodiscard]] Disagreement between(const Fact<T>& into, const Fact<T>& more, Severity severity,
                                       Subject subject, std::string cause, Words words) const {
        return {severity, by(words(*into.value), into.from), by(words(*more.value), more.from),
                std::move(cause), subject};
    }

    // Takes what is new; tells of what differs between the two on a GPU.
    template <class T, class Words>
    void settle(std::size_t gpu, Fact<T>& into, const Fact<T>& more, Severity severity, Subject subject,
                const std::string& cause, Words words) {
        if (differ(into, more))
            disagreements_.of_gpu(gpu, between(into, more, severity, subject, cause, words));
        take(into, more);
    }

    void match_gpus() {
        std::vector<std::uint8_t> taken(into_.gpus.size(), 0);
        gpu_at_.assign(more_.gpus.size(), nobody);
        for (std::size_t i = 0; i < more_.gpus.size(); ++i) {
            for (std::size_t k = 0; k < taken.size() && gpu_at_[i] == nobody; ++k) {
                if (taken[k] != 0 || !same_gpu(into_.gpus[k], more_.gpus[i])) continue;
                gpu_at_[i] = k;
                taken[k] = 1;
            }
        }
        by_order(taken);
        for (std::size_t& at : gpu_at_) {
            if (at != nobody) continue;
            at = into_.gpus.size();
            into_.gpus.emplace_back();
        }
    }

    // One source has bus ids alone and the other numbers alone: NVML numbers GPUs in the order of bus ids.
    void by_order(const std::vector<std::uint8_t>& taken) {
        const bool nothing_shared =
            std::all_of(gpu_at_.begin(), gpu_at_.end(), [](std::size_t at) { return at == nobody; }) &&
            std::count(taken.begin(), taken.end(), 1) == 0;
        if (!nothing_shared || more_.gpus.size() != taken.size()) return;
        // Not where both told the same kind of name and no two were equal.
        for (const ObservedGpu& more : more_.gpus) {
            for (const ObservedGpu& known : into_.gpus) {
                if (differ(known.pci, more.pci) || differ(known.index, more.index)) return;
            }
        }
        const auto mine = gpu_order(into_);
        const auto other = gpu_order(more_);
        for (std::size_t i = 0; i < other.size(); ++i) gpu_at_[other[i]] = mine[i];
    }

    static bool same_gpu(const ObservedGpu& a, const ObservedGpu& b) {
        if (a.pci.known() && b.pci.known()) return agree(a.pci, b.pci);
        if (a.index.known() && b.index.known()) return agree(a.index, b.index);
        return agree(a.uuid, b.uuid);
    }

    void match_nics() {
        nic_at_.assign(more_.nics.size(), nobody);
        const std::size_t known = into_.nics.size();
        for (std::size_t i = 0; i < more_.nics.size(); ++i) {
            const ObservedNic& nic = more_.nics[i];
            for (std::size_t k = 0; k < known && nic_at_[i] == nobody; ++k) {
                const ObservedNic& it = into_.nics[k];
                const bool same =
                    it.pci.known() && nic.pci.known() ? agree(it.pci, nic.pci) : agree(it.name, nic.name);
                if (same) nic_at_[i] = k;
            }
        }
        nics_by_order();
        for (std::size_t& at : nic_at_) {
            if (at != nobody) continue;
            at = into_.nics.size();
            into_.nics.emplace_back();
        }
    }

    // A capture whose legend is cut off has "NIC0" where the other source has names.
    void nics_by_order() {
        const bool nothing_shared =
            std::all_of(nic_at_.begin(), nic_at_.end(), [](std::size_t at) { return at == nobody; });
        if (!nothing_shared || into_.nics.size() != more_.nics.size() ||
            has_column_titles_only(into_) == has_column_titles_only(more_))
            return;
        std::vector<std::size_t> all(more_.nics.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        const auto mine = in_order_of_names(into_, all);
        const auto other = in_order_of_names(more_, all);
        for (std::size_t i = 0; i < all.size(); ++i) nic_at_[other[i]] = mine[i];
        // The name goes with the matrix of the file that has one.
        if (!has_column_titles_only(into_)) return;
        for (ObservedNic& nic : into_.nics) nic.name = {};
    }

    void merge_gpu(ObservedGpu& into, const ObservedGpu& more, std::size_t number) {
        const std::string stale = "the sources are of different times or of different machines";
        const bool other_models = are_other_models(into, more);
        if (other_models) {
            disagreements_.of_gpu(
                number, {Severity::mismatch, by(model_label(into), source_of_model(into)),
                         by(model_label(more), source_of_model(more)),
                         "they are of different machines, or one is written by hand", Subject::device});
        }
        if (!other_models && differ(into.uuid, more.uuid)) {
            disagreements_.of_gpu(
                number,
                {Severity::mismatch, by("some UUIDs", into.uuid.from), by("other UUIDs", more.uuid.from),
                 "the sources are of different servers, or GPUs were exchanged", Subject::device});
        }
        if (are_other_rates(into.lane_speed, more.lane_speed)) {
            disagreements_.of_gpu(number, between(into.lane_speed, more.lane_speed, Severity::mismatch,
                                                  Subject::nvlinks, stale, [](const LinkSpeed& speed) {
                                                      return fmt::format("{:g} GB/s a link, one way",
                                                                         speed.one_way.raw() / 1e9);
                                                  }));
        }
        if (!other_models) {
            settle(number, into.sm, more.sm, Severity::mismatch, Subject::device, stale,
                   [](std::uint32_t sm) { return fmt::format("compute capability {}", sm); });
        }
        take(into.pci, more.pci);
        take(into.index, more.index);
        take(into.uuid, more.uuid);
        // Of two models that cannot be one the first stays whole: a name of one and an id of the other would
        // make a GPU that is neither.
        if (!other_models) {
            take(into.model, more.model);
            take(into.pci_model, more.pci_model);
        }
        take(into.gcn, more.gcn);
        take(into.maker, more.maker);
        take(into.cpus, more.cpus);
        take(into.lanes_listed, more.lanes_listed);
        take(into.lanes_down, more.lanes_down);
        take(into.lane_speed, more.lane_speed);
        take(into.lanes_at, more.lanes_at);
        take(into.nvlink_peak, more.nvlink_peak);
        take(into.to_switches, more.to_switches);
        take(into.far_ends, more.far_ends);
        take(into.c2c, more.c2c);
        take(into.complaint, more.complaint);
        settle(number, into.numa, more.numa, Severity::warning, Subject::device, stale,
               [](std::uint32_t numa) { return fmt::format("NUMA node {}", numa); });
        settle(number, into.lanes, more.lanes, Severity::mismatch, Subject::nvlinks, links_changed,
               [](std::uint32_t lanes) { return fmt::format("{} NVLinks up", lanes); });
        settle(number, into.pcie.width, more.pcie.width, Severity::warning, Subject::way_out, stale,
               lanes_text);
        take_lower(into.pcie.width, more.pcie.width);
        take_faster(into.pcie.bandwidth, more.pcie.bandwidth);
    }

    static std::string lanes_text(std::uint32_t width) { return fmt::format("PCIe x{}", width); }

    static SourceId source_of_model(const ObservedGpu& gpu) {
        return gpu.model.known() ? gpu.model.from : gpu.pci_model.known() ? gpu.pci_model.from : gpu.sm.from;
    }

    void merge_nic(ObservedNic& into, const ObservedNic& more, std::size_t number) {
        take(into.pci, more.pci);
        take(into.name, more.name);
        take(into.guid, more.guid);
        take(into.numa, more.numa);
        if (differ(into.pcie.width, more.pcie.width)) {
            disagreements_.of_nic(
                nic_label(into_, number),
                between(into.pcie.width, more.pcie.width, Severity::warning, Subject::way_out,
                        "the sources are of different times or of different machines", lanes_text));
        }
        take_lower(into.pcie.width, more.pcie.width);
        take_lower(into.pcie.bandwidth, more.pcie.bandwidth);
        if (differ(into.rate, more.rate)) {
            const auto rate = [](BytesPerSecond it) { return fmt::format("{:g} Gb/s", it.raw() * 8 / 1e9); };
            disagreements_.of_nic(nic_label(into_, number),
                                  between(into.rate, more.rate, Severity::warning, Subject::way_out,
                                          "one of the sources is written by hand or old", rate));
        }
        take_lower(into.rate, more.rate);
    }

    void merge_tables() {
        for (std::size_t a = 0; a < more_.gpus.size(); ++a) {
            for (std::size_t b = 0; b < more_.gpus.size(); ++b) {
                if (a == b) continue;
                ObservedPair& into = into_.pair(gpu_at_[a], gpu_at_[b]);
                const ObservedPair& more = more_.pair(a, b);
                take_path(into.path, more.path);
                take(into.nvlink_peak, more.nvlink_peak);
                // One finding for both directions.
                if (a < b && differ(into.lanes, more.lanes)) {
                    disagreements_.of_pair(
                        gpu_at_[a], gpu_at_[b],
                        between(into.lanes, more.lanes, Severity::mismatch, Subject::nvlinks, links_changed,
                                [](std::uint32_t lanes) { return fmt::format("{} NVLinks", lanes); }));
                }
                take(into.lanes, more.lanes);
            }
        }
        merge_pairing();
    }

    // Which NICs are next to which GPUs: one finding for the server.
    void merge_pairing() {
        Disagreement what{Severity::mismatch, "", "",
                          "the sources are of different machines, or NICs are numbered otherwise in one",
                          Subject::way_out};
        SourceId one_from;
        SourceId other_from;
        const auto told = [&](std::size_t gpu, const std::vector<std::size_t>& nics) {
            std::string names;
            for (const std::size_t nic : nics) names += (names.empty() ? "" : "+") + nic_label(into_, nic);
            return gpu_label(into_, gpu) + " next to " + (names.empty() ? "no NIC" : names);
        };
        for (std::size_t a = 0; a < more_.gpus.size(); ++a) {
            std::vector<Fact<Path>> one;
            std::vector<Fact<Path>> other;
            for (std::size_t nic = 0; nic < more_.nics.size(); ++nic) {
                one.push_back(into_.path_to_nic(gpu_at_[a], nic_at_[nic]));
                other.push_back(more_.path_to_nic(a, nic));
                take_path(into_.path_to_nic(gpu_at_[a], nic_at_[nic]), more_.path_to_nic(a, nic));
            }
            Neighbours found = neighbours(one, other);
            if (found.one == found.other) continue;
            one_from = std::find_if(one.begin(), one.end(), [](const auto& it) { return it.known(); })->from;
            other_from =
                std::find_if(other.begin(), other.end(), [](const auto& it) { return it.known(); })->from;
            for (std::size_t& nic : found.one) nic = nic_at_[nic];
            for (std::size_t& nic : found.other) nic = nic_at_[nic];
            what.one += (what.one.empty() ? "" : ", ") + told(gpu_at_[a], found.one);
            what.other += (what.other.empty() ? "" : ", ") + told(gpu_at_[a], found.other);
        }
        if (what.one.empty()) return;
        what.one = by(what.one, one_from);
        what.other = by(what.other, other_from);
        disagreements_.of_host(std::move(what));
    }

    void merge_cpu(const ObservedCpu& more) {
        for (ObservedCpu& cpu : into_.cpus) {
            if (!agree(cpu.numa, more.numa)) continue;
            take(cpu.arch, more.arch);
            take(cpu.model, more.model);
            return take(cpu.cpus, more.cpus);
        }
        if (more.numa.known() || into_.cpus.empty()) into_.cpus.push_back(more);
    }

    static constexpr const char* links_changed =
        "links went down or came up between the two: capture both again";
    static constexpr std::size_t nobody = static_cast<std::size_t>(-1);
    Observed& all_;
    ObservedHost& into_;
    const ObservedHost& more_;
    std::vector<std::size_t> gpu_at_, nic_at_;
    Disagreements disagreements_;
};

// Which formats tell everything of a server, so that a second file of one is another server.
bool is_whole_server(std::string_view format) {
    return format != "nvidia-smi-nvlink";
}

bool has_format(const Observed& observed, const ObservedHost& host, std::string_view format) {
    return std::any_of(host.sources.begin(), host.sources.end(),
                       [&](SourceId source) { return observed.sources[source.value()].format == format; });
}

struct Found {
    std::optional<std::size_t> host;
    std::size_t candidates = 0;
};

Found find_host(const Observed& into, const ObservedHost& host, std::string_view format) {
    Found found;
    for (std::size_t i = 0; i < into.hosts.size(); ++i) {
        const ObservedHost& it = into.hosts[i];
        const bool named = it.name.known() && host.name.known();
        const bool same_name = named && is_same_host(*it.name.value, *host.name.value);
        if ((named && !same_name) || differ(it.hash, host.hash)) continue;
        if (same_name || agree(it.hash, host.hash)) return {i, 1};
        if (is_whole_server(format) && has_format(into, it, format)) continue;
        found.host = i;
        ++found.candidates;
    }
    return found;
}

}  // namespace

std::optional<std::string> merge(Observed& into, Observed more) {
    const std::string format = more.sources.empty() ? "" : more.sources.front().format;
    std::vector<Found> at;
    for (const ObservedHost& host : more.hosts) {
        const Found found = find_host(into, host, format);
        if (found.candidates > 1 ||
            (found.candidates == 1 && more.hosts.size() > 1 && !host.hash.known() && !host.name.known()))
            return "it does not say which server it is of, and there are several";
        at.push_back(found);
    }
    shift_sources(more, static_cast<std::uint32_t>(into.sources.size()));
    into.sources.insert(into.sources.end(), more.sources.begin(), more.sources.end());
    into.remarks.insert(into.remarks.end(), more.remarks.begin(), more.remarks.end());
    for (std::size_t i = 0; i < more.hosts.size(); ++i) {
        const auto renumber = [&](auto each) {
            for (ObservedDisagreement& disagreement : more.disagreements) {
                if (disagreement.host != i) continue;
                into.disagreements.push_back(disagreement);
                each(into.disagreements.back());
            }
        };
        if (at[i].host) {
            HostMerge joined(into, *at[i].host, more.hosts[i]);
            joined.run();
            renumber([&](ObservedDisagreement& it) { joined.renumber(it, *at[i].host); });
        } else {
            compare_hashes(into, more.hosts[i]);
            into.hosts.push_back(std::move(more.hosts[i]));
            renumber([&](ObservedDisagreement& it) { it.host = into.hosts.size() - 1; });
        }
    }
    return std::nullopt;
}

}  // namespace railyard::machine
