#pragma once
// The first line of a table of `nvidia-smi topo`: the devices of its columns.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "railyard/machine/smi_text.hpp"

namespace railyard::machine {

// What a row or a column stands for.
enum class SmiDevice { gpu, nic };

struct SmiTopoTitle {
    std::string text;
    std::optional<std::uint32_t> gpu;
    [[nodiscard]] SmiDevice device() const { return gpu ? SmiDevice::gpu : SmiDevice::nic; }
};

struct SmiTopoHeader {
    std::size_t line = 0;  // index into the lines
    std::vector<SmiTopoTitle> devices;
    std::vector<std::string> tails;  // "CPU Affinity", "NUMA Affinity", "GPU NUMA ID"
};

// The header in line `at`, if a row of its table follows it.
std::optional<SmiTopoHeader> header_at(const std::vector<SmiLine>& lines, std::size_t at);
// The first header that a row follows.
std::optional<SmiTopoHeader> find_header(const std::vector<SmiLine>& lines);

// Whether it is that of a table of `topo -p2p`.
bool is_p2p(const std::vector<SmiLine>& lines, const SmiTopoHeader& header);

// A header, or the start of one, that no row follows.
struct LoneHeader {
    std::size_t line = 0;  // index into the lines
    enum class Then { nothing, other_text } then = Then::nothing;
};
// The first of them.
std::optional<LoneHeader> find_lone_header(const std::vector<SmiLine>& lines);

}  // namespace railyard::machine
