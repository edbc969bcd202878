#include "railyard/sweep/sweep_keys.hpp"

#include "railyard/estimate/estimate.hpp"

namespace railyard::sweep {
namespace {

using input::Key;
using enum input::Shape;
using input::Shape;
constexpr auto required = input::Presence::required;
constexpr auto optional = input::Presence::optional;

constexpr Shape a_text[] = {text};
constexpr Shape some_texts[] = {text, texts};
constexpr Shape a_number[] = {number};
constexpr Shape a_size[] = {size};
constexpr Shape a_choice[] = {choice};
constexpr Shape anything[] = {open};

constexpr Key keys[] = {
    {"sweep", required, a_text, "name of the sweep, that of its file"},
    {"about", optional, a_text, "one line for people"},
    {"topology", optional, some_texts, "topologies or domains to look at (or topology: as an axis)"},
    {"layout", optional, some_texts, "layouts to look at (or layout: as an axis)"},
    {"set", optional, anything, "keys of topologies, domains, GPUs or layouts, the same at every point"},
    {"axes", optional, anything,
     "a mapping of keys to lists of values, crossed; or a list of such mappings, zipped each"},
    {"where", optional, some_texts, "constraints, such as parallel.tp <= domain gpus, or memory.fits"},
    {"columns", optional, some_texts, "figures wanted, such as step_seconds (default: the usual ones)"},
    {"times", optional, a_choice, "the model of times: reference or calibrated (default)", nullptr,
     cost_model_names},
    {"reserved", optional, a_size, "of each GPU's memory, for context and buffers (default: 2 GiB)"},
    {"years", optional, a_number, "over which the machine's cost is written off (default: 4)"},
    {"cost_per_kwh", optional, a_number, "of electricity, in the currency of the costs (default: 0)"},
};

}  // namespace

const input::Section sweep_file_keys{"the sweep file", keys};

}  // namespace railyard::sweep
