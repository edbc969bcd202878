#pragma once
// What a sweep finds, as rows of cells: one row a point, in the order of the points.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace railyard {

enum class CellKind : std::uint8_t { text, whole, number, yes_no };

struct ResultColumn {
    std::string name;  // with its unit: "step_seconds"
    CellKind kind = CellKind::number;
};

// Nothing, a number (yes is 1), or text. Choices on axes are text as the sweep has it, whatever the kind.
using ResultCell = std::variant<std::monostate, double, std::string>;
using ResultRow = std::vector<ResultCell>;

// Whether there is a design at a point.
enum class PointStatus : std::uint8_t {
    ok,
    refused,       // its topology or its layout cannot be: sizes that do not divide, and the like
    does_not_fit,  // not the GPUs
    excluded,      // a constraint does not hold
    unknown        // no model of times knows the machine
};
inline constexpr std::array<std::string_view, 5> status_names = {"ok", "refused", "does not fit", "excluded",
                                                                 "unknown"};

// Columns that every result has: the number of the point first, then its choices, then these two. Of a design
// that is ok the reason is what it has to be said of: that it does not fit into memory, whose times it has.
inline constexpr const char* status_column = "status";
inline constexpr const char* reason_column = "reason";

// What reasons have of designs that need more memory than there is.
inline constexpr std::string_view over_memory = "does not fit into memory";

}  // namespace railyard
