#include "railyard/sweep/sqlite.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace railyard::sweep {
namespace {

struct CloseDatabase {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
};
struct FinishStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

class Database {
  public:
    explicit Database(std::string path) : path_(std::move(path)) {
        sqlite3* opened = nullptr;
        const int code =
            sqlite3_open_v2(path_.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
        database_.reset(opened);
        check(code);
    }

    void run(const std::string& sql) {
        check(sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr));
    }

    void prepare(const std::string& sql) {
        sqlite3_stmt* made = nullptr;
        check(sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &made, nullptr));
        statement_.reset(made);
    }

    void insert(const std::vector<ResultColumn>& columns, const ResultRow& row) {
        for (std::size_t i = 0; i < row.size(); ++i) bind(static_cast<int>(i + 1), columns[i].kind, row[i]);
        const int code = sqlite3_step(statement_.get());
        if (code != SQLITE_DONE) check(code);
        check(sqlite3_reset(statement_.get()));
    }

  private:
    void bind(int at, CellKind kind, const ResultCell& cell) {
        sqlite3_stmt* statement = statement_.get();
        if (const auto* text = std::get_if<std::string>(&cell)) {
            // A column of numbers makes a number of it (column affinity).
            check(sqlite3_bind_text(statement, at, text->c_str(), static_cast<int>(text->size()),
                                    SQLITE_TRANSIENT));
        } else if (const auto* number = std::get_if<double>(&cell)) {
            check(kind == CellKind::number ? sqlite3_bind_double(statement, at, *number)
                                           : sqlite3_bind_int64(statement, at, std::llround(*number)));
        } else {
            check(sqlite3_bind_null(statement, at));
        }
    }

    void check(int code) const {
        if (code == SQLITE_OK) return;
        throw DatabaseError(path_ + ": " + (database_ ? sqlite3_errmsg(database_.get()) : "out of memory"));
    }

    std::string path_;
    std::unique_ptr<sqlite3, CloseDatabase> database_;
    std::unique_ptr<sqlite3_stmt, FinishStatement> statement_;
};

std::string quoted(const std::string& name) {
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
    return text + "\"";
}

std::string_view type_of(CellKind kind) {
    switch (kind) {
        case CellKind::text:
            return "TEXT";
        case CellKind::number:
            return "REAL";
        case CellKind::whole:
        case CellKind::yes_no:
            return "INTEGER";
    }
    return "";
}

}  // namespace

std::string unfinished_database(const std::string& path) {
    return path + "." + std::to_string(::getpid()) + ".new";
}

void write_sqlite(const std::string& path, const std::vector<ResultColumn>& columns,
                  const std::function<void(const VisitRow&)>& for_each) {
    const std::string beside = unfinished_database(path);
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    try {
        Database database(beside);
        database.run("PRAGMA journal_mode = OFF");
        database.run("PRAGMA synchronous = OFF");
        std::string table = "CREATE TABLE points (";
        std::string insert = "INSERT INTO points VALUES (";
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const bool first = i == 0;
            table += (first ? "" : ", ") + quoted(columns[i].name) + " " +
                     std::string(type_of(columns[i].kind)) + (first ? " PRIMARY KEY" : "");
            insert += first ? "?" : ", ?";
        }
        database.run(table + ")");
        database.prepare(insert + ")");
        database.run("BEGIN");
        for_each([&](const ResultRow& row) { database.insert(columns, row); });
        database.run("COMMIT");
    } catch (...) {
        std::filesystem::remove(beside, ignored);
        throw;
    }
    std::error_code error;
    std::filesystem::rename(beside, path, error);
    if (error) {
        std::filesystem::remove(beside, ignored);
        throw DatabaseError(path + ": " + error.message());
    }
}

}  // namespace railyard::sweep
