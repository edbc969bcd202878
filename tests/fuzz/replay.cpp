// Runs a fuzz target over files and folders of files: what libFuzzer's own main does with -runs=0, for
// compilers without libFuzzer.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
    namespace fs = std::filesystem;
    std::vector<fs::path> files;
    for (const auto& argument : std::vector<std::string>(argv + 1, argv + argc)) {
        if (!fs::is_directory(argument)) {
            files.emplace_back(argument);
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(argument)) {
            if (entry.is_regular_file()) files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    for (const auto& path : files) {
        std::printf("%s\n", path.c_str());
        std::fflush(stdout);  // the last name printed is the one that crashed
        std::ifstream file(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    }
    return files.empty() ? 1 : 0;
}
