#include "railyard/sweep/opened_files.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "railyard/base/error.hpp"
#include "railyard/base/suggest.hpp"
#include "railyard/job/hugging_face.hpp"
#include "railyard/job/load.hpp"
#include "railyard/topology/load.hpp"

namespace railyard::sweep {
namespace {

using input::Node;
using input::Shelf;

// Every file that the values of files name, on any shelf, and that those name in turn: what is read of them
// depends on points, what they say does not. That some are never read does no harm.
class NamedFiles {
  public:
    explicit NamedFiles(const input::Library& library) : library_(library) {}

    // A file that was read, and what its values name.
    void add(const input::Document& document) {
        for (const auto& source : document.sources) sums_.emplace(source->name(), sum_of(*source));
        look_at(document.root, input::folder_of(document.source().name()));
    }
    // A file that may not be YAML.
    void add(const std::string& path) {
        if (sums_.count(path) != 0) return;
        try {
            sums_.emplace(path, sum_of(*input::read_source(path)));
        } catch (const InputError&) {
            // Who needs it will say so.
        }
    }
    // What a value names, beside `folder` or shipped.
    void look_at(const Node& value, const std::string& folder) {
        // Of a base the names stand beside the base.
        const auto* source = value.mark.source;
        const std::string beside = source == nullptr ? folder : input::folder_of(source->name());
        for (const Node& item : value.items) look_at(item, beside);
        for (const input::Entry& entry : value.entries) look_at(entry.value, beside);
        constexpr std::size_t longest_name = 200;
        if (value.kind != input::NodeKind::scalar || value.text.size() > longest_name) return;
        if (!looked_for_.emplace(beside, value.text).second) return;
        constexpr std::array shelves = {Shelf::topologies, Shelf::domains, Shelf::gpus, Shelf::layouts,
                                        Shelf::models};
        for (const Shelf shelf : shelves)
            if (const auto path = library_.find(shelf, value.text, beside)) read(*path);
    }

    [[nodiscard]] std::vector<NamedSum> all() const {
        std::vector<NamedSum> files;
        for (const auto& [path, sum] : sums_) files.push_back({path, sum});
        return files;
    }

  private:
    static std::uint64_t sum_of(const input::Source& source) {
        Checksum sum;
        sum.add(source.text());
        return sum.value();
    }
    void read(const std::string& path) {
        if (sums_.count(path) != 0) return;
        try {
            add(input::load_yaml(path));
        } catch (const InputError&) {
            add(path);
        }
    }

    const input::Library& library_;
    std::map<std::string, std::uint64_t> sums_;
    std::set<std::pair<std::string, std::string>> looked_for_;  // beside which folder
};

class Opener {
  public:
    Opener(const input::Library& library, const Plan& plan)
        : library_(library), plan_(plan), named_(library) {}

    OpenedFiles open(const std::vector<std::string>& others) {
        for (const SweptKey& key : plan_.fixed) open(key);
        for (const Axis& axis : plan_.axes)
            for (const SweptKey& key : axis.keys) open(key);
        problems_.throw_if_any();
        for (const SweptKey& key : plan_.fixed) find_place(key);
        for (const Axis& axis : plan_.axes)
            for (const SweptKey& key : axis.keys) find_place(key);
        problems_.throw_if_any();
        named_.add(plan_.document);
        for (const std::string& path : others) named_.add(path);
        opened_.read = named_.all();
        return std::move(opened_);
    }

  private:
    void open(const SweptKey& key) {
        for (const Node& value : key.values) {
            if (key.target == Target::topology_file) {
                open(value, Shelf::topologies, opened_.topologies);
            } else if (key.target == Target::layout_file) {
                open(value, Shelf::layouts, opened_.layouts);
            } else if (key.target == Target::domain && key.path == "gpu") {
                look_for(value, Shelf::gpus, "GPU");
            } else if (key.target == Target::layout && key.path == "model") {
                look_for(value, Shelf::models, "model");
            }
        }
    }

