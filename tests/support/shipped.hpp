#pragma once
// The shipped files, and topologies from a text at hand.

#include <functional>
#include <string>

#include "railyard/input/library.hpp"
#include "railyard/topology/load.hpp"
#include "railyard/topology/topology.hpp"
#include "tests/support/temporary_folder.hpp"

namespace railyard::test {

// Looks for names in this tree.
input::Library shipped_library();

// A topology from YAML text that is called "test.yaml"; its domains are the shipped ones.
LoadedTopology load_text(const std::string& text);

// What is wrong with the text, a line for each problem: "file:line:column: message | hint". Empty: nothing.
std::string refusal_of(const std::string& text);
std::string refusal_of(const std::function<void()>& load);

// A library of its own in a temporary folder, gone with the object.
class TemporaryLibrary {
  public:
    // `path` below the root, such as topologies/domains/box.yaml.
    void write(const std::string& path, const std::string& text) const;
    [[nodiscard]] const std::string& root() const { return folder_.path(); }
    // The root itself, then the shipped files.
    [[nodiscard]] input::Library library() const;
    // A message with the root cut out of its paths.
    [[nodiscard]] std::string without_root(std::string text) const;

  private:
    TemporaryFolder folder_;
};

}  // namespace railyard::test
