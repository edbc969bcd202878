// Any text as a pin, on a topology with tiers and on one without: what it stands for, or what is wrong and a
// hint; the same text of another strength stands for the same.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "railyard/search/pins.hpp"

namespace {

using namespace railyard;

void expect(bool holds) {
    if (!holds) __builtin_trap();
}

// Servers of 4 GPUs, four to a domain.
Topology topology(std::vector<Tier> tiers) {
    DomainKind kind;
    kind.name = "rack";
    kind.domain_word = "rack";
    kind.server_word = "tray";
    kind.servers.count = 4;
    kind.servers.gpus = 4;
    TopologyParts parts;
    parts.name = "test";
    parts.kinds = {kind};
    parts.runs = {{0, 8}};
    parts.network.tiers = std::move(tiers);
    return Topology(std::move(parts));
}

Tier tier(const char* name) {
    Tier made;
    made.name = name;
    return made;
}

void check(std::string_view text, const Topology& on) {
    const auto parsed = search::parse_pin(text, search::PinStrength::required, on);
    const auto preferred = search::parse_pin(text, search::PinStrength::preferred, on);
    expect(parsed.index() == preferred.index());
    if (const auto* problem = std::get_if<search::PinProblem>(&parsed))
        return expect(!problem->message.empty() && !problem->hint.empty());
    const auto& pin = std::get<search::Pin>(parsed);
    expect(pin.text == text);
    expect((pin.what == search::Pin::What::ranks) == (pin.ranks > 0));
    expect(!pin.off_nvlink || pin.what == search::Pin::What::dimension);
    expect(!pin.reach.is_network() || pin.reach.tier() < on.network().tiers.size());
    expect(std::get<search::Pin>(preferred).ranks == pin.ranks);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Topology tiers = topology({tier("leaf"), tier("spine")});
    static const Topology network = topology({tier("network")});
    static const Topology alone = topology({});
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const Topology* on : {&tiers, &network, &alone}) check(text, *on);
    return 0;
}
