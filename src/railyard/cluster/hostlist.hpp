#pragma once
// Hostlists as Slurm writes them: "rack[1-2]n[01-18,20],login". The rules are those of `scontrol show
// hostnames` (Slurm 22.05): names are separated by commas or blanks, a name may have several brackets, the
// last of which varies fastest and ends it; the width of the first number of a range pads the others; order
// and duplicates stay. Unlike Slurm, an unclosed bracket is an error and not another name.

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace railyard::cluster {

inline constexpr std::size_t most_hosts = 262'144;  // that one list may stand for; Slurm's own limit
inline constexpr std::size_t longest_name = 255;    // bytes of one name

// What is wrong with a list, and at which byte of it.
struct HostlistProblem {
    std::size_t offset = 0;
    std::string message;
    std::string hint;
};

// The names in their order; an empty text is an empty list. Linear in text and result; a list that stands for
// more than `most` names (at most most_hosts) is refused before it is expanded.
std::variant<std::vector<std::string>, HostlistProblem> expand_hostlist(std::string_view text,
                                                                        std::size_t most = most_hosts);

// Whether a text can be the name of one host, or its address: letters, digits, '-', '_', '.' and ':', no '-'
// first.
bool is_host_name(std::string_view name);

// The shortest list of that kind which keeps the order: n01,n02,n3 is "n[01-02,3]" (as `scontrol show
// hostlist` has it).
std::string to_hostlist(const std::vector<std::string>& names);

}  // namespace railyard::cluster
