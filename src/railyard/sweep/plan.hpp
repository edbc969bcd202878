#pragma once
// A sweep as its file describes it: which points there are, which of them may be, and what is wanted of each.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "railyard/estimate/estimate.hpp"
#include "railyard/input/library.hpp"
#include "railyard/input/override.hpp"
#include "railyard/search/constraint.hpp"
#include "railyard/search/figures.hpp"
#include "railyard/search/point_grid.hpp"

namespace railyard::sweep {

// What a key of a sweep changes.
enum class Target : std::uint8_t {
    topology_file,  // which topology
    layout_file,    // which layout
    topology,       // a key of the topology
    domain,         // of every kind of domain in it
    gpu,            // of their GPUs
    layout,         // of the layout
    gpus            // the layout's dp, so that there are so many ranks
};

// A key with the values it takes, one after the other; one value: the same at every point.
struct SweptKey {
    Target target = Target::layout;
    std::string path;  // as the file names it: "parallel.tp"
    input::Mark mark;
    std::vector<input::Node> values;
};

// Keys that change together.
struct Axis {
    std::vector<SweptKey> keys;
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(keys[0].values.size()); }
};

// The numbers of a swept key: a figure to choose by, and in conditions.
struct KeyNumbers {
    std::string name;                 // of the column
    std::optional<std::size_t> axis;  // none: the same at every point
    std::vector<double> of_choice;
};

// Whether the file says which figures it wants.
enum class Columns : std::uint8_t { usual, asked_for };

struct Plan {
    std::string name;
    std::string about;
    input::Document document;  // keeps what the marks point into
    std::string folder;        // of the file: names are looked for beside it
    std::vector<Axis> axes;    // outermost first; topologies and layouts come first
    std::vector<SweptKey> fixed;
    PointGrid grid;
    std::vector<Constraint> constraints;
    std::vector<input::Mark> constraint_marks;  // where each stands
    std::vector<KeyNumbers> constraint_keys;    // that they may ask for; numbered behind figures()
    std::vector<std::size_t> columns;           // of figures()
    Columns columns_are = Columns::usual;
    CostModel times = CostModel::calibrated;
    FigureTerms terms;
};

// How a value is written: "8", "50 GB/s", "[tp, cp, dp, pp]".
std::string text_of(const input::Node& value);

}  // namespace railyard::sweep
