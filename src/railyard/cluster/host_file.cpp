#include "railyard/cluster/host_file.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

#include "railyard/cluster/hostlist.hpp"
#include "railyard/cluster/text_lines.hpp"

namespace railyard::cluster {
namespace {

bool is_number(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The pieces of a line between blanks and commas that are in no bracket, without its comment.
std::vector<Field> pieces_of(std::string_view line) {
    line = line.substr(0, line.find('#'));
    std::vector<Field> pieces;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t begin = at;
        bool in_bracket = false;
        for (; at < line.size(); ++at) {
            const char c = line[at];
            if (!in_bracket && (c == ' ' || c == '\t' || c == ',')) break;
            in_bracket = c == '[' || (in_bracket && c != ']');
        }
        if (at > begin) {
            pieces.push_back({line.substr(begin, at - begin), static_cast<std::uint32_t>(begin + 1)});
        }
        ++at;
    }
    return pieces;
}

class HostFileReader {
  public:
    explicit HostFileReader(const input::Source& source) : source_(source) {}

    std::vector<ListedHost> run() {
        Line line;
        for (Lines lines(source_.text()); lines.next(line) && !ends_;) read_line(line);
        problems_.throw_if_any();
        return std::move(hosts_);
    }

  private:
    void problem(const Line& line, std::uint32_t column, std::string message, std::string hint) {
        problems_.add({line.number, column, &source_}, std::move(message), std::move(hint));
    }

    void read_line(const Line& line) {
        bool has_host = false;
        for (const Field& piece : pieces_of(line.text)) {
            if (ends_) return;
            if (piece.text.find('=') != std::string_view::npos) {
                read_setting(line, piece, has_host);
            } else {
                read_hosts(line, piece);
                has_host = true;
            }
        }
    }

    void read_setting(const Line& line, const Field& piece, bool has_host) {
        constexpr std::array<std::string_view, 3> known = {"slots", "max-slots", "max_slots"};
        const std::size_t equals = piece.text.find('=');
        if (std::find(known.begin(), known.end(), piece.text.substr(0, equals)) == known.end()) {
            return problem(line, piece.column, quoted(piece.text) + " is no host",
                           "behind a host may stand slots=8 or max-slots=8, without blanks");
        }
        if (!has_host) {
            return problem(line, piece.column, quoted(piece.text) + " has no host before it",
                           "a line looks like: n1 slots=8");
        }
        if (!is_number(piece.text.substr(equals + 1))) {
            problem(line, piece.column + static_cast<std::uint32_t>(equals + 1), "expected a number here",
                    "how many processes the host takes, such as slots=8");
        }
    }

    void read_hosts(const Line& line, const Field& piece) {
        std::string_view names = piece.text;
        // All lines of such a file would be wrong alike.
        ends_ = names.back() == ':';
        if (ends_) {
            return problem(line, piece.column, quoted(names) + " is no host",
                           "a host file names hosts, as in n1 slots=8 or n[01-18]; this reads like YAML");
        }
        const std::size_t colon = names.rfind(':');
        const bool has_count = colon != std::string_view::npos && colon > 0 && colon == names.find(':');
        if (has_count && !is_number(names.substr(colon + 1))) {
            return problem(line, piece.column + static_cast<std::uint32_t>(colon + 1),
                           "expected a number here", "how many processes the host takes, such as n1:8");
        }
        if (has_count) names = names.substr(0, colon);
        auto expanded = expand_hostlist(names);
        if (auto* why = std::get_if<HostlistProblem>(&expanded)) {
            return problem(line, piece.column + static_cast<std::uint32_t>(why->offset),
                           std::move(why->message), std::move(why->hint));
        }
        auto& list = std::get<std::vector<std::string>>(expanded);
        ends_ = hosts_.size() + list.size() > most_hosts;
        if (ends_) {
            return problem(line, piece.column,
                           "the list stands for more than " + std::to_string(most_hosts) + " names",
                           "is a digit too many in a range?");
        }
        for (std::string& name : list) hosts_.push_back({std::move(name), line.number, piece.column});
    }

    const input::Source& source_;
    input::Problems problems_;
    std::vector<ListedHost> hosts_;
    bool ends_ = false;  // what follows is not worth a look
};

}  // namespace

std::vector<ListedHost> read_host_file(const input::Source& source) {
    return HostFileReader(source).run();
}

std::optional<HostTwice> host_twice(const std::vector<ListedHost>& hosts) {
    std::unordered_map<std::string_view, std::size_t> by_name;   // as it is written
    std::unordered_map<std::string_view, std::size_t> by_short;  // of full names, the first
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        const std::string_view name = hosts[i].name;
        const auto [first, is_new] = by_name.try_emplace(name, i);
        if (!is_new) return HostTwice{first->second, i};
        const std::string_view short_name = name.substr(0, name.find('.'));
        const bool is_full = short_name.size() < name.size();
        const auto& others = is_full ? by_name : by_short;
        const auto other = others.find(short_name);
        if (other != others.end()) return HostTwice{other->second, i};
        if (is_full) by_short.try_emplace(short_name, i);
    }
    return std::nullopt;
}

}  // namespace railyard::cluster
