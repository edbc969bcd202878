#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "railyard/machine/comparison.hpp"

namespace railyard::machine {
namespace {

bool is_near(const Fact<Path>& path) {
    return path.value == Path::pix || path.value == Path::pxb;
}

// Rates that ports are sold at, in Gb/s; another one was written into a file by hand.
bool is_rate_of_a_port(double gigabits) {
    constexpr std::array rates = {1.0, 2.5, 10.0, 25.0, 40.0, 50.0, 56.0, 100.0, 200.0, 400.0, 800.0, 1600.0};
    return std::any_of(rates.begin(), rates.end(),
                       [&](double rate) { return std::abs(rate - gigabits) < 0.01 * rate; });
}

// A NIC that is next to none of the GPUs seen may be that of one that is not.
bool may_carry_traffic(const Comparison& comparison, std::size_t nic) {
    return comparison.host().gpus.size() < comparison.seats() || may_be_next_to_a_gpu(comparison.host(), nic);
}

void compare_number(Comparison& comparison, const std::vector<std::size_t>& nics) {
    const std::uint32_t expected = comparison.kind().nics_per_server();
    if (nics.size() >= expected) return;
    std::size_t untold = comparison.host().untold.size();  // a device that is not told may be one
    for (std::size_t nic = 0; nic < comparison.host().nics.size(); ++nic) {
        const bool counted = std::find(nics.begin(), nics.end(), nic) != nics.end();
        untold += !counted && may_carry_traffic(comparison, nic) ? 1U : 0U;
    }
    if (nics.size() + untold >= expected) return;
    std::vector<GpuId> ids;
    for (std::uint32_t seat = 0; seat < comparison.seats(); ++seat) ids.push_back(comparison.id_of(seat));
    comparison.add({comparison.meaning().weighed(Severity::mismatch, ids, Touches::outside_domain),
                    comparison.server_place(), fmt::format("{} NICs for the job's traffic", expected),
                    fmt::format("{}", nics.size()),
                    comparison.meaning().of(ids, Touches::outside_domain, "leaves the domain over fewer NICs",
                                            "leave the domain over fewer NICs")});
}

// NICs of another rate than the topology's, those of one kind of difference told once.
struct OtherRates {
    static constexpr std::size_t most_named = 4;
    std::string seen;
    std::size_t count = 0;
    std::vector<GpuId> ids;
    SourceId from;

