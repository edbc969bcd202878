// railyard_explorer_data ROOT VERSION FILE: writes the shipped files as a C++ source that the page is
// compiled with.

#include <cstdio>
#include <exception>
#include <fstream>
#include <string>

#include "explorer/collect.hpp"

namespace {

void write_source(const std::string& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary);
    file << "#include \"explorer/core/shipped_bytes.hpp\"\n\nnamespace railyard::explorer {\n\n"
            "const unsigned char shipped_bytes[] = {";
    for (std::size_t i = 0; i < bytes.size(); ++i)
        file << (i % 24 == 0 ? "\n" : "") << int{static_cast<unsigned char>(bytes[i])} << ',';
    file << "\n};\nconst std::size_t shipped_size = sizeof shipped_bytes;\n\n}  // namespace "
            "railyard::explorer\n";
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc != 4) throw std::runtime_error("usage: railyard_explorer_data ROOT VERSION FILE");
        write_source(argv[3], to_bytes(railyard::explorer::collect(argv[1], argv[2])));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
