#pragma once
// How the points of a sweep came out: how many are designs, and why the others are none.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/search/results.hpp"

namespace railyard::output {

// Points whose reason is the same but for numbers.
struct ReasonCount {
    std::string status;  // "ok, but": a design that has something to be said of
    std::string kind;    // the reason with N for its numbers
    std::uint64_t points = 0;
    std::string example;  // the reason of the first of them
    std::uint64_t example_point = 0;
    bool all_alike = true;  // in numbers as well
};

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
    void count(ReasonCount more);

    std::size_t status_ = 0;
    std::size_t reason_ = 0;
    std::uint64_t points_ = 0;
    std::uint64_t ok_ = 0;
    std::vector<ReasonCount> reasons_;
};

// Whether a design needs more memory than there is.
bool is_over_memory(const std::vector<ResultColumn>& columns, const ResultRow& row);

// Its number; that of the columns where there is none.
std::size_t column_named(const std::vector<ResultColumn>& columns, const std::string& name);

// "tp x pp = 48 does not divide 16,384 GPUs" -> "tp x pp = N does not divide N GPUs". Digits within a word
// (gpt3) stay.
std::string without_numbers(const std::string& text);

}  // namespace railyard::output
