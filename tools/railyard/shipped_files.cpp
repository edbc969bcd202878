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

// share/ beside the program's bin/; empty where nobody says what runs.
fs::path own_share() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : program.parent_path().parent_path() / "share";
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
    if (const fs::path share = own_share(); !share.empty()) add_if_there(roots, share / "railyard");
    return roots;
}

std::string below_root(std::string note, const std::vector<std::string>& roots) {
    for (const std::string& root : roots) {
        if (note.starts_with(root + "/")) return note.substr(root.size() + 1);
    }
    return note;
}

std::optional<std::string> explorer_page() {
    const fs::path share = own_share();
    const fs::path page = share / "railyard-explorer" / "explorer.html";
    std::error_code error;
    if (share.empty() || !fs::is_regular_file(page, error)) return std::nullopt;
    return page.string();
}

}  // namespace railyard::tool
