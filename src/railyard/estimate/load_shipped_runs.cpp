#include <array>
#include <string_view>
#include <utility>

#include "railyard/estimate/load_runs.hpp"
#include "railyard/job/load.hpp"
#include "railyard/topology/load.hpp"

namespace railyard {
namespace {

struct ShippedRun {
    std::string_view layout;
    std::string_view topology;
};
constexpr std::array shipped = {
    ShippedRun{"megatron-1.7b", "hgx-a100"},   ShippedRun{"megatron-3.6b", "hgx-a100"},
    ShippedRun{"megatron-7.5b", "hgx-a100"},   ShippedRun{"megatron-18.4b", "hgx-a100"},
    ShippedRun{"megatron-39.1b", "hgx-a100"},  ShippedRun{"megatron-76.1b", "hgx-a100"},
    ShippedRun{"megatron-145.6b", "hgx-a100"}, ShippedRun{"megatron-310.1b", "hgx-a100"},
    ShippedRun{"megatron-529.6b", "hgx-a100"}, ShippedRun{"megatron-1008b", "hgx-a100"},
    ShippedRun{"llama3-405b-8k", "hgx-h100"},  ShippedRun{"llama3-405b-8k-16k-gpus", "hgx-h100"},
    ShippedRun{"llama3-405b-128k", "hgx-h100"}};

// "Narayanan et al. 2021, Table 1, row 4" -> "Narayanan et al. 2021, Table 1"
std::string table_of(const std::string& source) {
    return source.substr(0, source.find(", row"));
}

}  // namespace

std::vector<RunOrSkip> shipped_runs(const input::Library& library) {
    std::vector<RunOrSkip> runs;
    const std::string nowhere = "/nonexistent";  // the shipped rows, not a user's files of the same names
    for (const auto& [name, machine] : shipped) {
        Layout layout = load_layout(library, name, {}, nowhere).layout;
        const auto measured = published_step(layout, AttentionCount::full);
        if (!measured) {
            runs.emplace_back(SkippedRun{layout.name, "nothing is published of it"});
            continue;
        }
        const std::string source = table_of(layout.published->source);
        runs.emplace_back(PublishedRun{layout.name, source, std::move(layout),
                                       load_topology(library, machine, nowhere).topology, *measured,
                                       *measured, "", ""});
    }
    return runs;
}

}  // namespace railyard
