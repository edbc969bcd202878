#include "railyard/sweep/load_plan.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "railyard/base/suggest.hpp"
#include "railyard/input/check_value.hpp"
#include "railyard/input/mapping.hpp"
#include "railyard/job/layout_keys.hpp"
#include "railyard/job/order.hpp"
#include "railyard/sweep/condition_names.hpp"
#include "railyard/sweep/sweep_keys.hpp"
#include "railyard/sweep/swept_paths.hpp"
#include "railyard/topology/topology_keys.hpp"

namespace railyard::sweep {
namespace {

using input::Mapping;
using input::Node;
using input::NodeKind;
using input::Problems;

struct KeyTable {
    Target target;
    const input::Section* keys;
};
// Where a key stands in two tables, the first one has it: `gpu` is the name that a domain gives its GPU.
const std::array<KeyTable, 4> key_tables = {{{Target::layout, &layout_file_keys},
                                             {Target::topology, &topology_file_keys},
                                             {Target::domain, &domain_file_keys},
                                             {Target::gpu, &gpu_file_keys}}};

// Names and where figures come from are no part of a design.
bool is_swept(std::string_view key) {
    constexpr std::array<std::string_view, 7> left_out = {"use",    "about", "layout",   "topology",
                                                          "domain", "names", "published"};
    return std::find(left_out.begin(), left_out.end(), key) == left_out.end();
}

constexpr input::Shape a_whole[] = {input::Shape::whole};
constexpr input::Key gpus_key{"gpus", input::Presence::optional, a_whole, "GPUs of the job, such as 8192"};

// The table's line of a key, which says what its values look like; none for names of files.
const input::Key* key_of(const SweptKey& swept) {
    if (swept.target == Target::gpus) return &gpus_key;
    for (const auto& [target, keys] : key_tables)
        if (target == swept.target) return key_at(*keys, swept.path);
    return nullptr;
}

class PlanReader {
  public:
    explicit PlanReader(input::Document document) {
        plan_.document = std::move(document);
        plan_.folder = input::folder_of(plan_.document.source().name());
    }

    Plan read() {
        const Node& node = plan_.document.root;
        if (node.find("sweep") == nullptr) another_kind(node);
        const Mapping root(problems_, node, {1, 1, &plan_.document.source()}, sweep_file_keys);
        if (root.is_mapping()) {
            plan_.name = root.text("sweep").value_or("");
            plan_.about = root.text("about").value_or("");
            files(root, "topology", Target::topology_file);
            files(root, "layout", Target::layout_file);
            if (const Node* set = root.node("set")) fixed(*set, root);
            if (const Node* axes = root.node("axes")) all_axes(*axes, root);
            const bool fine = problems_.empty();
            if (fine) need(root, "topology", Target::topology_file);
            if (fine) need(root, "layout", Target::layout_file);
            terms(root);
            columns(root);
            constraints(root);
            grid(root);
        }
        problems_.throw_if_any();
        return std::move(plan_);
    }

  private:
    void another_kind(const Node& root) {
        for (const std::string_view kind : {"layout", "topology", "domain", "gpu"}) {
            const input::Entry* found = root.find(kind);
            if (found == nullptr || found->value.kind != NodeKind::scalar) continue;
            problems_.add(found->key_mark, "this is a " + std::string(kind) + " file, not a sweep",
                          "railyard init sweep prints one");
            problems_.throw_if_any();
        }
    }

    // Topologies or layouts that stand at the top are the outermost axes.
    void files(const Mapping& root, std::string_view key, Target target) {
        if (!root.texts(key)) return;
        const Node& value = *root.node(key);
        SweptKey swept{target, std::string(key), value.mark, {}};
        paths_.insert(swept.path);
        swept.values = value.kind == NodeKind::sequence ? value.items : std::vector<Node>{value};
        if (swept.values.empty())
            problems_.add(value.mark, "the list of " + std::string(key) + " files is empty",
                          std::string(key) + ": one name, or [one, another]");
        add_axis({{std::move(swept)}});
    }

    void need(const Mapping& root, std::string_view key, Target target) {
        const auto is = [&](const SweptKey& swept) { return swept.target == target; };
        std::size_t times =
            static_cast<std::size_t>(std::count_if(plan_.fixed.begin(), plan_.fixed.end(), is));
        for (const Axis& axis : plan_.axes)
            times += static_cast<std::size_t>(std::count_if(axis.keys.begin(), axis.keys.end(), is));
        if (times > 0) return;
        problems_.add(root.place(), "the sweep names no " + std::string(key),
                      std::string(key) + ": " +
                          (target == Target::layout_file ? "llama3-405b-8k" : "gb200-nvl72") +
                          ", or a list of them");
    }

