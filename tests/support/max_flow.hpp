#pragma once
// Maximum flow by shortest augmenting paths (Edmonds and Karp 1972), for the tests' plain search.

#include <cstddef>
#include <vector>

namespace railyard::test {

class MaxFlow {
  public:
    explicit MaxFlow(std::size_t nodes) : arcs_of_(nodes) {}
    // A link that carries `capacity` in each direction.
    void add_link(std::size_t a, std::size_t b, double capacity);
    // What passes from one node to another at most; `limit` ends the search early.
    double between(std::size_t from, std::size_t to, double limit);

  private:
    struct Arc {
        std::size_t to = 0;
        double left = 0;
    };
    double augment(std::size_t from, std::size_t to, double most);

    std::vector<std::vector<std::size_t>> arcs_of_;
    std::vector<Arc> arcs_;  // arc i and i ^ 1 are each other's reverse
};

}  // namespace railyard::test
