// What `kubectl get nodes` prints, with all labels (--show-labels) or with columns for some (-L LABEL).

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "railyard/cluster/kubernetes_labels.hpp"
#include "railyard/cluster/readers.hpp"
#include "railyard/cluster/text_columns.hpp"
#include "railyard/cluster/text_lines.hpp"

namespace railyard::cluster {
namespace {

// "oci.oraclecloud.com/host.rack_id" -> "HOST.RACK_ID", as kubectl titles the column of a label.
std::string title_of(std::string_view key) {
    std::string title(key.substr(key.rfind('/') + 1));
    for (char& c : title) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return title;
}

// A column that holds a label, or all of them.
struct LabelColumn {
    std::size_t number = 0;
    const TopologyLabel* label = nullptr;  // null: all labels of the node
};

struct Table {
    TextColumns columns;
    std::vector<LabelColumn> labels;
};

std::optional<Table> table_of(std::string_view header) {
    Table table{TextColumns(header), {}};
    const auto& titles = table.columns.titles();
    if (titles.size() < 2 || titles[0].text != "NAME") return std::nullopt;
    for (std::size_t i = 1; i < titles.size(); ++i) {
        if (titles[i].text == "LABELS" && i + 1 == titles.size()) table.labels.push_back({i, nullptr});
        for (const TopologyLabel& label : topology_labels) {
            if (titles[i].text == title_of(label.key)) table.labels.push_back({i, &label});
        }
    }
    return table.labels.empty() ? std::nullopt : std::optional(std::move(table));
}

struct LabelValue {
    std::string_view key, value;
};

// "a=b,c=d"; none of those where it is something else.
std::vector<LabelValue> values_in(std::string_view text) {
    std::vector<LabelValue> values;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string_view one = text.substr(at, end - at);
        const std::size_t equals = one.find('=');
        if (equals != std::string_view::npos && equals > 0)
            values.push_back({one.substr(0, equals), one.substr(equals + 1)});
        at = end + 1;
    }
    return values;
}

// The last word of a line without titles (--no-headers), if it is labels with one of a place among them.
std::optional<std::string_view> labels_of(std::string_view line) {
    const auto words = words_of(line);
    if (words.size() < 2) return std::nullopt;
    const auto values = values_in(words.back().text);
    const bool places = std::any_of(values.begin(), values.end(), [](const LabelValue& value) {
        return topology_label(value.key) != nullptr;
    });
    return places ? std::optional(words.back().text) : std::nullopt;
}

// "NAME STATUS ROLES AGE VERSION": what kubectl prints of nodes when it is asked for no labels.
bool has_no_labels(std::string_view header) {
    const auto titles = words_of(header);
    return titles.size() >= 4 && titles[0].text == "NAME" && titles[1].text == "STATUS" &&
           titles[2].text == "ROLES" && titles[3].text == "AGE" &&
           header.find("CLIQUE") == std::string_view::npos && !table_of(header);
}

class TableReader {
  public:
    explicit TableReader(const input::Source& source) : source_(source) {}

    Cluster read() {
        Lines lines(source_.text());
        Line line;
        bool is_first = true;
        while (lines.next(line)) {
            if (trimmed(line.text).empty()) continue;
            if (is_first && has_no_labels(line.text)) {
                problems_.add(source_.beginning(), "this table of nodes has no labels",
                              "kubectl get nodes --show-labels, or -o yaml");
                break;
            }
            if (is_first) table_ = table_of(line.text);
            if (!is_first || !table_) row(line);
            is_first = false;
        }
        if (problems_.empty() && cluster_.hosts.empty())
            problems_.add(source_.beginning(), "no node in this table", "kubectl get nodes --show-labels");
        problems_.throw_if_any();
        places_.finish();
        return std::move(cluster_);
    }

  private:
    void row(const Line& line) {
        const auto values = values_of(line);
        Field name = words_of(line.text).front();
        // A name that is wider than its column goes on below the next title.
        if (table_ && table_->columns.cell(line.text, 0).text.empty()) name = {{}, 1};
        const input::Mark mark{line.number, name.column, &source_};
        if (name.text.empty()) return problems_.add(mark, "expected the name of a node in this column");
        if (!cluster_.hosts.find(name.text).is_none())
            return problems_.add(mark, "node " + quoted(name.text) + " is there twice");
        const HostId host = cluster_.hosts.obtain(name.text);
        const bool may_be_cut =
            line.text.data() + line.text.size() == source_.text().data() + source_.text().size();
        places_.take(host, [&](std::string_view key) -> std::optional<std::string_view> {
            const auto found = std::find_if(values.begin(), values.end(),
                                            [&](const LabelValue& value) { return value.key == key; });
            if (found == values.end() || found->value == "<none>") return std::nullopt;
            const bool is_last =
                found->value.data() + found->value.size() == line.text.data() + line.text.size();
            if (may_be_cut && is_last && is_part_of_another(cluster_, found->value)) {
                cluster_.notes.push_back("the text ends inside the label " + std::string(key) + " of " +
                                         std::string(name.text) + ": what it says is unknown");
                return std::nullopt;
            }
            return found->value;
        });
    }

    [[nodiscard]] std::vector<LabelValue> values_of(const Line& line) const {
        if (!table_) return values_in(labels_of(line.text).value_or(std::string_view()));
        std::vector<LabelValue> values;
        for (const LabelColumn& column : table_->labels) {
            // All labels are one word at the end, wherever a long name has moved it.
            const auto words = words_of(line.text);
            const std::string_view text = column.label != nullptr || words.empty()
                                              ? table_->columns.cell(line.text, column.number).text
                                              : words.back().text;
            if (column.label != nullptr) {
                values.push_back({column.label->key, text});
                continue;
            }
            for (const LabelValue& value : values_in(text)) values.push_back(value);
        }
        return values;
    }

    const input::Source& source_;
    input::Problems problems_;
    Cluster cluster_;
    LabelledHosts places_{cluster_};
    std::optional<Table> table_;  // none: no line of titles
};

}  // namespace

bool recognise_kubernetes_table(std::string_view text) {
    Lines lines(text);
    Line line;
    while (lines.next(line)) {
        if (trimmed(line.text).empty()) continue;
        if (has_no_labels(line.text)) return true;
        if (const auto table = table_of(line.text)) {
            // Cliques alone are a list of them.
            return std::any_of(table->labels.begin(), table->labels.end(), [](const LabelColumn& column) {
                return column.label == nullptr || column.label->says != LabelSays::clique;
            });
        }
        return labels_of(line.text).has_value();
    }
    return false;
}

Cluster read_kubernetes_table(const input::SourcePtr& source) {
    return TableReader(*source).read();
}

}  // namespace railyard::cluster
