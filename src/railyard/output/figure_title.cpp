#include "railyard/output/figure_title.hpp"

#include <algorithm>
#include <array>

namespace railyard::output {
namespace {

struct Ending {
    std::string_view column;
    std::string_view words;
};

// Whole names, then what others end in; the longer before those that they end in.
constexpr std::array<Ending, 8> names = {
    {{"gpu_hours_per_trillion_tokens", "GPU-hours per 10^12 tokens"},
     {"mwh_per_trillion_tokens", "MWh per 10^12 tokens"},
     {"cost_per_trillion_tokens", "cost per 10^12 tokens, in the currency of the files"},
     {"cost", "cost, in the currency of the files"},
     {"tokens_per_second", "tokens per second"},
     {"tokens_per_second_per_gpu", "tokens per second and GPU"},
     {"nvlink_tb_per_step", "on NVLink, TB per step"},
     {"network_tb_per_step", "on the network, TB per step"}}};
constexpr std::array<Ending, 8> endings = {{{"_network_tb_per_step", " on the network, TB per step"},
                                            {"_nvlink_share", " on NVLink, share of hops (0 to 1)"},
                                            {"_tb_per_step", ", TB per step"},
                                            {"_gb_per_second", ", GB/s per direction"},
                                            {"_gbit_per_second", ", Gb/s per direction"},
                                            {"_seconds", ", seconds"},
                                            {"_gib", ", GiB"},
                                            {"_kw", ", kW"}}};

std::string spaced(std::string_view words) {
    std::string text(words);
    std::replace(text.begin(), text.end(), '_', ' ');
    const std::size_t gpus = text.find("gpus");
    if (gpus != std::string::npos) text.replace(gpus, 4, "GPUs");
    return text;
}

}  // namespace

std::string figure_title(std::string_view column) {
    // A key of the sweep, which people know as it is.
    if (column.find('.') != std::string_view::npos) return std::string(column);
    for (const Ending& name : names) {
        if (column == name.column) return std::string(name.words);
    }
    for (const Ending& ending : endings) {
        if (column.size() <= ending.column.size() || !column.ends_with(ending.column)) continue;
        return spaced(column.substr(0, column.size() - ending.column.size())) + std::string(ending.words);
    }
    return spaced(column);
}

}  // namespace railyard::output