    std::optional<SweptKey> swept_key(const input::Entry& entry) {
        SweptKey swept{Target::layout, entry.key, entry.key_mark, {}};
        if (entry.key == "topology") swept.target = Target::topology_file;
        if (entry.key == "layout") swept.target = Target::layout_file;
        if (entry.key == "gpus") swept.target = Target::gpus;
        const bool is_plain = entry.key == "topology" || entry.key == "layout" || entry.key == "gpus";
        if (!is_plain && !find_target(entry, swept)) return std::nullopt;
        if (!paths_.insert(swept.path).second)
            problems_.add(swept.mark, "'" + swept.path + "' is given twice in this sweep",
                          "all its values stand in one list: " + swept.path + ": [...]");
        return swept;
    }

    // Values that no point can take are slips of the sweep, and none of its points.
    void values(const SweptKey& swept) {
        const input::Key* key = key_of(swept);
        if (key == nullptr) return;
        for (const Node& value : swept.values) {
            const std::size_t before = problems_.size();
            input::check_value(problems_, *key, value, swept.mark);
            const bool is_order = swept.path == "order" || swept.path == "placement.keep";
            if (is_order && problems_.size() == before) dimensions(value);
        }
    }

    void dimensions(const Node& value) {
        for (const Node* word : words_of(value)) {
            const auto item = parse_order_item(word->text);
            if (const auto* problem = std::get_if<OrderProblem>(&item))
                problems_.add(word->mark, problem->message, problem->hint);
        }
    }

    bool find_target(const input::Entry& entry, SweptKey& swept) {
        const std::string_view first =
            std::string_view(entry.key).substr(0, std::min(entry.key.find('.'), entry.key.size()));
        std::vector<std::string> known = {"topology", "layout", "gpus"};
        for (const auto& [target, keys] : key_tables) {
            if (is_swept(first) && key_at(*keys, entry.key) != nullptr) {
                swept.target = target;
                return true;
            }
            for (const input::Key& key : keys->keys) {
                if (!is_swept(key.name)) continue;
                known.emplace_back(key.name);
                if (key.section == nullptr || key.name == "model") continue;
                for (const input::Key& inner : key.section->keys)
                    known.push_back(std::string(key.name) + (is_list_of_sections(key) ? ".0." : ".") +
                                    std::string(inner.name));
            }
        }
        for (const auto& [target, keys] : key_tables) {
            const auto meant = is_swept(first) ? with_items(*keys, entry.key) : std::nullopt;
            if (!meant) continue;
            problems_.add(entry.key_mark, "'" + entry.key + "' does not say which item of a list it means",
                          *meant + ", by the item's number from 0 or its name in place of the 0");
            return false;
        }
        problems_.add(entry.key_mark, "no topology, domain, GPU or layout has a key '" + entry.key + "'",
                      suggestion(entry.key, known));
        return false;
    }

    void fixed(const Node& set, const Mapping& root) {
        if (set.kind != NodeKind::mapping)
            return root.problem("set", "'set' needs a mapping of keys to values", "set: {parallel.tp: 8}");
        for (const input::Entry& entry : set.entries) {
            auto swept = swept_key(entry);
            if (!swept) continue;
            swept->values = {entry.value};
            values(*swept);
            plan_.fixed.push_back(std::move(*swept));
        }
    }

    void all_axes(const Node& axes, const Mapping& root) {
        constexpr const char* hint = "axes: {parallel.tp: [1, 2, 4, 8]}, or a list of such mappings";
        if (axes.kind == NodeKind::mapping) {
            for (const input::Entry& entry : axes.entries) zipped({entry}, entry.key_mark);
        } else if (axes.kind == NodeKind::sequence) {
            for (const Node& item : axes.items) {
                if (item.kind == NodeKind::mapping && !item.entries.empty()) {
                    zipped(item.entries, item.mark);
                } else {
                    problems_.add(item.kind == NodeKind::null ? axes.mark : item.mark,
                                  "an axis is a mapping of keys to lists", hint);
                }
            }
        } else {
            root.problem("axes", "'axes' needs a mapping of keys to lists of values", hint);
        }
    }

    void zipped(const std::vector<input::Entry>& entries, input::Mark place) {
        Axis axis;
        for (const input::Entry& entry : entries) {
            auto swept = swept_key(entry);
            if (!swept) continue;
            if (entry.value.kind != NodeKind::sequence || entry.value.items.empty()) {
                problems_.add(entry.value.kind == NodeKind::null ? entry.key_mark : entry.value.mark,
                              "'" + entry.key + "' needs a list of values",
                              entry.key + ": [...]; one value for all points goes below 'set'");
                continue;
            }
            swept->values = entry.value.items;
            values(*swept);
            axis.keys.push_back(std::move(*swept));
        }
        for (const SweptKey& key : axis.keys) {
            if (key.values.size() == axis.keys[0].values.size()) continue;
            problems_.add(place,
                          "'" + axis.keys[0].path + "' has " + std::to_string(axis.keys[0].values.size()) +
                              " values and '" + key.path + "' has " + std::to_string(key.values.size()) +
                              ": zipped keys need as many as each other",
                          "to cross them, make each an item of its own");
            return;
        }
        if (!axis.keys.empty()) add_axis(std::move(axis));
    }

