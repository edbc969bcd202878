#include "railyard/estimate/pipeline_time.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>

namespace railyard {
namespace {

using schedule::PieceSeconds;

bool same(const PieceSeconds& a, const PieceSeconds& b) {
    return a.forward == b.forward && a.backward == b.backward && a.backward_weight == b.backward_weight;
}

struct Kept {
    schedule::Algorithm algorithm;
    schedule::Shape shape;
    std::size_t operations;
    schedule::Replay replay;
    std::vector<PieceSeconds> pieces;
    std::vector<double> paired;
    double seconds = 0;

    [[nodiscard]] bool is(schedule::Algorithm other, const schedule::Shape& asked) const {
        return algorithm == other && shape.stages == asked.stages && shape.chunks == asked.chunks &&
               shape.micro_batches == asked.micro_batches;
    }
};

// The shapes that one thread asked for, the newest in front.
class Replays {
  public:
    double seconds(schedule::Algorithm algorithm, const schedule::Shape& shape,
                   const std::vector<PieceSeconds>& pieces, const std::vector<double>& paired) {
        Kept& kept = find(algorithm, shape);
        const bool known = kept.paired == paired && std::equal(kept.pieces.begin(), kept.pieces.end(),
                                                               pieces.begin(), pieces.end(), same);
        if (known) return kept.seconds;
        kept.seconds = kept.replay.makespan(pieces, paired);
        kept.pieces = pieces;
        kept.paired = paired;
        return kept.seconds;
    }

  private:
    Kept& find(schedule::Algorithm algorithm, const schedule::Shape& shape) {
        constexpr std::size_t most_operations = 1U << 20U;  // some 40 MB in all
        for (Kept& kept : kept_)
            if (kept.is(algorithm, shape)) return kept;
        auto built = schedule::build(algorithm, shape);
        operations_ += built.operations.size();
        kept_.push_front({algorithm, shape, built.operations.size(), schedule::Replay(built), {}, {}, 0});
        while (operations_ > most_operations && kept_.size() > 1) {
            operations_ -= kept_.back().operations;
            kept_.pop_back();
        }
        return kept_.front();
    }

    std::deque<Kept> kept_;
    std::size_t operations_ = 0;
};

double roughly(const schedule::Shape& shape, const std::vector<PieceSeconds>& pieces) {
    const auto whole = [&](std::size_t i) { return pieces[i].forward + pieces[i].backward; };
    std::vector<double> work(shape.stages, 0);
    for (std::size_t i = 0; i < pieces.size(); ++i) work[i % shape.stages] += whole(i);
    const auto longest = static_cast<std::size_t>(std::max_element(work.begin(), work.end()) - work.begin());
    // The second row of chunks has neither embedding nor head.
    const std::size_t row = shape.chunks > 1 ? shape.stages : 0;
    double seconds = work[longest] * shape.micro_batches;
    for (std::size_t s = 0; s < shape.stages; ++s)
        if (s != longest) seconds += whole(row + s);
    return seconds;
}

}  // namespace

double pipeline_time(schedule::Algorithm algorithm, const schedule::Shape& shape,
                     const std::vector<PieceSeconds>& pieces, const std::vector<double>& paired) {
    if (schedule::refuse(algorithm, shape)) return roughly(shape, pieces);
    thread_local Replays replays;
    return replays.seconds(algorithm, shape, pieces, paired);
}

}  // namespace railyard
