#include <optional>
#include <string>
#include <utility>

#include "railyard/cluster/kubernetes_labels.hpp"
#include "railyard/cluster/readers.hpp"
#include "railyard/cluster/text_columns.hpp"
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

// A table of hosts, and which of its columns is that of domains.
struct Table {
    TextColumns columns;
    std::size_t domain = 0;
};

std::optional<Table> table_of(std::string_view header) {
    TextColumns columns(header);
    const auto& titles = columns.titles();
    if (titles.size() < 2 || (titles[0].text != "NAME" && titles[0].text != "NODE")) return std::nullopt;
    for (std::size_t i = 1; i < titles.size(); ++i) {
        if (titles[i].text.find("CLIQUE") != std::string_view::npos) return Table{std::move(columns), i};
    }
    return std::nullopt;
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
        std::optional<Table> table;
        while (lines.next(line)) {
            if (trimmed(line.text).empty()) continue;
            if (!table && cluster_.hosts.empty()) {
                table = table_of(line.text);
                if (table) continue;
            }
            table ? table_row(line, *table) : pair_row(line);
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
    void table_row(const Line& line, const Table& table) {
        const Field host = table.columns.cell(line.text, 0);
        const Field domain = table.columns.cell(line.text, table.domain);
        if (host.text.empty() || host.text.find_first_of(" \t") != std::string_view::npos) {
            return problem(line, host.column - 1, "expected the name of a node in this column");
        }
        if (domain.text.empty() || domain.text == "<none>" || domain.text == "-") {
            ++unknown_;
            return add(line, host.text, "");
        }
        if (!is_domain(domain.text)) return no_domain(line, domain.column - 1, domain.text);
        add(line, host.text, domain.text);
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
        if (domain.empty()) return;
        const std::string_view text = source_.text();
        const bool ends_the_text = domain.data() + domain.size() == text.data() + text.size();
        if (ends_the_text && is_part_of_another(cluster_, domain)) {
            cluster_.notes.push_back("the text ends inside the clique of " + std::string(name) +
                                     ": its NVLink domain is unknown");
        } else {
            cluster_.hosts[id].domain = cluster_.domains.obtain(domain);
        }
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
        if (table_of(line.text)) return true;
        const auto pair = pair_of(line.text);
        return pair && is_domain(pair->domain.text);
    }
    return false;
}

Cluster read_clique_list(const input::SourcePtr& source) {
    return ListReader(*source).read();
}

}  // namespace railyard::cluster
