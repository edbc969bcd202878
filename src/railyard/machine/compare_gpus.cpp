#include <fmt/format.h>

#include <algorithm>

#include "railyard/machine/comparison.hpp"
#include "railyard/machine/known_gpus.hpp"
#include "railyard/machine/untold_devices.hpp"

namespace railyard::machine {
namespace {

// "gpu0 to gpu7", "gpu0, gpu1, gpu3".
std::string names_of(const std::vector<std::uint32_t>& seats) {
    if (seats.size() > 2 && seats.back() - seats.front() + 1 == seats.size())
        return fmt::format("gpu{} to gpu{}", seats.front(), seats.back());
    std::string names;
    for (const std::uint32_t seat : seats) names += (names.empty() ? "gpu" : ", gpu") + std::to_string(seat);
    return names;
}

// GPUs of the server that nothing stands for.
struct Missing {
    std::size_t count = 0;
    std::vector<std::uint32_t> seats;  // those, or of which they are some
    std::string names;
    const char *one = "cannot run", *many = "cannot run", *why = "";
};

Missing missing_of(const Comparison& comparison) {
    Missing missing;
    const bool guessed = comparison.guesses_seats();
    for (std::uint32_t seat = 0; seat < comparison.seats(); ++seat) {
        if (!comparison.is_there(seat)) continue;
        if (guessed || !comparison.gpu_at(seat)) missing.seats.push_back(seat);
    }
    missing.count =
        missing.seats.size() - (guessed ? std::min(comparison.host().gpus.size(), missing.seats.size()) : 0);
    missing.names = names_of(missing.seats);
    if (!guessed) return missing;
    missing.names = (missing.count == 1 ? "one of " : fmt::format("{} of ", missing.count)) + missing.names;
    const bool single = missing.count == 1;
    missing.one = single ? "sits on a server that lacks a GPU" : "sits on a server that lacks GPUs";
    missing.many = single ? "sit on a server that lacks a GPU" : "sit on a server that lacks GPUs";
    missing.why =
        single ? "; which one is not told: a file of a whole server of this kind, with bus ids or NICs, "
                 "would tell"
               : "; which they are is not told: a file of a whole server of this kind, with bus ids or "
                 "NICs, would tell";
    return missing;
}

// GPUs that some rank sits on; all without a job.
std::size_t ranks_on(const Comparison& comparison, const std::vector<std::uint32_t>& seats) {
    return static_cast<std::size_t>(std::count_if(seats.begin(), seats.end(), [&](std::uint32_t seat) {
        return comparison.meaning().matters({comparison.id_of(seat)}, Touches::any);
    }));
}

void compare_number(Comparison& comparison) {
    const Missing missing = missing_of(comparison);
    const std::size_t seen = comparison.host().gpus.size();
    if (missing.count > 0 && seen > 0) {
        // A list of links may be of some GPUs only (nvidia-smi -i); what shows PCI devices or a matrix shows
        // all.
        const std::size_t untold = comparison.host().untold.size();
        const bool may_be_there = is_list_of_links(comparison.host()) || untold >= missing.count;
        std::vector<GpuId> ids;
        for (const std::uint32_t seat : missing.seats) ids.push_back(comparison.id_of(seat));
        const auto& meaning = comparison.meaning();
        // Ranks that are no more than the GPUs that are left may all run there.
        const bool may_do = comparison.guesses_seats() && ranks_on(comparison, missing.seats) <= seen;
        comparison.add(
            {meaning.weighed(may_be_there || may_do ? Severity::warning : Severity::mismatch, ids,
                             Touches::any),
             comparison.server_place(), fmt::format("{} GPUs", comparison.seats()),
             fmt::format("{} GPU{}; nothing stands for {}", seen, seen == 1 ? "" : "s", missing.names) +
                 (untold > 0 ? "; " + untold_text(untold) : ""),
             meaning.of(ids, Touches::any, may_be_there ? "may lack GPUs" : missing.one,
                        may_be_there ? "may lack GPUs" : missing.many) +
                 missing.why});
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

bool is_list_of_links(const ObservedHost& host) {
    const auto from_list = [](const ObservedGpu& gpu) { return !gpu.pci.known() && !gpu.numa.known(); };
    const auto untold = [](const ObservedPair& pair) { return !pair.path.known(); };
    return std::all_of(host.gpus.begin(), host.gpus.end(), from_list) &&
           std::all_of(host.pairs.begin(), host.pairs.end(), untold);
}

void compare_gpus(Comparison& comparison) {
    compare_number(comparison);
    compare_model(comparison);
}

}  // namespace railyard::machine
