#include <doctest/doctest.h>

#include <sstream>

#include "railyard/output/check_report.hpp"

namespace railyard::output {
namespace {

CheckReport example() {
    CheckReport report{"job", "racks", {{"a.xml", "NCCL topology XML", "1 server, 8 GPUs"}}, {}, {}, {},
                       {},    {}};
    report.servers = {{"box0/server0", "node7", "8 GPUs, 8 NICs", "NIC rates"}};
    report.findings = {{Severity::note, "box0", "", "is new", ""},
                       {Severity::mismatch, "box0/server0/gpu5", "18 NVLinks up", "0 of 18 (a.xml)",
                        "tp group 3 loses NVLink"}};
    return report;
}

TEST_CASE("what was read, what was compared, mismatches first, and the verdict") {
    CHECK(check_table(example(), Colour::none) ==
          "job on racks\n"
          "\n"
          "read\n"
          "  a.xml: NCCL topology XML: 1 server, 8 GPUs\n"
          "\n"
          "compared\n"
          "  box0/server0 with node7: 8 GPUs, 8 NICs\n"
          "    not told: NIC rates\n"
          "\n"
          "MISMATCH  box0/server0/gpu5\n"
          "  expected  18 NVLinks up\n"
          "  seen      0 of 18 (a.xml)\n"
          "  means     tp group 3 loses NVLink\n"
          "\n"
          "note  box0\n"
          "  seen      is new\n"
          "\n"
          "Not as described: 1 mismatch, 0 warnings, 1 note.\n");
}

TEST_CASE("nothing found is said with its bound, and colour marks the verdict") {
    CheckReport report = example();
    report.findings.clear();
    CHECK(check_table(report, Colour::none)
              .ends_with("All as described as far as these sources tell: 0 warnings, 0 notes.\n"));
    CHECK(check_table(report, Colour::ansi).find("\x1b[1mAll as described\x1b[0m") != std::string::npos);
}

TEST_CASE("what of a cluster was compared, what was not, and that nothing compared is no yes") {
    CheckReport report = example();
    report.findings.clear();
    report.servers.clear();
    report.not_compared = {"the order of hosts: --hosts is not given"};
    CHECK_FALSE(is_as_described(report));
    CHECK(check_table(report, Colour::none)
              .ends_with("\nnot compared\n  the order of hosts: --hosts is not given\n\n"
                         "Nothing was compared: these sources tell nothing that the topology says too.\n"));
    report.compared = {"the hosts in 2 blocks"};
    CHECK(is_as_described(report));
    CHECK(check_table(report, Colour::none).find("\ncompared\n  the hosts in 2 blocks\n") !=
          std::string::npos);
    report.findings = {{Severity::mismatch, "rack0", "18 trays", "16", ""}};
    CHECK_FALSE(is_as_described(report));
}

TEST_CASE("lines end at 100 columns, and what files say cannot speak to the terminal") {
    CheckReport report = example();
    std::string words;
    for (int i = 0; i < 80; ++i) words += "word ";
    report.findings = {{Severity::warning, "bad\x1b[2J\xE2\x80\xAEname", words, words, words}};
    report.notes = {words};
    const std::string text = check_table(report, Colour::none);
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("bad?[2J?name") != std::string::npos);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 100);
}

}  // namespace
}  // namespace railyard::output
