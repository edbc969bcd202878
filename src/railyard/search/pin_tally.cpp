#include "railyard/search/pin_tally.hpp"

namespace railyard::search {

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

}  // namespace railyard::search
