#pragma once
// Results of a sweep as text: CSV and JSON lines, a row a point; and as a table of the points that were asked
// for.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/search/results.hpp"

namespace railyard::output {

std::string csv_header(const std::vector<ResultColumn>& columns);
std::string csv_row(const std::vector<ResultColumn>& columns, const ResultRow& row);
// One object, then a newline. Cells that hold nothing are null.
std::string json_row(const std::vector<ResultColumn>& columns, const ResultRow& row);

// A cell as all of these write it: a whole number with all its digits, others with as many as tell them
// apart.
std::string cell_text(CellKind kind, const ResultCell& cell);

// A key that was swept, as short as the others allow: "nics.bandwidth_per_direction" -> "nics bandwidth",
// "parallel.tp" -> "tp", "network.tiers.spine.planes" -> "spine planes" beside "core planes".
std::string short_name(const std::vector<ResultColumn>& columns, std::size_t at);

struct ReasonCount {
    std::string status;
    std::string reason;  // numbers in it as N, so that alike ones count together
    std::uint64_t points = 0;
};

// How the points of a sweep came out.
class PointCounts {
  public:
    PointCounts(const std::vector<ResultColumn>& columns);
    void add(const ResultRow& row);
    // Of points behind these.
    void add(const PointCounts& others);

    [[nodiscard]] std::uint64_t points() const { return points_; }
    [[nodiscard]] std::uint64_t ok() const { return ok_; }
    // "432 points: 310 ok, 122 not" and a line for each reason, those with most points first.
    [[nodiscard]] std::string text() const;

  private:
    void count(const ReasonCount& more);

    std::size_t status_ = 0;
    std::size_t reason_ = 0;
    std::uint64_t points_ = 0;
    std::uint64_t ok_ = 0;
    std::vector<ReasonCount> reasons_;
};

// The rows with what differs between points on the left and figures on the right, as many as a page is wide;
// those in `wanted` stay.
std::string sweep_table(const std::vector<ResultColumn>& columns, const std::vector<ResultRow>& rows,
                        const std::vector<std::string>& wanted);

}  // namespace railyard::output
