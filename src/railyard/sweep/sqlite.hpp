#pragma once
// Results as an SQLite database: the table "points", a row a point, a column a column.

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "railyard/search/results.hpp"

namespace railyard::sweep {

class DatabaseError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The file that write_sqlite fills before it takes the place of `path`.
std::string unfinished_database(const std::string& path);

using VisitRow = std::function<void(const ResultRow&)>;

// Writes a new database in the place of what is there; it appears whole or not at all. `for_each` calls its
// argument for every row. Throws DatabaseError.
void write_sqlite(const std::string& path, const std::vector<ResultColumn>& columns,
                  const std::function<void(const VisitRow&)>& for_each);

}  // namespace railyard::sweep
