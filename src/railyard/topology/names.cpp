#include "railyard/topology/names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace railyard {
namespace {

std::string physical_name(const Topology& topology, std::uint32_t kind, std::uint32_t physical) {
    return topology.kinds()[kind].domain_word + std::to_string(physical);
}

// A word and a number: "rack12".
struct Part {
    std::string_view text;
    std::string_view word;
    std::uint32_t number = 0;
};

std::optional<std::uint32_t> whole_of(std::string_view digits) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return number;
}

std::string quoted(std::string_view text) {
    return "'" + std::string(text.substr(0, 60)) + "'";
}

// "rack0 to rack7", or "rack0" where there is one.
std::string first_to_last(const std::string& first, const std::string& last) {
    return first == last ? first : first + " to " + last;
}

std::string numbered(const std::string& word, std::uint32_t count) {
    return first_to_last(word + '0', word + std::to_string(count - 1));
}

std::string no_such_part(std::string_view part, std::string_view holder, const std::string& there_are) {
    return "there is no " + std::string(part) + " in " + std::string(holder) + ": it has " + there_are;
}

// The first scale-up domain of a physical one, by binary search.
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

// Follows a name from the domain down to the GPU.
class NameReader {
  public:
    NameReader(const Topology& topology, std::string_view name) : topology_(topology), name_(name) {}

    std::variant<GpuRange, std::string> read() {
        std::vector<std::string_view> pieces;
        for (std::size_t begin = 0; begin <= name_.size();) {
            const std::size_t end = std::min(name_.find('/', begin), name_.size());
            pieces.push_back(name_.substr(begin, end - begin));
            begin = end + 1;
        }
        if (pieces.size() > 3 || !domain(pieces[0], pieces.size())) return answer();
        if (pieces.size() > 1 && !server(pieces[0], pieces[1])) return answer();
        if (pieces.size() > 2 && !gpu(pieces[1], pieces[2])) return answer();
        return range_;
    }

  private:
    [[nodiscard]] std::string answer() const { return why_.empty() ? not_a_name() : why_; }

    [[nodiscard]] std::string not_a_name() const {
        const DomainKind& kind = topology_.kinds()[topology_.runs().front().kind];
        std::string slashed(name_);
        for (char& c : slashed) {
            if (std::string_view("-_.: ").find(c) != std::string_view::npos) c = '/';
        }
        // Never twice: the name with slashes has none of these letters.
        if (slashed != name_ && std::holds_alternative<GpuRange>(NameReader(topology_, slashed).read()))
            return quoted(name_) + " is not the name of a part: write " + slashed;
        return quoted(name_) + " is not the name of a part such as " + kind.domain_word + "0/" +
               kind.server_word + "0/gpu0";
    }

    // Nothing if the text is no word and number; numbers with leading zeros are told apart.
    std::optional<Part> split(std::string_view text) {
        const std::size_t last_letter = text.find_last_not_of("0123456789");
        const std::size_t digits_at = last_letter == std::string_view::npos ? 0 : last_letter + 1;
        const std::string_view digits = text.substr(digits_at);
        const auto number = whole_of(digits);
        if (digits_at == 0 || !number) return std::nullopt;
        const std::string_view word = text.substr(0, digits_at);
        if (digits.size() > 1 && digits[0] == '0') {
            why_ = quoted(text) + " has leading zeros: write " + std::string(word) + std::to_string(*number);
            return std::nullopt;
        }
        return Part{text, word, *number};
    }

    bool domain(std::string_view piece, std::size_t pieces) {
        const std::size_t dot = piece.find('.');
        const auto part = split(piece.substr(0, dot));
        if (!part || is_a_hosts(part->word)) return false;
        if (is_below_domains(part->word)) return without_its_domain(*part);
        if (part->number >= topology_.physical_count()) {
            const std::uint32_t last = topology_.physical_count() - 1;
            const auto name_of = [&](std::uint32_t physical) {
                return physical_name(topology_, first_domain_of(topology_, physical).kind, physical);
            };
            why_ = "there is no " + std::string(part->text) + ": the domains are " +
                   first_to_last(name_of(0), name_of(last));
            return false;
        }
        const Domain first = first_domain_of(topology_, part->number);
        kind_ = &topology_.kind_of(first);
        if (part->word != kind_->domain_word) {
            why_ = "number " + std::to_string(part->number) + " is a " + kind_->domain_word + ": write " +
                   kind_->domain_word + std::to_string(part->number);
            return false;
        }
        range_ = {first.first_gpu, kind_->gpus()};
        return dot == std::string_view::npos || partition(first, *part, piece.substr(dot + 1), pieces);
    }

