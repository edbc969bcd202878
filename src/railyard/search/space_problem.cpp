#include "railyard/search/space_problem.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string_view>

#include "railyard/job/layout.hpp"

namespace railyard::search {
namespace {

using Numbers = std::vector<std::uint32_t>;
using Values = std::set<std::uint32_t>;

void add_chunks(const PlanSpace& space, const Cut& cut, Values& values) {
    for (const Passage& passage : passages_of(space, cut)) values.insert(passage.chunks);
}

// A list of numbers, and which of them cuts have.
struct NumberList {
    std::string_view name;
    Numbers PlanSpace::*list;
    void (*add)(const PlanSpace&, const Cut&, Values&);
    std::string (*rule)(const PlanSpace&);
};

template <std::uint32_t Degrees::*degree>
void add_degree(const PlanSpace&, const Cut& cut, Values& values) {
    values.insert(cut.degrees.*degree);
}

const std::array<NumberList, 8> number_lists = {{
    {"tp", &PlanSpace::tp, add_degree<&Degrees::tp>,
     [](const PlanSpace& s) {
         return "tp divides the GPUs, the " + std::to_string(s.base.model.heads) +
                " heads and the hidden size";
     }},
    {"cp", &PlanSpace::cp, add_degree<&Degrees::cp>,
     [](const PlanSpace&) { return std::string("cp divides the GPUs and half the length"); }},
    {"pp", &PlanSpace::pp, add_degree<&Degrees::pp>,
     [](const PlanSpace& s) {
         return "pp divides the GPUs and is no more than the " + std::to_string(s.base.model.layers) +
                " layers";
     }},
    {"dp", &PlanSpace::dp, add_degree<&Degrees::dp>,
     [](const PlanSpace& s) {
         return "dp divides the GPUs and the " + std::to_string(s.base.batch.sequences) + " sequences";
     }},
    {"ep", &PlanSpace::ep, add_degree<&Degrees::ep>,
     [](const PlanSpace& s) {
         return s.base.model.experts ? "ep divides the " + std::to_string(s.base.model.experts->count) +
                                           " experts and the ranks of a stage"
                                     : std::string("the model has no experts");
     }},
    {"etp", &PlanSpace::etp, add_degree<&Degrees::etp>,
     [](const PlanSpace& s) {
         return std::string(s.base.model.experts ? "etp divides tp and the width of an expert"
                                                 : "the model has no experts");
     }},
    {"micro", &PlanSpace::micro,
     [](const PlanSpace&, const Cut& cut, Values& values) { values.insert(cut.micro); },
     [](const PlanSpace&) { return std::string("a micro-batch divides the sequences of a replica"); }},
    {"chunks", &PlanSpace::chunks, add_chunks,
     [](const PlanSpace&) {
         return std::string("chunks divide the layers of a stage, pp the micro-batches");
     }},
}};

constexpr std::string_view schedules = "schedule";

bool has_candidate(const PlanSpace& space) {
    const auto cuts = cuts_of(space);
    return std::any_of(cuts.begin(), cuts.end(),
                       [&](const Cut& cut) { return !passages_of(space, cut).empty(); });
}

// The space with nothing chosen beforehand of what decides whether there is a candidate.
PlanSpace opened(PlanSpace space) {
    for (const NumberList& each : number_lists) (space.*each.list).clear();
    space.schedules.clear();
    return space;
}

Values values_in(const PlanSpace& space, const NumberList& list) {
    Values values;
    for (const Cut& cut : cuts_of(space))
        if (!passages_of(space, cut).empty()) list.add(space, cut, values);
    return values;
}

// "1, 2, 4 and 8", at most a dozen of them.
std::string listed(const Values& values) {
    constexpr std::size_t most = 12;
    std::string text;
    std::size_t told = 0;
    for (const std::uint32_t value : values) {
        if (told == most) return text + ", ...";
        const bool last = told + 1 == values.size();
        text += (told == 0 ? "" : last ? " or " : ", ") + std::to_string(value);
        ++told;
    }
    return text;
}

std::string listed(const Numbers& numbers) {
    std::string text;
    for (const std::uint32_t number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
    return text;
}

std::string listed(const std::vector<PipelineSchedule>& list) {
    std::string text;
    for (const PipelineSchedule schedule : list)
        text += (text.empty() ? "" : ",") +
                std::string(pipeline_schedule_names[static_cast<std::size_t>(schedule)]);
    return text;
}

std::string job_of(const PlanSpace& space) {
    return space.base.model.name + " over " + std::to_string(space.gpus) +
           (space.gpus == 1 ? " GPU" : " GPUs");
}

// The nearest numbers of GPUs that have a cut.
std::string nearest_gpus(PlanSpace space) {
    constexpr std::uint32_t farthest = 256;
    const std::uint32_t gpus = space.gpus;
    std::string text;
    const auto there = [&](std::uint32_t number) {
        space.gpus = number;
        return has_candidate(space);
    };
    for (std::uint32_t by = 1; by <= farthest && by < gpus; ++by) {
        if (!there(gpus - by)) continue;
        text = std::to_string(gpus - by);
        break;
    }
    for (std::uint32_t by = 1; by <= farthest; ++by) {
        if (!there(gpus + by)) continue;
        text += (text.empty() ? "" : " or ") + std::to_string(gpus + by);
        break;
    }
    return text;
}

// With everything open, no candidate.
SpaceProblem no_cut_at_all(const PlanSpace& open) {
    const std::string near = nearest_gpus(open);
    std::string hint = "dp divides the " + std::to_string(open.base.batch.sequences) +
                       " sequences, tp the heads, pp is no more than the layers";
    if (!near.empty()) hint += "; " + near + " GPUs can be cut";
    return {"there is no way to cut " + job_of(open) + ": no degrees multiply to that", hint};
}

// Each list could be met, but not all of them.
SpaceProblem they_exclude_each_other(const PlanSpace& space) {
    std::string given;
    std::string remedy;
    const auto tell = [&](std::string_view name, const std::string& values) {
        given += (given.empty() ? "" : ", ") + std::string(name) + " " + values;
    };
    for (const NumberList& each : number_lists) {
        if ((space.*each.list).empty()) continue;
        tell(each.name, listed(space.*each.list));
        PlanSpace other = space;
        (other.*each.list).clear();
        const Values values = values_in(other, each);
        if (remedy.empty() && !values.empty())
            remedy = "with the others " + std::string(each.name) + " could be " + listed(values);
    }
    if (!space.schedules.empty()) {
        tell(schedules, listed(space.schedules));
        PlanSpace other = space;
        other.schedules.clear();
        if (remedy.empty() && has_candidate(other)) remedy = "another schedule would do";
    }
    if (remedy.empty()) remedy = "give fewer of them: what is left out is chosen";
    return {"no way to cut " + job_of(space) + " has all of this: " + given, remedy};
}

}  // namespace

std::optional<SpaceProblem> space_problem(const PlanSpace& space) {
    if (has_candidate(space)) return std::nullopt;
    const PlanSpace open = opened(space);
    if (!has_candidate(open)) return no_cut_at_all(open);
    for (const NumberList& each : number_lists) {
        const Numbers& list = space.*each.list;
        if (list.empty()) continue;
        const Values possible = values_in(open, each);
        if (std::any_of(list.begin(), list.end(), [&](std::uint32_t n) { return possible.count(n) > 0; }))
            continue;
        return SpaceProblem{
            "no way to cut " + job_of(space) + " has " + std::string(each.name) + " " + listed(list),
            each.rule(space) + ": " + listed(possible)};
    }
    return they_exclude_each_other(space);
}

std::vector<std::string> impossible_values(const PlanSpace& space) {
    std::vector<std::string> texts;
    const PlanSpace open = opened(space);
    for (const NumberList& each : number_lists) {
        const Numbers& list = space.*each.list;
        if (list.empty()) continue;
        const Values possible = values_in(open, each);
        for (const std::uint32_t number : list)
            if (possible.count(number) == 0)
                texts.push_back(std::string(each.name) + " " + std::to_string(number));
    }
    return texts;
}

}  // namespace railyard::search
