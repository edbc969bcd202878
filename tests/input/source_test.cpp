#include "railyard/input/source.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace railyard::input {
namespace {

namespace fs = std::filesystem;

// What InputError says; empty if there is none.
std::string complaint(const std::function<void()>& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

class Folder {
  public:
    Folder() : path_(fs::temp_directory_path() / ("railyard-source-test-" + std::to_string(::getpid()))) {
        fs::create_directories(path_);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path_); }

    [[nodiscard]] std::string path() const { return path_.string(); }
    [[nodiscard]] std::string file(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
        return (path_ / name).string();
    }

  private:
    fs::path path_;
};

TEST_CASE("a source knows its lines, whatever ends them") {
    const Source source("a.yaml", "one\r\ntwo\n\nfour");
    CHECK(source.name() == "a.yaml");
    CHECK(source.line(1) == "one");
    CHECK(source.line(2) == "two");
    CHECK(source.line(3).empty());
    CHECK(source.line(4) == "four");
    CHECK(source.line(5).empty());
    CHECK(source.line(0).empty());
    CHECK(Source("a.yaml", "").line(1).empty());
}

TEST_CASE("a problem carries its line, and its column in code points") {
    const Source source("a.yaml", "first\n\xC3\xA9\xC3\xA9: x\n");
    // The x is byte 7 of its line, and the fifth character.
    const Diagnostic problem = source.problem({2, 7, &source}, "wrong", "do this");
    CHECK(problem.span.file == "a.yaml");
    CHECK(problem.span.line == 2);
    CHECK(problem.span.column == 5);
    CHECK(problem.source_line == "\xC3\xA9\xC3\xA9: x");
    CHECK(problem.columns_cut == 0);
    CHECK(render(problem) ==
          "a.yaml:2:5: error: wrong\n    2 | \xC3\xA9\xC3\xA9: x\n      |     ^\n  hint: do this\n");
}

TEST_CASE("a problem of the whole file has no line") {
    const Source source("a.yaml", "first\n");
    CHECK(render(source.problem({}, "wrong")) == "a.yaml: error: wrong\n");
}

TEST_CASE("of a very long line a problem keeps the part around its column") {
    std::string text(5000, '.');
    text[2999] = 'X';
    const Source source("a.yaml", text);
    const Diagnostic problem = source.problem({1, 3000, &source}, "wrong");
    CHECK(problem.source_line.size() == 1000);
    CHECK(problem.source_line[problem.span.column - problem.columns_cut - 1] == 'X');
    // 100 columns less the gutter's 8 and two ellipses are 86: 43 before the place.
    CHECK(render(problem) == "a.yaml:1:3000: error: wrong\n    1 | ..." + std::string(43, '.') + "X" +
                                 std::string(42, '.') + "...\n      | " + std::string(46, ' ') + "^\n");
}

struct Refused {
    const char* name;
    std::string text;
    std::string message;
};

TEST_CASE("texts that are no UTF-8 text are refused at the byte that says so") {
    const std::string utf8 = " is not valid UTF-8 from here on\n";
    const std::string hint = "  hint: save the file as UTF-8\n";
    const std::vector<Refused> table = {
        {"a NUL byte", std::string("a: 1\0b", 6),
         "f:1:5: error: this is a binary file, not text: a zero byte stands here\n    1 | a: 1?b\n      |    "
         " "
         "^\n  hint: is this the right file?\n"},
        {"gzip", "\x1F\x8B\x08", "f: error: this is a gzip file, not text\n  hint: unpack it: gunzip f\n"},
        {"zip", std::string("PK\x03\x04\0", 5),
         "f: error: this is a zip file, not text\n  hint: unpack it: unzip f\n"},
        {"UTF-16, little endian",
         std::string("\xFF\xFE"
                     "a\0",
                     4),
         "f: error: this is a binary file, not text\n  hint: it looks like UTF-16: save it as UTF-8\n"},
        {"UTF-16, big endian", std::string("\xFE\xFF\0a", 4),
         "f: error: this is a binary file, not text\n  hint: it looks like UTF-16: save it as UTF-8\n"},
        {"Latin-1", "a: 1\nb: caf\xE9\n",
         "f:2:7: error: the text" + utf8 + "    2 | b: caf?\n      |       ^\n" + hint},
        {"behind other characters, columns are code points", "\xC3\xA9\xC3\xA9\xFF",
         "f:1:3: error: the text" + utf8 + "    1 | \xC3\xA9\xC3\xA9?\n      |   ^\n" + hint},
    };
    for (const auto& row : table) {
        SUBCASE(row.name) {
            CHECK(complaint([&] { make_source("f", row.text); }) == row.message);
        }
    }
}

TEST_CASE("UTF-8 by the book (Unicode 15, table 3-7)") {
    struct Row {
        const char* name;
        std::string text;
        bool is_valid;
    };
    const std::vector<Row> table = {
        {"U+007F", "\x7F", true},
        {"a continuation byte alone", "\x80", false},
        {"overlong two bytes", "\xC1\xBF", false},
        {"U+0080", "\xC2\x80", true},
        {"U+07FF", "\xDF\xBF", true},
        {"overlong three bytes", "\xE0\x9F\xBF", false},
        {"U+0800", "\xE0\xA0\x80", true},
        {"U+D7FF, below the surrogates", "\xED\x9F\xBF", true},
        {"U+D800, a surrogate", "\xED\xA0\x80", false},
        {"U+E000, above the surrogates", "\xEE\x80\x80", true},
        {"overlong four bytes", "\xF0\x8F\xBF\xBF", false},
        {"U+10000", "\xF0\x90\x80\x80", true},
        {"U+10FFFF", "\xF4\x8F\xBF\xBF", true},
        {"beyond U+10FFFF", "\xF4\x90\x80\x80", false},
        {"five bytes", "\xF8\x88\x80\x80\x80", false},
        {"cut short", "\xE2\x82", false},
        {"cut short by a letter", "\xE2\x82z", false},
    };
    for (const auto& row : table) {
        SUBCASE(row.name) {
            CHECK(complaint([&] { make_source("f", row.text); }).empty() == row.is_valid);
        }
    }
}

TEST_CASE("a byte order mark is dropped, so that columns start at 1") {
    const SourcePtr source = make_source("f", "\xEF\xBB\xBFtopology: a");
    CHECK(source->text() == "topology: a");
}

TEST_CASE("8 MB is the limit: 8 x 2^20 bytes pass, one more does not") {
    CHECK(largest_file == 8'388'608);
    CHECK(complaint([] { make_source("f", std::string(largest_file, ' ')); }).empty());
    CHECK(complaint([] { make_source("f", std::string(largest_file + 1, ' ')); }) ==
          "f: error: the file is larger than 8 MB\n"
          "  hint: a topology or a layout is a page of text: is this the right file?\n");
}

TEST_CASE("a file is read whole, whatever its size") {
    const Folder folder;
    for (const std::size_t size : {0U, 1U, 16383U, 16384U, 16385U, 100000U}) {
        std::string text(size, 'x');
        if (size > 0) text.back() = 'y';
        const SourcePtr source = read_source(folder.file("a.yaml", text));
        CHECK(source->text() == text);
        CHECK(source->name() == folder.path() + "/a.yaml");
    }
}

TEST_CASE("what is no readable file is refused by name") {
    const Folder folder;
    const std::string file = folder.file("a.yaml", "a: 1");
    CHECK(complaint([&] { read_source(folder.path() + "/b.yaml"); }) ==
          folder.path() + "/b.yaml: error: cannot be read: No such file or directory\n");
    CHECK(complaint([&] { read_source(file + "/b.yaml"); }) ==
          file + "/b.yaml: error: cannot be read: Not a directory\n");
    CHECK(complaint([&] { read_source(folder.path()); }) ==
          folder.path() + ": error: is a directory, not a file\n  hint: name a file in it\n");
    if (::geteuid() != 0) {  // root may read everything
        fs::permissions(file, fs::perms::none);
        CHECK(complaint([&] { read_source(file); }) == file + ": error: cannot be read: Permission denied\n");
    }
}

TEST_CASE("a device that never ends is not read to its end") {
    CHECK(complaint([] { read_source("/dev/zero"); }) ==
          "/dev/zero: error: the file is larger than 8 MB\n"
          "  hint: a topology or a layout is a page of text: is this the right file?\n");
}

TEST_CASE("problems come out by file and line, not in the order in which they were found") {
    const Source first("first.yaml", "a\nb\nc\n");
    const Source second("second.yaml", "d\n");
    Problems problems;
    CHECK(problems.empty());
    CHECK(complaint([&] { problems.throw_if_any(); }).empty());
    problems.add({3, 1, &first}, "third");
    problems.add({1, 1, &second}, "last");
    problems.add({1, 1, &first}, "first", "a hint");
    problems.add(InputError(first.problem({2, 1, &first}, "second")));
    CHECK(problems.size() == 4);
    CHECK(complaint([&] { problems.throw_if_any(); }) ==
          "first.yaml:1:1: error: first\n    1 | a\n      | ^\n  hint: a hint\n"
          "first.yaml:2:1: error: second\n    2 | b\n      | ^\n"
          "first.yaml:3:1: error: third\n    3 | c\n      | ^\n"
          "second.yaml:1:1: error: last\n    1 | d\n      | ^\n");
}

TEST_CASE("where a text begins and ends, without the blanks around it") {
    const Source source("f", "\n \ta b\r\nlast \n\n");
    CHECK(source.beginning().line == 2);
    CHECK(source.beginning().column == 3);
    CHECK(source.ending().line == 3);
    CHECK(source.ending().column == 5);
    const Source blank("f", " \r\n\t");
    CHECK(blank.beginning().line == 0);
    CHECK(blank.ending().line == 0);
    CHECK(blank.beginning().source == &blank);
}

TEST_CASE("an empty text is refused, any other not") {
    CHECK(complaint([] { refuse_empty(Source("f", " \n")); }) ==
          "f: error: the file is empty\n  hint: did the command that wrote it fail?\n");
    refuse_empty(Source("f", "\nx"));
}

TEST_CASE("problems in one place stay in the order in which they were found") {
    const Source source("f", "a\n");
    Problems problems;
    problems.add({1, 1, &source}, "one");
    problems.add({1, 1, &source}, "two");
    CHECK(complaint([&] { problems.throw_if_any(); }) ==
          "f:1:1: error: one\n    1 | a\n      | ^\nf:1:1: error: two\n    1 | a\n      | ^\n");
}

TEST_CASE("after fifty problems the rest are counted") {
    const Source source("f", "a\n");
    Problems problems;
    for (std::size_t i = 0; i < most_problems + 7; ++i) problems.add({1, 1, &source}, "wrong");
    const std::string text = complaint([&] { problems.throw_if_any(); });
    CHECK(text.ends_with("wrong\n    1 | a\n      | ^\nerror: and 7 more problems, not shown\n"));
    CHECK(problems.size() == 50);
}

TEST_CASE("a note is a line with its place, and no problem") {
    const Source source("f", "a\n\xC3\xA9: b\n");
    Problems problems;
    problems.note({2, 5, &source}, "by the way");
    CHECK(problems.empty());
    CHECK(problems.notes() == std::vector<std::string>{"f:2:4: by the way"});
}

}  // namespace
}  // namespace railyard::input
