#include "railyard/schedule/replay.hpp"

#include <algorithm>
#include <stdexcept>

namespace railyard::schedule {

// Walks the lists as the simulator does and writes down the order.
class ReplayWriter {
  public:
    ReplayWriter(const Schedule& schedule, Replay& replay)
        : schedule_(schedule),
          replay_(replay),
          there_(std::size_t{2} * schedule.stage.size() * schedule.micro_batches + 1, false),
          position_(schedule.first.begin(), schedule.first.end() - 1) {
        there_[0] = true;
    }

    void write() {
        std::size_t done = 0;
        replay_.steps_.reserve(schedule_.operations.size());
        for (bool moved = true; moved;) {
            moved = false;
            for (std::uint32_t device = 0; device < schedule_.devices; ++device) {
                const std::size_t before = position_[device];
                while (position_[device] < schedule_.first[device + 1] && advance(device)) {
                }
                done += position_[device] - before;
                moved = moved || position_[device] > before;
            }
        }
        if (done < schedule_.operations.size()) throw std::logic_error("a schedule that never finishes");
    }

  private:
    // Of the forwards, then of the backwards.
    [[nodiscard]] std::uint32_t entry(SlotId slot, Kind kind, std::uint32_t micro_batch) const {
        const std::size_t slots = schedule_.stage.size();
        const std::size_t row = (kind == Kind::forward ? 0 : slots) + slot.value();
        return static_cast<std::uint32_t>(row * schedule_.micro_batches + micro_batch + 1);
    }

    [[nodiscard]] Replay::Step step_of(std::uint32_t device, const Operation& operation) const {
        const SlotId slot = schedule_.slot(device, operation.chunk);
        Replay::Step step;
        step.device = device;
        step.time =
            static_cast<std::uint32_t>(slot.value() * kinds + static_cast<std::size_t>(operation.kind));
        if (operation.kind == Kind::backward_weight) return step;
        const bool forward = operation.kind == Kind::forward;
        const SlotId from = forward ? schedule_.previous[slot] : schedule_.next[slot];
        if (!from.is_none()) step.input = entry(from, operation.kind, operation.micro_batch);
        step.output = entry(slot, operation.kind, operation.micro_batch);
        return step;
    }

    bool advance(std::uint32_t device) {
        std::size_t& at = position_[device];
        const Operation& operation = schedule_.operations[at];
        const Replay::Step step = step_of(device, operation);
        if (!there_[step.input]) return false;
        const bool pair = operation.together == Together::with_next && at + 1 < schedule_.first[device + 1];
        if (pair) {
            const Replay::Step other = step_of(device, schedule_.operations[at + 1]);
            if (!there_[other.input]) return false;
            replay_.pairs_.push_back({static_cast<std::uint32_t>(replay_.steps_.size()), step, other});
            there_[other.output] = true;
            ++at;
        } else {
            replay_.steps_.push_back(step);
        }
        there_[step.output] = true;
        ++at;
        return true;
    }

    const Schedule& schedule_;
    Replay& replay_;
    std::vector<bool> there_;
    std::vector<std::size_t> position_;
};

Replay::Replay(const Schedule& schedule)
    : pieces_(schedule.model_stages),
      times_(schedule.stage.size() * kinds),
      ends_(std::size_t{2} * schedule.stage.size() * schedule.micro_batches + 1, 0),
      free_(schedule.devices, 0) {
    for (const std::uint32_t piece : schedule.stage) piece_of_.push_back(piece);
    ReplayWriter(schedule, *this).write();
}

double Replay::makespan(const std::vector<PieceSeconds>& pieces, const std::vector<double>& paired) {
    for (std::size_t slot = 0; slot < piece_of_.size(); ++slot) {
        const PieceSeconds& piece = pieces.at(piece_of_[slot]);
        double* const time = &times_[slot * kinds];
        time[static_cast<std::size_t>(Kind::forward)] = piece.forward;
        time[static_cast<std::size_t>(Kind::backward)] = piece.backward;
        time[static_cast<std::size_t>(Kind::backward_input)] = piece.backward - piece.backward_weight;
        time[static_cast<std::size_t>(Kind::backward_weight)] = piece.backward_weight;
    }
    std::fill(free_.begin(), free_.end(), 0);
    ends_[0] = 0;
    auto pair = pairs_.begin();
    const auto run_pairs = [&](std::size_t before) {
        for (; pair != pairs_.end() && pair->at == before; ++pair) {
            double& free = free_[pair->first.device];
            const double start = std::max({free, ends_[pair->first.input], ends_[pair->second.input]});
            const std::size_t forward = piece_of_[pair->first.time / kinds];
            const std::size_t backward = piece_of_[pair->second.time / kinds];
            free = start + (paired.empty() ? times_[pair->first.time] + times_[pair->second.time]
                                           : paired[forward * pieces_ + backward]);
            ends_[pair->first.output] = ends_[pair->second.output] = free;
        }
    };
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (pair != pairs_.end()) run_pairs(i);
        const Step& step = steps_[i];
        double& free = free_[step.device];
        free = std::max(free, ends_[step.input]) + times_[step.time];
        // A weight half has no output: the first entry stays 0.
        if (step.output != 0) ends_[step.output] = free;
    }
    run_pairs(steps_.size());
    return *std::max_element(free_.begin(), free_.end());
}

}  // namespace railyard::schedule
