#pragma once
// Host files: what srun, mpirun of Open MPI and mpiexec of MPICH read. Hosts stand on lines of their own or
// in hostlists; '#' starts a comment; "slots=8" and "max-slots=8" behind a host (Open MPI) and "n1:8" (MPICH)
// say how many processes it takes, which does not matter here.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "railyard/input/source.hpp"

namespace railyard::cluster {

struct ListedHost {
    std::string name;
    std::uint32_t line = 1;    // where it is named
    std::uint32_t column = 1;  // in bytes
};

// The hosts in their order, with duplicates; none for a text without any. Throws InputError: what a hostlist
// may not be, a setting of another kind, more than most_hosts names. Linear in text and result.
std::vector<ListedHost> read_host_file(const input::Source& source);

// Two of a list that are one host: of one name, or a short name and a full one that begins with it ("n1" and
// "n1.site.org"; full names of two sites are two hosts). The first that is there again, and where it was
// first.
struct HostTwice {
    std::size_t first = 0, again = 0;  // indexes
};
std::optional<HostTwice> host_twice(const std::vector<ListedHost>& hosts);

}  // namespace railyard::cluster
