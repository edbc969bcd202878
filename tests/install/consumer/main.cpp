// Uses headers, compiled code and what that needs in turn (yaml-cpp).
#include <iostream>

#include "railyard/base/error.hpp"
#include "railyard/base/units.hpp"
#include "railyard/input/yaml.hpp"

int main() {
    const auto document =
        railyard::input::parse_yaml(railyard::input::make_source("text.yaml", "topology: mine"));
    std::cout << document.root.entries.front().value.text << "\n";
    std::cout << (railyard::gigabytes(900) / railyard::gigabytes_per_second(450)).raw() << " s\n";
    try {
        railyard::input::parse_yaml(railyard::input::make_source("text.yaml", "a: [1"));
    } catch (const railyard::InputError& error) {
        std::cout << error.problems().size() << " problem\n";
    }
}
