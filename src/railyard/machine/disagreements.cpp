#include "railyard/machine/disagreements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "railyard/machine/known_gpus.hpp"

namespace railyard::machine {
namespace {

constexpr std::size_t most_listed = 4;

// "GPU 1, GPU 2"; "8 GPUs".
std::string labels(const ObservedHost& host, const std::vector<std::size_t>& gpus) {
    if (gpus.size() > most_listed) return fmt::format("{} GPUs", gpus.size());
    std::string text;
    for (const std::size_t gpu : gpus) text += (text.empty() ? "" : ", ") + gpu_label(host, gpu);
    return text;
}

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

// Pairs by the GPUs that most of them share: "GPU 1 to 7 others, GPU 2 to 6 others".
std::string labels(const ObservedHost& host, Pairs pairs) {
    std::vector<std::string> parts;
    while (!pairs.empty()) {
        std::vector<std::size_t> of_gpu(host.gpus.size(), 0);
        for (const auto& [a, b] : pairs) {
            ++of_gpu[a];
            ++of_gpu[b];
        }
        const auto most = std::max_element(of_gpu.begin(), of_gpu.end());
        const auto hub = static_cast<std::size_t>(most - of_gpu.begin());
        if (*most > 1) {
            parts.push_back(fmt::format("{} to {} others", gpu_label(host, hub), *most));
        } else {
            const auto& [a, b] = *std::find_if(pairs.begin(), pairs.end(), [&](const auto& pair) {
                return pair.first == hub || pair.second == hub;
            });
            parts.push_back(gpu_label(host, a) + " to " + gpu_label(host, b));
        }
        std::erase_if(pairs, [&](const auto& pair) { return pair.first == hub || pair.second == hub; });
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(parts.size(), most_listed); ++i)
        text += (text.empty() ? "" : ", ") + parts[i];
    return parts.size() > most_listed ? text + ", and more" : text;
}

// Among all the GPUs that each may be, whether there is one in common.
bool may_be_one(const std::vector<KnownGpu>& a, const std::vector<KnownGpu>& b) {
    return std::any_of(a.begin(), a.end(), [&](const KnownGpu& x) {
        return std::any_of(b.begin(), b.end(), [&](const KnownGpu& y) { return x.name == y.name; });
    });
}

// "mlx5_" of "mlx5_10".
std::string_view stem(std::string_view name) {
    return name.substr(0, name.find_last_not_of("0123456789") + 1);
}

using Names = std::vector<Fact<std::string>>;

// Those whose stems the others have too, and the source of one.
Names of_stems_in(const Names& names, const Names& others) {
    Names result;
    for (const auto& name : names) {
        if (std::any_of(others.begin(), others.end(),
                        [&](const auto& other) { return stem(*other.value) == stem(*name.value); }))
            result.push_back(name);
    }
    return result;
}

std::string said(const Observed& all, const Names& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "NICs " : ", ") + *name.value;
    return text + " (" + all.sources[names.front().from.value()].file + ")";
}

ObservedDisagreement& same_or_new(std::vector<ObservedDisagreement>& known, std::size_t host,
                                  Disagreement what) {
    const auto same = std::find_if(known.begin(), known.end(),
                                   [&](const ObservedDisagreement& it) { return it.what == what; });
    if (same != known.end()) return *same;
    return known.emplace_back(ObservedDisagreement{std::move(what), host, {}, {}, ""});
}

}  // namespace

void Disagreements::of_gpu(std::size_t gpu, Disagreement what) {
    same_or_new(of_gpus_, host_, std::move(what)).gpus.push_back(gpu);
}

void Disagreements::of_pair(std::size_t a, std::size_t b, Disagreement what) {
    same_or_new(of_pairs_, host_, std::move(what)).pairs.emplace_back(a, b);
}

void Disagreements::of_nic(std::string nic, Disagreement what) {
    others_.push_back({std::move(what), host_, {}, {}, std::move(nic)});
}

void Disagreements::of_host(Disagreement what) {
    others_.push_back({std::move(what), host_, {}, {}, ""});
}

void Disagreements::move_to(std::vector<ObservedDisagreement>& all) {
    for (auto* some : {&of_gpus_, &of_pairs_, &others_}) {
        std::move(some->begin(), some->end(), std::back_inserter(all));
        some->clear();
    }
}

Finding finding_of(const Observed& observed, const ObservedDisagreement& disagreement) {
    const ObservedHost& host = observed.hosts[disagreement.host];
    std::string place = host_label(observed, disagreement.host);
    if (!disagreement.gpus.empty()) place += ", " + labels(host, disagreement.gpus);
    if (!disagreement.pairs.empty()) place += ", " + labels(host, disagreement.pairs);
    if (!disagreement.nic.empty()) place += ", " + disagreement.nic;
    const Disagreement& what = disagreement.what;
    return {what.severity, std::move(place), "", what.one + " against " + what.other, what.cause};
}

