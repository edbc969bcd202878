#pragma once
// Files of tests/machine/fixtures, read.

#include <string>

#include "railyard/input/source.hpp"
#include "railyard/machine/sources.hpp"

namespace railyard::machine {

inline std::string fixture_path(const std::string& name) {
    return std::string(RAILYARD_SOURCE_DIR) + "/tests/machine/fixtures/" + name;
}

inline Observed read_fixture(const std::string& name) {
    return read_machine(*input::read_source(fixture_path(name), largest_machine_file));
}

// The message of the first problem, with its place: "x.xml:3:5: ...".
template <class Read>
std::string complaint_of(Read read) {
    try {
        read();
    } catch (const InputError& error) {
        const Diagnostic& problem = error.problems().front();
        return std::to_string(problem.span.line) + ":" + std::to_string(problem.span.column) + ": " +
               problem.message;
    }
    return "no complaint";
}

}  // namespace railyard::machine
