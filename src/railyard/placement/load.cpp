#include "railyard/placement/load.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/base/suggest.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/topology/names.hpp"

namespace railyard {
namespace {

using input::Mark;

// The columns of the file, dimensions in the order of Dimension.
constexpr std::array<std::string_view, 11> column_names = {"rank", "tp",  "cp",     "pp",     "dp", "ep",
                                                           "etp",  "edp", "domain", "server", "gpu"};
constexpr std::size_t rank_column = 0;
constexpr std::size_t first_dimension_column = 1;
constexpr std::size_t domain_column = 8;
constexpr std::size_t server_column = 9;
constexpr std::size_t gpu_column = 10;

// A field and the byte column where it starts.
struct Field {
    std::string_view text;
    std::uint32_t column = 1;
};

void split(std::string_view line, std::vector<Field>& fields) {
    fields.clear();
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        std::string_view text = line.substr(begin, end - begin);
        std::size_t start = begin;
        if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
            text = text.substr(1, text.size() - 2);
            ++start;
        }
        fields.push_back({text, static_cast<std::uint32_t>(start + 1)});
        begin = end + 1;
    }
}

class PlacementReader {
  public:
    PlacementReader(const Topology& topology, const RankGrid& grid, const input::Source& source)
        : topology_(topology),
          grid_(grid),
          source_(source),
          gpu_of_(grid.ranks()),
          line_of_(grid.ranks(), 0) {}

    Placement read() {
        header();
        problems_.throw_if_any();
        std::string_view rest = source_.text();
        std::vector<Field> fields;
        for (line_ = 1; !rest.empty(); ++line_) {
            const std::size_t end = rest.find('\n');
            std::string_view line = rest.substr(0, end);
            rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
            if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
            if (line_ == 1 || line.empty()) continue;
            split(line, fields);
            row(fields);
        }
        missing_ranks();
        problems_.throw_if_any();
        return placement_of(topology_, std::move(gpu_of_));
    }

  private:
    void problem(std::uint32_t column, std::string message, std::string hint = "") {
        problems_.add({line_, column, &source_}, std::move(message), std::move(hint));
    }

    void header() {
        std::vector<Field> fields;
        line_ = 1;
        split(source_.line(1), fields);
        for (const Field& field : fields) {
            const auto known = std::find(column_names.begin(), column_names.end(), field.text);
            if (known == column_names.end()) {
                problem(field.column, "unknown column '" + std::string(field.text.substr(0, 40)) + "'",
                        suggestion(field.text, {column_names.begin(), column_names.end()}));
            }
            columns_.push_back(static_cast<std::size_t>(known - column_names.begin()));
        }
        for (std::size_t column = 0; column < column_names.size(); ++column) {
            const auto found = std::count(columns_.begin(), columns_.end(), column);
            const bool is_needed = column == rank_column || column == gpu_column;
            if (found == 1 || (found == 0 && !is_needed)) continue;
            problem(1,
                    "the column '" + std::string(column_names[column]) +
                        (found == 0 ? "' is missing" : "' is there twice"),
                    "the first line names the columns: rank,tp,cp,pp,dp,ep,etp,edp,domain,server,gpu");
        }
    }

    std::optional<std::uint32_t> whole(const Field& field, std::uint32_t most) {
        const auto number = input::parse_whole(field.text, 0, most);
        if (const auto* complaint = std::get_if<input::Complaint>(&number)) {
            problem(field.column, complaint->message, complaint->hint);
            return std::nullopt;
        }
        return std::get<std::uint32_t>(number);
    }

