#include "railyard/estimate/calibration_keys.hpp"

#include "railyard/estimate/collective_points.hpp"

namespace railyard {
namespace {

using input::Key;
using input::Section;
using input::Shape;
constexpr auto required = input::Presence::required;
constexpr auto optional = input::Presence::optional;

constexpr Shape text[] = {Shape::text};
constexpr Shape texts[] = {Shape::texts};
constexpr Shape whole[] = {Shape::whole};
constexpr Shape wholes[] = {Shape::wholes};
constexpr Shape number[] = {Shape::number};
constexpr Shape choice[] = {Shape::choice};
constexpr Shape section[] = {Shape::section};
constexpr Shape sections[] = {Shape::sections};
constexpr Shape bandwidth[] = {Shape::bandwidth};
constexpr Shape duration[] = {Shape::duration};
constexpr Shape compute_rate[] = {Shape::compute_rate};
constexpr Shape open[] = {Shape::open};

constexpr Key constant_keys[] = {
    {"name", required, text, "of the constant, as docs/model.md lists them"},
    {"value", required, number, "its value"},
    {"about", optional, text, "what it means"},
    {"start", optional, number, "what its fit drew it to (default: the first guess)"},
    {"rows", optional, texts,
     "runs whose prediction moves by 0.5 % (if none does, 0.1 %) or more when it moves by 10 %"},
};
constexpr Section constant_section{"constant", constant_keys};
constexpr Key given_keys[] = {
    {"name", required, text, "of the number, as docs/model.md lists them"},
    {"value", required, number, "its value"},
    {"unit", optional, text, "of the value, as railyard calibrate writes it"},
    {"about", optional, text, "what it means"},
    {"source", optional, text, "where it is from"},
};
constexpr Section given_section{"given number", given_keys};
constexpr Key gpu_keys[] = {
    {"gpu", required, text, "its name among the GPUs"},
    {"generation", required, choice, "whose constants it takes", nullptr, generation_names},
    {"best_bf16", required, compute_rate, "best measured matrix product in bf16"},
    {"best_fp8", optional, compute_rate, "the same in fp8"},
    {"multiprocessors", required, whole, "that run tiles of products"},
    {"half_depth", required, number, "inner dimension at which a product reaches half of its rate"},
    {"sources", optional, text, "of these figures"},
};
constexpr Section gpu_section{"GPU", gpu_keys};
constexpr Key curve_keys[] = {
    {"small_base", required, duration, "low-latency protocol: start"},
    {"small_step", required, duration, "the same: one more member"},
    {"small_share", required, number, "of the links' rate"},
    {"small_few_members", required, number, "n / (n + this) of that share are reached"},
    {"large_base", required, duration, "Simple protocol: start"},
    {"large_step", required, duration, "the same: one member"},
    {"large_share", required, number, "of the links' rate, many members"},
    {"few_members", required, number, "n / (n + this) of that share are reached"},
    {"large_floor", required, duration, "at least so long for each member"},
    {"simple_start", optional, duration, "all_to_all: more from 16 KiB a peer on (default: 0)"},
};
constexpr Section curve_section{"curve", curve_keys};
constexpr Key nvls_keys[] = {
    {"least_members", required, whole, "from which the switch reduces"},
    {"step", required, duration, "for each member"},
    {"share", required, number, "of the links' rate, as bus bandwidth"},
};
constexpr Section nvls_section{"NVLS", nvls_keys};
constexpr Key network_keys[] = {
    {"share", required, number, "of a NIC's rate that arrives"},
    {"small_hop", required, duration, "low-latency protocol, from domain to domain"},
    {"small_share", required, number, "of the rate"},
    {"large_base", required, duration, "Simple protocol: start"},
    {"large_step", required, duration, "the same: one member"},
    {"most_per_group", required, bandwidth, "that a communicator drives out of one domain"},
    {"tree_share", required, number, "of the rate that a tree reaches"},
};
constexpr Section network_section{"network", network_keys};
constexpr Key platform_keys[] = {
    {"platform", required, text, "for people"},
    {"gpus", required, texts, "that talk alike"},
    {"all_reduce", required, section, "inside a domain", &curve_section},
    {"all_gather", required, section, "the same", &curve_section},
    {"reduce_scatter", required, section, "the same", &curve_section},
    {"all_to_all", required, section, "the same", &curve_section},
    {"nvls", optional, section, "reduction in the switch", &nvls_section},
    {"network", required, section, "beyond a domain", &network_section},
    {"fitted_on", optional, text, "which measurements"},
};
constexpr Section platform_section{"platform", platform_keys};
constexpr Key band_keys[] = {
    {"kind", required, choice, "of runs", nullptr, run_kind_names},
    {"generation", optional, choice, "of GPUs (default: all)", nullptr, generation_names},
    {"most_gpus", optional, whole, "jobs of at most so many GPUs (default: any)"},
    {"percent", required, number, "eight of ten left-out runs lay within"},
    {"rows", required, whole, "so many runs"},
    {"of", optional, choice, "whose runs (default: published)", nullptr, run_origin_names},
    {"left_out", optional, choice, "of the fit together (default: source)", nullptr, left_out_names},
    {"lengths", optional, wholes, "tokens of their shortest and their longest sequence (default: any)"},
    {"gpus", optional, wholes, "GPUs of the smallest and the largest of them (default: any)"},
    {"generations", optional, texts, "of GPUs that they ran on (default: any)"},
    {"links", optional, texts, "among nvlink, network, pcie: what tp went over (default: any)"},
    {"products", optional, texts, "among bf16 (and fp16), fp8 (default: any)"},
    {"software", optional, texts, "that ran them, as layouts name it (default: any)"},
};
constexpr Section band_section{"band", band_keys};
constexpr Key fitted_keys[] = {
    {"constants", optional, texts, "files of runs that the constants were fitted on"},
    {"site", optional, texts, "files of the runs that site was fitted on"},
    {"curves", optional, texts, "files of collectives that curves were fitted on"},
};
constexpr Section fitted_section{"list of files", fitted_keys};
constexpr Key file_keys[] = {
    {"calibration", required, text, "name of the calibration"},
    {"about", optional, text, "one line for people"},
    {"site", optional, number, "every step takes so many times what the constants say (default: 1)"},
    {"rows", optional, texts, "the runs that site was fitted on"},
    {"files", optional, section, "that it was fitted on, as they were given", &fitted_section},
    {"constants", required, sections, "fitted on runs", &constant_section},
    {"given", optional, sections, "numbers that no fit moves (default: as shipped)", &given_section},
    {"gpus", required, sections, "measured products", &gpu_section},
    {"platforms", required, sections, "fitted on measured collectives", &platform_section},
    {"bands", optional, sections, "errors of runs left out of the fit", &band_section},
};

constexpr Key measured_keys[] = {
    {"on", required, text, "domain or topology"},
    {"collective", required, choice, "which", nullptr, collective_names},
    {"members", required, whole, "GPUs of the group, side by side"},
    {"microseconds", optional, open, "[[bytes, microseconds], ...]"},
    {"bus_bandwidth", optional, open, "[[bytes, GB/s], ...]"},
    {"source", required, text, "who measured it"},
    {"use", optional, choice, "fit (default): curves are fitted to it; check: only compared", nullptr,
     point_use_names},
};
constexpr Section measured_section{"measurement", measured_keys};
constexpr Key collectives_keys[] = {
    {"collectives", required, sections, "what was measured", &measured_section},
    {"about", optional, text, "one line for people"},
};

}  // namespace

const Section calibration_file_keys{"the calibration file", file_keys};
const Section collectives_file_keys{"the file of collectives", collectives_keys};

}  // namespace railyard
