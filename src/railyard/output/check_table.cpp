#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "railyard/base/printable.hpp"
#include "railyard/output/check_report.hpp"

namespace railyard::output {
namespace {

constexpr std::array<std::string_view, 3> severity_names = {"note", "warning", "MISMATCH"};

// `label`, then the text broken at blanks, its further lines below its first letter.
std::string labelled(std::string_view label, std::string_view text) {
    return wrapped(std::string(label) + printable_line(text), std::string(label.size(), ' ')) + "\n";
}

std::string sources(const CheckReport& report) {
    std::string text = "read\n";
    for (const CheckedSource& source : report.sources) {
        text += labelled("  ", fmt::format("{}: {}: {}", source.file, source.format, source.told));
    }
    return text;
}

std::string coverage(const CheckReport& report) {
    std::string text;
    if (!report.servers.empty() || !report.compared.empty()) text += "\ncompared\n";
    for (const CheckedServer& server : report.servers) {
        text += labelled("  ", fmt::format("{} with {}: {}", server.server, server.host, server.seen));
        if (!server.unknown.empty()) text += labelled("    not told: ", server.unknown);
    }
    for (const std::string& what : report.compared) text += labelled("  ", what);
    if (!report.not_compared.empty()) text += "\nnot compared\n";
    for (const std::string& what : report.not_compared) text += labelled("  ", what);
    return text;
}

std::string finding_text(const Finding& finding, Colour colour) {
    const std::string label(severity_names.at(static_cast<std::size_t>(finding.severity)));
    std::string text = (finding.severity == Severity::mismatch ? bold(label, colour) : label) + "  " +
                       printable_line(finding.place) + "\n";
    if (!finding.expected.empty()) text += labelled("  expected  ", finding.expected);
    if (!finding.seen.empty()) text += labelled("  seen      ", finding.seen);
    if (!finding.meaning.empty()) text += labelled("  means     ", finding.meaning);
    return text;
}

std::size_t count_of(const Findings& findings, Severity severity) {
    return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(),
                                                  [&](const Finding& f) { return f.severity == severity; }));
}

std::string verdict(const CheckReport& report, Colour colour) {
    const std::size_t mismatches = count_of(report.findings, Severity::mismatch);
    const std::string rest =
        fmt::format("{}, {}", counted(count_of(report.findings, Severity::warning), "warning"),
                    counted(count_of(report.findings, Severity::note), "note"));
    if (mismatches <= 1 && report.servers.empty() && report.compared.empty())
        return bold("Nothing was compared", colour) +
               ": these sources tell nothing that the topology says too.\n";
    if (mismatches == 0 && count_of(report.findings, Severity::warning) > 0)
        return bold("No mismatch", colour) + fmt::format(" as far as these sources tell: {}.\n", rest);
    if (mismatches == 0)
        return bold("All as described", colour) + fmt::format(" as far as these sources tell: {}.\n", rest);
    return bold("Not as described", colour) +
           fmt::format(": {}, {}.\n",
                       mismatches == 1 ? "1 mismatch" : fmt::format("{} mismatches", mismatches), rest);
}

}  // namespace

bool is_as_described(const CheckReport& report) {
    return !any_mismatch(report.findings) && !(report.servers.empty() && report.compared.empty());
}

std::string check_table(const CheckReport& report, Colour colour) {
    std::string text = bold(printable_line(report.layout + " on " + report.topology), colour) + "\n\n";
    text += sources(report) + coverage(report) + "\n";
    for (const Severity severity : {Severity::mismatch, Severity::warning, Severity::note}) {
        for (const Finding& finding : report.findings) {
            if (finding.severity == severity) text += finding_text(finding, colour) + "\n";
        }
    }
    text += verdict(report, colour);
    for (const std::string& note : report.notes) text += labelled("note: ", note);
    return text;
}

}  // namespace railyard::output
