#include "railyard/diagram/matrix_places.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "railyard/topology/names.hpp"

namespace railyard::diagram {
namespace {

// What stands before the number that it ends in.
std::string stem_of(std::string name) {
    while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.pop_back();
    return name;
}

}  // namespace

MatrixPlaces::MatrixPlaces(const Topology& topology, const TrafficMatrix& matrix)
    : topology_(topology), matrix_(matrix) {
    if (matrix.unit != MatrixUnit::domains) return;
    named_by_number_ = true;
    for (std::size_t cell = 0; cell < matrix.size && named_by_number_; ++cell) {
        const std::string name = this->name(cell);
        const std::string stem = stem_of(name);
        named_by_number_ = !stem.empty() && stem.back() != '.' && name == stem + std::to_string(number(cell));
    }
}

GpuPlace MatrixPlaces::place(std::size_t index) const {
    const std::uint32_t number = matrix_.places[std::min(index, matrix_.places.size() - 1)];
    if (matrix_.unit == MatrixUnit::domains)
        return topology_.place(topology_.domain(DomainId(number)).first_gpu);
    return first_of_server(number);
}

// By binary search: servers are numbered as their GPUs are.
GpuPlace MatrixPlaces::first_of_server(std::uint32_t server) const {
    std::uint32_t low = 0;
    std::uint32_t high = topology_.gpu_count() - 1;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (topology_.place(GpuId(middle)).server_id < server) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return topology_.place(GpuId(low));
}

std::string MatrixPlaces::name_at(std::size_t index) const {
    const GpuPlace place = this->place(index);
    return matrix_.unit == MatrixUnit::domains ? domain_name(topology_, topology_.domain(place.domain))
                                               : server_name(topology_, place);
}

std::string MatrixPlaces::name(std::size_t cell) const {
    return name_at(cell * matrix_.per_cell);
}

std::uint32_t MatrixPlaces::number(std::size_t cell) const {
    return matrix_.places[std::min(cell * matrix_.per_cell, matrix_.places.size() - 1)];
}

std::size_t MatrixPlaces::last_of(std::size_t cell) const {
    return std::min((cell + 1) * matrix_.per_cell, matrix_.places.size()) - 1;
}

std::string MatrixPlaces::numbers(std::size_t cell) const {
    const std::uint32_t from = number(cell);
    const std::uint32_t to = matrix_.places[last_of(cell)];
    return from == to ? std::to_string(from) : fmt::format("{} to {}", from, to);
}

std::string MatrixPlaces::names(std::size_t cell) const {
    const std::string first = name(cell);
    const std::string last = name_at(last_of(cell));
    const std::string stem = stem_of(first);
    return stem == stem_of(last) ? stem + numbers(cell) : fmt::format("{} to {}", first, last);
}

}  // namespace railyard::diagram
