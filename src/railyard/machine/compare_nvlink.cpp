#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "railyard/machine/comparison.hpp"
#include "railyard/machine/known_gpus.hpp"

namespace railyard::machine {
namespace {

// What nvidia-smi prints for a link is its signalling rate; the payload that topologies state is less since
// NVLink 2 (32/33) and NVLink 4 (16/17). Rates that are printed as payload stand for themselves.
BytesPerSecond payload_of(const LinkSpeed& speed) {
    struct Printed {
        double signalling, payload;  // GB/s
    };
    constexpr std::array table = {Printed{25.781, 25}, Printed{26.562, 25}, Printed{53.125, 50}};
    if (speed.kind == RateKind::signalling) {
        for (const Printed& it : table) {
            if (std::abs(speed.one_way.raw() / 1e9 - it.signalling) < 0.01)
                return gigabytes_per_second(it.payload);
        }
    }
    return speed.one_way;
}

// Links of a GPU that are up, as far as any source tells.
struct Lanes {
    std::uint32_t count = 0;
    SourceId from;
};

class NvlinkComparison {
  public:
    explicit NvlinkComparison(Comparison& comparison)
        : comparison_(comparison),
          kind_(comparison.kind()),
          host_(comparison.host()),
          seats_(comparison.observed_seats()) {}

    void run() {
        complaints();
        if (kind_.scale_up.kind == ScaleUpKind::none) return expect_none();
        if (kind_.scale_up.kind == ScaleUpKind::switched) {
            if (!direct_instead_of_switched()) switched();
        } else {
            direct();
        }
        rates();
    }

  private:
    [[nodiscard]] const ObservedGpu& gpu(std::uint32_t seat) const {
        return host_.gpus[*comparison_.gpu_at(seat)];
    }
    [[nodiscard]] const ObservedPair& pair(std::uint32_t a, std::uint32_t b) const {
        return host_.pair(*comparison_.gpu_at(a), *comparison_.gpu_at(b));
    }

    // The driver could not say: nothing is known of the links, and something is wrong with the GPU.
    void complaints() {
        std::vector<Comparison::Deviation> deviations;
        for (const std::uint32_t seat : seats_) {
            const Fact<std::string>& complaint = gpu(seat).complaint;
            if (!complaint.known()) continue;
            deviations.push_back({seat, Severity::mismatch, "an answer of the driver", *complaint.value,
                                  Touches::any, "may have lost NVLink, or the GPU",
                                  "may have lost NVLink, or the GPU", complaint.from});
        }
        comparison_.add_all(deviations);
    }

    // Bandwidth of all links by the rate of one, which the topology has.
    [[nodiscard]] std::optional<Lanes> from_peak(const Fact<BytesPerSecond>& peak) const {
        if (!peak.known()) return std::nullopt;
        return Lanes{lanes_in(*peak.value, kind_.scale_up.link.bandwidth), peak.from};
    }

    // Lanes of a GPU into switches: told, or the most that the matrix has to any peer, where it tells of at
    // least half of them: fewer may all be GPUs that lost theirs.
    [[nodiscard]] std::optional<Lanes> lanes_of(std::uint32_t seat) const {
        const ObservedGpu& it = gpu(seat);
        if (it.lanes.known()) return Lanes{*it.lanes.value, it.lanes.from};
        if (const auto lanes = from_peak(it.nvlink_peak)) return lanes;
        std::optional<Lanes> most;
        std::size_t told = 0;
        for (const std::uint32_t other : seats_) {
            const Fact<std::uint32_t>& lanes = pair(seat, other).lanes;
            if (other == seat || !lanes.known()) continue;
            ++told;
            if (!most || *lanes.value > most->count) most = Lanes{*lanes.value, lanes.from};
        }
        return 2 * told + 1 >= seats_.size() ? most : std::nullopt;
    }

