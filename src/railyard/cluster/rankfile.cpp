#include "railyard/cluster/rankfile.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "railyard/cluster/hostlist.hpp"
#include "railyard/cluster/text_lines.hpp"

namespace railyard::cluster {
namespace {

constexpr std::string_view form = "a line looks like: rank 0=n1 slot=0-11";

struct Entry {
    std::uint32_t rank = 0;
    std::uint32_t line = 0;
    std::string host;
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// A line while it is read.
class Cursor {
  public:
    explicit Cursor(std::string_view text) : text_(text.substr(0, text.find('#'))) { skip_blanks(); }

    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
    [[nodiscard]] std::uint32_t column() const { return static_cast<std::uint32_t>(at_) + 1; }
    // What begins here, up to a blank or '='.
    [[nodiscard]] std::string_view word() const {
        return text_.substr(at_, text_.find_first_of(" \t\r=", at_) - at_);
    }
    bool take(std::string_view word_wanted) {
        if (word() != word_wanted) return false;
        at_ += word_wanted.size();
        skip_blanks();
        return true;
    }
    bool take_equals() {
        if (at_end() || text_[at_] != '=') return false;
        ++at_;
        skip_blanks();
        return true;
    }
    std::string_view take_word() {
        const std::string_view taken = word();
        at_ += taken.size();
        skip_blanks();
        return taken;
    }

  private:
    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r", at_), text_.size()); }

    std::string_view text_;
    std::size_t at_ = 0;
};

// The byte of a slot list ("0-15", "1:0-2", "0:0,1;1:0", "*") where it is none; its size where it is one.
std::size_t end_of_slots(std::string_view slots) {
    bool wants_number = true;
    for (std::size_t at = 0; at < slots.size(); ++at) {
        const char c = slots[at];
        if (is_digit(c) || (wants_number && c == '*')) {
            wants_number = false;
        } else if (!wants_number && (c == '-' || c == ',' || c == ':' || c == ';')) {
            wants_number = true;
        } else if (!(wants_number && c == 'p')) {  // "p0:2": physical numbers
            return at;
        }
    }
    return wants_number ? std::string_view::npos : slots.size();
}

class RankfileReader {
  public:
    explicit RankfileReader(const input::Source& source) : source_(source) {}

    std::vector<std::string> run() {
        Line line;
        for (Lines lines(source_.text()); lines.next(line);) {
            Cursor cursor(line.text);
            if (!cursor.at_end()) read_line(line, cursor);
        }
        problems_.throw_if_any();
        return by_rank();
    }

  private:
    void problem(const Line& line, std::uint32_t column, std::string message, std::string_view hint = form) {
        problems_.add({line.number, column, &source_}, std::move(message), std::string(hint));
    }

    void read_line(const Line& line, Cursor& cursor) {
        if (!cursor.take("rank")) return problem(line, cursor.column(), "this line gives no rank its host");
        Entry entry;
        entry.line = line.number;
        const std::uint32_t number_at = cursor.column();
        const std::string_view number = cursor.take_word();
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), entry.rank);
        if (error != std::errc{} || end != number.data() + number.size())
            return problem(line, number_at, "expected the number of a rank here");
        if (!cursor.take_equals()) return problem(line, cursor.column(), "expected '=' and a host here");
        const std::uint32_t host_at = cursor.column();
        const std::string_view host = cursor.take_word();
        if (host.empty()) return problem(line, host_at, "expected a host here");
        if (host.front() == '+') {
            return problem(line, host_at, quoted(host) + " is a place in an allocation, not a host",
                           "give the host its name, such as rank 0=n1 slot=0-11");
        }
        if (host.size() > longest_name || !is_host_name(host))
            return problem(line, host_at, quoted(host) + " is not the name of one host");
        entry.host = std::string(host);
        if (!cursor.take("slot") && !cursor.take("slots"))
            return problem(line, cursor.column(), "expected slot=... here");
        const bool equals = cursor.take_equals();
        const std::uint32_t slots_at = cursor.column();
        const std::string_view slots = cursor.take_word();
        const std::size_t good = end_of_slots(slots);
        if (!equals || good != slots.size()) {
            const auto offset = static_cast<std::uint32_t>(std::min(good, slots.size()));
            return problem(line, slots_at + offset, "expected the numbers of cores here",
                           "such as slot=0-11, slot=3 or slot=1:0-2");
        }
        if (!cursor.at_end()) return problem(line, cursor.column(), "the line has more than a rank");
        entries_.push_back(std::move(entry));
    }

