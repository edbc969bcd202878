#include "railyard/shipped_files.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

namespace railyard::tool {
namespace {

namespace fs = std::filesystem;

void add_if_there(std::vector<std::string>& roots, const fs::path& root) {
    std::error_code error;
    const fs::path there = fs::canonical(root, error);
    if (!error && fs::is_directory(there, error)) roots.push_back(there.string());
}

}  // namespace

std::vector<std::string> shipped_roots() {
    std::vector<std::string> roots;
    if (const char* path = std::getenv("RAILYARD_PATH")) {
        std::istringstream parts{std::string(path)};
        for (std::string part; std::getline(parts, part, ':');) {
            if (!part.empty()) add_if_there(roots, part);
        }
    }
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (!error) add_if_there(roots, program.parent_path().parent_path() / "share" / "railyard");
    return roots;
}

}  // namespace railyard::tool
