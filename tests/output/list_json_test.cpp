#include <doctest/doctest.h>

#include "railyard/output/list_report.hpp"

namespace railyard::output {
namespace {

using input::Shelf;

TEST_CASE("a list as JSON") {
    CHECK(list_json({{Shelf::domains, "box", "a box", ""},
                     {Shelf::layouts, "odd", "", "odd.yaml:2:6: is odd"},
                     {Shelf::layouts, "job", "a job", ""}}) ==
          R"({
  "topologies": [],
  "domains": [
    {
      "name": "box",
      "about": "a box"
    }
  ],
  "gpus": [],
  "layouts": [
    {
      "name": "odd",
      "about": "",
      "problem": "odd.yaml:2:6: is odd"
    },
    {
      "name": "job",
      "about": "a job"
    }
  ],
  "models": [],
  "sweeps": []
}
)");
}

}  // namespace
}  // namespace railyard::output
