#pragma once
// Fills domains with ranks, one after the other, so that runs of ranks stay within their spans: a run that
// finds no room in what is left of a span goes to the next.

#include <cstdint>
#include <optional>
#include <vector>

#include "railyard/placement/policy.hpp"
#include "railyard/search/domain_rooms.hpp"
#include "railyard/search/kept_runs.hpp"
#include "railyard/search/spans.hpp"

namespace railyard::search {

class RunFiller {
  public:
    // What is given must outlive it. `block`: of ranks that stay in one domain; one larger than every domain
    // takes whole ones, as in placement/aligned.cpp.
    RunFiller(const Topology& topology, const Offers& offers, std::uint32_t ranks, std::uint32_t block);

    // On domains from `first` on; nothing where there is no room. `runs` as KeptRuns has them.
    std::optional<std::vector<Segment>> from(std::uint32_t first, const std::vector<KeptRun>& runs);
    // On these domains alone, which are in order.
    std::optional<std::vector<Segment>> on(const std::vector<DomainRoom>& rooms,
                                           const std::vector<KeptRun>& runs);

  private:
    struct Position {
        std::uint32_t domain = 0;
        std::uint32_t used = 0;  // GPUs of it
    };
    struct Range {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
    };

    [[nodiscard]] std::uint32_t offer(std::uint32_t domain) const;
    void add(std::uint32_t rank, std::uint32_t count);
    void next_domain();
    bool fill(std::size_t level, Range ranks, std::uint32_t end);
    bool fill_run(std::size_t level, Range ranks, std::uint32_t end);
    bool fill_blocks(Range ranks, std::uint32_t end);
    bool fill_straddling(Range ranks, std::uint32_t end);

    const Topology& topology_;
    const Offers& offers_;
    std::uint32_t ranks_;
    std::uint32_t block_;
    const std::vector<KeptRun>* runs_ = nullptr;
    const std::vector<DomainRoom>* rooms_ = nullptr;  // nothing: all domains
    std::vector<DomainRange> spans_;                  // the last one of each run
    Position at_;
    std::vector<Segment> segments_;
};

}  // namespace railyard::search
