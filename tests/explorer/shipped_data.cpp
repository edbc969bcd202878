#include "explorer/shipped_data.hpp"

#include "explorer/collect.hpp"

const railyard::explorer::Shipped& shipped_data() {
    static const auto data = railyard::explorer::collect(RAILYARD_SOURCE_DIR, "test");
    return data;
}

const railyard::input::Library& shipped_library() {
    static const railyard::input::Library library({RAILYARD_SOURCE_DIR});
    return library;
}
