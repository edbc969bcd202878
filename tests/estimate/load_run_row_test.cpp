#include "railyard/estimate/load_run_row.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/base/error.hpp"
#include "railyard/job/layout.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

// Asks a row for something; "line:column: message | hint" if that is wrong, "missing: ..." if it is missing.
template <class Ask>
std::string outcome(const std::string& text, Ask ask) {
    const input::Document document = input::parse_yaml(input::make_source("runs.yaml", text));
    input::Problems problems;
    const RunRow row(document.root, problems);
    try {
        ask(row);
        return "";
    } catch (const RunMissing& missing) {
        return "missing: " + missing.what;
    } catch (const RunWrong&) {
    }
    try {
        problems.throw_if_any();
    } catch (const InputError& error) {
        const Diagnostic& problem = error.problems().front();
        return std::to_string(problem.span.line) + ":" + std::to_string(problem.span.column) + ": " +
               problem.message + (problem.hint.empty() ? "" : " | " + problem.hint);
    }
    return "wrong, and not reported";
}

TEST_CASE("values of a row: there, null, missing") {
    CHECK(outcome("tp: 4\ncp: null\nid: \"a\\x07b\"\n", [](const RunRow& row) {
              CHECK(row.needed(row.node(), "tp") == 4);
              CHECK(row.one_unless_said(row.node(), "cp") == 1);
              CHECK(!row.maybe(row.node(), "pp"));
              CHECK(row.text("id") == "a?b");
              CHECK(row.text("source").empty());
          }).empty());
    CHECK(outcome("tp: 4\n", [](const RunRow& row) { (void)row.needed(row.node(), "pp"); }) ==
          "missing: pp is missing");
    CHECK(outcome("model: 4\n", [](const RunRow& row) { (void)row.section("model"); }) ==
          "missing: model is missing");
}

TEST_CASE("a value that cannot be is reported where it stands") {
    CHECK(outcome("tp: 2.5\n", [](const RunRow& row) { (void)row.needed(row.node(), "tp"); }) ==
          "1:5: tp should be a whole number from 1 on | tp: 8, or leave it out where it is not known");
    CHECK(outcome("i: 0.5\n", [](const RunRow& row) { (void)row.maybe_number("i", 1); }) ==
          "1:4: i should be a number from 1 on");
    CHECK(outcome("i: maybe\n", [](const RunRow& row) { (void)row.maybe_flag(row.node(), "i"); }) ==
          "1:4: i should be true or false");
}

TEST_CASE("a choice is one of its names, and a slip is told the nearest") {
    CHECK(outcome("software: fsdp\n", [](const RunRow& row) {
              CHECK(row.choice<Software>("software", software_names) == Software::fsdp);
              CHECK(!row.choice<Attention>("attention", attention_names));
          }).empty());
    CHECK(outcome("software: megatron-t\n", [](const RunRow& row) {
              (void)row.choice<Software>("software", software_names);
          }).find("1:11: 'megatron-t' is no software of a run | did you mean 'megatron-te'") == 0);
}

}  // namespace
}  // namespace railyard
