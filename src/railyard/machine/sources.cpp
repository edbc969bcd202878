#include "railyard/machine/sources.hpp"

#include <fmt/format.h>

#include <utility>

#include "railyard/machine/hwloc_xml.hpp"
#include "railyard/machine/mixed_texts.hpp"
#include "railyard/machine/nccl_topo.hpp"
#include "railyard/machine/rocm_smi_topo.hpp"
#include "railyard/machine/smi_captures.hpp"
#include "railyard/machine/smi_nvlink.hpp"
#include "railyard/machine/smi_refused.hpp"
#include "railyard/machine/smi_text.hpp"
#include "railyard/machine/smi_topo.hpp"
#include "railyard/machine/smi_topo_header.hpp"

namespace railyard::machine {

const std::vector<SourceFormat>& source_formats() {
    static const std::vector<SourceFormat> formats = {
        {"hwloc-xml-2", "hwloc XML, version 2", is_hwloc_xml_2, read_hwloc_xml_2},
        {"hwloc-xml-3", "hwloc XML, version 3", is_hwloc_xml_3, read_hwloc_xml_3},
        {"hwloc-xml-other", "hwloc XML of another version (refused)", is_hwloc_xml_other, refuse_hwloc_xml},
        {"nccl-topo", "NCCL or RCCL topology XML", is_nccl_topo, read_nccl_topo},
        {"nccl-other", "NCCL graph XML, or a piece of a topology (refused)", is_other_nccl_xml,
         refuse_other_nccl_xml},
        {"rocm-smi-topo", "rocm-smi --showtopo", is_rocm_smi_topo, read_rocm_smi_topo},
        {"nvidia-smi-topo", "nvidia-smi topo -m", is_smi_topo, read_smi_topo},
        {"nvidia-smi-nvlink", "nvidia-smi nvlink -s or -R", is_smi_nvlink, read_smi_nvlink},
        {"nvidia-smi-other", "a complaint of nvidia-smi, topo -p2p, or a matrix without rows (refused)",
         is_other_smi_text, refuse_smi_text},
    };
    return formats;
}

const SourceFormat* recognise(std::string_view text) {
    for (const SourceFormat& format : source_formats()) {
        if (format.recognise(text)) return &format;
    }
    return nullptr;
}

std::string readable_formats() {
    std::string known;
    for (const SourceFormat& each : source_formats()) {
        if (each.about.ends_with("(refused)")) continue;
        known += (known.empty() ? "" : "; ") + std::string(each.about);
    }
    return known;
}

namespace {

// The first line of a matrix whose rows are gone, beside other outputs of nvidia-smi.
void tell_lone_header(const input::Source& source, Observed& observed) {
    const auto lines = smi_lines(source.text());
    const auto lone = find_lone_header(lines);
    if (!lone) return;
    observed.remarks.push_back(
        {SourceId(0), fmt::format("line {}", lines[lone->line].number),
         "the first line of a matrix of nvidia-smi topo -m, which no row follows, is passed over"});
}

}  // namespace

Observed read_machine(const input::Source& source) {
    const SourceFormat* format = recognise(source.text());
    if (format == nullptr) {
        input::refuse_empty(source);
        throw InputError(source.problem(source.beginning(),
                                        "this says nothing of a machine that is known here",
                                        "what can be read: " + readable_formats()));
    }
    const bool is_smi = format->name.starts_with("nvidia-smi");
    const auto captures = is_smi ? smi_captures(source.text()) : std::vector<std::uint32_t>();
    Observed observed;
    if (captures.size() > 1) {
        observed = read_smi_captures(source, captures);
    } else {
        observed = format->read(source);
        observed.sources = {{source.name(), std::string(format->name)}};
        for (ObservedHost& host : observed.hosts) host.sources = {SourceId(0)};
    }
    if (is_smi) tell_lone_header(source, observed);
    if (auto remark = passed_over(source)) observed.remarks.push_back(std::move(*remark));
    return observed;
}

}  // namespace railyard::machine
