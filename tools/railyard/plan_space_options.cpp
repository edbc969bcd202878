#include "railyard/plan_space_options.hpp"

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/shared_options.hpp"

namespace railyard::tool {
namespace {

const std::string chosen(plan_choice_group);
const std::string given(plan_given_group);

void add_numbers(CLI::App& command, const std::string& flag, std::vector<std::uint32_t>& list,
                 const std::string& about) {
    command.add_option(flag, list, about)
        ->delimiter(',')
        ->check(CLI::PositiveNumber)
        ->type_name("N,...")
        ->group(chosen);
}

template <class Value, class Names>
void add_words(CLI::App& command, const std::string& flag, std::vector<Value>& list, const Names& names,
               const std::string& about) {
    const auto set = [&list, &names](const std::vector<std::string>& words) {
        for (const std::string& word : words)
            list.push_back(static_cast<Value>(std::find(names.begin(), names.end(), word) - names.begin()));
    };
    command.add_option_function<std::vector<std::string>>(flag, set, about)
        ->delimiter(',')
        ->check(one_of({names.begin(), names.end()}))
        ->type_name("")
        ->group(chosen);
}

template <class Value, class Names>
void add_word(CLI::App& command, const std::string& flag, Value& value, const Names& names,
              const std::string& about) {
    const auto set = [&value, &names](const std::string& word) {
        value = static_cast<Value>(std::find(names.begin(), names.end(), word) - names.begin());
    };
    command.add_option_function<std::string>(flag, set, about)
        ->check(one_of({names.begin(), names.end()}))
        ->type_name("")
        ->group(given);
}

constexpr std::array<std::string_view, 2> switch_names = {"off", "on"};

}  // namespace

void add_plan_space_options(CLI::App& command, search::PlanSpace& space) {
    add_numbers(command, "--tp", space.tp, "Tensor parallel degrees");
    add_numbers(command, "--cp", space.cp, "Context parallel degrees");
    add_numbers(command, "--pp", space.pp, "Pipeline parallel degrees");
    add_numbers(command, "--dp", space.dp, "Data parallel degrees");
    add_numbers(command, "--ep", space.ep, "Expert parallel degrees");
    add_numbers(command, "--etp", space.etp, "Tensor parallel degrees inside an expert");
    add_numbers(command, "--micro", space.micro, "Sequences of one micro-batch");
    add_numbers(command, "--chunks", space.chunks, "Chunks of layers on each stage");
    add_words(command, "--schedule", space.schedules, pipeline_schedule_names, "Pipeline schedules");
    add_words(command, "--recompute", space.recompute, recompute_names, "Recomputation");
    add_words(command, "--saves", space.saves, saves_names, "What layers keep for the backward pass");
    add_words(command, "--sharding", space.sharding, sharding_names, "Sharding over replicas");
    add_words(command, "--sequence-parallel", space.sequence_parallel, switch_names,
              "Norms and residuals split over tp");
    Layout& base = space.base;
    add_word(command, "--precision", base.precision, precision_names, "Of matrix products (default: bf16)");
    add_word(command, "--attention", base.attention, attention_names,
             "How attention is computed (default: flash)");
    add_word(command, "--software", base.software, software_names,
             "What hides traffic (default: megatron-te)");
    add_word(command, "--routing", base.routing, routing_names, "Of tokens to experts (default: balanced)");
}

}  // namespace railyard::tool
