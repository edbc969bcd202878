#include "railyard/search/run_filler.hpp"

#include <algorithm>
#include <utility>

namespace railyard::search {

RunFiller::RunFiller(const Topology& topology, const Offers& offers, std::uint32_t ranks, std::uint32_t block)
    : topology_(topology), offers_(offers), ranks_(ranks), block_(block) {}

std::optional<std::vector<Segment>> RunFiller::from(std::uint32_t first, const std::vector<KeptRun>& runs) {
    runs_ = &runs;
    spans_.assign(runs.size(), {});
    at_ = {first, 0};
    segments_.clear();
    if (!fill(0, {0, ranks_}, rooms_ == nullptr ? offers_.domains() : rooms_->back().domain + 1))
        return std::nullopt;
    return std::move(segments_);
}

std::optional<std::vector<Segment>> RunFiller::on(const std::vector<DomainRoom>& rooms,
                                                  const std::vector<KeptRun>& runs) {
    if (rooms.empty()) return std::nullopt;
    rooms_ = &rooms;
    auto segments = from(rooms.front().domain, runs);
    rooms_ = nullptr;
    return segments;
}

std::uint32_t RunFiller::offer(std::uint32_t domain) const {
    if (rooms_ == nullptr) return offers_.of(DomainId(domain));
    const auto there =
        std::lower_bound(rooms_->begin(), rooms_->end(), domain,
                         [](const DomainRoom& room, std::uint32_t number) { return room.domain < number; });
    return there != rooms_->end() && there->domain == domain ? there->blocks * block_ : 0;
}

void RunFiller::add(std::uint32_t rank, std::uint32_t count) {
    segments_.push_back({RankId(rank), count, DomainId(at_.domain), at_.used});
    at_.used += count;
}

void RunFiller::next_domain() {
    at_ = {at_.domain + 1, 0};
}

bool RunFiller::fill(std::size_t level, Range ranks, std::uint32_t end) {
    if (level == runs_->size())
        return block_ <= offers_.largest() ? fill_blocks(ranks, end) : fill_straddling(ranks, end);
    const std::uint32_t run = (*runs_)[level].ranks;
    for (std::uint32_t from = ranks.from; from < ranks.to;) {
        const std::uint32_t to = ranks.to - from > run ? from + run : ranks.to;
        if (!fill_run(level, {from, to}, end)) return false;
        from = to;
    }
    return true;
}

bool RunFiller::fill_run(std::size_t level, Range ranks, std::uint32_t end) {
    DomainRange& span = spans_[level];
    std::uint32_t endless = 0;  // whole spans without end that had no room
    while (at_.domain < end) {
        if (at_.domain < span.first || at_.domain >= span.end)
            span = span_around(topology_, at_.domain, (*runs_)[level].within);
        const DomainRange here = span;
        const Position start = at_;
        const std::size_t segments = segments_.size();
        if (fill(level + 1, ranks, std::min(end, here.end))) return true;
        segments_.resize(segments);
        // They are alike, but for spans that do not end where domains do.
        const bool whole = start.domain == here.first && start.used == 0;
        if (whole && start.domain >= offers_.endless_from() && (endless += 1) > 2) return false;
        at_ = {here.end, 0};
    }
    return false;
}

bool RunFiller::fill_blocks(Range ranks, std::uint32_t end) {
    while (ranks.from < ranks.to) {
        if (at_.domain >= end) return false;
        if (at_.domain >= offers_.endless_from() && offers_.endless_largest() < block_) return false;
        const std::uint32_t room = (offer(at_.domain) - std::min(at_.used, offer(at_.domain))) / block_;
        const std::uint32_t blocks = std::min(room, (ranks.to - ranks.from) / block_);
        if (blocks == 0 && room > 0) return false;  // a run that ends within a block
        if (blocks == 0) {
            next_domain();
            continue;
        }
        add(ranks.from, blocks * block_);
        ranks.from += blocks * block_;
    }
    return true;
}

bool RunFiller::fill_straddling(Range ranks, std::uint32_t end) {
    for (std::uint32_t left = 0; ranks.from < ranks.to;) {
        if (left == 0 && at_.used > 0) next_domain();
        if (left == 0) left = std::min(block_, ranks.to - ranks.from);
        if (at_.domain >= end) return false;
        if (at_.domain >= offers_.endless_from() && offers_.endless_largest() == 0) return false;
        const std::uint32_t taken = std::min(offer(at_.domain) - at_.used, left);
        if (taken == 0) {
            next_domain();
            continue;
        }
        add(ranks.from, taken);
        ranks.from += taken;
        left -= taken;
    }
    return true;
}

}  // namespace railyard::search
