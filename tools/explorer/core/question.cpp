#include "explorer/core/question.hpp"

#include <algorithm>

namespace railyard::explorer {

Question::Question(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) continue;
        settings_.push_back({std::string(line.substr(0, equals)), std::string(line.substr(equals + 1))});
    }
}

std::string Question::take(std::string_view key, std::string_view otherwise) {
    const auto found = std::find_if(settings_.begin(), settings_.end(),
                                    [&](const memory::Setting& setting) { return setting.key == key; });
    if (found == settings_.end()) return std::string(otherwise);
    std::string value = std::move(found->value);
    settings_.erase(found);
    return value;
}

}  // namespace railyard::explorer
