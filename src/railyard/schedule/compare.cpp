#include "railyard/schedule/compare.hpp"

#include <algorithm>

#include "railyard/base/error.hpp"
#include "railyard/base/suggest.hpp"

namespace railyard::schedule {
namespace {

constexpr std::uint32_t chunks_unless_given = 2;

[[noreturn]] void refuse_input(std::string message, std::string hint) {
    throw InputError(Diagnostic{{}, std::move(message), std::move(hint), "", 0});
}

Algorithm algorithm_named(const std::string& name) {
    if (const auto found = find_algorithm(name)) return *found;
    std::vector<std::string> known = algorithm_names();
    known.emplace_back("all");
    refuse_input("unknown schedule '" + name + "'", suggestion(name, known));
}

std::string list_of_names() {
    std::string list = "all";
    for (const auto& name : algorithm_names()) list += ", " + name;
    return list;
}

}  // namespace

std::vector<Outcome> compare(const Comparison& comparison, const Conditions& conditions) {
    const bool all = comparison.names == std::vector<std::string>{"all"};
    const auto names = all ? algorithm_names() : comparison.names;
    if (names.empty()) refuse_input("no schedule named", "name one or more of " + list_of_names());
    std::vector<std::uint32_t> rounds = comparison.chunks;
    if (rounds.empty()) rounds.push_back(chunks_unless_given);
    std::vector<Outcome> outcomes;
    bool uses_chunks = comparison.chunks.empty();
    for (const auto& name : names) {
        const Algorithm algorithm = algorithm_named(name);
        const bool is_interleaved = algorithm == Algorithm::interleaved;
        uses_chunks |= is_interleaved;
        for (const std::uint32_t chunks : is_interleaved ? rounds : std::vector<std::uint32_t>{1}) {
            const Shape shape{comparison.stages, comparison.micro_batches, chunks};
            const auto no = refuse(algorithm, shape);
            if (no && all) {
                outcomes.emplace_back(Impossible{name, Why::refused, no->message + "\n"});
            } else {
                outcomes.push_back(study(algorithm, shape, conditions));
            }
        }
    }
    if (!uses_chunks) {
        refuse_input("only the interleaved schedule has chunks", "leave the chunks out, or name interleaved");
    }
    return outcomes;
}

bool all_finish(const std::vector<Outcome>& outcomes) {
    bool any = false;
    for (const auto& outcome : outcomes) {
        const auto* no = std::get_if<Impossible>(&outcome);
        if (no != nullptr && no->why != Why::refused) return false;
        any |= no == nullptr;
    }
    return any;
}

}  // namespace railyard::schedule
