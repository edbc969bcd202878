#pragma once
// Calibration files.

#include <optional>
#include <string>
#include <vector>

#include "railyard/estimate/calibration.hpp"
#include "railyard/input/library.hpp"

namespace railyard {

// The path of a shipped file below the roots, such as calibration/shipped.yaml. Throws InputError if it is
// nowhere.
std::string shipped_file(const input::Library& library, const std::string& below);

inline constexpr const char* shipped_calibration = "calibration/shipped.yaml";
inline constexpr const char* shipped_collectives = "calibration/collectives.yaml";
inline constexpr const char* shipped_runs_file = "calibration/published_runs.yaml";

// The path of a calibration that was asked for: a file, or `shipped`, which an empty text stands for as well.
// A file called `shipped` goes before the word. Throws InputError as shipped_file does.
std::string calibration_file(const input::Library& library, const std::string& asked);

// Throws InputError: what load_yaml throws, keys that are wrong or missing, constants that are not all there.
Calibration load_calibration(const std::string& path);

}  // namespace railyard
