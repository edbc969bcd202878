#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "railyard/base/suggest.hpp"
#include "railyard/cluster/continued_lines.hpp"
#include "railyard/cluster/levels.hpp"
#include "railyard/cluster/passed_over.hpp"
#include "railyard/cluster/readers.hpp"
#include "railyard/cluster/text_lines.hpp"
#include "railyard/input/quantity.hpp"

namespace railyard::cluster {
namespace {

using input::Mark;

// Those of topology.conf, then what only `scontrol show topology` prints.
enum class Key {
    switch_name,
    block_name,
    ring_name,
    nodes,
    switches,
    block_sizes,
    link_speed,
    level,
    block_index,
    block_size
};
constexpr std::array<std::string_view, 10> key_names = {"SwitchName", "BlockName",  "RingName",  "Nodes",
                                                        "Switches",   "BlockSizes", "LinkSpeed", "Level",
                                                        "BlockIndex", "BlockSize"};

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool equal_words(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<Key> key_named(std::string_view word) {
    for (std::size_t i = 0; i < key_names.size(); ++i) {
        if (equal_words(word, key_names[i])) return static_cast<Key>(i);
    }
    return std::nullopt;
}

struct Value {
    std::string_view text;
    Mark mark;
};

// Whether a field of a record could not be read: what seems missing may stand there.
enum class Complete { yes, no };

// Whether a record begins with a key that is known.
enum class Kind { known, unknown };

// One record: the keys that it has, and where it begins.
struct Record {
    Mark mark;
    std::array<std::optional<Value>, key_names.size()> values;
    Complete complete = Complete::yes;
    Kind kind = Kind::known;

    [[nodiscard]] const std::optional<Value>& at(Key key) const {
        return values[static_cast<std::size_t>(key)];
    }
};

// A switch that is named as a child, and where.
struct ChildName {
    SwitchId parent;
    std::string name;
    Mark mark;
};

class ConfReader {
  public:
    explicit ConfReader(const input::Source& source) : source_(source), hostlists_(problems_) {}

    Cluster read() {
        ContinuedLines lines(source_.text());
        ContinuedLine line;
        while (lines.next(line)) {
            if (is_comment(line.text)) {
                comment(line.text);
            } else {
                add_record(line);
            }
        }
        join_children();
        check_whole();
        problems_.throw_if_any();
        passed_over_.note_in(cluster_);
        return std::move(cluster_);
    }

  private:
    static bool is_comment(std::string_view text) {
        const std::string_view rest = trimmed(text);
        return !rest.empty() && rest.front() == '#';
    }

    // "# switch.1.1=leaf-1-1": the name at the site of what follows. "# ClusterUUID and CliqueID: ...": the
    // NVLink domain of the block that follows.
    void comment(std::string_view text) {
        std::string_view rest = trimmed(text);
        rest.remove_prefix(1);
        rest = trimmed(rest);
        if (rest.substr(0, 10) == "BlockName=" || rest.substr(0, 11) == "SwitchName=") ++commented_out_;
        constexpr std::string_view uuid = "ClusterUUID and CliqueID:";
        if (rest.substr(0, uuid.size()) == uuid) domain_ = trimmed(rest.substr(uuid.size()));
        const std::size_t equals = rest.find('=');
        if (equals == std::string_view::npos || rest.find_first_of(" \t") != std::string_view::npos) return;
        known_as_[std::string(rest.substr(0, equals))] = rest.substr(equals + 1);
    }

    void add_record(const ContinuedLine& line) {
        const auto fields = words_of(line.text.substr(0, line.text.find('#')));
        if (fields.empty()) return;
        Record record{line.mark(fields.front().column - 1, source_), {}, Complete::yes, Kind::known};
        for (const Field& field : fields) add_field(field, line, record);
        finish(record);
    }

    void add_field(const Field& field, const ContinuedLine& line, Record& record) {
        const Mark mark = line.mark(field.column - 1, source_);
        const std::size_t equals = field.text.find('=');
        if (equals == std::string_view::npos) {
            record.complete = Complete::no;
            return problems_.add(mark, "expected KEY=VALUE, not " + quoted(field.text),
                                 "no blanks around '=' or in a list: Nodes=node[01-18],node20");
        }
        const std::string_view word = field.text.substr(0, equals);
        const auto key = key_named(word);
        if (!key) return unknown_key(word, mark, record);
        auto& value = record.values[static_cast<std::size_t>(*key)];
        if (value) return problems_.add(mark, quoted(word) + " is there twice in this record");
        std::string_view text = field.text.substr(equals + 1);
        std::size_t offset = field.column + equals;  // of the value, in the line
        if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
            text = text.substr(1, text.size() - 2);
            ++offset;
        }
        value = Value{text, line.mark(offset, source_)};
    }

    // A slip of a known key is a mistake; any other is a key of a version of Slurm that is newer than this,
    // and what it says is passed over: with the whole record where it is the first of one.
    void unknown_key(std::string_view word, Mark mark, Record& record) {
        if (nearest(word, {key_names.begin(), key_names.end()})) {
            record.complete = Complete::no;
            return problems_.add(mark, "unknown key " + quoted(word),
                                 suggestion(word, {key_names.begin(), key_names.end()}));
        }
        const bool is_first = mark.line == record.mark.line && mark.column == record.mark.column;
        if (is_first) record.kind = Kind::unknown;
        if (record.kind == Kind::unknown && !is_first) return;
        passed_over_.add(word, mark.line,
                         record.kind == Kind::unknown ? PassedOver::Extent::record : PassedOver::Extent::key);
    }

    void finish(const Record& record) {
        if (record.kind == Kind::unknown) return;
        const std::string_view domain = std::exchange(domain_, std::string_view());
        if (record.at(Key::switch_name)) return switch_record(record);
        if (record.at(Key::block_name)) return block_record(record, Key::block_name, domain);
        if (record.at(Key::ring_name)) return block_record(record, Key::ring_name, domain);
        if (record.at(Key::block_sizes)) return sizes(*record.at(Key::block_sizes));
        if (record.complete == Complete::no) return;
        problems_.add(record.mark, "a record names neither a switch nor a block",
                      "it begins with SwitchName= or BlockName=");
    }

    std::optional<std::string> name_of(const Value& value, std::string_view what) {
        if (!value.text.empty()) return std::string(value.text);
        problems_.add(value.mark, std::string(what) + " has no name");
        return std::nullopt;
    }

    void switch_record(const Record& record) {
        const Value& value = *record.at(Key::switch_name);
        const auto name = name_of(value, "a switch");
        if (!name) return;
        if (!cluster_.switches.find(*name).is_none()) {
            return problems_.add(value.mark, "switch " + quoted(*name) + " is there twice");
        }
        const SwitchId id = cluster_.switches.obtain(*name);
        marks_.push_back(value.mark);
        cluster_.switches[id].known_as = known_as(*name);
        const auto& nodes = record.at(Key::nodes);
        const auto& switches = record.at(Key::switches);
        if (!nodes && !switches && record.complete == Complete::yes) {
            problems_.add(value.mark, "switch " + quoted(*name) + " has nothing below it",
                          "Nodes= names its hosts, Switches= the switches below it");
        }
        if (switches) {
            for (auto& child : hostlists_.read(switches->text, switches->mark)) {
                children_.push_back({id, std::move(child), switches->mark});
            }
        }
        if (!nodes) return;
        // `scontrol show topology` repeats the hosts of a switch for those above it.
        if (switches) {
            for (const auto& host : hostlists_.read(nodes->text, nodes->mark)) cluster_.hosts.obtain(host);
            return;
        }
        for (const auto& host : hostlists_.read(nodes->text, nodes->mark)) {
            if (cable(cluster_, cluster_.hosts.obtain(host), id) == Cabled::yes) continue;
            return problems_.add(nodes->mark, "host " + quoted(host) + " is on more than " +
                                                  std::to_string(most_leaves) + " switches");
        }
    }

    void block_record(const Record& record, Key key, std::string_view domain) {
        const Value& value = *record.at(key);
        const auto name = name_of(value, "a block");
        if (!name) return;
        if (!cluster_.blocks.find(*name).is_none()) {
            return problems_.add(value.mark, "block " + quoted(*name) + " is there twice");
        }
        const BlockId id = cluster_.blocks.obtain(*name);
        cluster_.blocks[id].known_as = known_as(*name);
        const auto& nodes = record.at(Key::nodes);
        if (!nodes) {
            cluster_.notes.push_back("block '" + *name + "' has no hosts");
            return;
        }
        const NvlinkDomainId in = domain.empty() ? NvlinkDomainId() : cluster_.domains.obtain(domain);
        for (const auto& host : hostlists_.read(nodes->text, nodes->mark)) {
            Host& each = cluster_.hosts[cluster_.hosts.obtain(host)];
            if (!each.block.is_none() && each.block != id) {
                problems_.add(nodes->mark,
                              "host " + quoted(host) + " is in block '" + cluster_.blocks[each.block].name +
                                  "' as well",
                              "a host has one block");
                return;
            }
            each.block = id;
            if (!in.is_none()) each.domain = in;
        }
    }

    void sizes(const Value& value) {
        std::size_t begin = 0;
        while (begin <= value.text.size()) {
            const std::size_t end = std::min(value.text.find(',', begin), value.text.size());
            const auto size = input::parse_whole(value.text.substr(begin, end - begin), 1, most_hosts);
            if (const auto* complaint = std::get_if<input::Complaint>(&size)) {
                Mark mark = value.mark;
                mark.column += static_cast<std::uint32_t>(begin);
                return problems_.add(mark, complaint->message, complaint->hint);
            }
            cluster_.block_sizes.push_back(std::get<std::uint32_t>(size));
            begin = end + 1;
        }
    }

    [[nodiscard]] std::string known_as(const std::string& name) const {
        const auto found = known_as_.find(name);
        return found == known_as_.end() ? std::string() : std::string(found->second);
    }

    void join_children() {
        for (const ChildName& child : children_) {
            const SwitchId id = cluster_.switches.find(child.name);
            if (id.is_none()) {
                problems_.add(child.mark, "there is no switch " + quoted(child.name), hint_for(child.name));
                continue;
            }
            cluster_.switches[child.parent].joins.push_back(id);
        }
        const SwitchId odd = set_tree_levels(cluster_);
        if (odd.is_none() || !problems_.empty()) return;
        problems_.add(marks_[odd.value()], tree_complaint(cluster_, odd),
                      "follow its Switches= lines downwards");
    }

    // Every name is compared with the one that is wrong: not where there are thousands of both.
    [[nodiscard]] std::string hint_for(const std::string& name) const {
        constexpr std::uint32_t most_compared = 500;
        if (cluster_.switches.size() <= most_compared && problems_.size() < input::most_problems) {
            std::vector<std::string> names;
            for (const Switch& each : cluster_.switches) names.push_back(each.name);
            if (const auto near = nearest(name, names)) return "did you mean '" + *near + "'?";
        }
        return "Slurm refuses a switch with a child that no SwitchName= line describes";
    }

    void check_whole() {
        if (!problems_.empty()) return;
        if (cluster_.hosts.empty()) {
            problems_.add(source_.beginning(), "no line names a host",
                          commented_out_ == 0 ? "Nodes=node[01-18] names them"
                                              : "its SwitchName= and BlockName= lines are commented out");
        }
        if (cluster_.block_sizes.empty()) return;
        std::vector<std::uint32_t> hosts(cluster_.blocks.size(), 0);
        for (const Host& host : cluster_.hosts) {
            if (!host.block.is_none()) ++hosts[host.block.value()];
        }
        const std::uint32_t base = cluster_.block_sizes.front();
        if (base == 1)
            cluster_.notes.emplace_back(
                "BlockSizes begins with 1: every host is a block of its own to Slurm");
        for (std::size_t i = 0; i < hosts.size(); ++i) {
            if (hosts[i] >= base) continue;
            cluster_.notes.push_back("block '" +
                                     cluster_.blocks[BlockId(static_cast<std::uint32_t>(i))].name + "' has " +
                                     std::to_string(hosts[i]) + (hosts[i] == 1 ? " host" : " hosts") +
                                     ", BlockSizes asks for " + std::to_string(base));
        }
    }

    const input::Source& source_;
    input::Problems problems_;
    HostlistReader hostlists_;
    Cluster cluster_;
    std::vector<Mark> marks_;  // of the switches' names, by id
    std::vector<ChildName> children_;
    std::unordered_map<std::string, std::string_view> known_as_;
    std::string_view domain_;
    std::size_t commented_out_ = 0;
    PassedOver passed_over_;
};

}  // namespace

bool recognise_slurm_topology_conf(std::string_view text) {
    Lines lines(text);
    Line line;
    while (lines.next(line)) {
        std::string_view rest = trimmed(line.text);
        if (rest.empty()) continue;
        // A file with everything commented out is still one.
        while (!rest.empty() && (rest.front() == '#' || rest.front() == ' ')) rest.remove_prefix(1);
        const std::string_view word = rest.substr(0, rest.find('='));
        if (word.size() == rest.size()) {
            if (trimmed(line.text).front() == '#') continue;
            return false;
        }
        const auto key = key_named(word);
        if (key && *key <= Key::block_sizes) return true;
        // Records of a newer Slurm may come first.
        const bool is_word = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
            return lower(c) >= 'a' && lower(c) <= 'z';
        });
        if (!is_word && trimmed(line.text).front() != '#') return false;
    }
    return false;
}

Cluster read_slurm_topology_conf(const input::SourcePtr& source) {
    return ConfReader(*source).read();
}

}  // namespace railyard::cluster
