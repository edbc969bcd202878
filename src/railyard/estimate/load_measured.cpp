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
};
constexpr std::array<KindWords, 4> kinds = {
    {{"a list of measured runs", "railyard validate --runs FILE, or railyard calibrate --runs FILE"},
     {"a file of measured collectives",
      "railyard validate --collectives --runs FILE, or railyard calibrate --collectives FILE"},
     {"what nccl-tests printed", "railyard calibrate --nccl-tests FILE --on DOMAIN --members N"},
     {"a calibration", "--calibration FILE, of place, validate, sweep and others"}}};

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
    refuse_another_kind(*source, wanted);
    return input::parse_yaml(source);
}

}  // namespace railyard
