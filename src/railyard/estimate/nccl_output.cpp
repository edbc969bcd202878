#include "railyard/estimate/nccl_output.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>
#include <string_view>

namespace railyard {
namespace {

using input::Mark;

std::optional<Collective> collective_in(const std::string& line) {
    constexpr std::array<std::pair<std::string_view, Collective>, 4> tests = {
        {{"all_reduce_perf", Collective::all_reduce},
         {"all_gather_perf", Collective::all_gather},
         {"reduce_scatter_perf", Collective::reduce_scatter},
         {"alltoall_perf", Collective::all_to_all}}};
    for (const auto& [name, kind] : tests)
        if (line.find(name) != std::string::npos) return kind;
    return std::nullopt;
}

std::optional<std::uint32_t> number_after(const std::string& line, std::string_view word) {
    const std::size_t at = line.find(word);
    if (at == std::string::npos) return std::nullopt;
    std::istringstream rest(line.substr(at + word.size()));
    std::uint32_t number = 0;
    return rest >> number ? std::optional(number) : std::nullopt;
}

// "#  Rank  0 Group  0 Pid  58120 on  box-1 device  0 [0x07] NVIDIA H100 80GB HBM3": what follows the
// bracket.
std::optional<std::string> device_in(const std::string& line) {
    std::istringstream words(line);
    std::string hash, rank;
    if (!(words >> hash >> rank) || hash != "#" || rank != "Rank") return std::nullopt;
    const std::size_t device = line.find(" device ");
    if (device == std::string::npos) return std::nullopt;
    const std::size_t bracket = line.find(']', device);
    return bracket == std::string::npos ? "" : line.substr(bracket + 1);
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

// Words that name a GPU: letters, then two digits or more (H100, MI300X; not SXM4, HBM3, 80GB).
std::vector<std::string> names_of_gpus(const std::string& text) {
    std::vector<std::string> names;
    std::string spaced = upper(text);
    std::replace_if(
        spaced.begin(), spaced.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, ' ');
    std::istringstream words(spaced);
    for (std::string word; words >> word;) {
        const std::size_t digits = word.find_first_of("0123456789");
        if (digits == 0 || digits == std::string::npos) continue;
        const std::size_t end = std::min(word.find_first_not_of("0123456789", digits), word.size());
        if (end - digits >= 2) names.push_back(word);
    }
    return names;
}

bool reduces(Collective kind) {
    return kind == Collective::all_reduce || kind == Collective::reduce_scatter;
}

// size count type redop root time algbw busbw #wrong ...
void read_row(const std::string& line, Mark mark, NcclOutput& output) {
    std::istringstream words(line);
    NcclRow row;
    double count = 0;
    std::string type, operation, root;
    if (!(words >> row.size >> count >> type >> operation >> root >> row.microseconds)) return;
    if (!(row.size > 0) || !(row.microseconds > 0)) return;
    const std::string name(collective_names[static_cast<std::size_t>(output.kind)]);
    if (root != "-1" && !root.empty()) {
        throw InputError(output.source->problem(mark, "a collective with root " + root + " is no " + name,
                                                "broadcasts and reduces have no curve"));
    }
    if ((operation == "none") == reduces(output.kind)) {
        throw InputError(output.source->problem(
            mark, "the operation '" + operation + "' is not that of the collective " + name,
            reduces(output.kind) ? "'none' is for --collective all-gather or all-to-all"
                                 : "a reduction is for --collective all-reduce or reduce-scatter"));
    }
    output.rows.push_back(row);
}

}  // namespace

NcclOutput read_nccl_output(const input::SourcePtr& source, Collective kind) {
    NcclOutput output;
    output.source = source;
    output.kind = kind;
    std::istringstream lines{std::string(source->text())};
    std::string line;
    for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
        const Mark mark{number, 1, source.get()};
        if (const auto named = collective_in(line)) output.kind = *named;
        if (const auto device = device_in(line)) output.ranks.emplace_back(mark, *device);
        if (const auto gpus = number_after(line, " nGpus ")) {
            output.gpus_of_a_process = *gpus * std::max(1U, number_after(line, " nThread ").value_or(1));
            output.header = mark;
        }
        if (line.find('#') == std::string::npos) read_row(line, mark, output);
    }
    if (output.rows.empty()) {
        throw InputError(source->problem({}, "there is no table of nccl-tests in this file",
                                         "its lines begin with a size in bytes, a count, a type, ..."));
    }
    return output;
}

void check_against(const NcclOutput& output, const std::string& gpu, const std::string& on,
                   std::uint32_t members) {
    input::Problems problems;
    const std::string given = "--members says " + std::to_string(members);
    if (!output.ranks.empty() && output.ranks.size() != members) {
        problems.add(output.ranks.front().first,
                     "it ran on " + std::to_string(output.ranks.size()) + " ranks, and " + given,
                     "--members " + std::to_string(output.ranks.size()));
    } else if (output.ranks.empty() && output.gpus_of_a_process > 0 &&
               members % output.gpus_of_a_process != 0) {
        problems.add(output.header,
                     "each process had " + std::to_string(output.gpus_of_a_process) + " GPUs, and " + given,
                     "--members " + std::to_string(output.gpus_of_a_process) + ", times the processes");
    }
    const std::vector<std::string> wanted = names_of_gpus(gpu);
    for (const auto& [mark, device] : output.ranks) {
        const std::vector<std::string> names = names_of_gpus(device);
        if (wanted.empty() || names.empty()) continue;
        if (std::find(names.begin(), names.end(), wanted.front()) != names.end()) continue;
        problems.add(mark, "it ran on " + names.front() + ", and the GPUs of " + on + " are " + gpu,
                     "--on a domain or topology of " + names.front());
        break;
    }
    problems.throw_if_any();
}

}  // namespace railyard
