#include <algorithm>
#include <utility>

#include "railyard/machine/comparison.hpp"
#include "railyard/machine/disagreements.hpp"

namespace railyard::machine {
namespace {

Touches touches_of(Subject subject) {
    switch (subject) {
        case Subject::nvlinks:
            return Touches::inside_domain;
        case Subject::way_out:
            return Touches::outside_domain;
        case Subject::device:
            break;
    }
    return Touches::any;
}

constexpr const char* one_hangs = "hangs on which of the two is true";
constexpr const char* many_hang = "hang on which of the two is true";

void weigh_pairs(const ObservedDisagreement& disagreement, const Comparison& comparison, Finding& finding) {
    std::vector<std::pair<GpuId, GpuId>> pairs;
    for (const auto& [a, b] : disagreement.pairs) {
        const auto seat_a = comparison.seat_of(a);
        const auto seat_b = comparison.seat_of(b);
        if (!seat_a || !seat_b) continue;
        for (const GpuId one : comparison.ids_of(*seat_a)) {
            for (const GpuId other : comparison.ids_of(*seat_b)) {
                if (one != other) pairs.emplace_back(one, other);
            }
        }
    }
    if (!comparison.meaning().matters(pairs))
        finding.severity = std::min(finding.severity, Severity::warning);
    finding.meaning = comparison.meaning().of_pairs(pairs, one_hangs, many_hang);
}

void weigh(const ObservedDisagreement& disagreement, const Comparison& comparison, Finding& finding) {
    if (!disagreement.pairs.empty()) return weigh_pairs(disagreement, comparison, finding);
    std::vector<GpuId> ids;
    if (disagreement.gpus.empty()) {
        for (std::uint32_t seat = 0; seat < comparison.seats(); ++seat) ids.push_back(comparison.id_of(seat));
    }
    for (const std::size_t gpu : disagreement.gpus) {
        const auto seat = comparison.seat_of(gpu);
        if (!seat) continue;
        for (const GpuId id : comparison.ids_of(*seat)) ids.push_back(id);
    }
    const Touches touches = touches_of(disagreement.what.subject);
    finding.severity = comparison.meaning().weighed(finding.severity, ids, touches);
    finding.meaning = comparison.meaning().of(ids, touches, one_hangs, many_hang);
}

}  // namespace

Findings told_disagreements(const Topology& topology, const Observed& observed,
                            const std::vector<Match>& matches, const Meaning& meaning) {
    Findings findings;
    for (const ObservedDisagreement& disagreement : observed.disagreements) {
        Finding& finding = findings.emplace_back(finding_of(observed, disagreement));
        const std::string cause = finding.meaning;
        const auto match = std::find_if(matches.begin(), matches.end(),
                                        [&](const Match& it) { return it.host == disagreement.host; });
        if (match == matches.end()) {
            finding.severity = std::min(finding.severity, Severity::warning);
            finding.meaning = "the host stands for no server of the job";
        } else {
            Findings unused;
            weigh(disagreement, Comparison(topology, observed, *match, meaning, unused), finding);
        }
        finding.meaning += (finding.meaning.empty() ? "" : "; ") + cause;
    }
    return findings;
}

}  // namespace railyard::machine