    void row(const std::vector<Field>& fields) {
        if (fields.size() != columns_.size()) {
            return problem(1, "the line has " + std::to_string(fields.size()) + " fields, the header " +
                                  std::to_string(columns_.size()));
        }
        std::array<const Field*, column_names.size()> by_column{};
        for (std::size_t i = 0; i < fields.size(); ++i) by_column[columns_[i]] = &fields[i];
        const auto number = whole(*by_column[rank_column], grid_.ranks() - 1);
        if (!number) return;
        const RankId rank(*number);
        if (line_of_[rank] != 0) {
            return problem(by_column[rank_column]->column,
                           "rank " + std::to_string(*number) + " is there twice",
                           "it was first given in line " + std::to_string(line_of_[rank]));
        }
        line_of_[rank] = line_;
        for (std::size_t d = 0; d < dimension_count; ++d) {
            if (const Field* field = by_column[first_dimension_column + d]) coordinate(rank, *field, d);
        }
        const auto place = gpu(rank, *by_column[gpu_column]);
        if (!place) return;
        if (const Field* field = by_column[domain_column]) {
            check_holder(*field, *by_column[gpu_column],
                         domain_name(topology_, topology_.domain(place->domain)));
        }
        if (const Field* field = by_column[server_column]) {
            check_holder(*field, *by_column[gpu_column], server_name(topology_, *place));
        }
    }

    void coordinate(RankId rank, const Field& field, std::size_t dimension) {
        const auto given = whole(field, 0x7FFFFFFFU);
        const std::uint32_t expected = grid_.coordinate(rank, static_cast<Dimension>(dimension));
        if (!given || *given == expected) return;
        const std::string name(dimension_names[dimension]);
        problem(field.column,
                "rank " + std::to_string(rank.value()) + " is " + name + " " + std::to_string(expected) +
                    " by the layout's order, not " + std::to_string(*given),
                "was the file written for another layout or order?");
    }

    // What a row says of the domain or the server must be true of its GPU.
    void check_holder(const Field& field, const Field& gpu, const std::string& expected) {
        if (field.text == expected) return;
        problem(field.column, "'" + std::string(gpu.text) + "' is in " + expected + ", not in '" +
                                  std::string(field.text.substr(0, 60)) + "'");
    }

    std::nullopt_t nowhere(const Field& field, std::string message, std::string hint = "") {
        problem(field.column, std::move(message), std::move(hint));
        return std::nullopt;
    }

    std::optional<GpuPlace> gpu(RankId rank, const Field& field) {
        const auto found = parse_name(topology_, field.text);
        if (const auto* why = std::get_if<std::string>(&found)) return nowhere(field, *why);
        const GpuRange range = std::get<GpuRange>(found);
        if (range.count != 1) {
            return nowhere(field, "'" + std::string(field.text) + "' is " + std::to_string(range.count) +
                                      " GPUs, a rank needs one");
        }
        if (!topology_.is_available(range.first)) {
            return nowhere(field, "'" + std::string(field.text) + "' is unavailable",
                           "the topology lists it as missing");
        }
        const auto [holder, is_new] = rank_on_.try_emplace(range.first.value(), rank.value());
        if (!is_new) {
            return nowhere(field, "'" + std::string(field.text) + "' holds rank " +
                                      std::to_string(holder->second) + " already");
        }
        gpu_of_[rank] = range.first;
        return topology_.place(range.first);
    }

    void missing_ranks() {
        if (!problems_.empty()) return;
        std::uint32_t missing = 0;
        std::uint32_t first = 0;
        for (std::uint32_t r = grid_.ranks(); r-- > 0;) {
            if (line_of_[RankId(r)] != 0) continue;
            ++missing;
            first = r;
        }
        if (missing == 0) return;
        line_ = 1;
        problem(1, std::to_string(missing) + " of " + std::to_string(grid_.ranks()) +
                       " ranks have no line, rank " + std::to_string(first) + " the first of them");
    }

    const Topology& topology_;
    const RankGrid& grid_;
    const input::Source& source_;
    input::Problems problems_;
    std::vector<std::size_t> columns_;
    std::uint32_t line_ = 0;
    IdVector<RankId, GpuId> gpu_of_;
    IdVector<RankId, std::uint32_t> line_of_;
    std::unordered_map<std::uint32_t, std::uint32_t> rank_on_;
};

}  // namespace

Placement read_placement(const Topology& topology, const RankGrid& grid, const input::Source& source) {
    return PlacementReader(topology, grid, source).read();
}

Placement load_placement(const Topology& topology, const RankGrid& grid, const std::string& path) {
    return read_placement(topology, grid, *input::read_source(path, largest_placement_file));
}

}  // namespace railyard
