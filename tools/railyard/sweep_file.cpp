#include "railyard/sweep_file.hpp"

#include <filesystem>

namespace railyard::tool {

std::string sweep_file(const input::Library& library, const std::string& name) {
    std::error_code error;
    if (std::filesystem::is_regular_file(name, error)) return name;
    if (auto path = library.find(input::Shelf::sweeps, name, ".")) return *std::move(path);
    if (name.find('/') != std::string::npos || name.ends_with(".yaml")) return name;  // reading it will say
    throw input::unknown_name(library, "sweep", name, library.names(input::Shelf::sweeps));
}

}  // namespace railyard::tool
