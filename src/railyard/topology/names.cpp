#include "railyard/topology/names.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>

namespace railyard {
namespace {

std::string physical_name(const Topology& topology, std::uint32_t kind, std::uint32_t physical) {
    return topology.kinds()[kind].domain_word + std::to_string(physical);
}

// A word and a number: "rack12". Nothing if the text is not that.
struct Part {
    std::string_view word;
    std::uint32_t number = 0;
};
std::optional<Part> split_part(std::string_view text) {
    const std::size_t last_letter = text.find_last_not_of("0123456789");
    if (last_letter == std::string_view::npos || last_letter + 1 == text.size()) return std::nullopt;
    const std::string_view digits = text.substr(last_letter + 1);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    if (digits.size() > 1 && digits[0] == '0') return std::nullopt;
    return Part{text.substr(0, last_letter + 1), number};
}

std::string numbered(std::string_view word, std::uint32_t count) {
    return std::string(word) + "s are numbered 0 to " + std::to_string(count - 1);
}

std::string domain_words(const Topology& topology) {
    std::set<std::string> words;
    for (const auto& kind : topology.kinds()) words.insert(kind.domain_word);
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : " or ") + word + "3";
    return text;
}

// The first GPU of a physical domain: that of its first partition. Domains are few kinds in runs, so the
// search over their numbers is a binary one.
Domain first_domain_of(const Topology& topology, std::uint32_t physical) {
    std::uint32_t low = 0;
    std::uint32_t high = topology.domain_count() - 1;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (topology.domain(DomainId(middle)).physical < physical) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return topology.domain(DomainId(low));
}

}  // namespace

std::string domain_name(const Topology& topology, const Domain& domain) {
    std::string name = physical_name(topology, domain.kind, domain.physical);
    if (!topology.kind_of(domain).partitions.empty()) name += '.' + std::to_string(domain.partition);
    return name;
}

std::string server_name(const Topology& topology, const GpuPlace& place) {
    return physical_name(topology, place.kind, place.physical) + '/' + topology.kind_of(place).server_word +
           std::to_string(place.server);
}

std::string gpu_name(const Topology& topology, GpuId gpu) {
    const GpuPlace place = topology.place(gpu);
    return server_name(topology, place) + "/gpu" + std::to_string(place.gpu_in_server);
}

std::variant<GpuRange, std::string> parse_name(const Topology& topology, std::string_view name) {
    std::vector<std::string_view> pieces;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        pieces.push_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    std::vector<Part> parts;
    for (const auto piece : pieces) {
        const auto part = split_part(piece);
        if (!part || parts.size() == 3) {
            return "'" + std::string(name.substr(0, 60)) + "' is not a name of a part such as " +
                   domain_words(topology) + ", with its server and GPU behind slashes";
        }
        parts.push_back(*part);
    }
    if (parts[0].number >= topology.physical_count()) {
        return "there is no " + std::string(pieces[0]) + ": the " +
               numbered(parts[0].word, topology.physical_count());
    }
    const Domain first = first_domain_of(topology, parts[0].number);
    const DomainKind& kind = topology.kind_of(first);
    if (parts[0].word != kind.domain_word) {
        return "number " + std::to_string(parts[0].number) + " is a " + kind.domain_word + ": write " +
               kind.domain_word + std::to_string(parts[0].number);
    }
    GpuRange range{first.first_gpu, kind.gpus()};
    if (parts.size() > 1) {
        if (parts[1].word != kind.server_word || parts[1].number >= kind.servers.count) {
            return "there is no " + std::string(pieces[1]) + " in " + std::string(pieces[0]) + ": its " +
                   numbered(kind.server_word, kind.servers.count);
        }
        range = {GpuId(range.first.value() + parts[1].number * kind.servers.gpus), kind.servers.gpus};
    }
    if (parts.size() > 2) {
        if (parts[2].word != "gpu" || parts[2].number >= kind.servers.gpus) {
            return "there is no " + std::string(pieces[2]) + " in " + std::string(pieces[1]) + ": its " +
                   numbered("gpu", kind.servers.gpus);
        }
        range = {GpuId(range.first.value() + parts[2].number), 1};
    }
    return range;
}

}  // namespace railyard
