#include "railyard/machine/lane_totals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "railyard/machine/disagreements.hpp"

namespace railyard::machine {
namespace {

class LaneTotals {
  public:
    LaneTotals(const Observed& observed, std::size_t host)
        : observed_(observed), host_(observed.hosts[host]), found_(host) {}

    Disagreements run() {
        const bool switched = has_switches();
        for (std::size_t gpu = 0; gpu < host_.gpus.size(); ++gpu) {
            const auto row = row_of(gpu);
            if (!row || !host_.gpus[gpu].lanes.known()) continue;
            const std::uint32_t lanes = *host_.gpus[gpu].lanes.value;
            const bool too_many = row->most > lanes || (!switched && row->sum > lanes);
            const bool too_few = switched && row->most < std::min(lanes, row->most_of_a_peer);
            if (too_many || too_few) tell(gpu, *row, switched);
        }
        return std::move(found_);
    }

  private:
    // What a matrix says of a GPU.
    struct Row {
        std::uint32_t most = 0, sum = 0;  // links to one peer, to all
        std::uint32_t most_of_a_peer =
            0;                  // the links of a peer that has most, all of them, where they are told
        std::size_t peers = 0;  // to which it has most
        SourceId from;
    };

    // None where the matrix does not tell all of it, or is of the source that told the links of the GPU.
    [[nodiscard]] std::optional<Row> row_of(std::size_t gpu) const {
        Row row;
        for (std::size_t other = 0; other < host_.gpus.size(); ++other) {
            if (other == gpu) continue;
            const Fact<std::uint32_t>& lanes = host_.pair(gpu, other).lanes;
            if (!lanes.known() || lanes.from == host_.gpus[gpu].lanes.from) return std::nullopt;
            if (*lanes.value > row.most) {
                row.most = *lanes.value;
                row.peers = 0;
            }
            row.peers += *lanes.value == row.most ? 1U : 0U;
            row.sum += *lanes.value;
            row.most_of_a_peer = std::max(row.most_of_a_peer, host_.gpus[other].lanes.value_or(0));
            row.from = lanes.from;
        }
        return row.from.is_none() ? std::nullopt : std::optional(row);
    }

    // Whether links of a GPU lead into switches: seen as such, or of some GPU each pair has all of them.
    [[nodiscard]] bool has_switches() const {
        if (!host_.switches.empty()) return true;
        for (std::size_t gpu = 0; gpu < host_.gpus.size(); ++gpu) {
            const auto row = row_of(gpu);
            if (row && row->peers > 1 && host_.gpus[gpu].lanes.value == row->most) return true;
        }
        return false;
    }

    void tell(std::size_t gpu, const Row& row, bool switched) {
        const Fact<std::uint32_t>& lanes = host_.gpus[gpu].lanes;
        const std::size_t others = host_.gpus.size() - 1;
        std::string matrix = "no NVLink to any other GPU";
        if (row.most > 0) {
            matrix = fmt::format("NV{} to {} of {} other GPU{}", row.most, row.peers, others,
                                 others == 1 ? "" : "s");
        }
        if (!switched && row.most <= *lanes.value) matrix += fmt::format(", {} together", row.sum);
        found_.of_gpu(
            gpu, {Severity::mismatch, by(matrix, row.from),
                  by(fmt::format("{} NVLink{} up", *lanes.value, *lanes.value == 1 ? "" : "s"), lanes.from),
                  "links went down or came up between the two: capture both again", Subject::nvlinks});
    }

    [[nodiscard]] std::string by(std::string words, SourceId source) const {
        return std::move(words) + " (" + observed_.sources[source.value()].file + ")";
    }

    const Observed& observed_;
    const ObservedHost& host_;
    Disagreements found_;
};

}  // namespace

void compare_lane_totals(Observed& observed) {
    for (std::size_t host = 0; host < observed.hosts.size(); ++host)
        LaneTotals(observed, host).run().move_to(observed.disagreements);
}

}  // namespace railyard::machine
