#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "railyard/cluster/adapter_names.hpp"
#include "railyard/cluster/levels.hpp"
#include "railyard/cluster/readers.hpp"
#include "railyard/cluster/switch_links.hpp"
#include "railyard/cluster/text_lines.hpp"
#include "railyard/input/quantity.hpp"

namespace railyard::cluster {
namespace {

constexpr std::string_view arrow_begin = "==(";
constexpr std::string_view arrow_end = ")==>";

// One end of a link: what stands left or right of the arrow.
struct End {
    std::string_view guid;  // 0x..., where it is told
    std::string_view name;  // in quotes, where it is told
    std::string_view lid;
    std::string_view port;
};

// "0xGUID  4  1[  ]", "0xGUID \"NAME\"  612  1[  ]", "2  17[  ]", "2  17[  ] \"NAME\" ( )".
End cut_end(std::string_view text) {
    End end;
    std::size_t quote = text.find('"');
    if (quote != std::string_view::npos) {
        const std::size_t close = text.find('"', quote + 1);
        if (close != std::string_view::npos) end.name = trimmed(text.substr(quote + 1, close - quote - 1));
    }
    bool in_quotes = false;
    for (const Field& word : words_of(text)) {
        const bool was_in_quotes = in_quotes;
        for (const char c : word.text) in_quotes = in_quotes != (c == '"');
        if (was_in_quotes || word.text.front() == '"') continue;
        if (word.text.substr(0, 2) == "0x") {
            end.guid = word.text;
        } else if (end.lid.empty()) {
            end.lid = word.text;
        } else if (end.port.empty()) {
            end.port = word.text.substr(0, word.text.find('['));
        }
    }
    return end;
}

// Lanes, and the rate of one in Gb/s.
struct Lanes {
    std::uint32_t width = 0;
    double gigabits = 0;
};

std::optional<std::uint32_t> width_of(std::string_view text) {
    const auto width = input::parse_number(text.substr(0, text.find('X')));
    if (text.empty() || text.back() != 'X' || !std::holds_alternative<double>(width)) return std::nullopt;
    const double lanes = std::get<double>(width);
    return lanes >= 1 && lanes <= 12 ? std::optional(static_cast<std::uint32_t>(lanes)) : std::nullopt;
}

// "4X      25.78125 Gbps Active/  LinkUp"
std::optional<Lanes> lanes_of(std::string_view text) {
    const auto words = words_of(text);
    if (words.size() < 3 || words[2].text != "Gbps") return std::nullopt;
    const auto width = width_of(words[0].text);
    const auto lane = input::parse_number(words[1].text);
    if (!width || !std::holds_alternative<double>(lane)) return std::nullopt;
    return Lanes{*width, std::get<double>(lane)};
}

// What the lanes carry: of EDR and later 64/66 of the signalling rate that is printed.
BytesPerSecond payload_of(const Lanes& lanes) {
    double gigabits = lanes.gigabits;
    if (gigabits == 25.78125) gigabits = 25;
    if (gigabits == 53.125) gigabits = 50;
    if (gigabits == 106.25) gigabits = 100;
    if (gigabits == 212.5) gigabits = 200;
    return gigabits_per_second(gigabits * lanes.width);
}

// "( Could be 53.125 Gbps)", "( Could be 4X)", or both: what both ends can, where that is more.
std::optional<BytesPerSecond> could_be(std::string_view text, const Lanes& now) {
    constexpr std::string_view mark = "Could be ";
    Lanes best = now;
    for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at)) {
        at += mark.size();
        const std::string_view value = text.substr(at, text.find_first_of(" )", at) - at);
        const auto lane = input::parse_number(value);
        if (const auto width = width_of(value)) {
            best.width = std::max(best.width, *width);
        } else if (std::holds_alternative<double>(lane)) {
            best.gigabits = std::max(best.gigabits, std::get<double>(lane));
        }
    }
    // Every port of an adapter has four lanes; one alone is what is left of them.
    if (best.width == 1) best.width = 4;
    const BytesPerSecond rate = payload_of(best);
    return rate > payload_of(now) ? std::optional(rate) : std::nullopt;
}

class LinkReader {
  public:
    explicit LinkReader(const input::Source& source) : source_(source), adapters_(cluster_) {}

    Cluster read() {
        Lines lines(source_.text());
        Line line;
        while (lines.next(line)) {
            const std::string_view text = trimmed(line.text);
            if (text.empty()) continue;
            if (text.substr(0, 3) == "CA:" || text.substr(0, 7) == "Switch:") {
                header(text);
            } else if (text.find(arrow_begin) != std::string_view::npos) {
                link(line);
            } else if (text.front() != '#') {
                problems_.add({line.number, 1, &source_},
                              "expected a link of iblinkinfo, not " + quoted(text));
            }
        }
        problems_.throw_if_any();
        join();
        adapters_.finish();
        if (cluster_.hosts.empty()) {
            problems_.add(source_.beginning(), "no link between a switch and a host is up in this file",
                          "hosts that are joined to each other directly have no switch to count hops on");
        }
        problems_.throw_if_any();
        if (slow_ > 0) {
            cluster_.notes.push_back(source_.name() + ": " + std::to_string(slow_) +
                                     (slow_ == 1 ? " link runs" : " links run") +
                                     " below what it could (\"Could be\"), the first in line " +
                                     std::to_string(first_slow_) + ": a cable or port is degraded");
        }
        set_fabric_levels(cluster_);
        return std::move(cluster_);
    }

  private:
    struct Link {
        End near;
        End far;
        std::optional<BytesPerSecond> rate, could_be;
    };

