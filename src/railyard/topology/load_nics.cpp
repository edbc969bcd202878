#include "railyard/topology/load_nics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "railyard/topology/load_domain.hpp"

namespace railyard {
namespace {

using input::Mapping;

// What the makers print on their NICs, without dashes and in small letters; cx7 is ConnectX-7. A mismatch is
// mostly bits taken for bytes, or one generation off.
struct NicModel {
    std::string_view name;
    double gigabits;
};
constexpr std::array nic_models = {NicModel{"cx5", 100},   NicModel{"cx6", 200},   NicModel{"cx7", 400},
                                   NicModel{"cx8", 800},   NicModel{"efav1", 100}, NicModel{"efav2", 100},
                                   NicModel{"efav3", 200}, NicModel{"efav4", 400}};

std::string folded_model(std::string_view model) {
    std::string text;
    for (const char c : model) {
        if (c >= 'A' && c <= 'Z') text += static_cast<char>(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) text += c;
    }
    return text.starts_with("connectx") ? "cx" + text.substr(std::string_view("connectx").size()) : text;
}

std::string in_gigabits(double gigabits) {
    return std::to_string(std::lround(gigabits)) + " Gb/s";
}

void check_model(const Mapping& keys, const Nics& nics) {
    const std::string folded = folded_model(nics.model);
    const auto* const model = std::find_if(nic_models.begin(), nic_models.end(),
                                           [&](const NicModel& known) { return known.name == folded; });
    const double gigabits = nics.bandwidth / gigabits_per_second(1);
    if (model == nic_models.end() || gigabits == 0) return;
    const double factor = gigabits / model->gigabits;
    const auto is_near = [&](double wanted) { return std::abs(factor / wanted - 1) < 0.05; };
    if (is_near(1)) return;
    keys.problems().note(keys.mark("bandwidth_per_direction"),
                         "a " + nics.model + " has " + in_gigabits(model->gigabits) + ", the file says " +
                             in_gigabits(gigabits) +
                             (is_near(8)         ? ": bytes instead of bits?"
                              : is_near(1.0 / 8) ? ": bits instead of bytes?"
                                                 : ""));
}

}  // namespace

Nics read_nics(const Mapping& keys, const Servers& servers) {
    Nics nics;
    nics.model = keys.has("model") ? keys.text("model").value_or("") : "";
    nics.bill = read_bill(keys);
    if (keys.has("per_gpu") == keys.has("per_server")) {
        keys.problems().add(
            keys.place(), "nics need either 'per_gpu' or 'per_server'",
            keys.has("per_gpu") ? "remove one of the two" : "per_server: 0 says that there are none");
        return nics;
    }
    nics.sharing = keys.has("per_gpu") ? NicSharing::per_gpu : NicSharing::per_server;
    nics.count = (nics.sharing == NicSharing::per_gpu ? keys.whole("per_gpu", 1, 64)
                                                      : keys.whole("per_server", 0, 1024))
                     .value_or(0);
    if (nics.count == 0) return nics;
    if (!keys.has("bandwidth_per_direction")) {
        keys.problems().add(keys.place(), "the key 'bandwidth_per_direction' is missing in nics",
                            "the rate of one NIC, one way, such as 400 Gb/s");
        return nics;
    }
    nics.bandwidth = keys.bandwidth("bandwidth_per_direction").value_or(BytesPerSecond{});
    if (nics.sharing == NicSharing::per_server) {
        const std::uint32_t larger = std::max(nics.count, servers.gpus);
        const std::uint32_t smaller = std::min(nics.count, servers.gpus);
        if (larger % smaller != 0) {
            keys.problem("per_server", std::to_string(nics.count) + " NICs cannot be dealt out evenly to " +
                                           std::to_string(servers.gpus) + " GPUs");
        }
    }
    check_model(keys, nics);
    return nics;
}

}  // namespace railyard
