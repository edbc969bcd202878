#include "railyard/machine/rocm_smi_topo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "railyard/machine/smi_text.hpp"
#include "railyard/machine/smi_topo_cells.hpp"

namespace railyard::machine {
namespace {

constexpr SourceId self{0};
constexpr std::string_view command = "rocm-smi --showtopo";

enum class Table { none, hops, types, other };

// "====== Link Type between two GPUs ======"
std::optional<Table> titled(std::string_view line) {
    const std::size_t behind = line.find("between two GPUs");
    if (behind == std::string_view::npos) return std::nullopt;
    const std::string_view what = line.substr(0, behind);
    if (what.find("Link Type") != std::string_view::npos) return Table::types;
    return what.find("Hops") != std::string_view::npos ? Table::hops : Table::other;
}

std::optional<std::uint32_t> whole_number(std::string_view text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// The cells that are not empty.
std::vector<SmiCell> said_in(const SmiLine& line) {
    std::vector<SmiCell> cells = smi_cells(line.text);
    cells.erase(std::remove_if(cells.begin(), cells.end(), [](const SmiCell& it) { return it.text.empty(); }),
                cells.end());
    return cells;
}

bool all_gpus(const std::vector<SmiCell>& cells) {
    return !cells.empty() && std::all_of(cells.begin(), cells.end(), [](const SmiCell& cell) {
        return number_of_gpu(cell.text).has_value();
    });
}

// "GPU[3]          : (Topology) Numa Node: 1"
struct NumaLine {
    std::uint32_t gpu = 0, node = 0;
};
std::optional<NumaLine> numa_line(std::string_view line) {
    constexpr std::string_view key = "Numa Node:";
    const std::size_t begin = line.find("GPU[");
    const std::size_t end = line.find(']', std::min(begin, line.size()));
    const std::size_t node = line.find(key, std::min(end, line.size()));
    if (node == std::string_view::npos) return std::nullopt;
    const std::size_t digits = line.find_first_not_of(" \t", node + key.size());
    if (digits == std::string_view::npos) return std::nullopt;
    std::string_view rest = line.substr(digits);
    rest = rest.substr(0, rest.find_first_of(" \t"));
    const auto gpu = whole_number(line.substr(begin + 4, end - begin - 4));
    const auto number = whole_number(rest);  // -1: the system does not say
    if (!gpu || !number || *gpu > 65535 || *number > 65535) return std::nullopt;
    return NumaLine{*gpu, *number};
}

class Reader {
  public:
    explicit Reader(const input::Source& source) : source_(source) {}

    Observed read() {
        observed_.hosts.resize(1);
        for (const SmiLine& line : smi_lines(source_.text())) one(line);
        if (number_at_.empty()) {
            const bool is_whole = source_.text().find("End of ROCm SMI Log") != std::string_view::npos;
            throw InputError(is_whole ? source_.problem(source_.beginning(),
                                                        "this output of rocm-smi has no table of link types",
                                                        std::string(command) + " prints it")
                                      : source_.problem(source_.ending(),
                                                        "this text of " + std::string(command) +
                                                            " ends before its table of link types",
                                                        again));
        }
        host().resize_tables(0, 0);
        join();
        for (const auto& [gpu, node] : numa_) {
            const auto found = number_at_.find(gpu);
            if (found != number_at_.end()) host().gpus[found->second].numa = {node, self};
        }
        if (auto remark = cells_.contradictions(self)) {
            remark->place = command;
            observed_.remarks.push_back(std::move(*remark));
        }
        if (const std::size_t rows = rows_; rows < number_at_.size() || is_cut_) {
            observed_.remarks.push_back(
                {self, std::string(command),
                 fmt::format("the table of link types is cut off: {} of {} rows; what is not whole there is "
                             "unknown",
                             rows, number_at_.size())});
        }
        return std::move(observed_);
    }

  private:
    static constexpr const char* again = "capture it again: rocm-smi --showtopo > topo.txt";

    ObservedHost& host() { return observed_.hosts.front(); }

    [[noreturn]] void fail(const SmiLine& line, const SmiCell& cell, std::string message,
                           std::string hint) const {
        throw InputError(
            source_.problem({line.number, cell.column, &source_}, std::move(message), std::move(hint)));
    }

    void one(const SmiLine& line) {
        if (const auto table = titled(line.text)) {
            table_ = *table;
            is_titled_ = true;
            columns_.clear();
            return;
        }
        if (const auto numa = numa_line(line.text)) {
            table_ = Table::none;
            if (line.has_end) numa_.insert_or_assign(numa->gpu, numa->node);
            return;
        }
        const auto cells = said_in(line);
        if (all_gpus(cells) && (cells.size() > 1 || columns_.empty())) return header(line, cells);
        if (columns_.empty() || cells.empty() || !number_of_gpu(cells.front().text)) return;
        if (table_ == Table::none) table_ = table_of(cells);
        if (table_ == Table::types || table_ == Table::hops) row(line, cells);
    }

    // Where the titles are gone: a table with names of links is that of types.
    static Table table_of(const std::vector<SmiCell>& cells) {
        const bool words = std::any_of(cells.begin() + 1, cells.end(), [](const SmiCell& cell) {
            return !whole_number(cell.text) && cell.text != "X";
        });
        return words ? Table::types : Table::other;
    }

    void header(const SmiLine& line, const std::vector<SmiCell>& cells) {
        // Tables follow each other without titles where a paste lost them.
        if (!is_titled_) table_ = Table::none;
        is_titled_ = false;
        if (cells.size() > most_gpus_of_a_host)
            fail(line, cells.front(), fmt::format("{} GPUs in one server", cells.size()), "is it one table?");
        columns_.clear();
        for (const SmiCell& cell : cells) {
            const std::uint32_t gpu = *number_of_gpu(cell.text);
            if (std::find(columns_.begin(), columns_.end(), gpu) != columns_.end())
                fail(line, cell, "'" + cell.text + "' is there twice", "is it one table?");
            columns_.push_back(gpu);
        }
    }

    void row(const SmiLine& line, const std::vector<SmiCell>& cells) {
        const std::uint32_t gpu = *number_of_gpu(cells.front().text);
        if (std::find(columns_.begin(), columns_.end(), gpu) == columns_.end())
            fail(line, cells.front(), "there is no column of " + cells.front().text, "is it one table?");
        if (table_ == Table::types) begin_types(line, cells.front(), gpu);
        const std::size_t shown = std::min(cells.size() - 1, columns_.size());
        // The last word of a text that is cut off may be a part of one.
        const bool is_whole = line.has_end && shown == columns_.size();
        const std::size_t whole = is_whole || shown == 0 ? shown : shown - 1;
        if (table_ == Table::types && shown < columns_.size()) is_cut_ = true;
        for (std::size_t i = 0; i < whole; ++i) {
            const SmiCell& cell = cells[i + 1];
            if (table_ == Table::types) {
                type(line, cell, gpu, columns_[i]);
            } else if (const auto hops = whole_number(cell.text)) {
                hops_.insert_or_assign({gpu, columns_[i]}, *hops);
            }
        }
    }

    // The first row names the GPUs of the server; each has one row.
    void begin_types(const SmiLine& line, const SmiCell& title, std::uint32_t gpu) {
        if (number_at_.empty()) {
            for (const std::uint32_t number : columns_) {
                number_at_.emplace(number, host().gpus.size());
                ObservedGpu each;
                each.index = {number, self};
                each.maker = {GpuMaker::amd, self};
                host().gpus.push_back(std::move(each));
            }
        }
        if (number_at_.count(gpu) == 0 || !seen_.emplace(gpu, line.number).second) {
            fail(line, title, "a second table of link types: " + title.text + " has a row in it already",
                 "one file for each server: --machine node7=FILE --machine node8=FILE");
        }
        ++rows_;
    }

    void type(const SmiLine& line, const SmiCell& cell, std::uint32_t row, std::uint32_t column) {
        constexpr std::array<std::string_view, 6> known = {"0", "XGMI", "PCIE", "N/A", "XXXX", "X"};
        if (std::find(known.begin(), known.end(), cell.text) == known.end())
            fail(line, cell, "'" + cell.text + "' is no type of link", "XGMI or PCIE, and 0 for itself");
        const bool self_cell = cell.text == "0" || cell.text == "X";
        const std::string code = self_cell ? "X" : cell.text == "XXXX" ? "N/A" : cell.text;
        cells_.add(fmt::format("GPU{}", row), fmt::format("GPU{}", column), code);
        if (code == "XGMI" || code == "PCIE") types_.insert_or_assign({row, column}, code);
    }

    // What a GPU's row does not say, that of the other does.
    void join() {
        for (const auto& [pair, type] : types_) {
            const auto other = number_at_.find(pair.second);
            if (pair.first == pair.second || other == number_at_.end()) continue;
            ObservedPair& between = host().pair(number_at_.at(pair.first), other->second);
            const auto hops = hops_.find(pair);
            if (type == "PCIE") {
                between.lanes = {0U, self};
            } else if (hops == hops_.end() || hops->second <= 1) {
                between.path = {Path::nvlink, self};
            }
        }
        const std::size_t gpus = host().gpus.size();
        for (std::size_t a = 0; a < gpus; ++a) {
            for (std::size_t b = 0; b < gpus; ++b) {
                ObservedPair& pair = host().pair(a, b);
                if (a != b && !pair.path.known() && !pair.lanes.known()) pair = host().pair(b, a);
            }
        }
    }

    using Pair = std::pair<std::uint32_t, std::uint32_t>;  // numbers of GPUs

    const input::Source& source_;
    Observed observed_;
    Table table_ = Table::none;
    bool is_titled_ = false;                          // its header is to come
    std::vector<std::uint32_t> columns_;              // GPUs of the table at hand
    std::map<std::uint32_t, std::size_t> number_at_;  // of a GPU -> its place in the host
    std::map<std::uint32_t, std::uint32_t> seen_;     // GPUs with a row of link types, its line
    std::map<std::uint32_t, std::uint32_t> numa_;
    std::map<Pair, std::uint32_t> hops_;
    std::map<Pair, std::string> types_;
    std::size_t rows_ = 0;
    bool is_cut_ = false;
    SmiTopoCells cells_;
};

// A table in which a GPU has a 0 for itself, where nvidia-smi prints an X.
bool has_zero_diagonal(const std::vector<SmiLine>& lines) {
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (lines[i].text.find("GPU") == std::string::npos) continue;
        const auto header = said_in(lines[i]);
        if (!all_gpus(header)) continue;
        const auto row = said_in(lines[i + 1]);
        if (row.size() > 1 && row[0].text == header[0].text && row[1].text == "0") return true;
    }
    return false;
}

}  // namespace

bool is_rocm_smi_topo(std::string_view text) {
    if (text.find("ROCm System Management Interface") != std::string_view::npos) return true;
    if (text.find("GPU") == std::string_view::npos) return false;
    const auto lines = smi_lines(text);
    return std::any_of(lines.begin(), lines.end(),
                       [](const SmiLine& line) { return titled(line.text).has_value(); }) ||
           has_zero_diagonal(lines);
}

Observed read_rocm_smi_topo(const input::Source& source) {
    return Reader(source).read();
}

}  // namespace railyard::machine
