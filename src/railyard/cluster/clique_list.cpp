#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "railyard/cluster/readers.hpp"
#include "railyard/cluster/text_lines.hpp"

namespace railyard::cluster {
namespace {

bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// 8-4-4-4-12 hexadecimal digits, then nothing or ".CLIQUE".
bool is_domain(std::string_view text) {
    constexpr std::size_t length = 36;
    if (text.size() < length || (text.size() > length && text[length] != '.')) return false;
    for (std::size_t i = 0; i < length; ++i) {
        const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_dash ? text[i] != '-' : !is_hex(text[i])) return false;
    }
    return true;
}

// How a table has its cells: at the places of its titles, as kubectl writes them, or one behind the other,
// where something else put single blanks or tabs between them.
enum class Cells { at_places, words, tabs };

// Where the columns for the host and its domain begin and end.
struct Columns {
    Cells cells = Cells::at_places;
    std::size_t number = 0;  // of the column of domains, from 0
    std::size_t host = 0;
    std::size_t host_end = std::string_view::npos;
    std::size_t domain = 0;
    std::size_t domain_end = std::string_view::npos;
};

std::size_t tabs_before(std::string_view line, std::size_t end) {
    return static_cast<std::size_t>(
        std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(end), '\t'));
}

std::optional<Columns> columns_of(std::string_view header) {
    const auto titles = words_of(header);
    if (titles.size() < 2 || (titles[0].text != "NAME" && titles[0].text != "NODE")) return std::nullopt;
    Columns columns;
    columns.host = titles[0].column - 1;
    columns.host_end = titles[1].column - 1;
    const bool has_tabs = header.find('\t') != std::string_view::npos;
    const bool is_close = columns.host_end == columns.host + titles[0].text.size() + 1;
    columns.cells = has_tabs ? Cells::tabs : is_close ? Cells::words : Cells::at_places;
    for (std::size_t i = 1; i < titles.size(); ++i) {
        if (titles[i].text.find("CLIQUE") == std::string_view::npos) continue;
        columns.domain = titles[i].column - 1;
        columns.number = has_tabs ? tabs_before(header, columns.domain) : i;
        if (i + 1 < titles.size()) columns.domain_end = titles[i + 1].column - 1;
        return columns;
    }
    return std::nullopt;
}

std::string_view cell(std::string_view line, std::size_t begin, std::size_t end) {
    if (begin >= line.size()) return {};
    return trimmed(line.substr(begin, end == std::string_view::npos ? end : end - begin));
}

// The cell of a column, by its number.
std::string_view cell(std::string_view line, Cells cells, std::size_t number) {
    if (cells == Cells::words) {
        const auto words = words_of(line);
        return number < words.size() ? words[number].text : std::string_view();
    }
    for (std::size_t i = 0; i < number; ++i) {
        const std::size_t tab = line.find('\t');
        if (tab == std::string_view::npos) return {};
        line.remove_prefix(tab + 1);
    }
    return trimmed(line.substr(0, line.find('\t')));
}

// "node1: UUID", "node1,UUID" or "node1 UUID".
struct Pair {
    std::string_view host;
    Field domain;
};
std::optional<Pair> pair_of(std::string_view line) {
    const std::size_t end = line.find_first_of(":, \t");
    if (end == std::string_view::npos || end == 0) return std::nullopt;
    const std::size_t begin = line.find_first_not_of(":, \t", end);
    if (begin == std::string_view::npos) return std::nullopt;
    return Pair{line.substr(0, end), {trimmed(line.substr(begin)), static_cast<std::uint32_t>(begin + 1)}};
}

class ListReader {
  public:
    explicit ListReader(const input::Source& source) : source_(source) {}

    Cluster read() {
        Lines lines(source_.text());
        Line line;
        std::optional<Columns> columns;
        while (lines.next(line)) {
            if (trimmed(line.text).empty()) continue;
            if (!columns && cluster_.hosts.empty()) {
                columns = columns_of(line.text);
                if (columns) continue;
            }
            columns ? table_row(line, *columns) : pair_row(line);
        }
        if (problems_.empty() && cluster_.hosts.empty()) {
            problems_.add(source_.beginning(), "no host in this list");
        }
        problems_.throw_if_any();
        if (unknown_ > 0) {
            cluster_.notes.push_back(std::to_string(unknown_) + " of " +
                                     std::to_string(cluster_.hosts.size()) + " nodes have no clique label");
        }
        return std::move(cluster_);
    }

  private:
    void table_row(const Line& line, const Columns& columns) {
        const bool at_places = columns.cells == Cells::at_places;
        const std::string_view host =
            at_places ? cell(line.text, columns.host, columns.host_end) : cell(line.text, columns.cells, 0);
        const std::string_view domain = at_places ? cell(line.text, columns.domain, columns.domain_end)
                                                  : cell(line.text, columns.cells, columns.number);
        if (host.empty() || host.find_first_of(" \t") != std::string_view::npos) {
            return problem(line, columns.host, "expected the name of a node in this column");
        }
        if (domain.empty() || domain == "<none>" || domain == "-") {
            ++unknown_;
            return add(line, host, "");
        }
        if (!is_domain(domain))
            return no_domain(line, static_cast<std::size_t>(domain.data() - line.text.data()), domain);
        add(line, host, domain);
    }

    void pair_row(const Line& line) {
        const auto pair = pair_of(line.text);
        if (!pair) return problem(line, 0, "expected HOST: CLUSTER-UUID on this line");
        if (!is_domain(pair->domain.text)) return no_domain(line, pair->domain.column - 1, pair->domain.text);
        add(line, pair->host, pair->domain.text);
    }

    void add(const Line& line, std::string_view name, std::string_view domain) {
        if (!cluster_.hosts.find(name).is_none()) {
            return problem(line, 0, "host " + quoted(name) + " is there twice");
        }
        const HostId id = cluster_.hosts.obtain(name);
        if (!domain.empty()) cluster_.hosts[id].domain = cluster_.domains.obtain(domain);
    }

    void no_domain(const Line& line, std::size_t offset, std::string_view text) {
        problem(line, offset, quoted(text) + " is no NVLink domain",
                "it is a cluster UUID and a clique: 3183419e-9edc-4f0e-86e8-d895a9fb06be.7");
    }
    void problem(const Line& line, std::size_t offset, std::string message, std::string hint = "") {
        problems_.add({line.number, static_cast<std::uint32_t>(offset + 1), &source_}, std::move(message),
                      std::move(hint));
    }

    const input::Source& source_;
    input::Problems problems_;
    Cluster cluster_;
    std::size_t unknown_ = 0;
};

}  // namespace

bool recognise_clique_list(std::string_view text) {
    Lines lines(text);
    Line line;
    while (lines.next(line)) {
        if (trimmed(line.text).empty()) continue;
        if (columns_of(line.text)) return true;
        const auto pair = pair_of(line.text);
        return pair && is_domain(pair->domain.text);
    }
    return false;
}

Cluster read_clique_list(const input::SourcePtr& source) {
    return ListReader(*source).read();
}

}  // namespace railyard::cluster
