#include "railyard/cluster/passed_over.hpp"

#include "railyard/cluster/text_lines.hpp"

namespace railyard::cluster {

void PassedOver::add(std::string_view key, std::uint32_t line, Extent extent) {
    Seen& seen = keys_[std::string(key)];
    if (seen.count++ == 0) seen = {line, 1, extent};
}

void PassedOver::note_in(Cluster& cluster) const {
    constexpr std::size_t most_told = 8;
    std::size_t told = 0;
    for (const auto& [key, seen] : keys_) {
        if (++told > most_told) break;
        const bool is_record = seen.extent == Extent::record;
        cluster.notes.push_back((is_record ? "records that begin with " : "the key ") + quoted(key) +
                                (is_record ? " are" : " is") + " not known here and passed over: line " +
                                std::to_string(seen.line) +
                                (seen.count > 1 ? " and " + std::to_string(seen.count - 1) + " more" : ""));
    }
    if (keys_.size() > most_told)
        cluster.notes.push_back(std::to_string(keys_.size() - most_told) +
                                " more keys are not known here and passed over");
}

}  // namespace railyard::cluster
