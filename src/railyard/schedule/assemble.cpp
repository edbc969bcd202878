#include "railyard/schedule/assemble.hpp"

#include <algorithm>
#include <optional>

namespace railyard::schedule {
namespace {

constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

std::string text_of(std::size_t value) {
    return std::to_string(value);
}

std::uint32_t devices_of(const std::vector<ListedOperation>& operations) {
    std::uint32_t devices = 0;
    for (const auto& operation : operations) devices = std::max(devices, operation.device + 1);
    return devices;
}

// The checks, one after the other; each relies on those before.
class Assembler {
  public:
    Assembler(const std::vector<ListedOperation>& listed, ProblemList& problems)
        : listed_(listed), problems_(problems) {
        for (const auto& operation : listed) {
            schedule_.devices = std::max(schedule_.devices, operation.device + 1);
            schedule_.micro_batches = std::max(schedule_.micro_batches, operation.micro_batch + 1);
            schedule_.chunks = std::max(schedule_.chunks, operation.chunk + 1);
            schedule_.model_stages = std::max(schedule_.model_stages, operation.stage + 1);
        }
    }

    Schedule assemble() {
        check_size();
        list_operations();
        check_pairs();
        name_stages();
        check_forwards();
        check_backwards();
        link_slots();
        schedule_.name = problems_.file();
        return std::move(schedule_);
    }

  private:
    [[nodiscard]] std::size_t key(const ListedOperation& it) const {
        return std::size_t{it.micro_batch} * schedule_.model_stages + it.stage;
    }
    static std::string name(const ListedOperation& it) {
        return std::string(name_of(it.kind)) + " of micro-batch " + text_of(it.micro_batch) + " on stage " +
               text_of(it.stage);
    }

    void check_size() {
        if (listed_.empty()) problems_.add_for_whole("no operations", "one line for each, after the header");
        if (listed_.size() > most_operations) {
            problems_.add_for_whole(text_of(listed_.size()) + " operations; " + text_of(most_operations) +
                                    " can be simulated");
        }
        if (schedule_.chunks > most_chunks) {
            problems_.add_for_whole("a device has " + text_of(schedule_.chunks) + " chunks; " +
                                    text_of(most_chunks) + " can be simulated");
        }
        std::vector<bool> works(schedule_.devices);
        for (const auto& it : listed_) works[it.device] = true;
        const auto lazy = std::find(works.begin(), works.end(), false);
        if (lazy != works.end()) {
            problems_.add_for_whole("device " + text_of(static_cast<std::size_t>(lazy - works.begin())) +
                                        " has no operations, but device " + text_of(works.size() - 1) +
                                        " has",
                                    "devices count from 0");
        }
        const std::size_t slots = std::size_t{schedule_.devices} * schedule_.chunks;
        if (slots * schedule_.micro_batches > 16 * listed_.size() + 65536) {
            problems_.add_for_whole("too few operations for " + text_of(schedule_.devices) + " devices, " +
                                        text_of(schedule_.chunks) + " chunks and " +
                                        text_of(schedule_.micro_batches) + " micro-batches",
                                    "micro-batches and chunks count from 0 without gaps");
        }
        problems_.throw_if_any();
    }

    // Sorts by device, keeping the order within each.
    void list_operations() {
        schedule_.first.assign(schedule_.devices + std::size_t{1}, 0);
        for (const auto& it : listed_) ++schedule_.first[it.device + std::size_t{1}];
        for (std::size_t d = 0; d < schedule_.devices; ++d) schedule_.first[d + 1] += schedule_.first[d];
        std::vector<std::size_t> at(schedule_.first.begin(), schedule_.first.end() - 1);
        schedule_.operations.resize(listed_.size());
        source_.resize(listed_.size());
        for (std::size_t i = 0; i < listed_.size(); ++i) {
            const auto& it = listed_[i];
            const std::size_t place = at[it.device]++;
            source_[place] = i;
            schedule_.operations[place] = {it.micro_batch, static_cast<std::uint16_t>(it.chunk), it.kind,
                                           it.together};
        }
    }

