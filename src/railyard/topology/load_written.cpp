#include "railyard/topology/load_written.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "railyard/input/quantity.hpp"

namespace railyard {
namespace {

using input::Node;

// What stands at a path of mappings; null where nothing does.
const Node* node_at(const Node& root, std::string_view path) {
    const Node* node = &root;
    while (node != nullptr && !path.empty()) {
        const std::size_t end = std::min(path.find('.'), path.size());
        const input::Entry* entry = node->find(path.substr(0, end));
        node = entry == nullptr ? nullptr : &entry->value;
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return node;
}

double number_at(const Node& root, std::string_view path, double otherwise) {
    const Node* node = node_at(root, path);
    if (node == nullptr) return otherwise;
    const auto number = input::parse_number(node->text);
    const auto* value = std::get_if<double>(&number);
    return value == nullptr ? otherwise : *value;
}

bool sets(const std::vector<input::KeySetting>& settings, std::string_view path) {
    return std::any_of(settings.begin(), settings.end(),
                       [&](const input::KeySetting& setting) { return setting.path == path; });
}

}  // namespace

void note_written_ratios(const input::Document& before, const std::vector<input::KeySetting>& settings,
                         Network& network) {
    const Node* tiers = node_at(before.root, "network.tiers");
    // A network that was set as a whole was written for itself.
    if (tiers == nullptr || tiers->items.size() != network.tiers.size() || sets(settings, "network") ||
        sets(settings, "network.tiers"))
        return;
    for (std::size_t t = 0; t < network.tiers.size(); ++t) {
        Tier& tier = network.tiers[t];
        for (const std::string& item : {tier.name, std::to_string(t)}) {
            if (sets(settings, "network.tiers." + item + ".switches")) tier.switches_set_by = SetBy::outside;
        }
        const double written = number_at(tiers->items[t], "oversubscription", 1);
        if (written > 0 && written != tier.oversubscription) tier.written_oversubscription = written;
    }
}

void note_written_gpus(const input::Document& before, const std::vector<input::KeySetting>& settings,
                       DomainKind& kind) {
    if (sets(settings, "scale_up") || sets(settings, "scale_up.switches")) return;
    const double written =
        number_at(before.root, "servers.count", 1) * number_at(before.root, "servers.gpus", 0);
    if (written >= 1 && written <= 1e9 && written != kind.gpus())
        kind.scale_up.written_for_gpus = static_cast<std::uint32_t>(written);
}

void note_written_peaks(const input::Document& before, Gpu& gpu) {
    for (std::size_t p = 0; p < precision_count; ++p) {
        const Node* node = node_at(before.root, "peak." + std::string(precision_names[p]));
        if (node == nullptr || !gpu.peak[p]) continue;
        const auto parsed = input::parse_compute_rate(node->text, input::Zero::refused);
        if (const auto* written = std::get_if<FlopsPerSecond>(&parsed))
            gpu.peak_over_file[p] = *gpu.peak[p] / *written;
    }
}

}  // namespace railyard
