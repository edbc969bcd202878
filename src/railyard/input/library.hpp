#pragma once
// Where files are found by name: beside whoever names them, then among the shipped ones. And how a file
// stands on another (`use:`).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/input/source.hpp"
#include "railyard/input/yaml.hpp"

namespace railyard::input {

// The kinds of files there are; each has a folder of its own among the shipped ones.
enum class Shelf { topologies, domains, gpus, layouts, models, sweeps };

// How messages call a thing of a shelf: "topology", "domain", ...
std::string_view word_for(Shelf shelf);

class Library {
  public:
    // `roots` hold the folders topologies/ and layouts/; earlier ones win.
    explicit Library(std::vector<std::string> roots);

    // The file for a name. A name with a slash or an ending is a path, relative to the folder `beside`; any
    // other is looked for as NAME.yaml in the shelf's folder there (`beside`/models), as `beside`/NAME.yaml
    // if that is a file of the kind, then on the shelf of each root. Nothing when there is none.
    [[nodiscard]] std::optional<std::string> find(Shelf shelf, std::string_view name,
                                                  const std::string& beside) const;

    // The same without `beside`: the first root that has it.
    [[nodiscard]] std::optional<std::string> find_shipped(Shelf shelf, std::string_view name) const;

    // Names on a shelf of the roots, sorted, each once.
    [[nodiscard]] std::vector<std::string> names(Shelf shelf) const;

    [[nodiscard]] const std::vector<std::string>& roots() const { return roots_; }

  private:
    std::vector<std::string> roots_;
};

// The folder a file lies in; "." for a bare name.
std::string folder_of(const std::string& path);

// Loads a file together with the files of the same shelf that it stands on: a root key `use: NAME` takes all
// keys of NAME, mappings merged key by key, other values replaced by the file's own. Throws InputError: what
// load_yaml throws, a name that is not there, a circle.
Document load_with_bases(const Library& library, Shelf shelf, const std::string& path);

// The same for a text that is at hand.
Document with_bases(const Library& library, Shelf shelf, Document document);

// Finds and loads a name given on the command line or in code. Throws InputError for an unknown one.
Document load_named(const Library& library, Shelf shelf, std::string_view name, const std::string& beside);

// "there is no WORD 'NAME'", with what else is called so or the nearest of the known names; a path that is
// not there says so instead.
InputError unknown_name(const Library& library, std::string_view word, std::string_view name,
                        const std::vector<std::string>& known);

// Reports an unknown name, with the nearest known one.
void report_unknown(Problems& problems, const Library& library, Shelf shelf, const Node& name);

}  // namespace railyard::input
