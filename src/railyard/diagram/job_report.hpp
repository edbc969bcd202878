#pragma once
// Everything about one placed job on one page: figures, tables and pictures.

#include <string>
#include <vector>

#include "railyard/diagram/html_page.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/memory/estimate.hpp"
#include "railyard/memory/fit.hpp"

namespace railyard::diagram {

struct JobReport {
    const Topology& topology;
    const Layout& layout;
    const Evaluation& evaluation;
    const Estimate& estimate;
    const memory::Memory& memory;
    const memory::Fit& fit;
    // Paragraphs: which model the times are from, how far they may be off, what was published.
    std::vector<std::string> step_words;
    std::string leaves_words{};  // what leaves NVLink, and why
    std::vector<std::string> notes{};
};

HtmlPage report_page(const JobReport& report);

}  // namespace railyard::diagram
