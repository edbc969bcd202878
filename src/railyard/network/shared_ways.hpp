#pragma once
// Ways that many send over at once, each by its own share of its rate, and what whoever gets least has of
// them.

#include <cstdint>
#include <vector>

namespace railyard {

class SharedWays {
  public:
    // The number of a new way.
    std::uint32_t add(double capacity);

    // On a way, so many senders that put `parts` of `of` equal parts of their rate there. In whole numbers,
    // so that the same senders in another order come to the same load to the last digit.
    void send(std::uint32_t way, std::uint64_t senders, std::uint64_t parts, std::uint64_t of);

    // The least of the max-min fair rates of all senders, none of which wants more than `most`; 0 if nobody
    // sends. All rates grow together until a way is full (progressive filling: Bertsekas and Gallager, Data
    // Networks, section 6.5.2); whoever stops there first gets least, so how the others go on does not
    // matter.
    [[nodiscard]] double least(double most) const;

  private:
    struct Load {
        std::uint64_t of = 1;
        std::uint64_t parts = 0;
    };
    struct Way {
        double capacity = 0;
        std::vector<Load> loads;  // by `of`, ascending
    };
    std::vector<Way> ways_;
};

}  // namespace railyard