    void check_pairs() {
        for (std::uint32_t device = 0; device < schedule_.devices; ++device) {
            for (std::size_t i = schedule_.first[device]; i < schedule_.first[device + 1]; ++i) {
                if (schedule_.operations[i].together == Together::alone) continue;
                const bool has_next = i + 1 < schedule_.first[device + 1];
                const bool next_is_alone = has_next &&
                                           schedule_.operations[i + 1].together == Together::alone &&
                                           schedule_.operations[i].kind == Kind::forward &&
                                           schedule_.operations[i + 1].kind != Kind::forward;
                if (next_is_alone || problems_.is_full()) continue;
                problems_.add(
                    listed_[source_[i]].offset,
                    "only a forward can overlap with the next operation, and that must be a backward");
            }
        }
        problems_.throw_if_any();
    }

    void name_stages() {
        const std::size_t slots = std::size_t{schedule_.devices} * schedule_.chunks;
        schedule_.stage = IdVector<SlotId, std::uint32_t>(slots, none);
        for (const auto& it : listed_) {
            std::uint32_t& stage = schedule_.stage[schedule_.slot(it.device, it.chunk)];
            if (stage == none) stage = it.stage;
            if (stage == it.stage || problems_.is_full()) continue;
            problems_.add(it.offset, "chunk " + text_of(it.chunk) + " of device " + text_of(it.device) +
                                         " holds stage " + text_of(stage) + ", so it cannot hold stage " +
                                         text_of(it.stage));
        }
        for (std::uint32_t i = 0; i < slots; ++i) {
            if (schedule_.stage[SlotId(i)] == none) schedule_.stage[SlotId(i)] = 0;  // never used
        }
        problems_.throw_if_any();
    }

    // Every micro-batch goes through every stage once: the sorted keys are 0, 1, 2, ...
    void check_forwards() {
        for (std::size_t i = 0; i < listed_.size(); ++i) {
            if (listed_[i].kind == Kind::forward) forwards_.push_back(i);
        }
        std::stable_sort(forwards_.begin(), forwards_.end(),
                         [&](std::size_t a, std::size_t b) { return key(listed_[a]) < key(listed_[b]); });
        std::size_t expected = 0;
        for (const std::size_t i : forwards_) {
            const std::size_t found = key(listed_[i]);
            if (problems_.is_full()) break;
            if (found < expected) problems_.add(listed_[i].offset, name(listed_[i]) + " is listed twice");
            if (found > expected) {
                add_missing(expected);
                break;
            }
            expected = found + 1;
        }
        const std::size_t all = std::size_t{schedule_.micro_batches} * schedule_.model_stages;
        if (forwards_.empty() || (expected < all && expected == key(listed_[forwards_.back()]) + 1)) {
            add_missing(expected);
        }
        problems_.throw_if_any();
    }

    void add_missing(std::size_t missing) {
        ListedOperation it;
        it.micro_batch = static_cast<std::uint32_t>(missing / schedule_.model_stages);
        it.stage = static_cast<std::uint32_t>(missing % schedule_.model_stages);
        problems_.add_for_whole(name(it) + " is missing",
                                "stages and micro-batches count from 0 without gaps");
    }

