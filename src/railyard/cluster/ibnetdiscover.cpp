#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "railyard/cluster/adapter_names.hpp"
#include "railyard/cluster/levels.hpp"
#include "railyard/cluster/readers.hpp"
#include "railyard/cluster/switch_links.hpp"
#include "railyard/cluster/text_lines.hpp"

namespace railyard::cluster {
namespace {

using input::Mark;

// A line cut into what matters: [port] "S-guid"[port] # "description" lid N 4xNDR, in this order; what a line
// does not have stays empty.
struct Cable {
    std::string_view port;  // of the node whose block this is
    std::string_view peer;  // "S-2c5eab0300b87b40"
    std::string_view peer_port;
    std::string_view description;  // of the peer
    std::string_view rate;         // "4xNDR"
};

std::optional<std::string_view> between(std::string_view text, std::size_t& at, char open, char close) {
    const std::size_t begin = text.find(open, at);
    if (begin == std::string_view::npos) return std::nullopt;
    const std::size_t end = text.find(close, begin + 1);
    if (end == std::string_view::npos) return std::nullopt;
    at = end + 1;
    return text.substr(begin + 1, end - begin - 1);
}

std::optional<Cable> cut_cable(std::string_view line) {
    Cable cable;
    std::size_t at = 0;
    const auto port = between(line, at, '[', ']');
    const auto peer = between(line, at, '"', '"');
    const auto peer_port = between(line, at, '[', ']');
    if (!port || !peer || !peer_port || peer->size() < 3) return std::nullopt;
    cable.port = *port;
    cable.peer = *peer;
    cable.peer_port = *peer_port;
    if (const auto description = between(line, at, '"', '"')) cable.description = *description;
    for (const Field& word : words_of(line.substr(at))) {
        if (word.text.size() > 2 && word.text[1] == 'x' && word.text[0] >= '1' && word.text[0] <= '8') {
            cable.rate = word.text;
        }
    }
    return cable;
}

class DiscoverReader {
  public:
    explicit DiscoverReader(const input::Source& source) : source_(source), adapters_(cluster_) {}

    Cluster read() {
        Lines lines(source_.text());
        Line line;
        while (lines.next(line)) one(line);
        if (problems_.empty() && cluster_.switches.empty()) {
            problems_.add(source_.beginning(), "no switch in this file",
                          "ibnetdiscover lists switches first; was it cut short?");
        }
        problems_.throw_if_any();
        adapters_.finish();
        if (cluster_.hosts.empty()) {
            problems_.add(source_.beginning(), "no host in this file", "is every host's adapter down?");
        }
        problems_.throw_if_any();
        note_cut_off();
        set_fabric_levels(cluster_);
        return std::move(cluster_);
    }

  private:
    // Each switch that another is cabled to has a block of its own in a whole file.
    void note_cut_off() {
        std::size_t missing = 0;
        std::string first;
        for (std::uint32_t i = 0; i < cluster_.switches.size(); ++i) {
            if (described_.count(i) > 0) continue;
            if (missing++ == 0) first = cluster_.switches[SwitchId(i)].name;
        }
        if (missing == 0) return;
        cluster_.notes.push_back(source_.name() + " is cut off: " + std::to_string(missing) +
                                 (missing == 1 ? " switch is" : " switches are") +
                                 " cabled and not described (" + first +
                                 (missing == 1 ? ")" : " and others)") + ", and hosts below are missing");
    }

    void one(const Line& line) {
        const std::string_view text = trimmed(line.text);
        if (text.empty()) {
            inside_ = Inside::nothing;
        } else if (text.front() == '[') {
            cable_line(line);
        } else if (text.substr(0, 6) == "Switch") {
            switch_line(line);
        } else if (text.substr(0, 2) == "Ca" || text.substr(0, 2) == "Rt") {
            // Its cables stand in the blocks of the switches as well.
            inside_ = Inside::adapter;
        } else if (text.front() != '#' && text.find('=') == std::string_view::npos) {
            problems_.add(mark(line, 1), "expected a line of ibnetdiscover, not " + quoted(text));
        }
    }

    [[nodiscard]] Mark mark(const Line& line, std::size_t column) const {
        return {line.number, static_cast<std::uint32_t>(column), &source_};
    }

