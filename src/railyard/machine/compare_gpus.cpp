#include <fmt/format.h>

#include <algorithm>

#include "railyard/machine/comparison.hpp"
#include "railyard/machine/known_gpus.hpp"
#include "railyard/machine/untold_devices.hpp"

namespace railyard::machine {
namespace {

bool is_list_of_links(const ObservedHost& host) {
    const auto from_list = [](const ObservedGpu& gpu) { return !gpu.pci.known() && !gpu.numa.known(); };
    const auto untold = [](const ObservedPair& pair) { return !pair.path.known(); };
    return std::all_of(host.gpus.begin(), host.gpus.end(), from_list) &&
           std::all_of(host.pairs.begin(), host.pairs.end(), untold);
}

void compare_number(Comparison& comparison) {
    std::vector<GpuId> missing;
    std::string names;
    for (std::uint32_t seat = 0; seat < comparison.seats(); ++seat) {
        if (!comparison.is_there(seat) || comparison.gpu_at(seat)) continue;
        missing.push_back(comparison.id_of(seat));
        names += (names.empty() ? "gpu" : ", gpu") + std::to_string(seat);
    }
    const std::size_t seen = comparison.host().gpus.size();
    if (!missing.empty() && seen > 0) {
        // A list of links may be of some GPUs only (nvidia-smi -i); what shows PCI devices or a matrix shows
        // all.
        const std::size_t untold = comparison.host().untold.size();
        const bool may_be_there = is_list_of_links(comparison.host()) || untold >= missing.size();
        const char* what = may_be_there ? "may lack GPUs" : "cannot run";
        comparison.add({comparison.meaning().weighed(may_be_there ? Severity::warning : Severity::mismatch,
                                                     missing, Touches::any),
                        comparison.server_place(), fmt::format("{} GPUs", comparison.seats()),
                        fmt::format("{} GPU{}; nothing stands for {}", seen, seen == 1 ? "" : "s", names) +
                            (untold > 0 ? "; " + untold_text(untold) : ""),
                        comparison.meaning().of(missing, Touches::any, what, what)});
    }
    std::vector<GpuId> all;
    for (std::uint32_t seat = 0; seat < comparison.seats(); ++seat) all.push_back(comparison.id_of(seat));
    const auto of_all = [&](Severity severity, std::string saw, const char* one, const char* many,
                            const char* why) {
        std::string meaning = comparison.meaning().of(all, Touches::any, one, many);
        meaning += (meaning.empty() ? "" : ": ") + std::string(why);
        comparison.add({comparison.meaning().weighed(severity, all, Touches::any), comparison.server_place(),
                        fmt::format("{} GPUs", comparison.seats()), std::move(saw), std::move(meaning)});
    };
    if (seen > comparison.seats()) {
        of_all(Severity::mismatch, fmt::format("{} GPUs", seen), "sits on another kind of server",
               "sit on another kind of server", "the topology describes one with fewer GPUs");
    }
    if (seen == 0 && !comparison.host().untold.empty()) {
        of_all(Severity::warning,
               untold_text(comparison.host().untold.size()) +
                   comparison.said_by(comparison.host().untold.front().from),
               "sits on GPUs that are not told of", "sit on GPUs that are not told of", how_to_tell_devices);
    } else if (seen == 0) {
        of_all(Severity::mismatch, "no GPU is told of", "sits on GPUs that cannot be checked",
               "sit on GPUs that cannot be checked",
               "the source may leave PCI devices out (lstopo --no-io), or know only NICs");
    }
}

void compare_model(Comparison& comparison) {
    const std::string& expected = comparison.kind().gpu.name;
    std::vector<Comparison::Deviation> deviations;
    for (const std::uint32_t seat : comparison.observed_seats()) {
        const ObservedGpu& gpu = comparison.host().gpus[*comparison.gpu_at(seat)];
        const auto known = candidates(gpu);
        if (known.empty() || !is_told_apart(expected)) continue;
        if (std::any_of(known.begin(), known.end(), [&](const KnownGpu& it) { return it.file == expected; }))
            continue;
        const SourceId from = gpu.model.known()       ? gpu.model.from
                              : gpu.pci_model.known() ? gpu.pci_model.from
                                                      : gpu.sm.from;
        deviations.push_back({seat, Severity::mismatch, "model " + expected, model_label(gpu), Touches::any,
                              "computes on another GPU than counted", "compute on other GPUs than counted",
                              from});
    }
    comparison.add_all(deviations);
}

}  // namespace

void compare_gpus(Comparison& comparison) {
    compare_number(comparison);
    compare_model(comparison);
}

}  // namespace railyard::machine