    void add_axis(Axis axis) {
        twice(axis);
        for (const SweptKey& key : axis.keys) on_axes_.insert(key.path);
        plan_.axes.push_back(std::move(axis));
    }

    // A choice that stands twice makes points that stand twice.
    void twice(const Axis& axis) {
        std::set<std::string> known;
        for (std::size_t i = 0; i < axis.size(); ++i) {
            std::string choice;
            for (const SweptKey& key : axis.keys)
                choice += (choice.empty() ? "" : ", ") + text_of(key.values[i]);
            if (known.insert(choice).second) continue;
            const Node& value = axis.keys[0].values[i];
            problems_.add(value.mark.source == nullptr ? axis.keys[0].mark : value.mark,
                          "'" + choice.substr(0, 60) + "' stands twice on this axis",
                          "one of the two is enough");
            return;
        }
    }

    void terms(const Mapping& root) {
        plan_.times = root.choice<CostModel>("times").value_or(CostModel::calibrated);
        plan_.terms.reserved = root.size("reserved", input::Zero::allowed).value_or(plan_.terms.reserved);
        plan_.terms.years = root.number("years").value_or(plan_.terms.years);
        if (plan_.terms.years == 0) root.problem("years", "the years must not be 0");
        plan_.terms.per_kilowatt_hour = money(root.number("cost_per_kwh").value_or(0));
    }

    static std::vector<const Node*> words_of(const Node& value) {
        std::vector<const Node*> words;
        if (value.kind == NodeKind::scalar) words.push_back(&value);
        for (const Node& item : value.items) words.push_back(&item);
        return words;
    }

    void columns(const Mapping& root) {
        if (!root.has("columns")) {
            for (const std::string_view name : usual_columns()) plan_.columns.push_back(*figure_named(name));
            return;
        }
        plan_.columns_are = Columns::asked_for;
        if (!root.texts("columns")) return;
        for (const Node* word : words_of(*root.node("columns"))) {
            const auto figure = figure_named(word->text);
            if (!figure && on_axes_.count(word->text) > 0) continue;  // it has a column already
            if (!figure) {
                problems_.add(word->mark, "there is no figure '" + word->text.substr(0, 60) + "'",
                              figure_suggestion(word->text));
            } else if (std::find(plan_.columns.begin(), plan_.columns.end(), *figure) ==
                       plan_.columns.end()) {
                plan_.columns.push_back(*figure);
            }
        }
    }

    void constraints(const Mapping& root) {
        if (!root.has("where") || !root.texts("where")) return;
        ConditionNames names(plan_);
        const Constraint::Resolve resolve = [&](const std::string& name) { return names.resolve(name); };
        const Constraint::IsName is_key = [&](const std::string& name) { return names.is_key(name); };
        for (const Node* word : words_of(*root.node("where"))) {
            auto parsed = Constraint::parse(word->text, resolve, is_key);
            if (const auto* problem = std::get_if<ConstraintProblem>(&parsed)) {
                input::Mark mark = word->mark;
                mark.column += static_cast<std::uint32_t>(problem->column +
                                                          (word->quoting == input::Quoting::quoted ? 1 : 0));
                problems_.add(mark, problem->message, problem->hint);
            } else {
                plan_.constraints.push_back(std::get<Constraint>(std::move(parsed)));
                plan_.constraint_marks.push_back(word->mark);
            }
        }
        plan_.constraint_keys = std::move(names).keys();
    }

    void grid(const Mapping& root) {
        std::vector<std::uint32_t> sizes;
        for (const Axis& axis : plan_.axes) sizes.push_back(axis.size());
        auto grid = PointGrid::of(std::move(sizes));
        if (!problems_.empty()) return;
        if (!grid) return root.problem("axes", "the axes make over a million million points");
        plan_.grid = *std::move(grid);
    }

    Plan plan_;
    Problems problems_;
    std::set<std::string> paths_;    // of all keys so far
    std::set<std::string> on_axes_;  // those of them with a choice
};

}  // namespace

std::string text_of(const Node& value) {
    if (value.kind == NodeKind::scalar) return value.text;
    if (value.kind == NodeKind::null) return "";
    std::string text;
    for (const Node& item : value.items) text += (text.empty() ? "" : ", ") + text_of(item);
    for (const input::Entry& entry : value.entries)
        text += (text.empty() ? "" : ", ") + entry.key + ": " + text_of(entry.value);
    return value.kind == NodeKind::sequence ? "[" + text + "]" : "{" + text + "}";
}

Plan load_plan(const std::string& path) {
    return load_plan(input::load_yaml(path));
}

Plan load_plan(input::Document document) {
    return PlanReader(std::move(document)).read();
}

}  // namespace railyard::sweep
