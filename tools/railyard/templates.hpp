#pragma once
// The files of share/templates, compiled in: `init` works wherever the program goes.

#include <string_view>
#include <vector>

namespace railyard::tool {

struct Template {
    std::string_view kind;  // "topology", "domain", ...
    std::string_view text;
};

// In the order of RAILYARD_TEMPLATES in tools/CMakeLists.txt.
const std::vector<Template>& all_templates();

}  // namespace railyard::tool
