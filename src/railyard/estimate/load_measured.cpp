#include "railyard/estimate/load_measured.hpp"

#include <array>
#include <optional>
#include <sstream>
#include <string_view>

namespace railyard {
namespace {

struct KindWords {
    std::string_view what;
    std::string_view taken_by;
    std::string_view start;  // of such a file
};
constexpr std::array<KindWords, 4> kinds = {
    {{"a list of measured runs", "railyard validate --runs FILE, or railyard calibrate --runs FILE",
      "each run starts with '- id: ...', as in calibration/published_runs.yaml"},
     {"a file of measured collectives",
      "railyard validate --collectives --runs FILE, or railyard calibrate --collectives FILE",
      "it starts with 'collectives:', as calibration/collectives.yaml does"},
     {"what nccl-tests printed", "railyard calibrate --nccl-tests FILE --on DOMAIN --members N",
      "the table that all_reduce_perf or one of its sisters printed"},
     {"a calibration", "--calibration FILE, of place, validate, sweep and others",
      "railyard calibrate writes one; calibration/shipped.yaml is another"}}};

struct Found {
    MeasuredFile kind;
    std::uint32_t line;
};

// By the first line that only one of them has.
std::optional<Found> kind_of(const input::Source& source) {
    std::istringstream lines{std::string(source.text())};
    std::string line;
    for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
        const auto begins = [&](std::string_view with) { return line.starts_with(with); };
        if (begins("- id:") || begins("- {id:")) return Found{MeasuredFile::runs, number};
        if (begins("collectives:")) return Found{MeasuredFile::collectives, number};
        if (begins("calibration:")) return Found{MeasuredFile::calibration, number};
        if (begins("# nThread ") || begins("# Collective test") ||
            (begins("#") && line.find("algbw") != std::string::npos))
            return Found{MeasuredFile::nccl_tests, number};
    }
    return std::nullopt;
}

// Nothing but spaces and comments.
bool is_blank(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first != std::string::npos && line[first] != '#') return false;
    }
    return true;
}

}  // namespace

void refuse_another_kind(const input::Source& source, MeasuredFile wanted) {
    const auto found = kind_of(source);
    if (!found || found->kind == wanted) return;
    const KindWords& words = kinds[static_cast<std::size_t>(found->kind)];
    throw InputError(source.problem({found->line, 1, &source},
                                    "this is " + std::string(words.what) + ", not " +
                                        std::string(kinds[static_cast<std::size_t>(wanted)].what),
                                    std::string(words.taken_by)));
}

input::Document load_measured(const std::string& path, MeasuredFile wanted) {
    const input::SourcePtr source = input::read_source(path);
    if (is_blank(source->text()))
        throw InputError(source->problem({}, "the file is empty",
                                         std::string(kinds[static_cast<std::size_t>(wanted)].start)));
    refuse_another_kind(*source, wanted);
    return input::parse_yaml(source);
}

}  // namespace railyard
