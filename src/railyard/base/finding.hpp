#pragma once
// What a comparison found: a place where a machine is not what its description says, and what that does to
// the job. Rooms that look at machines and clusters make findings; output/ prints them.

#include <algorithm>
#include <string>
#include <vector>

namespace railyard {

enum class Severity {
    note,     // worth knowing; nothing differs
    warning,  // may be a difference (a figure that an idle machine shows too), or costs nothing
    mismatch  // differs in a way that matters: the answer of the check is no
};

struct Finding {
    Severity severity = Severity::note;
    std::string place;     // "box0/server0/gpu5", "rack3", "node17"
    std::string expected;  // with its unit; empty where nothing was expected
    std::string seen;      // with its unit, and who says so
    std::string meaning;   // what it does to which dimension of the job, one sentence; may be empty
};

using Findings = std::vector<Finding>;

inline bool any_mismatch(const Findings& findings) {
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.severity == Severity::mismatch; });
}

}  // namespace railyard
