#include "railyard/schedule/csv.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include "railyard/base/suggest.hpp"
#include "railyard/schedule/assemble.hpp"

namespace railyard::schedule {
namespace {

constexpr std::uint32_t most_stages = most_devices * most_chunks;

enum class Column { device, kind, micro_batch, chunk, stage, overlap, passed_over };
const std::vector<std::string> column_names = {"device", "kind",    "micro_batch", "chunk",
                                               "stage",  "overlap", "start",       "end"};

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

// A piece of the text.
struct Field {
    std::string_view text;
    std::size_t offset = 0;
};

Field trimmed(Field field) {
    while (!field.text.empty() && is_blank(field.text.front())) {
        field.text.remove_prefix(1);
        ++field.offset;
    }
    while (!field.text.empty() && is_blank(field.text.back())) field.text.remove_suffix(1);
    return field;
}

// Hands out the lines of a text, then the fields of each.
class Splitter {
  public:
    Splitter(std::string_view text, char separator, std::size_t offset = 0)
        : text_(text), separator_(separator), offset_(offset) {}

    std::optional<Field> next() {
        if (is_done_) return std::nullopt;
        const std::size_t end = text_.find(separator_, at_);
        const Field field{text_.substr(at_, end == std::string_view::npos ? end : end - at_), offset_ + at_};
        is_done_ = end == std::string_view::npos;
        at_ = end + 1;
        return field;
    }

  private:
    std::string_view text_;
    char separator_;
    std::size_t offset_;
    std::size_t at_ = 0;
    bool is_done_ = false;
};

// The next line with something on it.
std::optional<Field> next_line(Splitter& lines) {
    while (const auto line = lines.next()) {
        const Field content = trimmed(*line);
        if (!content.text.empty() && content.text.front() != '#') return line;
    }
    return std::nullopt;
}

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string word = "'";
    for (const char c : text.substr(0, longest)) word += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    while (text.size() > longest && (static_cast<unsigned char>(word.back()) & 0xC0U) == 0x80U)
        word.pop_back();
    return word + (text.size() > longest ? "...'" : "'");
}

std::optional<std::uint32_t> whole_number(std::string_view text) {
    std::uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (text.empty() || error != std::errc{} || stopped != end) return std::nullopt;
    return value;
}

std::optional<Kind> kind_named(std::string_view word) {
    for (const Kind kind : {Kind::forward, Kind::backward, Kind::backward_input, Kind::backward_weight}) {
        if (word == name_of(kind) || (word.size() == 1 && word[0] == letter_of(kind))) return kind;
    }
    return std::nullopt;
}

// Our own form.
class TableReader {
  public:
    TableReader(Splitter& lines, ProblemList& problems) : lines_(lines), problems_(problems) {}

    std::vector<ListedOperation> read(const Field& header) {
        read_header(header);
        problems_.throw_if_any();
        while (const auto line = next_line(lines_)) {
            read_line(*line);
            if (problems_.is_full()) break;
        }
        problems_.throw_if_any();
        if (!has(Column::stage)) number_stages_by_chunk(operations_);
        if (!has(Column::chunk) && has(Column::stage)) number_chunks_by_stage(operations_);
        return std::move(operations_);
    }

  private:
    [[nodiscard]] bool has(Column column) const { return is_there_[static_cast<std::size_t>(column)]; }

    void read_header(const Field& header) {
        Splitter fields(header.text, ',', header.offset);
        while (const auto raw = fields.next()) {
            const Field field = trimmed(*raw);
            std::size_t i = 0;
            while (i < column_names.size() && field.text != column_names[i]) ++i;
            if (i == column_names.size()) {
                problems_.add(field.offset, "unknown column " + quoted(field.text),
                              suggestion(field.text, column_names));
                if (problems_.is_full()) return;
            }
            i = std::min(i, static_cast<std::size_t>(Column::passed_over));
            const auto column = static_cast<Column>(i);
            if (has(column) && column != Column::passed_over) {
                problems_.add(field.offset, "column " + quoted(field.text) + " is there twice");
                if (problems_.is_full()) return;
            }
            is_there_[i] = true;
            columns_.push_back(column);
        }
        for (const Column needed : {Column::device, Column::kind, Column::micro_batch}) {
            if (has(needed) || problems_.is_full()) continue;
            problems_.add(header.offset,
                          "column '" + column_names[static_cast<std::size_t>(needed)] + "' is missing",
                          "the first line names the columns: device,kind,micro_batch,chunk,stage");
        }
    }

    void read_line(const Field& line) {
        ListedOperation operation;
        operation.offset = trimmed(line).offset;
        std::size_t i = 0;
        Splitter fields(line.text, ',', line.offset);
        while (const auto raw = fields.next()) {
            const Field field = trimmed(*raw);
            if (i == columns_.size()) {
                problems_.add(field.offset, "more fields than the header has columns");
                return;
            }
            if (!read_field(columns_[i++], field, operation)) return;
        }
        if (i < columns_.size()) {
            problems_.add(
                line.offset + line.text.size(),
                std::to_string(i) + " fields where the header has " + std::to_string(columns_.size()));
            return;
        }
        operations_.push_back(operation);
    }