Findings disagreement_findings(const Observed& observed) {
    Findings findings;
    for (const ObservedDisagreement& each : observed.disagreements)
        findings.push_back(finding_of(observed, each));
    return findings;
}

bool are_other_models(const ObservedGpu& a, const ObservedGpu& b) {
    const auto may_be_a = candidates(a);
    const auto may_be_b = candidates(b);
    return !may_be_a.empty() && !may_be_b.empty() && !may_be_one(may_be_a, may_be_b);
}

bool are_other_rates(const Fact<LinkSpeed>& a, const Fact<LinkSpeed>& b) {
    if (!a.known() || !b.known() || a.value->kind != b.value->kind) return false;
    return std::abs(a.value->one_way / b.value->one_way - 1) > 0.01;
}

Neighbours neighbours(const std::vector<Fact<Path>>& one, const std::vector<Fact<Path>>& other) {
    const auto near = [](const Fact<Path>& path) {
        return path.value == Path::pix || path.value == Path::pxb;
    };
    Neighbours result;
    for (std::size_t nic = 0; nic < std::min(one.size(), other.size()); ++nic) {
        if (!one[nic].known() || !other[nic].known()) continue;
        if (near(one[nic])) result.one.push_back(nic);
        if (near(other[nic])) result.other.push_back(nic);
    }
    return result;
}

std::optional<Disagreement> compare_names(const Observed& all, const ObservedHost& host,
                                          const ObservedHost& more, const std::vector<std::size_t>& nic_at,
                                          std::size_t known) {
    std::vector<std::uint8_t> matched(known, 0);
    Names mine;
    Names theirs;
    for (std::size_t i = 0; i < more.nics.size(); ++i) {
        const Fact<std::string>& name = more.nics[i].name;
        if (nic_at[i] >= known) {
            if (name.known()) theirs.push_back(name);
            continue;
        }
        matched[nic_at[i]] = 1;
        // One bus id under two names.
        if (!differ(host.nics[nic_at[i]].name, name)) continue;
        mine.push_back(host.nics[nic_at[i]].name);
        theirs.push_back(name);
    }
    for (std::size_t nic = 0; nic < known; ++nic) {
        if (matched[nic] == 0 && host.nics[nic].name.known()) mine.push_back(host.nics[nic].name);
    }
    const Names shared = of_stems_in(mine, theirs);
    if (shared.empty()) return std::nullopt;
    return Disagreement{Severity::mismatch, said(all, shared), said(all, of_stems_in(theirs, mine)),
                        "the sources are of different servers, or NICs were renamed between the two",
                        Subject::way_out};
}

std::optional<Disagreement> compare_gpu_counts(const Observed& all, const ObservedHost& host,
                                               const ObservedHost& more) {
    if (host.gpus.empty() || more.gpus.empty() || host.gpus.size() == more.gpus.size() ||
        host.sources.empty() || more.sources.empty())
        return std::nullopt;
    const auto told = [&](const ObservedHost& it) {
        std::string files;
        for (const SourceId source : it.sources)
            files += (files.empty() ? "" : ", ") + all.sources[source.value()].file;
        return fmt::format("{} GPU{} ({})", it.gpus.size(), it.gpus.size() == 1 ? "" : "s", files);
    };
    const bool host_has_fewer = host.gpus.size() < more.gpus.size();
    const ObservedHost& fewer = host_has_fewer ? host : more;
    const ObservedHost& rest = host_has_fewer ? more : host;
    const auto is_of = [&](std::string_view format) {
        return std::all_of(fewer.sources.begin(), fewer.sources.end(),
                           [&](SourceId source) { return all.sources[source.value()].format == format; });
    };
    const bool is_list = is_of("nvidia-smi-nvlink");
    if (is_list && 2 * fewer.gpus.size() <= rest.gpus.size()) return std::nullopt;
    return Disagreement{
        is_list || is_of("nccl-topo") ? Severity::warning : Severity::mismatch, told(host), told(more),
        "a GPU was lost or came back between the two, or one is of some GPUs only: capture both again, since "
        "numbers may stand for other GPUs in one",
        Subject::device};
}

void compare_hashes(Observed& all, const ObservedHost& more) {
    Disagreements found(all.hosts.size());
    for (const ObservedHost& host : all.hosts) {
        const bool same_name =
            host.name.known() && more.name.known() && is_same_host(*host.name.value, *more.name.value);
        if (!same_name || !differ(host.hash, more.hash)) continue;
        const auto hash = [&](const Fact<std::string>& it) {
            return "host_hash " + *it.value + " (" + all.sources[it.from.value()].file + ")";
        };
        found.of_host({Severity::mismatch, hash(host.hash), hash(more.hash),
                       "counted as two servers: one name stands for both, or the server started anew between "
                       "the two",
                       Subject::device});
    }
    found.move_to(all.disagreements);
}

}  // namespace railyard::machine