    [[nodiscard]] static Comparison::Deviation fewer(std::uint32_t seat, const Lanes& lanes,
                                                     std::uint32_t expected) {
        Comparison::Deviation deviation;
        deviation.seat = seat;
        deviation.expected = fmt::format("{} NVLinks up", expected);
        deviation.seen = fmt::format("{} of {} links", lanes.count, expected);
        deviation.from = lanes.from;
        if (lanes.count == 0) {
            deviation.what_one = "loses NVLink";
            deviation.what_many = "lose NVLink";
        } else {
            const double share = 100.0 * lanes.count / expected;
            deviation.what_one = fmt::format("has {:.0f} % of its NVLink bandwidth", share);
            deviation.what_many = fmt::format("have {:.0f} % of their NVLink bandwidth", share);
        }
        return deviation;
    }

    [[nodiscard]] static Comparison::Deviation more(std::uint32_t seat, const Lanes& lanes,
                                                    std::uint32_t expected) {
        return {seat,
                Severity::warning,
                fmt::format("{} NVLinks up", expected),
                fmt::format("{} links", lanes.count),
                Touches::inside_domain,
                "has more NVLink than counted",
                "have more NVLink than counted",
                lanes.from};
    }

    // A list of links that is cut off ends early; links that are down it would show.
    [[nodiscard]] bool is_cut_off(std::uint32_t seat, const Lanes& lanes, std::uint32_t expected) const {
        const Fact<std::uint32_t>& listed = gpu(seat).lanes_listed;
        return listed.known() && *listed.value < expected && lanes.count == *listed.value;
    }

    // " (links 3 and 5 are down)", where the source of the count names them.
    [[nodiscard]] std::string which_are_down(std::uint32_t seat, const Lanes& lanes) const {
        const Fact<std::vector<std::uint32_t>>& down = gpu(seat).lanes_down;
        if (!down.known() || down.from != lanes.from || lanes.count == 0) return "";
        std::string numbers;
        for (std::size_t i = 0; i < down.value->size(); ++i) {
            const bool last = i + 1 == down.value->size();
            numbers += (i == 0 ? "" : last ? " and " : ", ") + std::to_string((*down.value)[i]);
        }
        return down.value->size() == 1 ? " (link " + numbers + " is down)"
                                       : " (links " + numbers + " are down)";
    }

    void judge_lanes(std::uint32_t seat, const Lanes& lanes,
                     std::vector<Comparison::Deviation>& deviations) const {
        const std::uint32_t expected = expected_lanes(kind_, comparison_.local_of(seat));
        if (lanes.count == expected) return;
        if (lanes.count > expected) return deviations.push_back(more(seat, lanes, expected));
        Comparison::Deviation deviation = fewer(seat, lanes, expected);
        deviation.seen += which_are_down(seat, lanes);
        if (is_cut_off(seat, lanes, expected)) {
            deviation.severity = Severity::warning;
            deviation.what_one = deviation.what_many = "may have fewer NVLinks than counted";
            deviation.seen = fmt::format("a list of {} links: cut off, or another GPU", lanes.count);
        }
        deviations.push_back(std::move(deviation));
    }

    void switched() {
        std::vector<Comparison::Deviation> deviations;
        for (const std::uint32_t seat : seats_) {
            if (const auto lanes = lanes_of(seat)) judge_lanes(seat, *lanes, deviations);
        }
        comparison_.add_all(deviations);
        if (!comparison_.guesses_seats() || kind_.partitions.empty())
            comparison_.add_pairs(pairs_with_fewer());
    }

    // Partitions are domains of their own.
    [[nodiscard]] DomainId domain_of(std::uint32_t seat) const {
        return comparison_.topology().place(comparison_.id_of(seat)).domain;
    }

    // Two GPUs that have links into switches, and no way through them to each other, or fewer links than the
    // one of them that has fewer.
    [[nodiscard]] std::vector<Comparison::PairDeviation> pairs_with_fewer() const {
        std::vector<Comparison::PairDeviation> deviations;
        for (const std::uint32_t a : seats_) {
            for (const std::uint32_t b : seats_) {
                if (a >= b || domain_of(a) != domain_of(b)) continue;
                const auto between = lanes_between(a, b);
                const auto of_a = lanes_of(a);
                const auto of_b = lanes_of(b);
                if (!between || !of_a || !of_b) continue;
                const std::uint32_t both = std::min(of_a->count, of_b->count);
                if (between->count < both) deviations.push_back({a, b, both, between->count, between->from});
            }
        }
        return deviations;
    }

