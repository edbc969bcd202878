#pragma once
// What the rows and columns of a traffic matrix stand for, and what they are called.

#include <cstddef>
#include <cstdint>
#include <string>

#include "railyard/placement/traffic_matrix.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::diagram {

// A cell is the number of a row or column, which several places may share. Holds references to both.
class MatrixPlaces {
  public:
    MatrixPlaces(const Topology& topology, const TrafficMatrix& matrix);

    // Of the place of this number among those of the matrix (of the last one, if there are not so many).
    [[nodiscard]] GpuPlace place(std::size_t index) const;
    // "rack3", "rack1/tray2": of the first place of a cell.
    [[nodiscard]] std::string name(std::size_t cell) const;
    // Of the first place of a cell, as names count, from 0.
    [[nodiscard]] std::uint32_t number(std::size_t cell) const;
    // "3 or 16 to 31": of all places of a cell.
    [[nodiscard]] std::string numbers(std::size_t cell) const;
    // Whether names say the numbers that columns have: rack3, box8, but not rack1.0 or rack1/tray2.
    [[nodiscard]] bool are_named_by_number() const { return named_by_number_; }
    // Then: "rack3", "rack3 to 5", "rack7 to box9".
    [[nodiscard]] std::string names(std::size_t cell) const;

  private:
    [[nodiscard]] std::size_t last_of(std::size_t cell) const;
    [[nodiscard]] std::string name_at(std::size_t index) const;
    [[nodiscard]] GpuPlace first_of_server(std::uint32_t server) const;

    const Topology& topology_;
    const TrafficMatrix& matrix_;
    bool named_by_number_ = false;
};

}  // namespace railyard::diagram
