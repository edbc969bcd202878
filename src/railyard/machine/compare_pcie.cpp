#include <fmt/format.h>

#include <algorithm>

#include "railyard/machine/comparison.hpp"

namespace railyard::machine {
namespace {

// The widest link of any GPU of the server: what the others should have, since a topology gives a rate and no
// width.
std::uint32_t widest(const Comparison& comparison) {
    std::uint32_t most = 0;
    for (const std::uint32_t seat : comparison.observed_seats())
        most = std::max(most, comparison.host().gpus[*comparison.gpu_at(seat)].pcie.width.value_or(0));
    return most;
}

void compare_links_of_gpus(Comparison& comparison) {
    const BytesPerSecond expected = comparison.kind().servers.pcie.bandwidth;
    const std::uint32_t full_width = widest(comparison);
    std::vector<Comparison::Deviation> narrow;
    std::vector<Comparison::Deviation> slow;
    for (const std::uint32_t seat : comparison.observed_seats()) {
        const PcieLink& link = comparison.host().gpus[*comparison.gpu_at(seat)].pcie;
        if (link.width.known() && *link.width.value < full_width) {
            narrow.push_back({seat, Severity::mismatch,
                              fmt::format("PCIe x{}, as the other GPUs of the server", full_width),
                              fmt::format("x{}", *link.width.value), Touches::outside_domain,
                              "reaches NIC and host memory over a narrower link",
                              "reach NIC and host memory over a narrower link", link.width.from});
            continue;
        }
        // Nominal against nominal. A GPU that idles lowers its speed, so a lower one alone proves nothing.
        if (!link.bandwidth.known() || *link.bandwidth.value > expected * 0.9) continue;
        slow.push_back(
            {seat, Severity::warning,
             fmt::format("PCIe of {:.3g} GB/s, one way, nominal", expected.raw() / 1e9),
             fmt::format("{:.3g} GB/s; a GPU that idles lowers its link", link.bandwidth.value->raw() / 1e9),
             Touches::outside_domain, "may reach NIC and host memory more slowly",
             "may reach NIC and host memory more slowly", link.bandwidth.from});
    }
    comparison.add_all(narrow);
    comparison.add_all(slow);
}

// NICs whose links differ alike, told once.
struct SlowNics {
    Severity severity = Severity::warning;
    std::string expected, seen, names;
    std::vector<GpuId> ids;
    const char *one = "", *many = "";
    SourceId from;
};

class NicLinks {
  public:
    explicit NicLinks(Comparison& comparison)
        : comparison_(comparison),
          nics_(compute_nics(comparison.host())),
          // Both nominal, one way. A topology may say that PCIe feeds less than a port carries.
          needed_(std::min(comparison.kind().nics.bandwidth, comparison.kind().servers.pcie.bandwidth)) {
        for (const std::size_t nic : nics_)
            widest_ = std::max(widest_, comparison.host().nics[nic].pcie.width.value_or(0));
    }

    void run() {
        for (const std::size_t nic : nics_) judge(nic);
        for (SlowNics& it : found_) {
            comparison_.add({comparison_.meaning().weighed(it.severity, it.ids, Touches::outside_domain),
                             comparison_.server_place(), it.expected,
                             it.names + ": " + it.seen + comparison_.said_by(it.from),
                             comparison_.meaning().of(it.ids, Touches::outside_domain, it.one, it.many)});
        }
    }

  private:
    void judge(std::size_t nic) {
        const PcieLink& link = comparison_.host().nics[nic].pcie;
        const std::uint32_t width = link.width.value_or(widest_);
        const std::string lanes = link.width.known() ? fmt::format("PCIe x{}", width) : "PCIe";
        if (link.bandwidth.known() && *link.bandwidth.value < needed_ * 0.99) {
            return tell(nic,
                        {Severity::mismatch,
                         fmt::format("PCIe links that feed NICs of {:g} Gb/s: {:.3g} GB/s, one way, nominal",
                                     comparison_.kind().nics.bandwidth.raw() * 8 / 1e9, needed_.raw() / 1e9),
                         fmt::format("{} of {:.3g} GB/s", lanes, link.bandwidth.value->raw() / 1e9),
                         "",
                         {},
                         "leaves the domain over a NIC that its PCIe link cannot feed",
                         "leave the domain over NICs that their PCIe links cannot feed",
                         link.bandwidth.from});
        }
        if (width >= widest_) return;
        // As wide as its port needs, or its speed is not told.
        tell(nic, {link.bandwidth.known() ? Severity::warning : Severity::mismatch,
                   fmt::format("PCIe x{}, as the other NICs of the server", widest_),
                   lanes,
                   "",
                   {},
                   "leaves the domain over a NIC on a narrower link",
                   "leave the domain over NICs on narrower links",
                   link.width.from});
    }

    void tell(std::size_t nic, SlowNics what) {
        auto same = std::find_if(found_.begin(), found_.end(), [&](const SlowNics& it) {
            return it.expected == what.expected && it.seen == what.seen;
        });
        if (same == found_.end()) same = found_.insert(found_.end(), std::move(what));
        same->names += (same->names.empty() ? "" : ", ") + nic_label(comparison_.host(), nic);
        for (const GpuId id : served_by(comparison_, nic)) same->ids.push_back(id);
    }

    Comparison& comparison_;
    std::vector<std::size_t> nics_;
    BytesPerSecond needed_;
    std::uint32_t widest_ = 0;
    std::vector<SlowNics> found_;
};

}  // namespace

void compare_pcie(Comparison& comparison) {
    compare_links_of_gpus(comparison);
    if (!comparison.host().gpus.empty()) NicLinks(comparison).run();
}

}  // namespace railyard::machine