    // Private links to each of few peers, where the topology has switches: their sum is right and no pair has
    // all of them.
    bool direct_instead_of_switched() {
        for (const std::uint32_t seat : seats_) {
            std::uint32_t sum = 0;
            std::uint32_t most = 0;
            std::uint32_t peers = 0;
            for (const std::uint32_t other : seats_) {
                const Fact<std::uint32_t>& lanes = pair(seat, other).lanes;
                if (other == seat || !lanes.known()) continue;
                sum += *lanes.value;
                most = std::max(most, *lanes.value);
                ++peers;
            }
            if (peers < 2 || most == 0 || sum != expected_lanes(kind_, comparison_.local_of(seat)) ||
                most == sum)
                return false;
        }
        if (seats_.size() < 3 || !host_.switches.empty()) return false;
        std::vector<GpuId> ids;
        for (const std::uint32_t seat : seats_) ids.push_back(comparison_.id_of(seat));
        const std::uint32_t expected = expected_lanes(kind_, comparison_.local_of(seats_.front()));
        comparison_.add(
            {comparison_.meaning().weighed(Severity::mismatch, ids, Touches::inside_domain),
             comparison_.server_place(),
             fmt::format("NVSwitches: all {} links of a GPU reach any other", expected),
             "links go to each peer directly, and no pair has all of them",
             comparison_.meaning().of(ids, Touches::inside_domain, "has only the links of its own pairs",
                                      "have only the links of their own pairs")});
        return true;
    }

    // Meshes and listed pairs: each pair has its own number. A GPU whose pairs all lost theirs is one
    // finding.
    void direct() {
        std::vector<std::uint8_t> lost(comparison_.seats(), 0);
        std::vector<Comparison::Deviation> deviations;
        for (const std::uint32_t seat : seats_) {
            const auto lanes = sum_of(seat);
            if (!lanes || lanes->count > 0 || expected_lanes(kind_, comparison_.local_of(seat)) == 0)
                continue;
            lost[seat] = 1;
            judge_lanes(seat, *lanes, deviations);
        }
        comparison_.add_all(deviations);
        // Of pairs with numbers of their own, which is which is told by position.
        if (comparison_.guesses_seats() && kind_.scale_up.kind == ScaleUpKind::links) return;
        std::vector<Comparison::PairDeviation> pairs;
        for (const std::uint32_t a : seats_) {
            for (const std::uint32_t b : seats_) {
                if (a < b && lost[a] == 0 && lost[b] == 0) judge_pair(a, b, pairs);
            }
        }
        comparison_.add_pairs(std::move(pairs));
        sums();
    }

    // All links of a GPU where its peers are all seen.
    [[nodiscard]] std::optional<Lanes> sum_of(std::uint32_t seat) const {
        if (gpu(seat).lanes.known()) return Lanes{*gpu(seat).lanes.value, gpu(seat).lanes.from};
        Lanes sum;
        for (const std::uint32_t other : seats_) {
            if (other == seat) continue;
            const Fact<std::uint32_t>& lanes = pair(seat, other).lanes;
            if (!lanes.known()) return std::nullopt;
            sum = {sum.count + *lanes.value, lanes.from};
        }
        return seats_.size() < 2 ? std::nullopt : std::optional(sum);
    }

    void judge_pair(std::uint32_t a, std::uint32_t b,
                    std::vector<Comparison::PairDeviation>& deviations) const {
        const std::uint32_t expected = kind_.direct_links(comparison_.local_of(a), comparison_.local_of(b));
        if (const auto lanes = lanes_between(a, b); lanes && lanes->count != expected)
            deviations.push_back({a, b, expected, lanes->count, lanes->from});
    }

    [[nodiscard]] std::optional<Lanes> lanes_between(std::uint32_t a, std::uint32_t b) const {
        const ObservedPair& seen = pair(a, b);
        if (seen.lanes.known()) return Lanes{*seen.lanes.value, seen.lanes.from};
        return from_peak(seen.nvlink_peak);
    }