    void switch_line(const Line& line) {
        std::size_t at = 0;
        const auto guid = between(line.text, at, '"', '"');
        const auto description = between(line.text, at, '"', '"');
        if (!guid || guid->size() < 3) {
            return problems_.add(mark(line, 1), "a switch without its GUID",
                                 "the line looks like: Switch 65 \"S-2c5eab0300b87b40\" # \"NAME\" ...");
        }
        current_ = cluster_.switches.obtain(*guid);
        const auto [first, is_new] = described_.try_emplace(current_.value(), line.number);
        if (!is_new) {
            return problems_.add(mark(line, 1),
                                 "switch " + quoted(*guid) + " is described twice, first in line " +
                                     std::to_string(first->second),
                                 "are two outputs in one file? One is enough");
        }
        inside_ = Inside::network_switch;
        if (description) cluster_.switches[current_].known_as = std::string(*description);
    }

    void cable_line(const Line& line) {
        if (inside_ == Inside::adapter) return;
        if (inside_ == Inside::nothing) {
            return problems_.add(mark(line, 1), "a cable before any switch",
                                 "is the beginning of the file missing?");
        }
        const auto cable = cut_cable(line.text);
        if (!cable) {
            return problems_.add(mark(line, 1), "expected [PORT] \"GUID\"[PORT] here",
                                 "the line is cut short, or no line of ibnetdiscover");
        }
        const auto rate = rate_of(cable->rate);
        // Every port has four lanes; one alone is what is left of them.
        const auto could_be =
            rate && cable->rate.substr(0, 2) == "1x" ? std::optional(*rate * 4.0) : std::nullopt;
        if (cable->peer.substr(0, 2) == "S-") {
            const SwitchId peer = cluster_.switches.obtain(cable->peer);
            cluster_.switches[current_].joins.push_back(peer);
            cluster_.switches[peer].joins.push_back(current_);
            const std::string key =
                cable_key(cluster_.switches[current_].name, cable->port, cable->peer, cable->peer_port);
            if (cables_.insert(key).second) cluster_.switch_links.push_back({current_, peer, rate, could_be});
            return;
        }
        if (cable->peer.substr(0, 2) == "H-") {
            adapters_.add({cable->peer, cable->peer_port, cable->description, current_, rate, could_be});
        }
    }

    // "4xNDR": lanes, and what a lane carries in Gbit/s (InfiniBand Architecture Specification).
    static std::optional<BytesPerSecond> rate_of(std::string_view text) {
        struct Lane {
            std::string_view name;
            double gigabits;
        };
        constexpr std::array<Lane, 8> lanes = {{{"SDR", 2.5},
                                                {"DDR", 5},
                                                {"QDR", 10},
                                                {"FDR", 14},
                                                {"EDR", 25},
                                                {"HDR", 50},
                                                {"NDR", 100},
                                                {"XDR", 200}}};
        for (const Lane& lane : lanes) {
            if (text.size() == 5 && text.substr(2) == lane.name) {
                return gigabits_per_second(lane.gigabits * (text[0] - '0'));
            }
        }
        return std::nullopt;
    }

    enum class Inside { nothing, network_switch, adapter };

    const input::Source& source_;
    input::Problems problems_;
    Cluster cluster_;
    AdapterNames adapters_;
    Inside inside_ = Inside::nothing;
    SwitchId current_;
    std::set<std::string> cables_;                                // between switches
    std::unordered_map<std::uint32_t, std::uint32_t> described_;  // switches with a block, its line
};

}  // namespace

bool recognise_ibnetdiscover(std::string_view text) {
    Lines lines(text);
    Line line;
    while (lines.next(line)) {
        const std::string_view rest = trimmed(line.text);
        if (rest.empty() || rest.front() == '#') continue;
        constexpr std::array<std::string_view, 7> starts = {
            "vendid=", "devid=", "sysimgguid=", "switchguid=", "caguid=", "Switch\t", "Ca\t"};
        return std::any_of(starts.begin(), starts.end(),
                           [&](std::string_view start) { return rest.substr(0, start.size()) == start; });
    }
    return false;
}

Cluster read_ibnetdiscover(const input::SourcePtr& source) {
    return DiscoverReader(*source).read();
}

}  // namespace railyard::cluster
