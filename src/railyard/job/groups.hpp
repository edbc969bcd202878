#pragma once
// The groups of one dimension, in a form that can be walked fast: the members of a group are its base plus
// fixed offsets, and groups whose bases follow each other come in runs. Nothing is stored per rank, unless
// experts cut a stage across the digits of the order; then one stage's members are listed.

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "railyard/job/rank_grid.hpp"

namespace railyard {

// `count` groups: member j of group i is rank first + i + offsets[j].
struct GroupRun {
    std::uint32_t first = 0;
    std::uint32_t count = 1;
    std::span<const std::uint32_t> offsets;
    std::uint32_t stage = 0;  // of all its ranks; 0 for the groups of pp
};

class Groups {
  public:
    Groups(const RankGrid& grid, Dimension dimension);

    [[nodiscard]] Dimension dimension() const { return dimension_; }
    [[nodiscard]] std::uint32_t members() const { return members_; }  // of one group
    [[nodiscard]] std::uint32_t count() const { return count_; }      // groups of the whole job

    // Calls visit(GroupRun) for all groups, each once.
    template <class Visit>
    void for_each_run(Visit visit) const {
        for (std::uint32_t stage = 0; stage < stage_offsets_.size(); ++stage) {
            for (std::size_t base = 0; base < bases_.size(); ++base) {
                const std::span<const std::uint32_t> offsets =
                    listed_ ? std::span(offsets_).subspan(base * members_, members_) : std::span(offsets_);
                visit(GroupRun{stage_offsets_[stage] + bases_[base], run_, offsets, stage});
            }
        }
    }

  private:
    void from_axes(const std::vector<Axis>& own, const std::vector<Axis>& others);
    void from_list(const RankGrid& grid);

    Dimension dimension_;
    std::uint32_t members_ = 1;
    std::uint32_t count_ = 1;
    std::uint32_t run_ = 1;
    bool listed_ = false;  // offsets_ has members_ entries for each base
    std::vector<std::uint32_t> offsets_;
    std::vector<std::uint32_t> bases_;          // within a stage
    std::vector<std::uint32_t> stage_offsets_;  // {0} for pp
};

// The digits of one dimension, innermost first, and those of its stage that tell its groups apart. Nothing
// where experts lie across the digits of a stage.
struct GroupAxes {
    std::vector<Axis> own;
    std::vector<Axis> others;
};
std::optional<GroupAxes> group_axes(const RankGrid& grid, Dimension dimension);

// The digits of etp, ep and edp (in this order), if the digits of a stage can be split so, those that count
// on like one taken as one; nothing if they lie across each other (tp 3 and ep 8 with pp between tp and dp).
struct ExpertAxes {
    std::vector<Axis> etp, ep, edp;
};
std::optional<ExpertAxes> expert_axes(const RankGrid& grid);

}  // namespace railyard