    // Where pairs are not told but sums are (nvidia-smi nvlink -s).
    void sums() {
        std::vector<Comparison::Deviation> deviations;
        for (const std::uint32_t seat : seats_) {
            const bool pairs_told = std::all_of(seats_.begin(), seats_.end(), [&](std::uint32_t other) {
                return other == seat || pair(seat, other).lanes.known() ||
                       pair(seat, other).nvlink_peak.known();
            });
            const bool alone = seats_.size() == 1;
            if ((pairs_told && !alone) || !gpu(seat).lanes.known() || *gpu(seat).lanes.value == 0) continue;
            judge_lanes(seat, {*gpu(seat).lanes.value, gpu(seat).lanes.from}, deviations);
        }
        comparison_.add_all(deviations);
    }

    void rates() {
        std::vector<Comparison::Deviation> deviations;
        for (const std::uint32_t seat : seats_) {
            const Fact<std::vector<LanesAt>>& speeds = gpu(seat).lanes_at;
            if (!speeds.known()) continue;
            const BytesPerSecond expected = kind_.scale_up.link.bandwidth;
            std::uint32_t all = 0;
            for (const LanesAt& at : *speeds.value) all += at.lanes;
            bool slower = false;
            std::string seen;
            for (const LanesAt& at : *speeds.value) {
                const BytesPerSecond payload = payload_of(at.speed);
                const double ratio = payload / expected;
                if (ratio > 0.99 && ratio < 1.01) continue;
                slower = slower || ratio < 1;
                if (!seen.empty()) seen += ", ";
                if (at.lanes < all) seen += fmt::format("{} of {} links at ", at.lanes, all);
                seen += fmt::format("{:g} GB/s", payload.raw() / 1e9);
            }
            if (seen.empty()) continue;
            deviations.push_back({seat, slower ? Severity::mismatch : Severity::warning,
                                  fmt::format("{:g} GB/s a link, one way, nominal", expected.raw() / 1e9),
                                  seen, Touches::inside_domain, "runs on NVLinks of another rate",
                                  "run on NVLinks of another rate", speeds.from});
        }
        comparison_.add_all(deviations);
    }

    // Whether links that are up may lead out of the server, or to GPUs that nothing tells of: cards that are
    // joined by bridges, a GPU that is seen alone.
    [[nodiscard]] bool may_lead_out(std::uint32_t seat) const {
        const bool to_a_peer = std::any_of(seats_.begin(), seats_.end(), [&](std::uint32_t other) {
            return other != seat && pair(seat, other).lanes.value_or(0) > 0;
        });
        if (to_a_peer) return false;
        const auto known = candidates(gpu(seat));
        const bool on_board =
            !known.empty() && known.front().nvlink && known.front().nvlink->wiring == Wiring::board;
        return seats_.size() == 1 || !on_board;
    }

    void expect_none() {
        std::vector<Comparison::Deviation> deviations;
        for (const std::uint32_t seat : seats_) {
            const auto lanes = lanes_of(seat);
            if (!lanes || lanes->count == 0) continue;
            deviations.push_back(more(seat, *lanes, 0));
            if (!may_lead_out(seat)) continue;
            Comparison::Deviation& it = deviations.back();
            it.severity = Severity::note;
            it.what_one = it.what_many = "may have NVLinks, where they lead is not told";
        }
        comparison_.add_all(deviations);
    }

    Comparison& comparison_;
    const DomainKind& kind_;
    const ObservedHost& host_;
    std::vector<std::uint32_t> seats_;
};

}  // namespace

std::uint32_t expected_lanes(const DomainKind& kind, std::uint32_t local) {
    const ScaleUp& up = kind.scale_up;
    switch (up.kind) {
        case ScaleUpKind::switched:
            return std::accumulate(up.links_per_switch.begin(), up.links_per_switch.end(), 0U);
        case ScaleUpKind::mesh:
        case ScaleUpKind::links: {
            std::uint32_t sum = 0;
            for (std::uint32_t other = 0; other < kind.gpus(); ++other)
                sum += kind.direct_links(local, other);
            return sum;
        }
        case ScaleUpKind::none:
            break;
    }
    return 0;
}

void compare_nvlink(Comparison& comparison) {
    NvlinkComparison(comparison).run();
}

}  // namespace railyard::machine
