#include "railyard/search/plan_space.hpp"

#include <algorithm>

namespace railyard::search {
namespace {

template <class Value>
bool allows(const std::vector<Value>& list, Value value) {
    return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
}

// Of every value that the list allows, in the order of `all`.
template <class Value>
std::vector<Value> allowed(const std::vector<Value>& list, std::initializer_list<Value> all) {
    std::vector<Value> result;
    for (const Value value : all)
        if (allows(list, value)) result.push_back(value);
    return result;
}

std::vector<std::uint32_t> allowed_divisors(const std::vector<std::uint32_t>& list, std::uint32_t number) {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t d : divisors(number))
        if (allows(list, d)) result.push_back(d);
    return result;
}

class CutLister {
  public:
    explicit CutLister(const PlanSpace& space) : space_(space), model_(space.base.model) {}

    std::vector<Cut> run() {
        for (const std::uint32_t tp : allowed_divisors(space_.tp, space_.gpus)) {
            if (model_.heads % tp != 0 || model_.hidden % tp != 0) continue;
            for (const std::uint32_t cp : allowed_divisors(space_.cp, space_.gpus / tp)) {
                if (cp > 1 && space_.base.batch.length % (2 * std::uint64_t{cp}) != 0) continue;
                for (const std::uint32_t pp : allowed_divisors(space_.pp, space_.gpus / tp / cp)) {
                    const std::uint32_t dp = space_.gpus / tp / cp / pp;
                    if (pp > model_.layers || !allows(space_.dp, dp)) continue;
                    if (space_.base.batch.sequences % dp == 0) with_experts({tp, cp, pp, dp, 1, 1});
                }
            }
        }
        return std::move(cuts_);
    }

  private:
    void with_experts(Degrees degrees) {
        if (!model_.experts) {
            if (allows(space_.ep, 1U) && allows(space_.etp, 1U)) with_micro(degrees);
            return;
        }
        for (const std::uint32_t ep : allowed_divisors(space_.ep, model_.experts->count)) {
            for (const std::uint32_t etp : allowed_divisors(space_.etp, degrees.tp)) {
                if (model_.experts->ffn % etp != 0) continue;
                if (degrees.ranks_per_stage() % (std::uint64_t{ep} * etp) != 0) continue;
                degrees.ep = ep;
                degrees.etp = etp;
                with_micro(degrees);
            }
        }
    }

    void with_micro(const Degrees& degrees) {
        for (const std::uint32_t micro :
             allowed_divisors(space_.micro, space_.base.batch.sequences / degrees.dp))
            cuts_.push_back({degrees, micro});
    }

    const PlanSpace& space_;
    const Model& model_;
    std::vector<Cut> cuts_;
};

}  // namespace

bool Cut::operator==(const Cut& other) const {
    const auto same = [&](auto member) { return degrees.*member == other.degrees.*member; };
    return micro == other.micro && same(&Degrees::tp) && same(&Degrees::cp) && same(&Degrees::pp) &&
           same(&Degrees::dp) && same(&Degrees::ep) && same(&Degrees::etp);
}

std::vector<std::uint32_t> divisors(std::uint32_t number) {
    std::vector<std::uint32_t> small;
    std::vector<std::uint32_t> large;
    for (std::uint32_t d = 1; std::uint64_t{d} * d <= number; ++d) {
        if (number % d != 0) continue;
        small.push_back(d);
        if (d != number / d) large.push_back(number / d);
    }
    small.insert(small.end(), large.rbegin(), large.rend());
    return small;
}

std::vector<Cut> cuts_of(const PlanSpace& space) {
    return CutLister(space).run();
}

std::vector<Work> works_of(const PlanSpace& space, const Degrees& degrees) {
    std::vector<Work> works;
    auto splits = allowed(space.sequence_parallel, {SequenceParallel::off, SequenceParallel::on});
    if (degrees.tp == 1) splits = {SequenceParallel::off};
    for (const auto split : splits) {
        for (const auto recompute :
             allowed(space.recompute, {Recompute::none, Recompute::selective, Recompute::full})) {
            auto saves = allowed(space.saves, {Saves::all, Saves::lean});
            // What is kept beside the input of a layer is the same then; the working set is smaller.
            if (recompute == Recompute::full) saves.resize(std::min<std::size_t>(saves.size(), 1));
            for (const auto kept : saves) works.push_back({split, recompute, kept});
        }
    }
    return works;
}

std::vector<Passage> passages_of(const PlanSpace& space, const Cut& cut) {
    std::vector<Passage> passages;
    const std::uint64_t at_once = std::uint64_t{cut.degrees.dp} * cut.micro;
    const auto m = static_cast<std::uint32_t>(space.base.batch.sequences / at_once);
    const std::uint32_t p = cut.degrees.pp;
    const auto add = [&](PipelineSchedule schedule, std::uint32_t chunks, EndLayers ends) {
        if (allows(space.schedules, schedule)) passages.push_back({schedule, chunks, ends});
    };
    if (p == 1) {
        if (!allows(space.chunks, 1U)) return passages;
        add(PipelineSchedule::one_f_one_b, 1, EndLayers::not_counted);
        if (passages.empty()) add(PipelineSchedule::gpipe, 1, EndLayers::not_counted);
        return passages;
    }
    for (const EndLayers ends : {EndLayers::not_counted, EndLayers::counted}) {
        const std::uint32_t units = space.base.model.layers + (ends == EndLayers::counted ? 2U : 0U);
        if (p > units) continue;
        if (allows(space.chunks, 1U)) {
            add(PipelineSchedule::one_f_one_b, 1, ends);
            add(PipelineSchedule::gpipe, 1, ends);
            add(PipelineSchedule::zero_bubble, 1, ends);
        }
        if (allows(space.chunks, 2U) && p % 2 == 0 && m % 2 == 0 && m >= 2 * p)
            add(PipelineSchedule::dualpipe, 2, ends);
        if (units % p != 0 || m % p != 0) continue;
        for (const std::uint32_t v : divisors(units / p))
            if (v > 1 && allows(space.chunks, v)) add(PipelineSchedule::interleaved, v, ends);
    }
    return passages;
}

std::vector<ShardingKind> shardings_of(const PlanSpace& space, const Degrees& degrees) {
    const bool experts_replicate = space.base.model.experts && degrees.edp() > 1;
    if (degrees.dp * degrees.cp == 1 && !experts_replicate && allows(space.sharding, ShardingKind::none))
        return {ShardingKind::none};
    return allowed(space.sharding,
                   {ShardingKind::none, ShardingKind::zero_1, ShardingKind::zero_2, ShardingKind::zero_3});
}

void apply(const Cut& cut, Layout& layout) {
    layout.degrees = cut.degrees;
    layout.batch.micro = cut.micro;
    layout.pipeline.layers.clear();
}

void apply(const Work& work, Layout& layout) {
    layout.sequence_parallel = work.sequence_parallel;
    layout.recompute = work.recompute;
    layout.saves = work.saves;
}

void apply(const Passage& passage, Layout& layout) {
    layout.pipeline.schedule = passage.schedule;
    layout.pipeline.chunks = passage.chunks;
    layout.pipeline.ends = passage.ends;
}

void apply(const Variant& variant, Layout& layout) {
    apply(variant.work, layout);
    apply(variant.passage, layout);
    layout.sharding = {variant.sharding, 0};
}

}  // namespace railyard::search
