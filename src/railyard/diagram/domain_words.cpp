#include "railyard/diagram/domain_words.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/text_fit.hpp"

namespace railyard::diagram {
namespace {

constexpr std::size_t most_words = 3;
constexpr double widest = 120;  // pixels of a word from a file

std::string word_of(const DomainKind& kind, Unit unit) {
    std::string word = cut_to(kind.domain_word, widest, 12);
    if (unit == Unit::domains && !kind.partitions.empty()) word += " partition";
    return word;
}

}  // namespace

std::string counted_domains(const Topology& topology, const OfKinds& numbers, Unit unit,
                            std::string_view before) {
    std::vector<std::pair<std::string, std::uint64_t>> words;
    std::uint64_t all = 0;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        if (numbers[k] == 0) continue;
        all += numbers[k];
        const std::string word = word_of(topology.kinds()[k], unit);
        const auto known =
            std::find_if(words.begin(), words.end(), [&](const auto& entry) { return entry.first == word; });
        if (known == words.end()) {
            words.emplace_back(word, numbers[k]);
        } else {
            known->second += numbers[k];
        }
    }
    const std::string more(before);
    if (words.empty() || words.size() > most_words) return counted(all, more + "domain");
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
        text += counted(words[i].second, more + words[i].first);
    }
    return text;
}

std::string counted_servers(const Topology& topology, const OfKinds& of_kinds, std::uint64_t servers) {
    std::set<std::string> words;
    for (std::size_t k = 0; k < of_kinds.size(); ++k) {
        if (of_kinds[k] > 0) words.insert(topology.kinds()[k].server_word);
    }
    return counted(servers, words.size() == 1 ? cut_to(*words.begin(), widest, 12) : "server");
}

OfKinds kinds_of(const Topology& topology, const std::vector<DomainId>& domains) {
    OfKinds numbers(topology.kinds().size(), 0);
    for (const DomainId id : domains) ++numbers[topology.domain(id).kind];
    return numbers;
}

OfKinds physical_kinds_of(const Topology& topology) {
    OfKinds numbers(topology.kinds().size(), 0);
    for (const DomainRun& run : topology.runs()) numbers[run.kind] += run.count;
    return numbers;
}

}  // namespace railyard::diagram
