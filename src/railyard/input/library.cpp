#include "railyard/input/library.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "railyard/base/suggest.hpp"

namespace railyard::input {
namespace {

namespace fs = std::filesystem;

struct ShelfPlace {
    std::string_view word;
    std::string_view folder;       // under a root
    std::string_view folder_name;  // beside a file
};

// In the order of Shelf.
constexpr std::array shelves = {
    ShelfPlace{"topology", "topologies", "topologies"}, ShelfPlace{"domain", "topologies/domains", "domains"},
    ShelfPlace{"GPU", "topologies/gpus", "gpus"},       ShelfPlace{"layout", "layouts", "layouts"},
    ShelfPlace{"model", "layouts/models", "models"},    ShelfPlace{"sweep", "layouts/sweeps", "sweeps"}};

const ShelfPlace& place_of(Shelf shelf) {
    return shelves[static_cast<std::size_t>(shelf)];
}

bool is_path(std::string_view name) {
    return name.find('/') != std::string_view::npos || name.ends_with(".yaml") || name.ends_with(".yml") ||
           name.ends_with(".json");
}

bool is_file(const fs::path& path) {
    std::error_code error;
    const auto status = fs::status(path, error);
    return fs::exists(status) && !fs::is_directory(status);
}

// Whether a file found by its bare name is of the kind that is looked for. A layout is often called after its
// model, so `model: deepseek-v3` in deepseek-v3.yaml does not mean that file. A file says what it is by its
// first key; one that does not is taken at its name.
bool may_stand_on(Shelf shelf, const fs::path& path) {
    constexpr std::size_t enough = 1U << 16U;
    std::string head(enough, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    const auto has_key = [&](std::string_view key) {
        return head.starts_with(key) || head.find("\n" + std::string(key)) != std::string::npos;
    };
    // A sweep names topologies and layouts by these keys.
    if (has_key("sweep:")) return shelf == Shelf::sweeps;
    if (has_key("layout:")) return shelf == Shelf::layouts;
    if (has_key("topology:")) return shelf == Shelf::topologies;
    // A domain stands in for a topology of as many as a job needs.
    if (has_key("domain:")) return shelf == Shelf::domains || shelf == Shelf::topologies;
    if (has_key("model:")) return shelf == Shelf::models;
    if (has_key("gpu:")) return shelf == Shelf::gpus;
    return true;
}

std::string canonical(const std::string& path) {
    std::error_code error;
    const auto result = fs::weakly_canonical(path, error);
    return error ? path : result.string();
}

void merge_into(Node& base, Node over) {
    std::map<std::string, std::size_t> at;
    for (const auto& entry : base.entries) at.emplace(entry.key, at.size());
    for (auto& entry : over.entries) {
        const auto [found, is_new] = at.emplace(entry.key, base.entries.size());
        if (is_new) {
            base.entries.push_back(std::move(entry));
            continue;
        }
        Entry& same = base.entries[found->second];
        if (same.value.kind == NodeKind::mapping && entry.value.kind == NodeKind::mapping) {
            same.key_mark = entry.key_mark;
            merge_into(same.value, std::move(entry.value));
        } else {
            same = std::move(entry);
        }
    }
    base.mark = over.mark;
}

Document resolve(const Library& library, Shelf shelf, Document document, std::vector<std::string>& chain) {
    const Entry* use = document.root.find("use");
    if (use == nullptr || use->value.kind != NodeKind::scalar) return document;
    Problems problems;
    const std::string folder = folder_of(document.source().name());
    const auto path = library.find(shelf, use->value.text, folder);
    if (!path) {
        report_unknown(problems, library, shelf, use->value);
        problems.throw_if_any();
    }
    const std::string id = canonical(*path);
    if (std::find(chain.begin(), chain.end(), id) != chain.end()) {
        std::string circle;
        for (const auto& file : chain) circle += fs::path(file).stem().string() + " -> ";
        problems.add(use->value.mark, "'use: " + use->value.text + "' goes round in a circle",
                     circle + fs::path(id).stem().string());
        problems.throw_if_any();
    }
    chain.push_back(id);
    Document base = resolve(library, shelf, load_yaml(*path), chain);
    auto& own = document.root.entries;
    own.erase(std::remove_if(own.begin(), own.end(), [](const Entry& e) { return e.key == "use"; }),
              own.end());
    merge_into(base.root, std::move(document.root));
    document.sources.insert(document.sources.end(), base.sources.begin(), base.sources.end());
    return {std::move(document.sources), std::move(base.root)};
}

// The shelf on which something shipped of this name stands: for people who swap two names.
std::optional<Shelf> shelf_of(const Library& library, std::string_view name) {
    if (is_path(name)) return std::nullopt;
    for (std::size_t i = 0; i < shelves.size(); ++i) {
        const auto shelf = static_cast<Shelf>(i);
        if (library.find_shipped(shelf, name)) return shelf;
    }
    return std::nullopt;
}

}  // namespace

std::string_view word_for(Shelf shelf) {
    return place_of(shelf).word;
}

Library::Library(std::vector<std::string> roots) : roots_(std::move(roots)) {}

std::optional<std::string> Library::find(Shelf shelf, std::string_view name,
                                         const std::string& beside) const {
    if (name.empty()) return std::nullopt;
    if (is_path(name)) {
        const fs::path path = fs::path(beside) / fs::path(name);
        const std::string shown = beside == "." ? std::string(name) : path.string();
        std::error_code error;
        return fs::exists(path, error) ? std::optional(shown) : std::nullopt;
    }
    const std::string file = std::string(name) + ".yaml";
    const ShelfPlace& place = place_of(shelf);
    const fs::path here = fs::path(beside) / file;
    std::vector<fs::path> candidates = {fs::path(beside) / place.folder_name / file};
    if (is_file(here) && may_stand_on(shelf, here)) candidates.push_back(here);
    for (const auto& candidate : candidates) {
        if (is_file(candidate)) return candidate.lexically_normal().string();
    }
    return find_shipped(shelf, name);
}

std::optional<std::string> Library::find_shipped(Shelf shelf, std::string_view name) const {
    const std::string file = std::string(name) + ".yaml";
    for (const auto& root : roots_) {
        const fs::path candidate = fs::path(root) / place_of(shelf).folder / file;
        if (is_file(candidate)) return candidate.lexically_normal().string();
    }
    return std::nullopt;
}

std::vector<std::string> Library::names(Shelf shelf) const {
    std::set<std::string> names;
    for (const auto& root : roots_) {
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(fs::path(root) / place_of(shelf).folder, error)) {
            if (entry.path().extension() == ".yaml") names.insert(entry.path().stem().string());
        }
    }
    return {names.begin(), names.end()};
}

std::string folder_of(const std::string& path) {
    const auto parent = fs::path(path).parent_path();
    return parent.empty() ? "." : parent.string();
}

Document with_bases(const Library& library, Shelf shelf, Document document) {
    std::vector<std::string> chain = {canonical(document.source().name())};
    return resolve(library, shelf, std::move(document), chain);
}

Document load_with_bases(const Library& library, Shelf shelf, const std::string& path) {
    return with_bases(library, shelf, load_yaml(path));
}

Document load_named(const Library& library, Shelf shelf, std::string_view name, const std::string& beside) {
    if (const auto path = library.find(shelf, name, beside)) return load_with_bases(library, shelf, *path);
    throw unknown_name(library, word_for(shelf), name, library.names(shelf));
}

InputError unknown_name(const Library& library, std::string_view word, std::string_view name,
                        const std::vector<std::string>& known) {
    const std::string shown(name.substr(0, 200));
    if (is_path(name))
        return InputError(Diagnostic{{shown, 0, 0}, "cannot be read: no such file", "", "", 0});
    const auto other = shelf_of(library, name);
    const std::string hint = other ? "it is a " + std::string(word_for(*other)) + ": are two names swapped?"
                                   : suggestion(name, known);
    return InputError(Diagnostic{{}, "there is no " + std::string(word) + " '" + shown + "'", hint, "", 0});
}

void report_unknown(Problems& problems, const Library& library, Shelf shelf, const Node& name) {
    problems.add(name.mark,
                 "there is no " + std::string(word_for(shelf)) + " '" + name.text.substr(0, 80) + "'",
                 suggestion(name.text, library.names(shelf)));
}

}  // namespace railyard::input
