#include "railyard/job/check_sizes.hpp"

#include <numeric>

#include "railyard/base/figures.hpp"
#include "railyard/job/stages.hpp"

namespace railyard {
namespace {

std::string text(std::uint64_t number) {
    return std::to_string(number);
}

class Checker {
  public:
    explicit Checker(const Layout& layout) : layout_(layout), degrees_(layout.degrees) {}

    std::vector<SizeProblem> run() {
        experts();
        batch();
        layers();
        attention();
        sharding();
        return std::move(found_);
    }

  private:
    void error(std::string section, std::string key, std::string message, std::string hint = "") {
        found_.push_back(
            {SizeSeverity::error, std::move(section), std::move(key), std::move(message), std::move(hint)});
    }
    void note(std::string section, std::string key, std::string message) {
        found_.push_back({SizeSeverity::note, std::move(section), std::move(key), std::move(message), ""});
    }

    void experts() {
        const std::uint64_t cut = std::uint64_t{degrees_.etp} * degrees_.ep * degrees_.pp;
        const std::uint32_t ranks = degrees_.ranks();
        const std::string key = degrees_.ep > 1 ? "ep" : "etp";
        if (degrees_.has_experts() && ranks % cut != 0) {
            error("parallel", key,
                  text(ranks) + " ranks are not divisible by etp x ep x pp = " + text(degrees_.etp) + " x " +
                      text(degrees_.ep) + " x " + text(degrees_.pp) + " = " + text(cut),
                  "experts cut the " + text(degrees_.ranks_per_stage()) +
                      " ranks of a stage: etp x ep must divide tp x cp x dp");
        }
        if (!layout_.model.experts) {
            if (degrees_.has_experts()) {
                note("parallel", key,
                     "the model has no experts: groups of ep and etp are counted, but carry nothing");
            }
        } else if (layout_.model.experts->count % degrees_.ep != 0) {
            error("parallel", "ep",
                  text(layout_.model.experts->count) +
                      " experts cannot be dealt out evenly to ep = " + text(degrees_.ep));
        }
        if (layout_.expert_imbalance > degrees_.ep) {
            error("", "expert_imbalance",
                  "one of ep = " + text(degrees_.ep) + " ranks cannot have more than " + text(degrees_.ep) +
                      " times the mean");
        }
    }

    void batch() {
        const std::uint64_t at_once = std::uint64_t{degrees_.dp} * layout_.batch.micro;
        if (layout_.batch.sequences % at_once != 0) {
            error("batch", "sequences",
                  text(layout_.batch.sequences) + " sequences are not divisible by dp x micro = " +
                      text(degrees_.dp) + " x " + text(layout_.batch.micro) + " = " + text(at_once),
                  "the global batch is a whole number of micro-batches for every data-parallel replica");
        }
        if (layout_.batch.length % degrees_.cp != 0) {
            error("batch", "length",
                  "a sequence of " + text(layout_.batch.length) +
                      " tokens cannot be cut in cp = " + text(degrees_.cp) + " equal parts");
        } else if (const std::uint64_t halves = 2 * std::uint64_t{degrees_.cp};
                   degrees_.cp > 1 && layout_.batch.length % halves != 0) {
            note("batch", "length", "Megatron-LM wants sequences that 2 x cp = " + text(halves) + " divides");
        }
    }

    void layers() {
        const Pipeline& pipeline = layout_.pipeline;
        const std::uint64_t places = std::uint64_t{degrees_.pp} * pipeline.passes();
        const std::uint64_t units = layout_.model.layers + (pipeline.ends == EndLayers::counted ? 2U : 0U);
        const std::string with_ends =
            units > layout_.model.layers ? " (" + text(units) + " with embedding and head)" : "";
        if (!pipeline.layers.empty()) {
            const auto sum =
                std::accumulate(pipeline.layers.begin(), pipeline.layers.end(), std::uint64_t{0});
            if (pipeline.layers.size() != degrees_.pp) {
                error("pipeline", "layers",
                      "the list has " + text(pipeline.layers.size()) +
                          " numbers for pp = " + text(degrees_.pp) + " stages");
            } else if (sum != layout_.model.layers) {
                error(
                    "pipeline", "layers",
                    "the stages hold " + text(sum) + " layers, the model has " + text(layout_.model.layers));
            }
        } else if (places > units) {
            error("parallel", "pp",
                  text(degrees_.pp) + " stages" +
                      (pipeline.passes() > 1 ? " of " + text(pipeline.passes()) + " chunks" : "") +
                      " are more than the " + counted(layout_.model.layers, "layer") + " of the model" +
                      with_ends,
                  pipeline.passes() > 1 ? "fewer stages or chunks" : "fewer stages");
        } else if (!divides_evenly(layout_)) {
            note("parallel", "pp",
                 counted(layout_.model.layers, "layer") + with_ends +
                     (layout_.model.layers == 1 ? " does" : " do") + " not divide by " + text(places) +
                     (pipeline.passes() > 1 ? " chunks" : " stages") +
                     ": the first get one more; Megatron-LM would refuse");
        }
        if (pipeline.schedule == PipelineSchedule::interleaved && degrees_.pp > 1 &&
            layout_.micro_batches() % degrees_.pp != 0) {
            note("batch", "sequences",
                 text(layout_.micro_batches()) +
                     (layout_.micro_batches() == 1 ? " micro-batch is" : " micro-batches are") +
                     " not a multiple of pp = " + text(degrees_.pp) +
                     ": Megatron-LM's interleaved schedule would refuse");
        }
    }

    void attention() {
        if (layout_.model.heads % degrees_.tp != 0) {
            note("parallel", "tp",
                 text(layout_.model.heads) + " attention heads are not divisible by tp = " +
                     text(degrees_.tp) + ": Megatron-LM would refuse");
        }
    }

    void sharding() {
        const std::uint64_t ranks = std::uint64_t{degrees_.dp} * degrees_.cp;
        if (layout_.sharding.over > 0 && ranks % layout_.sharding.over != 0) {
            error("sharding", "over",
                  "groups of " + text(layout_.sharding.over) + " do not divide dp x cp = " + text(ranks) +
                      " ranks");
        }
    }

    const Layout& layout_;
    const Degrees& degrees_;
    std::vector<SizeProblem> found_;
};

}  // namespace

std::vector<SizeProblem> check_sizes(const Layout& layout) {
    return Checker(layout).run();
}

}  // namespace railyard