    // A key of topologies that none of them has a place for (a tier by a name that is nowhere) is a slip;
    // where some have it, points of the others are refused.
    void find_place(const SweptKey& key) {
        if (key.target != Target::topology || opened_.topologies.empty()) return;
        std::optional<InputError> first;
        for (const auto& [name, opened] : opened_.topologies) {
            if (opened.root.find("domain") != nullptr && opened.root.find("topology") == nullptr) {
                if (first) continue;
                first.emplace(plan_.document.source().problem(
                    key.mark,
                    "'" + key.path + "' is a key of topologies, and '" + name + "' is a domain by itself",
                    "name a topology that has it (railyard list), or write one: railyard init topology"));
                continue;
            }
            try {
                input::Document document = with_bases(library_, Shelf::topologies, opened);
                set_key(document, {key.path, key.values.front(), key.mark, plan_.document.sources.front()});
                return;
            } catch (const InputError& error) {
                if (!first) first.emplace(error);
            }
        }
        problems_.add(*first);
    }

    // A file that a value names, whatever the point.
    void look_for(const Node& name, Shelf shelf, const std::string& what) {
        if (name.kind != input::NodeKind::scalar || library_.find(shelf, name.text, plan_.folder)) return;
        problems_.add(name.mark, "there is no " + what + " '" + name.text.substr(0, 60) + "'",
                      suggestion(name.text, library_.names(shelf)));
    }

    void open(const Node& name, Shelf shelf, std::vector<std::pair<std::string, input::Document>>& opened) {
        const auto same = [&](const auto& known) { return known.first == name.text; };
        if (std::any_of(opened.begin(), opened.end(), same)) return;
        const bool layout = shelf == Shelf::layouts;
        auto path = library_.find(shelf, name.text, plan_.folder);
        if (!path && !layout) path = library_.find(Shelf::domains, name.text, plan_.folder);
        if (!path) return report_unknown(name, shelf);
        try {
            input::Document document = input::load_yaml(*path);
            if (layout) document = with_bases(library_, shelf, std::move(document));
            // As it stands, it must be whole; what a point makes of it is another matter.
            if (layout) {
                (void)read_layout(library_, document, {});
            } else {
                (void)load_topology(library_, document);
            }
            named_.add(document);
            if (layout && !changes_model()) put_model_in(document);
            opened.emplace_back(name.text, std::move(document));
        } catch (const InputError& error) {
            problems_.add(error);
        }
    }

    [[nodiscard]] bool changes_model() const {
        const auto is = [](const SweptKey& key) {
            return key.path == "model" || key.path.starts_with("model.");
        };
        return std::any_of(plan_.fixed.begin(), plan_.fixed.end(), is) ||
               std::any_of(plan_.axes.begin(), plan_.axes.end(), [&](const Axis& axis) {
                   return std::any_of(axis.keys.begin(), axis.keys.end(), is);
               });
    }

    // The model of a layout where its name stands: layouts of points are read from it, each of them, and its
    // file once.
    void put_model_in(input::Document& layout) {
        for (input::Entry& entry : layout.root.entries) {
            if (entry.key != "model" || entry.value.kind != input::NodeKind::scalar) continue;
            const std::string beside = input::folder_of(entry.value.mark.source->name());
            const auto path = library_.find(Shelf::models, entry.value.text, beside);
            if (!path) return;
            input::Document model = load_with_bases(library_, Shelf::models, *path);
            if (is_hugging_face_config(model)) return;
            entry.value = std::move(model.root);
            layout.sources.insert(layout.sources.end(), model.sources.begin(), model.sources.end());
        }
    }

    void report_unknown(const Node& name, Shelf shelf) {
        auto known = library_.names(shelf);
        if (shelf == Shelf::topologies) {
            for (auto& domain : library_.names(Shelf::domains)) known.push_back(std::move(domain));
        }
        problems_.add(name.mark,
                      std::string("there is no ") +
                          (shelf == Shelf::layouts ? "layout" : "topology or domain") + " '" +
                          name.text.substr(0, 60) + "'",
                      suggestion(name.text, known));
    }

    const input::Library& library_;
    const Plan& plan_;
    NamedFiles named_;
    OpenedFiles opened_;
    input::Problems problems_;
};

}  // namespace

OpenedFiles open_files(const input::Library& library, const Plan& plan,
                       const std::vector<std::string>& others) {
    return Opener(library, plan).open(others);
}

}  // namespace railyard::sweep
