#include "railyard/search/pin_tally.hpp"

#include <algorithm>

namespace railyard::search {
namespace {

void try_alone(PinTally& tally, const std::vector<Pin>& pins, const std::vector<std::string>& texts,
               const CanKeep& can_keep) {
    std::vector<bool> named;
    std::vector<Pin> alone;
    for (const Pin& pin : pins) {
        named.push_back(pin.strength == PinStrength::required &&
                        std::find(texts.begin(), texts.end(), pin.text) != texts.end());
        if (named.back()) alone.push_back(pin);
    }
    if (can_keep(alone)) tally.count(named);
}

}  // namespace

PinTally::PinTally(const std::vector<Pin>& pins) {
    for (std::size_t p = 0; p < pins.size(); ++p) {
        if (pins[p].strength != PinStrength::required) continue;
        texts_.push_back(pins[p].text);
        numbers_.push_back(p);
    }
    both_.assign(texts_.size(), std::vector<bool>(texts_.size(), false));
}

void PinTally::count(const std::vector<bool>& kept) {
    counted_ = true;
    bool all = true;
    for (std::size_t a = 0; a < texts_.size(); ++a) {
        if (!kept[numbers_[a]]) all = false;
        for (std::size_t b = 0; b < texts_.size(); ++b)
            if (kept[numbers_[a]] && kept[numbers_[b]]) both_[a][b] = true;
    }
    all_ = all_ || all;
}

UnmetPins PinTally::unmet() const {
    UnmetPins unmet;
    if (!counted_ || all_) return unmet;
    for (std::size_t a = 0; a < texts_.size(); ++a)
        if (!both_[a][a]) unmet.alone.push_back(texts_[a]);
    for (std::size_t a = 0; a < texts_.size(); ++a) {
        for (std::size_t b = a + 1; b < texts_.size(); ++b)
            if (both_[a][a] && both_[b][b] && !both_[a][b]) unmet.together.push_back({texts_[a], texts_[b]});
    }
    if (!unmet.any()) unmet.together.push_back(texts_);
    return unmet;
}

UnmetPins unmet_even_alone(PinTally& tally, const std::vector<Pin>& pins, const CanKeep& can_keep) {
    const auto required = std::count_if(pins.begin(), pins.end(),
                                        [](const Pin& pin) { return pin.strength == PinStrength::required; });
    if (required < 2) return tally.unmet();
    for (const std::string& pin : tally.unmet().alone) try_alone(tally, pins, {pin}, can_keep);
    if (required > 2)
        for (const std::vector<std::string>& pair : tally.unmet().together)
            if (pair.size() == 2) try_alone(tally, pins, pair, can_keep);
    return tally.unmet();
}

}  // namespace railyard::search
