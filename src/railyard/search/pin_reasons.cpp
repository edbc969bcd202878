#include "railyard/search/pin_reasons.hpp"

#include <algorithm>
#include <optional>

#include "railyard/base/figures.hpp"
#include "railyard/search/pin_sizes.hpp"
#include "railyard/search/spans.hpp"

namespace railyard::search {
namespace {

class Reasons {
  public:
    Reasons(const std::vector<Pin>& pins, const Topology& topology, const Model& model,
            const std::vector<Degrees>& cuts)
        : pins_(pins),
          topology_(topology),
          cuts_(cuts),
          sizes_(topology, model, pins),
          domain_(topology.kinds()[topology.runs().front().kind].domain_word) {}

    [[nodiscard]] std::string of(const std::string& text) const {
        const auto at = std::find_if(pins_.begin(), pins_.end(), [&](const Pin& pin) {
            return pin.strength == PinStrength::required && pin.text == text;
        });
        const auto p = static_cast<std::size_t>(at - pins_.begin());
        const Pin& pin = *at;
        if (pin.off_nvlink)
            return text + ": wherever the ranks sit, some neighbours of " + name(pin) + " share a " +
                   domain_ + ". --prefer " + text + " takes what comes nearest.";
        std::uint32_t held = sizes_.held(p, cuts_.front());
        for (const Degrees& cut : cuts_) held = std::min(held, sizes_.held(p, cut));
        std::string reason = text + ": ";
        if (held > sizes_.room(p)) {
            reason += what_holds(pin, held) + ", and " + where(pin.reach) + " has no more than " +
                      counted(sizes_.room(p), "GPU") + ".";
        } else if (const std::uint32_t runs = runs_needed(pin, held);
                   runs > runs_with_room(topology_, pin.reach, held)) {
            reason += what_holds(pin, held) + " " + grouped(runs) +
                      " times, and what is there has room for " +
                      grouped(runs_with_room(topology_, pin.reach, held)) + " of them, each within " +
                      where(pin.reach) + ".";
        } else {
            reason += "there would be room (" + what_holds(pin, held) + ", " + where(pin.reach) + " has " +
                      counted(sizes_.room(p), "GPU") +
                      "), but no order of the ranks fills whole blocks so that none lies across two.";
        }
        return reason + remedy(pin, held);
    }

  private:
    [[nodiscard]] static std::string name(const Pin& pin) {
        return std::string(dimension_names[static_cast<std::size_t>(pin.dimension)]);
    }

    // Runs of ranks that each have to lie within reach.
    [[nodiscard]] std::uint32_t runs_needed(const Pin& pin, std::uint32_t held) const {
        return pin.what == Pin::What::ranks ? cuts_.front().ranks() / held : 1;
    }

    [[nodiscard]] std::string what_holds(const Pin& pin, std::uint32_t held) const {
        if (pin.what == Pin::What::job) return "the job has " + counted(held, "rank");
        if (pin.what == Pin::What::ranks) return "that is " + counted(held, "rank");
        const bool all = std::all_of(cuts_.begin(), cuts_.end(),
                                     [&](const Degrees& cut) { return cut.of(pin.dimension) == held; });
        return name(pin) + " is " + grouped(held) + (all ? "" : " or more in every cut");
    }

    [[nodiscard]] std::string where(Reach reach) const {
        if (!reach.is_network()) return "a " + domain_;
        return "a span of " + topology_.network().tiers[reach.tier()].name;
    }

    // The nearest reach that is large enough, and the pin as a wish.
    [[nodiscard]] std::string remedy(const Pin& pin, std::uint32_t held) const {
        const auto& tiers = topology_.network().tiers;
        const std::string what = pin.text.substr(0, pin.text.find('='));
        // The last tier holds everything: a pin to it asks for nothing.
        for (std::size_t t = pin.reach.is_network() ? pin.reach.tier() + 1 : 0; t + 1 < tiers.size(); ++t) {
            if (held <= most_within(topology_, Reach::tier(t)))
                return " --pin " + quoted(what + "=" + tiers[t].name) + " asks for less, --prefer " +
                       quoted(pin.text) + " for as much as can be had.";
        }
        return " --prefer " + quoted(pin.text) + " takes what comes nearest.";
    }

    [[nodiscard]] static std::string quoted(const std::string& pin) {
        return pin.find(' ') == std::string::npos ? pin : "'" + pin + "'";
    }

    const std::vector<Pin>& pins_;
    const Topology& topology_;
    const std::vector<Degrees>& cuts_;
    PinSizes sizes_;
    std::string domain_;
};

}  // namespace

std::vector<std::string> why_unmet(const UnmetPins& unmet, const std::vector<Pin>& pins,
                                   const Topology& topology, const Model& model,
                                   const std::vector<Degrees>& cuts) {
    const Reasons reasons(pins, topology, model, cuts);
    std::vector<std::string> texts;
    for (const std::string& pin : unmet.alone) texts.push_back(reasons.of(pin));
    if (!unmet.together.empty())
        texts.emplace_back("Each of them can be had: give with --prefer the one that matters less.");
    return texts;
}

}  // namespace railyard::search
