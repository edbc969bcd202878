#pragma once
// Whose runs are: what may be read into them, and how errors on them are told.

#include <array>
#include <string_view>

namespace railyard {

enum class RunOrigin {
    published,  // of a publication: what it does not say of its software is read off its title
    own         // measured by whoever wrote the file
};
inline constexpr std::array<std::string_view, 2> run_origin_names = {"published", "own"};

}  // namespace railyard