    // The rows of an adapter say again what those of its switch say.
    void header(std::string_view text) {
        in_adapter_ = text.substr(0, 3) == "CA:";
        header_ = in_adapter_ ? trimmed(text.substr(3)) : trimmed(text.substr(7));
        if (!header_.empty() && header_.back() == ':') header_.remove_suffix(1);
        const std::size_t blank = header_.find(' ');
        if (!in_adapter_ && blank != std::string_view::npos) header_ = trimmed(header_.substr(blank));
    }

    void link(const Line& line) {
        const std::size_t begin = line.text.find(arrow_begin);
        const std::size_t end = line.text.find(arrow_end, begin);
        if (end == std::string_view::npos) {
            return problems_.add({line.number, static_cast<std::uint32_t>(begin + 1), &source_},
                                 "the arrow of this link is cut short", "expected ==( ... )==> here");
        }
        const std::string_view state =
            line.text.substr(begin + arrow_begin.size(), end - begin - arrow_begin.size());
        if (state.find("LinkUp") == std::string_view::npos) return;
        Link link{
            cut_end(line.text.substr(0, begin)), cut_end(line.text.substr(end + arrow_end.size())), {}, {}};
        if (const auto lanes = lanes_of(state)) {
            link.rate = payload_of(*lanes);
            link.could_be = could_be(line.text.substr(end), *lanes);
        }
        if (link.near.lid.empty() || link.far.lid.empty() || link.far.name.empty()) {
            return problems_.add({line.number, 1, &source_}, "a link that is up without its two ends",
                                 "the line is cut short");
        }
        const auto [first, is_new] =
            line_of_.try_emplace(std::string(link.near.lid) + " " + std::string(link.near.port), line.number);
        if (!is_new) {
            return problems_.add({line.number, 1, &source_},
                                 "port " + std::string(link.near.port) + " of LID " +
                                     std::string(link.near.lid) + " is there twice, first in line " +
                                     std::to_string(first->second),
                                 "are two outputs, or two fabrics, in one file? Give each as a file");
        }
        if (link.near.name.empty() && !header_.empty()) link.near.name = header_;
        // The only node of a fabric that has several ports under one LID is a switch.
        auto& port = port_of_.try_emplace(std::string(link.near.lid), link.near.port).first->second;
        if (port != link.near.port) port = "several";
        names_.try_emplace(std::string(link.far.lid), link.far.name);
        if (!link.near.name.empty()) names_.try_emplace(std::string(link.near.lid), link.near.name);
        if (line.text.find("Could be") != std::string_view::npos && slow_++ == 0) first_slow_ = line.number;
        links_.push_back(link);
    }

    [[nodiscard]] bool is_switch(std::string_view lid) const {
        const auto ports = port_of_.find(std::string(lid));
        if (ports != port_of_.end() && ports->second == "several") return true;
        const auto name = names_.find(std::string(lid));
        if (name == names_.end()) return false;
        return name->second.find("MF0;") == 0 || name->second.find("Switch") == 0 ||
               name->second.find("Quantum") != std::string_view::npos;
    }

    SwitchId switch_of(std::string_view lid) {
        const SwitchId id = cluster_.switches.obtain("lid " + std::string(lid));
        const auto name = names_.find(std::string(lid));
        if (name != names_.end()) cluster_.switches[id].known_as = std::string(name->second);
        return id;
    }

    void join() {
        for (const Link& link : links_) {
            const bool near = is_switch(link.near.lid);
            const bool far = is_switch(link.far.lid);
            if (near && far) {
                const SwitchId a = switch_of(link.near.lid);
                const SwitchId b = switch_of(link.far.lid);
                cluster_.switches[a].joins.push_back(b);
                cluster_.switches[b].joins.push_back(a);
                const bool is_new =
                    seen_.insert({cable_key(link.near.lid, link.near.port, link.far.lid, link.far.port), 0})
                        .second;
                if (is_new) cluster_.switch_links.push_back({a, b, link.rate, link.could_be});
            } else if (near != far) {
                const End& adapter = near ? link.far : link.near;
                const End& leaf = near ? link.near : link.far;
                const auto name = names_.find(std::string(adapter.lid));
                if (name == names_.end() || !seen_.insert({std::string(adapter.lid), 0}).second) continue;
                adapters_.add(
                    {adapter.lid, adapter.port, name->second, switch_of(leaf.lid), link.rate, link.could_be});
            } else {
                ++direct_;
            }
        }
        if (direct_ > 0) {
            cluster_.notes.push_back(
                std::to_string(direct_) +
                " links join two hosts without a switch, or a switch that is not recognised");
        }
    }

    const input::Source& source_;
    input::Problems problems_;
    Cluster cluster_;
    AdapterNames adapters_;
    std::vector<Link> links_;
    std::size_t slow_ = 0;
    std::uint32_t first_slow_ = 0;
    bool in_adapter_ = false;
    std::string_view header_;
    std::unordered_map<std::string, std::string_view> port_of_;  // by LID
    std::unordered_map<std::string, std::string_view> names_;    // by LID
    std::unordered_map<std::string, int> seen_;
    std::unordered_map<std::string, std::uint32_t> line_of_;  // of a LID and port
    std::size_t direct_ = 0;
};

}  // namespace

bool recognise_iblinkinfo(std::string_view text) {
    Lines lines(text);
    Line line;
    while (lines.next(line)) {
        const std::string_view rest = trimmed(line.text);
        if (rest.empty() || rest.front() == '#') continue;
        if (rest.substr(0, 3) == "CA:" || rest.substr(0, 7) == "Switch:") continue;
        return rest.find(arrow_begin) != std::string_view::npos;
    }
    return false;
}

Cluster read_iblinkinfo(const input::SourcePtr& source) {
    return LinkReader(*source).read();
}

}  // namespace railyard::cluster