    void add(const std::string& nic, double gigabits, const std::vector<GpuId>& served, SourceId source) {
        if (count++ < most_named)
            seen += fmt::format("{}{} {:g} Gb/s", seen.empty() ? "" : ", ", nic, gigabits);
        ids.insert(ids.end(), served.begin(), served.end());
        from = source;
    }
    [[nodiscard]] std::string text(const Comparison& comparison) const {
        return seen + (count > most_named ? fmt::format(" and {} more", count - most_named) : "") +
               comparison.said_by(from);
    }
};

void compare_rates(Comparison& comparison, const std::vector<std::size_t>& nics) {
    const double expected = comparison.kind().nics.bandwidth.raw() * 8 / 1e9;
    OtherRates slower;
    OtherRates faster;
    OtherRates hand_written;
    for (const std::size_t nic : nics) {
        const Fact<BytesPerSecond>& rate = comparison.host().nics[nic].rate;
        if (!rate.known()) continue;
        const double seen = rate.value->raw() * 8 / 1e9;
        if (std::abs(seen - expected) < 0.01 * expected) continue;
        OtherRates& others = !is_rate_of_a_port(seen) && seen > 0.85 * expected ? hand_written
                             : seen < expected                                  ? slower
                                                                                : faster;
        others.add(nic_label(comparison.host(), nic), seen, served_by(comparison, nic), rate.from);
    }
    const std::string described = fmt::format("NICs of {:g} Gb/s, one way", expected);
    const auto tell = [&](const OtherRates& others, Severity severity) {
        if (others.count == 0) return;
        comparison.add({comparison.meaning().weighed(severity, others.ids, Touches::outside_domain),
                        comparison.server_place(), described, others.text(comparison),
                        comparison.meaning().of(others.ids, Touches::outside_domain,
                                                "leaves the domain at another rate than counted",
                                                "leave the domain at other rates than counted")});
    };
    tell(slower, Severity::mismatch);
    tell(faster, Severity::warning);
    if (hand_written.count == 0) return;
    comparison.add({Severity::note, comparison.server_place(), described, hand_written.text(comparison),
                    "no port has such a rate: the file was written by hand"});
}

// GPUs that have no NIC beside them, on a server whose other GPUs have.
void compare_nearness(Comparison& comparison, const std::vector<std::size_t>& nics) {
    const ObservedHost& host = comparison.host();
    // A NIC that serves GPUs of several CPUs is far from some of them by design.
    const DomainKind& kind = comparison.kind();
    if (kind.nics_per_server() < std::max(2U, kind.servers.cpus)) return;
    std::vector<Comparison::Deviation> without;
    for (const std::uint32_t seat : comparison.observed_seats()) {
        const std::size_t gpu = *comparison.gpu_at(seat);
        SourceId from;
        bool near = false;
        bool all_told = true;
        for (const std::size_t nic : nics) {
            const Fact<Path>& path = host.path_to_nic(gpu, nic);
            near = near || is_near(path);
            all_told = all_told && path.known();
            if (path.known()) from = path.from;
        }
        if (near || !all_told || has_an_untold_nic(host, gpu)) continue;
        without.push_back(
            {seat, Severity::mismatch, "a NIC behind its PCIe switch, as other GPUs of the server have",
             "none nearer than a host bridge", Touches::outside_domain,
             "leaves the domain across a host bridge", "leave the domain across a host bridge", from});
    }
    // Where no GPU has one so near, the server is built so, or a virtual machine hides its switches.
    if (without.size() < comparison.observed_seats().size()) comparison.add_all(without);
}

void tell_of_others(Comparison& comparison, const std::vector<std::size_t>& nics) {
    const ObservedHost& host = comparison.host();
    if (nics.size() == host.nics.size()) return;
    std::string names;
    for (std::size_t nic = 0; nic < host.nics.size(); ++nic) {
        if (std::find(nics.begin(), nics.end(), nic) != nics.end()) continue;
        if (may_be_next_to_a_gpu(host, nic)) continue;
        names += (names.empty() ? "" : ", ") + nic_label(host, nic);
    }
    if (names.empty()) return;
    const bool lacks_gpus = host.gpus.size() < comparison.seats();
    comparison.add(
        {Severity::note, comparison.server_place(), "",
         std::string("NICs that are next to no GPU") + (lacks_gpus ? " that is seen: " : ": ") + names,
         lacks_gpus ? "of GPUs that are not seen, or for storage and management"
                    : "taken for storage and management; they carry none of the job's traffic"});
}

}  // namespace

bool is_next_to(const ObservedHost& host, std::size_t gpu, std::size_t nic) {
    return is_near(host.path_to_nic(gpu, nic));
}

std::vector<GpuId> served_by(const Comparison& comparison, std::size_t nic) {
    std::vector<GpuId> near;
    std::vector<GpuId> all;
    for (const std::uint32_t seat : comparison.observed_seats()) {
        const bool is_near = is_next_to(comparison.host(), *comparison.gpu_at(seat), nic);
        for (const GpuId id : comparison.ids_of(seat)) {
            all.push_back(id);
            if (is_near) near.push_back(id);
        }
    }
    return near.empty() ? all : near;
}

bool has_an_untold_nic(const ObservedHost& host, std::size_t gpu) {
    if (!host.untold.empty()) return true;
    for (std::size_t nic = 0; nic < host.nics.size(); ++nic) {
        if (host.path_to_nic(gpu, nic).known()) continue;
        for (std::size_t other = 0; other < host.gpus.size(); ++other) {
            if (host.path_to_nic(other, nic).known()) return true;
        }
    }
    return false;
}

bool may_be_next_to_a_gpu(const ObservedHost& host, std::size_t nic) {
    for (std::size_t gpu = 0; gpu < host.gpus.size(); ++gpu) {
        if (is_next_to(host, gpu, nic) || !host.path_to_nic(gpu, nic).known()) return true;
    }
    return false;
}

std::vector<std::size_t> compute_nics(const ObservedHost& host) {
    std::vector<std::size_t> near;
    std::vector<std::size_t> all;
    for (std::size_t nic = 0; nic < host.nics.size(); ++nic) {
        all.push_back(nic);
        for (std::size_t gpu = 0; gpu < host.gpus.size(); ++gpu) {
            if (!is_next_to(host, gpu, nic)) continue;
            near.push_back(nic);
            break;
        }
    }
    return near.empty() ? all : near;
}

void compare_nics(Comparison& comparison) {
    // A container or a dump of NCCL's without plug-in shows no NICs: unknown, not missing.
    if (comparison.host().nics.empty() || comparison.host().gpus.empty()) return;
    const std::vector<std::size_t> nics = compute_nics(comparison.host());
    compare_number(comparison, nics);
    compare_rates(comparison, nics);
    compare_nearness(comparison, nics);
    tell_of_others(comparison, nics);
}

}  // namespace railyard::machine