    // Hosts are called rack3-tray7: that is no word of a domain with its number.
    [[nodiscard]] bool is_a_hosts(std::string_view word) const {
        const auto& kinds = topology_.kinds();
        return word.find('-') != std::string_view::npos &&
               std::none_of(kinds.begin(), kinds.end(),
                            [&](const DomainKind& kind) { return kind.domain_word == word; });
    }

    // Whether a word is that of servers or GPUs, or what people call servers, and of no domain.
    [[nodiscard]] bool is_below_domains(std::string_view word) const {
        constexpr std::array<std::string_view, 6> below = {"gpu", "server", "tray", "node", "host", "blade"};
        const auto& kinds = topology_.kinds();
        if (std::any_of(kinds.begin(), kinds.end(),
                        [&](const DomainKind& kind) { return kind.domain_word == word; }))
            return false;
        return std::find(below.begin(), below.end(), word) != below.end() ||
               std::any_of(kinds.begin(), kinds.end(),
                           [&](const DomainKind& kind) { return kind.server_word == word; });
    }

    // "tray2": that of the first rack, or as counted through all of them.
    bool without_its_domain(const Part& part) {
        const bool is_gpu = part.word == "gpu";
        const DomainKind& first = topology_.kind_of(topology_.domain(DomainId(0)));
        const std::uint32_t each = is_gpu ? first.gpus() : first.servers.count;
        const bool are_alike = topology_.runs().size() == 1;
        const std::uint32_t domain = are_alike ? part.number / each : 0;
        why_ =
            std::string(is_gpu ? "a GPU is named with its " + first.domain_word + " and " + first.server_word
                               : "a " + first.server_word + " is named with its " + first.domain_word) +
            ": ";
        if (domain >= topology_.physical_count() || (!are_alike && part.number >= each)) {
            why_ += "such as " + first.domain_word + "0/" + first.server_word + "0" + (is_gpu ? "/gpu0" : "");
            return false;
        }
        const std::uint32_t inside = part.number % each;
        const std::uint32_t server = is_gpu ? inside / first.servers.gpus : inside;
        why_ += "write " + first.domain_word + std::to_string(domain) + '/' + first.server_word +
                std::to_string(server);
        if (is_gpu) why_ += "/gpu" + std::to_string(inside % first.servers.gpus);
        return false;
    }

    // "rack3.1"
    bool partition(const Domain& first, const Part& part, std::string_view digits, std::size_t pieces) {
        const auto number = whole_of(digits);
        const auto& partitions = kind_->partitions;
        if (!number || (digits.size() > 1 && digits[0] == '0')) return false;
        const std::string name(part.text);
        if (*number >= partitions.size()) {
            why_ = partitions.empty()
                       ? name + " has no partitions"
                       : no_such_part("partition " + std::to_string(*number), name,
                                      numbered(name + '.', static_cast<std::uint32_t>(partitions.size())));
            return false;
        }
        if (pieces > 1) {
            why_ = "the servers of " + name + " are counted through its partitions: write " + name + "/...";
            return false;
        }
        const Domain found = topology_.domain(DomainId(first.id.value() + *number));
        range_ = {found.first_gpu, found.gpus};
        return true;
    }

    bool server(std::string_view holder, std::string_view piece) {
        const auto part = split(piece);
        if (!part) return false;
        if (part->word == "gpu" && kind_->server_word != "gpu" && part->number < kind_->gpus()) {
            const std::uint32_t each = kind_->servers.gpus;
            why_ = "a GPU is named with its server: write " + std::string(holder) + '/' + kind_->server_word +
                   std::to_string(part->number / each) + "/gpu" + std::to_string(part->number % each);
            return false;
        }
        if (part->word != kind_->server_word || part->number >= kind_->servers.count) {
            why_ = no_such_part(piece, holder, numbered(kind_->server_word, kind_->servers.count));
            return false;
        }
        range_ = {GpuId(range_.first.value() + part->number * kind_->servers.gpus), kind_->servers.gpus};
        return true;
    }

    bool gpu(std::string_view holder, std::string_view piece) {
        const auto part = split(piece);
        if (!part) return false;
        if (part->word != "gpu" || part->number >= kind_->servers.gpus) {
            why_ = no_such_part(piece, holder, numbered("gpu", kind_->servers.gpus));
            return false;
        }
        range_ = {GpuId(range_.first.value() + part->number), 1};
        return true;
    }

    const Topology& topology_;
    std::string_view name_;
    const DomainKind* kind_ = nullptr;
    GpuRange range_;
    std::string why_;
};

}  // namespace

std::string word_of(const Topology& topology, const std::vector<DomainId>& domains) {
    std::string common;
    for (const DomainId domain : domains) {
        const std::string& word = topology.kind_of(topology.domain(domain)).domain_word;
        if (!common.empty() && word != common) return "domain";
        common = word;
    }
    return common.empty() ? "domain" : common;
}

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
    return NameReader(topology, name).read();
}

}  // namespace railyard