    bool read_field(Column column, const Field& field, ListedOperation& operation) {
        switch (column) {
            case Column::device:
                return read_number(field, most_devices, operation.device);
            case Column::micro_batch:
                return read_number(field, most_micro_batches, operation.micro_batch);
            case Column::chunk:
                return read_number(field, most_chunks, operation.chunk);
            case Column::stage:
                return read_number(field, most_stages, operation.stage);
            case Column::kind: {
                const auto kind = kind_named(field.text);
                if (kind) operation.kind = *kind;
                if (!kind) {
                    problems_.add(
                        field.offset, "unknown kind " + quoted(field.text),
                        suggestion(field.text, {"forward", "backward", "backward_input", "backward_weight"}));
                }
                return kind.has_value();
            }
            case Column::overlap:
                if (field.text == "with_next") operation.together = Together::with_next;
                if (field.text.empty() || field.text == "with_next") return true;
                problems_.add(field.offset, "overlap is empty or with_next, not " + quoted(field.text));
                return false;
            case Column::passed_over:
                return true;
        }
        return true;
    }

    bool read_number(const Field& field, std::uint32_t limit, std::uint32_t& value) {
        const auto number = whole_number(field.text);
        if (number && *number < limit) {
            value = *number;
            return true;
        }
        problems_.add(field.offset, "expected a whole number from 0 to " + std::to_string(limit - 1) +
                                        ", not " + quoted(field.text));
        return false;
    }

    Splitter& lines_;
    ProblemList& problems_;
    std::vector<Column> columns_;  // in the order of the file
    std::array<bool, 7> is_there_{};
    std::vector<ListedOperation> operations_;
};

// PyTorch's cell: 12F3.
std::optional<ListedOperation> read_cell(std::string_view cell) {
    const std::size_t letter = cell.find_first_not_of("0123456789");
    if (letter == std::string_view::npos || letter == 0) return std::nullopt;
    const auto stage = whole_number(cell.substr(0, letter));
    const auto kind = kind_named(cell.substr(letter, 1));
    const auto micro_batch = whole_number(cell.substr(letter + 1));
    if (!stage || !kind || !micro_batch || *stage >= most_stages || *micro_batch >= most_micro_batches) {
        return std::nullopt;
    }
    ListedOperation operation;
    operation.stage = *stage;
    operation.kind = *kind;
    operation.micro_batch = *micro_batch;
    return operation;
}

std::vector<ListedOperation> read_grid(std::optional<Field> line, Splitter& lines, ProblemList& problems) {
    std::vector<ListedOperation> operations;
    for (std::uint32_t device = 0; line; ++device, line = next_line(lines)) {
        if (device == most_devices) {
            problems.add(line->offset, "more than " + std::to_string(most_devices) + " devices");
            break;
        }
        Splitter cells(line->text, ',', line->offset);
        while (const auto raw = cells.next()) {
            const Field cell = trimmed(*raw);
            if (cell.text.empty() || problems.is_full()) continue;
            auto operation = read_cell(cell.text);
            if (!operation) {
                problems.add(cell.offset,
                             "expected stage, kind (F, B, I or W) and micro-batch such as 0F3, not " +
                                 quoted(cell.text));
                continue;
            }
            operation->device = device;
            operation->offset = cell.offset;
            operations.push_back(*operation);
        }
    }
    problems.throw_if_any();
    number_chunks_by_stage(operations);
    return operations;
}

// Does a text without header begin here? Ours begins with the name of a column.
bool is_grid_line(const Field& line) {
    const Field cell = trimmed(Splitter(line.text, ',').next().value_or(Field{}));
    return cell.text.empty() || (cell.text.front() >= '0' && cell.text.front() <= '9');
}

}  // namespace

Schedule read_csv(std::string_view text, const std::string& file) {
    ProblemList problems(text, file);
    Splitter lines(text, '\n');
    const auto first = next_line(lines);
    if (!first) {
        problems.add_for_whole("no operations",
                               "the first line names the columns: device,kind,micro_batch,chunk,stage");
        problems.throw_if_any();
    }
    const auto operations =
        is_grid_line(*first) ? read_grid(first, lines, problems) : TableReader(lines, problems).read(*first);
    return assemble(operations, problems);
}

std::string write_csv(const Schedule& schedule) {
    bool has_pairs = false;
    for (const auto& operation : schedule.operations) has_pairs |= operation.together == Together::with_next;
    std::string text =
        has_pairs ? "device,kind,micro_batch,chunk,stage,overlap\n" : "device,kind,micro_batch,chunk,stage\n";
    for (std::uint32_t device = 0; device < schedule.devices; ++device) {
        for (std::size_t i = schedule.first[device]; i < schedule.first[device + 1]; ++i) {
            const Operation& operation = schedule.operations[i];
            text += std::to_string(device) + ',' + name_of(operation.kind) + ',' +
                    std::to_string(operation.micro_batch) + ',' + std::to_string(operation.chunk) + ',' +
                    std::to_string(schedule.stage[schedule.slot(device, operation.chunk)]);
            if (has_pairs) text += operation.together == Together::with_next ? ",with_next" : ",";
            text += '\n';
        }
    }
    return text;
}

}  // namespace railyard::schedule
