#include "railyard/estimate/error_bands.hpp"

#include <algorithm>
#include <utility>

#include "railyard/base/figures.hpp"

namespace railyard {
namespace {

template <class T>
void add(std::vector<T>& set, T value) {
    const auto place = std::lower_bound(set.begin(), set.end(), value);
    if (place == set.end() || *place != value) set.insert(place, value);
}
template <class T>
bool has(const std::vector<T>& set, T value) {
    return set.empty() || std::find(set.begin(), set.end(), value) != set.end();
}

bool of_generation(const ErrorBand& band, Generation generation) {
    return band.generation ? *band.generation == generation : has(band.generations, generation);
}

// Whether runs of the job's kind and generation have a band of their own, whatever their size.
bool has_own_band(const std::vector<ErrorBand>& bands, const BandQuestion& job) {
    return std::any_of(bands.begin(), bands.end(), [&](const ErrorBand& b) {
        return b.generation == job.generation && b.kind == job.kind && b.most_gpus == 0;
    });
}

// All that could speak for the job were it like their runs.
bool about(const ErrorBand& band, const BandQuestion& job, bool own_band) {
    if (band.kind != job.kind || !of_generation(band, job.generation)) return false;
    return !own_band || band.generation;
}

std::string capitalized(std::string_view name) {
    std::string text(name);
    if (text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string kind_and_generation(RunKind kind, std::optional<Generation> generation) {
    std::string text = kind == RunKind::experts ? " with experts" : " of dense models";
    if (generation)
        text += " on " + capitalized(generation_names[static_cast<std::size_t>(*generation)]) + " GPUs";
    return text;
}

std::string range(const CountRange& counts) {
    return " (" + grouped(counts.least) + (counts.least == counts.most ? "" : " to " + grouped(counts.most)) +
           ")";
}

std::string lacking(const ErrorBand& band, const BandQuestion& job) {
    if (!band.lengths.holds(job.length))
        return "had sequences of " + counted(job.length, "token") + range(band.lengths);
    if (!band.gpus.holds(job.gpus)) return "was on " + counted(job.gpus, "GPU") + range(band.gpus);
    if (!has(band.links, job.links)) {
        return job.links == JobLinks::pcie ? "had GPUs of a domain that no NVLink joins"
                                           : "had tensor parallelism over the network";
    }
    return job.products == ProductPrecision::fp8 ? "had products in fp8" : "had products in 16 bits";
}

}  // namespace

BandQuestion band_question(const Layout& layout, const CalibratedMachine& machine) {
    return {kind_of(layout), machine.gpu.generation, layout.degrees.ranks(), layout.batch.length,
            machine.links,   machine.precision,      layout.software};
}

void CountRange::widen(std::uint32_t count) {
    least = most == 0 ? count : std::min(least, count);
    most = std::max(most, count);
}

void ErrorBand::widen(const BandQuestion& run) {
    lengths.widen(run.length);
    gpus.widen(run.gpus);
    add(generations, run.generation);
    add(links, run.links);
    add(products, run.products);
    add(software, run.software);
}

bool ErrorBand::covers(const BandQuestion& job) const {
    return lengths.holds(job.length) && gpus.holds(job.gpus) && has(links, job.links) &&
           has(products, job.products);
}

std::optional<ErrorBand> band_of(const std::vector<ErrorBand>& bands, const BandQuestion& job) {
    const bool own_band = has_own_band(bands, job);
    // Narrower bands stand first in preference: of the generation, then of the size.
    std::optional<ErrorBand> best;
    const auto narrowness = [](const ErrorBand& band) {
        return std::pair(band.generation ? 1 : 0, band.most_gpus == 0 ? 0.0 : 1.0 / band.most_gpus);
    };
    for (const ErrorBand& band : bands) {
        if (!about(band, job, own_band) || !band.covers(job)) continue;
        if (band.most_gpus != 0 && job.gpus > band.most_gpus) continue;
        if (!best || narrowness(band) > narrowness(*best)) best = band;
    }
    return best;
}

std::string why_no_band(const std::vector<ErrorBand>& bands, const BandQuestion& job) {
    if (band_of(bands, job)) return "";
    const bool own_band = has_own_band(bands, job);
    for (const ErrorBand& band : bands) {
        if (band.most_gpus != 0 || !about(band, job, own_band)) continue;
        return "none of " + runs_of(band) + likeness(band) + " " + lacking(band, job);
    }
    const bool own = std::any_of(bands.begin(), bands.end(),
                                 [](const ErrorBand& band) { return band.origin == RunOrigin::own; });
    return std::string("there are not enough ") + (own ? "runs of yours" : "published runs") +
           kind_and_generation(job.kind, job.generation);
}

std::string not_run_by(const ErrorBand& band, Software software) {
    if (has(band.software, software)) return "";
    return "none of them ran " + std::string(software_names[static_cast<std::size_t>(software)]);
}

std::string runs_of(const ErrorBand& band) {
    return band.origin == RunOrigin::own ? "your " + counted(band.rows, "run")
                                         : counted(band.rows, "published run");
}

std::string how_left_out(const ErrorBand& band) {
    return band.left_out == LeftOut::run ? "each predicted without it" : "predicted without their source";
}

std::string likeness(const ErrorBand& band) {
    return kind_and_generation(band.kind, band.generation) +
           (band.most_gpus == 0 ? "" : " (up to " + grouped(band.most_gpus) + ")");
}

}  // namespace railyard
