#pragma once
// An answer in the format that --format asks for.

#include <string>

#include "railyard/shared_options.hpp"

namespace railyard::tool {

// `answer` as one of the three writes it; each takes it alone.
template <class Answer, class Table, class Json, class Csv>
std::string in_format(Format format, const Answer& answer, Table table, Json json, Csv csv) {
    switch (format) {
        case Format::json:
            return json(answer);
        case Format::csv:
            return csv(answer);
        case Format::table:
            break;
    }
    return table(answer);
}

}  // namespace railyard::tool
