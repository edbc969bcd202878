#include "railyard/topology/topology_keys.hpp"

#include "railyard/topology/hardware.hpp"

namespace railyard {
namespace {

using input::Key;
using input::Section;
using enum input::Shape;
using input::Shape;
constexpr auto required = input::Presence::required;
constexpr auto optional = input::Presence::optional;

constexpr Shape a_text[] = {text};
constexpr Shape a_whole[] = {whole};
constexpr Shape a_number[] = {number};
constexpr Shape a_size[] = {size};
constexpr Shape a_bandwidth[] = {bandwidth};
constexpr Shape a_duration[] = {duration};
constexpr Shape a_compute_rate[] = {compute_rate};
constexpr Shape a_power[] = {power};
constexpr Shape a_choice[] = {choice};
constexpr Shape a_section[] = {section};
constexpr Shape a_list_of_sections[] = {sections};
constexpr Shape a_list_of_wholes[] = {wholes};
constexpr Shape a_list_of_texts[] = {texts};
constexpr Shape a_whole_or_list[] = {whole, wholes};
constexpr Shape a_whole_or_text[] = {whole, text};
constexpr Shape an_extent[] = {extent};
constexpr Shape a_text_or_section[] = {text, section};
constexpr Shape anything[] = {open};

// GPUs
constexpr Key peak_keys[] = {
    {"fp32", optional, a_compute_rate, "dense peak, such as 67 TFLOP/s"},
    {"fp16", optional, a_compute_rate, "dense peak; where it is left out, bf16's counts"},
    {"bf16", optional, a_compute_rate, "dense peak, such as 989 TFLOP/s"},
    {"fp8", optional, a_compute_rate, "dense peak, such as 1979 TFLOP/s"},
    {"fp4", optional, a_compute_rate, "dense peak, such as 10000 TFLOP/s"},
};
constexpr Section peak_section{"peak", peak_keys};
constexpr Key gpu_keys[] = {
    {"gpu", required, a_text, "name of the GPU, that of its file"},
    {"use", optional, a_text, "a GPU file to start from; keys given here replace its own"},
    {"about", optional, a_text, "one line for people"},
    {"maker", optional, a_choice, "nvidia or amd, whose links are xGMI (default: by its name)", nullptr,
     gpu_maker_names},
    {"peak", required, a_section, "dense peak per precision, without sparsity", &peak_section},
    {"memory", required, a_size, "memory as the driver shows it, such as 81559 MiB"},
    {"memory_bandwidth", required, a_bandwidth, "peak memory bandwidth, such as 3.35 TB/s"},
    {"cost", optional, a_number, "of one GPU, in the one currency of all your files"},
    {"power", optional, a_power, "that one GPU draws under load, such as 700 W"},
};

constexpr Section the_gpu{"the GPU", gpu_keys};

// Domains
constexpr Key names_keys[] = {
    {"domain", optional, a_text, "how a domain is called in names: rack (default: domain)"},
    {"server", optional, a_text, "how a server is called in names: tray (default: server)"},
};
constexpr Section names_section{"names", names_keys};
constexpr Key link_keys[] = {
    {"bandwidth_per_direction", required, a_bandwidth, "nominal rate of one link, one way, such as 50 GB/s"},
    {"effective_per_direction", optional, a_bandwidth, "rate that software plans with, where it is known"},
    {"latency", optional, a_duration, "one way, such as 0.3 us (default: 0)"},
};
constexpr Section link_section{"link", link_keys};
constexpr Section pcie_section{"pcie", link_keys};
constexpr Section c2c_section{"c2c", link_keys};
constexpr Section cpu_link_section{"cpu_link", link_keys};
constexpr Key trunk_keys[] = {
    {"links", required, a_whole, "trunk links between a switch and its twin on the other board"},
    {"bandwidth_per_direction", required, a_bandwidth, "nominal rate of one trunk link, one way"},
    {"effective_per_direction", optional, a_bandwidth, "rate that software plans with, where it is known"},
    {"latency", optional, a_duration, "one way, such as 0.3 us (default: 0)"},
};
constexpr Section trunk_section{"trunk", trunk_keys};
constexpr Key servers_keys[] = {
    {"count", optional, a_whole, "servers in a domain (default: 1)"},
    {"gpus", required, a_whole, "GPUs in a server"},
    {"cpus", optional, a_whole, "CPUs in a server (default: 2, or 1 for a single GPU)"},
    {"pcie", required, a_section, "link from a GPU or a NIC to its CPU", &pcie_section},
    {"c2c", optional, a_section, "link from a GPU to its CPU where that is not PCIe: NVLink-C2C",
     &c2c_section},
    {"cpu_link", optional, a_section, "link between the CPUs of a server (default: as pcie)",
     &cpu_link_section},
    {"cost", optional, a_number, "of one server without its GPUs and NICs"},
    {"power", optional, a_power, "that one server draws without its GPUs and NICs"},
};
constexpr Section servers_section{"servers", servers_keys};
constexpr Key scale_up_keys[] = {
    {"kind", required, a_choice, "switched, mesh (every pair), links (listed pairs) or none", nullptr,
     scale_up_names},
    {"switches", optional, a_whole, "switched: NVSwitch chips in the domain"},
    {"boards", optional, a_whole,
     "switched: 2 when switches and GPUs are halved over two boards (default: 1)"},
    {"links_per_switch", optional, a_whole_or_list,
     "switched: links from a GPU to each switch of its board, one number or a list"},
    {"links_per_pair", optional, a_whole, "mesh: links between each two GPUs (default: 1)"},
    {"pairs", optional, anything, "links: a list of [GPU, GPU, number of links]"},
    {"link", optional, a_section, "one link (every kind but none)", &link_section},
    {"trunk", optional, a_section, "the links between two boards", &trunk_section},
    {"switch_cost", optional, a_number, "of one NVSwitch chip"},
    {"switch_power", optional, a_power, "that one NVSwitch chip draws"},
    {"cable_cost", optional, a_number, "of one link"},
    {"cable_power", optional, a_power, "that one link draws"},
};
constexpr Section scale_up_section{"scale_up", scale_up_keys};
constexpr Key nics_keys[] = {
    {"per_gpu", optional, a_whole, "NICs of each GPU; or per_server"},
    {"per_server", optional, a_whole, "NICs of each server, shared by the GPUs next to them; 0: none"},
    {"bandwidth_per_direction", optional, a_bandwidth, "rate of one NIC, one way, such as 400 Gb/s"},
    {"model", optional, a_text, "such as ConnectX-7; a known model is checked against the bandwidth"},
    {"cost", optional, a_number, "of one NIC"},
    {"power", optional, a_power, "that one NIC draws, such as 25 W"},
};
constexpr Section nics_section{"nics", nics_keys};
constexpr Key domain_keys[] = {
    {"domain", required, a_text, "name of the domain, that of its file"},
    {"use", optional, a_text, "a domain file to start from; keys given here replace its own"},
    {"about", optional, a_text, "one line for people"},
    {"gpu", required, a_text_or_section, "name of a GPU file, such as gb200, or a mapping with its keys",
     &the_gpu},
    {"names", optional, a_section, "how parts are called in names such as rack3/tray7/gpu2", &names_section},
    {"servers", required, a_section, "the servers in the domain", &servers_section},
    {"scale_up", required, a_section, "how the GPUs of the domain are joined", &scale_up_section},
    {"nics", required, a_section, "the way out of the domain", &nics_section},
    {"partitions", optional, a_list_of_wholes, "GPUs of each NVLink partition, such as [36, 36]"},
};

constexpr Section the_domain{"the domain", domain_keys};

// Topologies
constexpr Key domain_item_keys[] = {
    {"use", required, a_text_or_section,
     "name of a domain file, such as gb200-nvl72, or a mapping with its keys", &the_domain},
    {"count", optional, a_whole_or_text,
     "how many follow each other, or 'as needed' (default) for as many as a job fills"},
};
constexpr Section domain_item_section{"domains", domain_item_keys};
constexpr Key tier_keys[] = {
    {"name", required, a_text, "such as leaf"},
    {"spans", optional, an_extent,
     "what one span holds, such as 32 domains (servers, gpus); the last tier spans everything"},
    {"latency", required, a_duration, "whole one-way network latency of a hop of this reach, such as 1.2 us"},
    {"oversubscription", optional, a_number,
     "bandwidth below this tier's switches over bandwidth into it (default: 1)"},
    {"switches", optional, a_whole,
     "switches per span; at the bottom one per rail and plane (default: logical ones)"},
    {"ports", optional, a_whole, "ports of one switch, to be checked against what is joined to it"},
    {"planes", optional, a_whole, "parallel fabrics that every NIC is spread over (default: 1)"},
    {"switch_cost", optional, a_number, "of one switch"},
    {"switch_power", optional, a_power, "that one switch draws, such as 1.5 kW"},
    {"cable_cost", optional, a_number, "of one cable from below, with its optics"},
    {"cable_power", optional, a_power, "that the optics of one cable draw"},
};
constexpr Section tier_section{"tier", tier_keys};
constexpr Key network_keys[] = {
    {"rails", optional, a_whole, "NIC i of every server joins the leaf of rail i modulo this (default: 1)"},
    {"cross_rail", optional, a_choice, "traffic between rails: pxn (relayed over NVLink, default) or spine",
     nullptr, cross_rail_names},
    {"tiers", required, a_list_of_sections, "bottom up; the last one spans everything", &tier_section},
};
constexpr Section network_section{"network", network_keys};
constexpr Key topology_keys[] = {
    {"topology", required, a_text, "name of the topology, that of its file"},
    {"use", optional, a_text, "a topology file to start from; keys given here replace its own"},
    {"about", optional, a_text, "one line for people"},
    {"domains", required, a_list_of_sections, "the domains, in order; several kinds may follow each other",
     &domain_item_section},
    {"network", optional, a_section, "what joins the domains; without it a job cannot leave its domain",
     &network_section},
    {"unavailable", optional, a_list_of_texts, "what is missing, such as [rack3/tray7, rack5/tray0/gpu2]"},
};

}  // namespace

const Section gpu_file_keys{"the GPU file", gpu_keys};
const Section domain_file_keys{"the domain file", domain_keys};
const Section topology_file_keys{"the topology file", topology_keys};

}  // namespace railyard
