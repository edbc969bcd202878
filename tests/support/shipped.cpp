#include "tests/support/shipped.hpp"

#include <filesystem>
#include <fstream>

namespace railyard::test {

namespace fs = std::filesystem;

input::Library shipped_library() {
    return input::Library({RAILYARD_SOURCE_DIR});
}

LoadedTopology load_text(const std::string& text) {
    return load_topology(shipped_library(), input::parse_yaml(input::make_source("test.yaml", text)));
}

std::string refusal_of(const std::function<void()>& load) {
    try {
        load();
    } catch (const InputError& error) {
        std::string text;
        for (const Diagnostic& problem : error.problems()) {
            const SourceSpan& span = problem.span;
            text += span.file + ':' + std::to_string(span.line) + ':' + std::to_string(span.column) + ": " +
                    problem.message + (problem.hint.empty() ? "" : " | " + problem.hint) + "\n";
        }
        return text;
    }
    return "";
}

std::string refusal_of(const std::string& text) {
    return refusal_of([&] { (void)load_text(text); });
}

void TemporaryLibrary::write(const std::string& path, const std::string& text) const {
    const fs::path file = fs::path(root()) / path;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

input::Library TemporaryLibrary::library() const {
    return input::Library({root(), RAILYARD_SOURCE_DIR});
}

std::string TemporaryLibrary::without_root(std::string text) const {
    for (std::size_t at = text.find(root() + "/"); at != std::string::npos;
         at = text.find(root() + "/", at)) {
        text.erase(at, root().size() + 1);
    }
    return text;
}

}  // namespace railyard::test
