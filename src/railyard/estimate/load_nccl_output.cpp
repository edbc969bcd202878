#include "railyard/estimate/load_nccl_output.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

#include "railyard/input/quantity.hpp"

namespace railyard {
namespace {

using input::Mark;
using Words = std::vector<std::string>;

constexpr std::array<std::pair<std::string_view, Collective>, 4> programs = {
    {{"all_reduce_perf", Collective::all_reduce},
     {"all_gather_perf", Collective::all_gather},
     {"reduce_scatter_perf", Collective::reduce_scatter},
     {"alltoall_perf", Collective::all_to_all}}};

Words words_of(std::string_view line) {
    std::istringstream stream{std::string(line)};
    Words words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// "[1,0]<stdout>:" of mpirun --tag-output, "3: " of srun --label.
std::string_view without_label(std::string_view line) {
    const std::size_t tag = line.find(">:");
    if (line.starts_with("[") && tag != std::string_view::npos && tag < 24) return line.substr(tag + 2);
    const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t end = line.find_first_not_of("0123456789", start);
    if (end != std::string_view::npos && end > start && line.substr(end).starts_with(": "))
        return line.substr(end + 2);
    return line;
}

// "all_reduce_perf" of "# Collective test starting: ./build/all_reduce_perf -g 8".
std::string program_in(std::string_view line) {
    const std::size_t at = line.find("_perf");
    if (at == std::string_view::npos) return "";
    std::size_t begin = at;
    while (begin > 0 && (line[begin - 1] == '_' || (line[begin - 1] >= 'a' && line[begin - 1] <= 'z')))
        --begin;
    return std::string(line.substr(begin, at + 5 - begin));
}

std::optional<std::uint32_t> number_after(std::string_view line, std::string_view word) {
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos) return std::nullopt;
    std::istringstream rest{std::string(line.substr(at + word.size()))};
    std::uint32_t number = 0;
    return rest >> number ? std::optional(number) : std::nullopt;
}

// "#  Rank  0 Group  0 Pid  58120 on  box-1 device  0 [0x07] NVIDIA H100 80GB HBM3": what follows the
// bracket.
std::optional<std::string> device_in(std::string_view line) {
    const Words words = words_of(line.substr(0, 80));
    if (words.size() < 2 || words[0] != "#" || words[1] != "Rank") return std::nullopt;
    const std::size_t device = line.find(" device ");
    if (device == std::string_view::npos) return std::nullopt;
    const std::size_t bracket = line.find(']', device);
    return bracket == std::string_view::npos ? "" : std::string(line.substr(bracket + 1));
}

// Where the columns of a table stand. Old releases print no root, older ones no operation for gathers.
struct Columns {
    std::size_t operation = 3;
    std::size_t root = 4;
    std::size_t time = 5;
    std::size_t wrong = 8;
    std::size_t in_place = 9;
    bool told = false;  // by a line above the table
};
constexpr std::size_t not_there = static_cast<std::size_t>(-1);

// "#  size  count  type  redop  root  time  algbw  busbw #wrong  time ...".
std::optional<Columns> columns_in(const Words& words) {
    if (words.size() < 6 || words[0] != "#" || words[1] != "size" || words[2] != "count") return std::nullopt;
    const auto at = [&](std::string_view name, std::size_t from) {
        const auto found = std::find(words.begin() + static_cast<std::ptrdiff_t>(from), words.end(), name);
        return found == words.end() ? not_there : static_cast<std::size_t>(found - words.begin()) - 1;
    };
    Columns columns{at("redop", 1), at("root", 1), at("time", 1), at("#wrong", 1), not_there, true};
    if (columns.time != not_there) columns.in_place = at("time", columns.time + 2);
    return columns.time == not_there ? std::nullopt : std::optional(columns);
}

class NcclReader {
  public:
    explicit NcclReader(const input::SourcePtr& source) : source_(*source) { output_.source = source; }

    NcclOutput read() {
        std::istringstream lines{std::string(source_.text())};
        std::string text;
        for (std::uint32_t number = 1; std::getline(lines, text); ++number) {
            const std::string_view line = without_label(text);
            const auto skipped = static_cast<std::size_t>(line.data() - text.data()) +
                                 std::min(line.find_first_not_of(' '), line.size());
            const Mark mark{number, static_cast<std::uint32_t>(skipped + 1), &source_};
            if (line.find('#') < line.find_first_of("0123456789")) {
                comment(line, mark);
            } else if (const Words words = words_of(line); !words.empty() && is_number(words[0])) {
                row(words, mark);
            } else if (const std::string program = program_in(line);
                       !program.empty() && table_.rows.empty()) {
                table_.program = program;  // the command, as a log may show it
            }
        }
        end_table();
        if (output_.tables.empty()) {
            throw InputError(source_.problem({}, "there is no table of nccl-tests in this file",
                                             "its lines begin with a size in bytes, a count, a type, ..."));
        }
        return std::move(output_);
    }

