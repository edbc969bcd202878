#pragma once
// The figures of a point, one a line of one table: columns of results, and names in constraints.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "railyard/estimate/evaluator.hpp"
#include "railyard/search/results.hpp"
#include "railyard/search/selection.hpp"
#include "railyard/topology/bill.hpp"

namespace railyard {

// When a figure is known. Constraints on those known first save the evaluation.
enum class FigurePhase : std::uint8_t { laid_out, evaluated };

// What makes a figure dearer than the rest of an evaluation.
enum class FigureNeeds : std::uint8_t { nothing, bytes_by_stage, bill };

// What does not come from topology and layout.
struct FigureTerms {
    Bytes reserved = gibibytes(2);  // of a GPU's memory, for context and communication buffers
    double years = 4;               // over which the machine's cost is written off
    Money per_kilowatt_hour;        // of electricity
};

struct PointFacts {
    const Topology& topology;
    const Layout& layout;
    const FigureTerms& terms;
    const Assessment* assessment = nullptr;  // none in the phase laid_out
    const Bill* bill = nullptr;              // where a figure needs it
};

struct Figure {
    std::string_view column;  // "step_seconds", also its name in constraints
    std::string_view alias;   // another name in constraints, such as that of the layout's key; may be empty
    CellKind kind = CellKind::number;
    FigurePhase phase = FigurePhase::evaluated;
    FigureNeeds needs = FigureNeeds::nothing;
    std::string_view about;
    std::optional<double> (*value)(const PointFacts&);
};

std::span<const Figure> figures();

// By column or alias; a dot in an alias may be given as "_".
std::optional<std::size_t> figure_named(std::string_view name);

// What a name that is none was meant to be, or where all are listed.
std::string figure_suggestion(std::string_view name);

// Which values of a figure a design rather has. What it takes (GPUs of a domain, the rate of its NICs) is
// better lower, as costs are; so is what is no figure.
Better better_of(std::string_view column);

// The columns that a sweep has which asks for none.
std::span<const std::string_view> usual_columns();

}  // namespace railyard