    std::vector<std::string> by_rank() {
        if (entries_.empty())
            throw InputError(
                source_.problem(source_.beginning(), "the file names no rank", std::string(form)));
        std::stable_sort(entries_.begin(), entries_.end(),
                         [](const Entry& a, const Entry& b) { return a.rank < b.rank; });
        std::vector<std::string> hosts;
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const Entry& entry = entries_[i];
            if (i > 0 && entries_[i - 1].rank == entry.rank) {
                throw InputError(source_.problem({entry.line, 1, &source_},
                                                 "rank " + std::to_string(entry.rank) +
                                                     " is there twice, first in line " +
                                                     std::to_string(entries_[i - 1].line),
                                                 "a rank runs on one host"));
            }
            if (entry.rank != i) {
                throw InputError(source_.problem(
                    {entry.line, 1, &source_},
                    "rank " + std::to_string(i) + " has no line, rank " + std::to_string(entry.rank) + " has",
                    "every rank from 0 on needs one"));
            }
            hosts.push_back(entry.host);
        }
        return hosts;
    }

    const input::Source& source_;
    input::Problems problems_;
    std::vector<Entry> entries_;
};

}  // namespace

bool is_rankfile(std::string_view text) {
    Line line;
    for (Lines lines(text); lines.next(line);) {
        Cursor cursor(line.text);
        if (cursor.at_end()) continue;
        if (!cursor.take("rank") || cursor.at_end() ||
            !is_digit(cursor.word().empty() ? '=' : cursor.word().front()))
            return false;
        cursor.take_word();
        return cursor.take_equals();
    }
    return false;
}

std::vector<std::string> read_rankfile(const input::Source& source) {
    return RankfileReader(source).run();
}

std::vector<std::string> hosts_of(const std::vector<std::string>& host_of_rank) {
    std::vector<std::string> hosts;
    std::unordered_set<std::string> known;
    for (const std::string& host : host_of_rank) {
        if (known.insert(host).second) hosts.push_back(host);
    }
    return hosts;
}

std::optional<RanksElsewhere> ranks_elsewhere(const std::vector<std::string>& host_of_rank,
                                              const Topology& topology, const Placement& placement) {
    // The first rank of a server says which host stands for it, and the other way round.
    std::unordered_map<std::uint32_t, std::string> host_of;
    std::unordered_map<std::string, std::uint32_t> server_of;
    RanksElsewhere elsewhere;
    const auto add = [&](std::uint32_t rank, std::string expected, std::string seen) {
        if (elsewhere.count++ > 0) return;
        elsewhere.first = rank;
        elsewhere.expected = std::move(expected);
        elsewhere.seen = std::move(seen);
    };
    const auto placed = static_cast<std::uint32_t>(placement.gpu_of.size());
    const auto listed = static_cast<std::uint32_t>(host_of_rank.size());
    for (std::uint32_t rank = 0; rank < std::min(placed, listed); ++rank) {
        const std::uint32_t server = topology.place(placement.gpu_of[RankId(rank)]).server_id;
        const std::string& host = host_of_rank[rank];
        const auto [own, is_new] = host_of.try_emplace(server, host);
        if (own->second != host) {
            add(rank, own->second, host);
            continue;
        }
        const auto [its, unused] = server_of.try_emplace(host, server);
        if (its->second == server) continue;
        if (is_new) host_of.erase(own);
        add(rank, "another host than " + host, host);
    }
    for (std::uint32_t rank = placed; rank < listed; ++rank) add(rank, "no host", host_of_rank[rank]);
    for (std::uint32_t rank = listed; rank < placed; ++rank) add(rank, "a host", "no host");
    return elsewhere.count > 0 ? std::optional(std::move(elsewhere)) : std::nullopt;
}

}  // namespace railyard::cluster