  private:
    static bool is_number(const std::string& word) { return std::all_of(word.begin(), word.end(), is_digit); }
    [[noreturn]] void wrong(Mark mark, const std::string& message, const std::string& hint) const {
        throw InputError(source_.problem(mark, message, hint));
    }

    void end_table() {
        if (!table_.rows.empty()) output_.tables.push_back(std::move(table_));
        table_ = {};
        columns_ = {};
    }

    void comment(std::string_view line, Mark mark) {
        const Words words = words_of(line);
        const auto columns = columns_in(words);
        const auto device = device_in(line);
        const auto gpus = number_after(line, " nGpus ");
        const std::string program = program_in(line);
        if (program.empty() && !columns && !device && !gpus) return check_units(words, mark);
        // "test concluded: all_reduce_perf" names what went before.
        const bool ends = line.find("concluded") != std::string_view::npos;
        if (!table_.rows.empty() && !ends) end_table();
        if (!program.empty() && table_.program.empty()) table_.program = program;
        if (columns) columns_ = *columns;
        if (device) table_.ranks.emplace_back(mark, *device);
        if (gpus) {
            table_.gpus_of_a_process = *gpus * std::max(1U, number_after(line, " nThread ").value_or(1));
            table_.header = mark;
        }
        if (ends) end_table();
    }

    // "#  (B)  (elements)  (us)  (GB/s) ..." below the names of the columns.
    void check_units(const Words& words, Mark mark) const {
        if (!columns_.told || words.size() < 4 || words[1] != "(B)") return;
        for (const std::string& word : words) {
            const bool is_known =
                word == "#" || word == "(B)" || word == "(elements)" || word == "(us)" || word == "(GB/s)";
            if (!is_known && word.starts_with("("))
                wrong(mark, "a column is in " + word,
                      "times in us and bandwidths in GB/s, as nccl-tests prints");
        }
    }

    void row(const Words& words, Mark mark) {
        const std::size_t needed = columns_.time + 3;
        if (words.size() < needed) {
            // Other programs print lines that begin with a number too.
            if (!columns_.told && table_.rows.empty()) return;
            wrong(mark, "this line of the table is cut off",
                  std::to_string(needed) + " columns or more, up to the bus bandwidth");
        }
        const auto word = [&](std::size_t at) { return at < words.size() ? words[at] : std::string(); };
        NcclRow row;
        row.mark = mark;
        row.type = word(2);
        if (columns_.operation != not_there) row.operation = word(columns_.operation);
        if (columns_.root != not_there) row.root = word(columns_.root);
        row.size = number(word(0), mark);
        row.count = number(word(1), mark);
        row.microseconds = number(word(columns_.time), mark);
        row.algorithm_rate = number(word(columns_.time + 1), mark);
        row.bus_rate = number(word(columns_.time + 2), mark);
        row.wrong = word(columns_.wrong);
        const auto in_place = input::parse_number(word(columns_.in_place));
        if (const auto* time = std::get_if<double>(&in_place)) row.in_place = *time;
        if (columns_.in_place != not_there) row.wrong_in_place = word(columns_.in_place + 3);
        if (table_.rows.empty() && table_.without_bytes == 0) table_.mark = mark;
        if (row.size == 0) {
            ++table_.without_bytes;
        } else {
            table_.rows.push_back(std::move(row));
        }
    }

    [[nodiscard]] double number(const std::string& word, Mark mark) const {
        const auto parsed = input::parse_number(word);
        if (const auto* value = std::get_if<double>(&parsed); value != nullptr && *value >= 0) return *value;
        wrong(mark, "'" + word.substr(0, 40) + "' should be a number", "a size, a count, a type, ...");
    }

    const input::Source& source_;
    NcclOutput output_;
    NcclTable table_;
    Columns columns_;
};

}  // namespace

std::optional<Collective> NcclTable::kind(Collective unnamed) const {
    if (program.empty()) return unnamed;
    for (const auto& [name, kind] : programs)
        if (name == program) return kind;
    return std::nullopt;
}

NcclOutput read_nccl_output(const input::SourcePtr& source) {
    return NcclReader(source).read();
}

}  // namespace railyard
