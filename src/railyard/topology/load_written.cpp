#include "railyard/topology/load_written.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
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

std::optional<BytesPerSecond> bandwidth_at(const Node& root, std::string_view path) {
    const Node* node = node_at(root, path);
    if (node == nullptr) return std::nullopt;
    const auto parsed = input::parse_bandwidth(node->text, input::Zero::refused);
    const auto* value = std::get_if<BytesPerSecond>(&parsed);
    return value == nullptr ? std::nullopt : std::optional(*value);
}

constexpr std::array<std::string_view, 5> rated_links = {"scale_up.link", "scale_up.trunk", "servers.pcie",
                                                         "servers.c2c", "servers.cpu_link"};
std::optional<BytesPerSecond> effective_at(const DomainKind& kind, std::size_t link) {
    const std::array<const LinkRate*, rated_links.size()> rates = {
        &kind.scale_up.link, &kind.scale_up.trunk, &kind.servers.pcie, &kind.servers.gpu_to_cpu(),
        &kind.servers.cpu_link};
    return rates[link]->effective;
}

}  // namespace

std::span<const std::string_view> links_with_rates() {
    return rated_links;
}

std::optional<BytesPerSecond> effective_rate(const DomainKind& kind, std::string_view link) {
    for (std::size_t i = 0; i < rated_links.size(); ++i)
        if (rated_links[i] == link) return effective_at(kind, i);
    return std::nullopt;
}

void scale_effective_rates(const input::Document& before, const std::vector<input::KeySetting>& settings,
                           input::Document& document) {
    for (const std::string_view link : rated_links) {
        const std::string nominal = std::string(link) + ".bandwidth_per_direction";
        const std::string effective = std::string(link) + ".effective_per_direction";
        const std::string section(link.substr(0, link.find('.')));
        // A section that was set as a whole was written for itself.
        if (!sets(settings, nominal) || sets(settings, effective) || sets(settings, link) ||
            sets(settings, section))
            continue;
        const auto written = bandwidth_at(before.root, nominal);
        const auto reached = bandwidth_at(before.root, effective);
        const auto now = bandwidth_at(document.root, nominal);
        if (!written || !reached || !now || *reached > *written) continue;
        const auto setting = std::find_if(settings.begin(), settings.end(),
                                          [&](const auto& one) { return one.path == nominal; });
        input::KeySetting scaled = *setting;
        scaled.path = effective;
        char digits[48];
        std::snprintf(digits, sizeof digits, "%.17g B/s", (*now * (*reached / *written)).raw());
        scaled.value.text = digits;
        set_key(document, scaled);
    }
}

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