    // Each forward has its backward on the same chunk: whole, or in two halves.
    void check_backwards() {
        struct Seen {
            bool whole = false;
            bool input = false;
            bool weight = false;
        };
        std::vector<Seen> seen(forwards_.size());
        for (const auto& it : listed_) {
            if (it.kind == Kind::forward) continue;
            if (problems_.is_full()) break;
            const ListedOperation& forward = listed_[forwards_[key(it)]];
            if (forward.device != it.device || forward.chunk != it.chunk) {
                problems_.add(it.offset, name(it) + " is on device " + text_of(it.device) +
                                             ", its forward on device " + text_of(forward.device));
                continue;
            }
            Seen& of = seen[key(it)];
            bool& mine = it.kind == Kind::backward         ? of.whole
                         : it.kind == Kind::backward_input ? of.input
                                                           : of.weight;
            if (mine) problems_.add(it.offset, name(it) + " is listed twice");
            mine = true;
            if (of.whole && (of.input || of.weight)) {
                problems_.add(it.offset, name(it) + ": its backward is listed whole and in halves");
            }
        }
        for (std::size_t i = 0; i < forwards_.size() && !problems_.is_full(); ++i) {
            if (seen[i].whole || (seen[i].input && seen[i].weight)) continue;
            ListedOperation lacking = listed_[forwards_[i]];
            const bool has_half = seen[i].input || seen[i].weight;
            lacking.kind = !has_half       ? Kind::backward
                           : seen[i].input ? Kind::backward_weight
                                           : Kind::backward_input;
            problems_.add(lacking.offset, name(lacking) + " is missing");
        }
        problems_.throw_if_any();
    }

    void link_slots() {
        const std::size_t slots = schedule_.stage.size();
        schedule_.next = IdVector<SlotId, SlotId>(slots);
        schedule_.previous = IdVector<SlotId, SlotId>(slots);
        std::vector<std::uint32_t> holders(schedule_.model_stages, 0);
        std::vector<bool> counted(slots);
        for (std::size_t i = 0; i < forwards_.size() && !problems_.is_full(); ++i) {
            const ListedOperation& it = listed_[forwards_[i]];
            const SlotId here = schedule_.slot(it.device, it.chunk);
            if (!counted[here.value()]) {
                counted[here.value()] = true;
                schedule_.parameter_copies = std::max(schedule_.parameter_copies, ++holders[it.stage]);
            }
            if (it.stage == 0) continue;
            const ListedOperation& before = listed_[forwards_[i - 1]];
            const SlotId from = schedule_.slot(before.device, before.chunk);
            if (schedule_.next[from].is_none() && schedule_.previous[here].is_none()) {
                schedule_.next[from] = here;
                schedule_.previous[here] = from;
            } else if (schedule_.next[from] != here || schedule_.previous[here] != from) {
                problems_.add(it.offset, "micro-batch " + text_of(it.micro_batch) + " goes from device " +
                                             text_of(before.device) + " to device " + text_of(it.device) +
                                             " for stage " + text_of(it.stage) +
                                             ", but others of the same chunk go another way");
            }
        }
        problems_.throw_if_any();
    }

    const std::vector<ListedOperation>& listed_;
    ProblemList& problems_;
    Schedule schedule_;
    std::vector<std::size_t> source_;    // per operation of the schedule: index into listed_
    std::vector<std::size_t> forwards_;  // indices into listed_; once checked, entry k has key k
};

}  // namespace

void number_stages_by_chunk(std::vector<ListedOperation>& operations) {
    const std::uint32_t devices = devices_of(operations);
    for (auto& it : operations) it.stage = it.chunk * devices + it.device;
}

void number_chunks_by_stage(std::vector<ListedOperation>& operations) {
    std::vector<std::vector<std::uint32_t>> held(devices_of(operations));
    for (const auto& it : operations) {
        auto& stages = held[it.device];
        if (stages.empty() || stages.back() != it.stage) stages.push_back(it.stage);
    }
    for (auto& stages : held) {
        std::sort(stages.begin(), stages.end());
        stages.erase(std::unique(stages.begin(), stages.end()), stages.end());
    }
    for (auto& it : operations) {
        const auto& stages = held[it.device];
        const auto found = std::lower_bound(stages.begin(), stages.end(), it.stage);
        it.chunk = static_cast<std::uint32_t>(found - stages.begin());
    }
}

Schedule assemble(const std::vector<ListedOperation>& operations, ProblemList& problems) {
    return Assembler(operations, problems).assemble();
}

}  // namespace railyard::schedule
