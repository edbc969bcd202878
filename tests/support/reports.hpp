#pragma once
// What the answers of `place` are made of, kept together so that a test can render them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/output/place_report.hpp"
#include "tests/support/jobs.hpp"

namespace railyard::test {

// A layout on a topology: placed, counted and estimated. eta is one half, so that no file but theirs matters.
class Placed {
  public:
    Placed(Layout layout, Topology topology);
    // Shipped ones by name, with keys of the layout changed.
    Placed(std::string_view layout, std::string_view topology, const Changes& changes = {});

    // Without times, and with them.
    [[nodiscard]] output::PlaceReport report() const;
    [[nodiscard]] output::PlaceReport timed() const;

    [[nodiscard]] const Layout& layout() const { return layout_; }
    [[nodiscard]] const Topology& topology() const { return topology_; }
    [[nodiscard]] const Evaluation& evaluation() const { return std::get<Evaluation>(result_); }
    [[nodiscard]] Estimate estimate() const;

  private:
    Layout layout_;
    Topology topology_;
    EvaluationResult result_;
};

// A topology from text (its domains are the shipped ones).
Topology topology_of(const std::string& text);

}  // namespace railyard::test
