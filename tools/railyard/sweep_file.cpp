#include "railyard/sweep_file.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace railyard::tool {

std::string sweep_file(const input::Library& library, const std::string& name) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::is_regular_file(name, error) || name.find('/') != std::string::npos || name.ends_with(".yaml"))
        return name;
    std::vector<std::string> known;
    for (const std::string& root : library.roots()) {
        const fs::path folder = fs::path(root) / "layouts" / "sweeps";
        if (fs::is_regular_file(folder / (name + ".yaml"), error))
            return (folder / (name + ".yaml")).string();
        for (const auto& entry : fs::directory_iterator(folder, error)) {
            if (entry.path().extension() == ".yaml") known.push_back(entry.path().stem().string());
        }
    }
    std::sort(known.begin(), known.end());
    throw input::unknown_name(library, "sweep", name, known);
}

}  // namespace railyard::tool
