#pragma once
// The keys of a layout that the page sets, each as text both ways. A layout that is changed here is the one
// that `railyard place LAYOUT --set KEY=VALUE...` loads, with the same complaints.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/core/shipped.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/memory/remedies.hpp"

namespace railyard::explorer {

using memory::Setting;  // a key of a layout file and its value: {"parallel.pp", "16"}

// `value`: no layout may say so, whatever else it says. `combination`: it does not go with the rest.
enum class ProblemKind : std::uint8_t { value, combination };

// What is wrong with a setting, and what to do about it.
struct SettingProblem {
    std::string key;  // "parallel.pp", or a section where it is about several
    std::string message;
    std::string hint;  // empty: none
    ProblemKind kind = ProblemKind::combination;
};

// Keys in the order of a layout file.
std::vector<std::string_view> setting_keys();

// All of them, as a layout has them; "placement.per_domain" is 0 where all GPUs are used.
std::vector<Setting> settings_of(const Layout& layout);

struct ChangedLayout {
    Layout layout;
    std::vector<SettingProblem> problems;  // if there are any, the layout is not to be used
    std::vector<std::string> notes;        // what is legal but worth knowing
};

// Applies settings to a shipped layout and checks the whole as loading does. With a setting changed it is no
// longer the run that was published.
ChangedLayout changed_layout(const Shipped& shipped, const Layout& base,
                             const std::vector<Setting>& settings);

}  // namespace railyard::explorer
