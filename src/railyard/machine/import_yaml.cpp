#include <fmt/format.h>

#include <algorithm>

#include "railyard/machine/import.hpp"
#include "railyard/machine/utf8.hpp"

namespace railyard::machine {
namespace {

// What comes from a source goes into a comment or between quotes: no line may end in it.
std::string one_line(const std::string& given) {
    std::string text = valid_utf8(given);
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    }
    return text;
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : one_line(text)) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

std::string gigabytes(BytesPerSecond rate) {
    return fmt::format("{:.4g} GB/s", rate.raw() / 1e9);
}

// A key with its value, and where it comes from behind it.
std::string line(std::size_t indent, const std::string& text, const Origin& origin) {
    std::string result = std::string(indent, ' ') + text;
    if (!origin.empty())
        result += std::string(result.size() < 46 ? 48 - result.size() : 2, ' ') + "# " + one_line(origin);
    return result + "\n";
}

std::string rates(std::size_t indent, const LinkRate& rate, const Origin& origin) {
    std::string text = line(indent, "bandwidth_per_direction: " + gigabytes(rate.bandwidth), origin);
    if (rate.effective)
        text +=
            line(indent, "effective_per_direction: " + gigabytes(*rate.effective), "what NCCL plans with");
    return text + line(indent, fmt::format("latency: {:g} us", rate.latency.raw() * 1e6),
                       "our default; not observed");
}

std::string link(std::string_view key, std::size_t indent, const LinkRate& rate, const Origin& origin) {
    return line(indent, std::string(key) + ":", "") + rates(indent + 2, rate, origin);
}

std::string scale_up(const ImportedDomain& domain) {
    const ScaleUp& up = domain.kind.scale_up;
    std::string text =
        line(6, "scale_up:", "") +
        line(8, "kind: " + std::string(scale_up_names[static_cast<std::size_t>(up.kind)]), domain.scale_up);
    if (up.kind == ScaleUpKind::none) return text;
    if (up.kind == ScaleUpKind::switched) {
        std::string numbers;
        for (const std::uint32_t links : up.links_per_switch)
            numbers += (numbers.empty() ? "" : ", ") + std::to_string(links);
        text += line(8, fmt::format("switches: {}", up.switches), "");
        if (up.boards > 1) text += line(8, fmt::format("boards: {}", up.boards), "");
        text += line(8, "links_per_switch: [" + numbers + "]", "");
    }
    if (up.kind == ScaleUpKind::mesh)
        text += line(8, fmt::format("links_per_pair: {}", up.links_per_pair), "");
    if (up.kind == ScaleUpKind::links) {
        text += line(8, "pairs:", "GPU, GPU, number of links");
        for (const auto& pair : up.pairs)
            text += line(10, fmt::format("- [{}, {}, {}]", pair.a, pair.b, pair.count), "");
    }
    text += link("link", 8, up.link, domain.link);
    if (up.boards == 1) return text;
    return text + line(8, "trunk:", "NOT TOLD: what all GPUs of a board together can fill") +
           line(10, fmt::format("links: {}", up.trunk_links), "") +
           rates(10, up.trunk, "that of an NVLink of the GPUs");
}

std::string nics(const ImportedDomain& domain) {
    const Nics& it = domain.kind.nics;
    std::string text = line(6, "nics:", "");
    text +=
        line(8, fmt::format("{}: {}", it.sharing == NicSharing::per_gpu ? "per_gpu" : "per_server", it.count),
             domain.nics);
    if (it.count > 0)
        text += line(8, fmt::format("bandwidth_per_direction: {:g} Gb/s", it.bandwidth.raw() * 8 / 1e9), "");
    if (!it.model.empty()) text += line(8, "model: " + it.model, "by names (mlx5_0); which one is NOT TOLD");
    return text;
}

std::string domain_text(const ImportedDomain& domain, std::uint32_t count) {
    const DomainKind& kind = domain.kind;
    std::string text = line(2, fmt::format("- count: {}", count), "") + line(4, "use:", "");
    text += line(6, "domain: " + quoted(kind.name), "") + line(6, "about: " + quoted(kind.about), "");
    if (domain.gpu.stand_in.empty()) {
        text += line(6, "gpu: " + quoted(domain.gpu.file), domain.gpu.origin);
    } else {
        text += line(6, "gpu:", domain.gpu.origin) + line(8, "gpu: " + quoted(domain.gpu.stand_in), "") +
                line(8, "use: " + domain.gpu.file, "numbers of another GPU: put its own here");
    }
    text += line(6, fmt::format("names: {{domain: {}, server: {}}}", kind.domain_word, kind.server_word), "");
    text += line(6, "servers:", "") + line(8, fmt::format("count: {}", kind.servers.count), "") +
            line(8, fmt::format("gpus: {}", kind.servers.gpus), "") +
            line(8, fmt::format("cpus: {}", kind.servers.cpus), domain.cpus);
    text += link("pcie", 8, kind.servers.pcie, domain.pcie);
    if (kind.servers.c2c) text += link("c2c", 8, *kind.servers.c2c, domain.c2c);
    if (kind.servers.cpus > 1) text += link("cpu_link", 8, kind.servers.cpu_link, domain.cpu_link);
    return text + scale_up(domain) + nics(domain);
}

}  // namespace

std::string topology_yaml(const ImportedTopology& topology) {
    std::string text =
        "# Imported from what machines said of themselves. \"NOT TOLD\" marks what no source said.\n";
    for (const std::string& source : topology.sources) text += "# source: " + one_line(source) + "\n";
    for (const ImportNote& note : topology.notes)
        text += "# note: " + one_line(note.text) +
                (note.option.empty() ? "" : "; " + note.option + " says it better") + "\n";
    text += "topology: " + quoted(topology.name) + "\nabout: imported from machines\ndomains:\n";
    bool way_out = true;
    for (const ImportedTopology::Run& run : topology.runs) {
        text += domain_text(topology.kinds[run.kind], run.count);
        way_out = way_out && topology.kinds[run.kind].kind.nics.count > 0;
    }
    if (way_out) {
        text += line(0, "network:", "NOT TOLD: one non-blocking tier") + line(2, "tiers:", "") +
                line(4, "- {name: network, latency: 2 us}", "our default; not observed");
    }
    if (!topology.unavailable.empty()) {
        text += "unavailable:\n";
        for (const std::string& name : topology.unavailable) text += line(2, "- " + name, "");
    }
    return text;
}

}  // namespace railyard::machine
