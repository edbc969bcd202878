#pragma once
// What is said of a step's time in words, for tables on a terminal and for pages; without line breaks.

#include <string>

#include "railyard/output/step_report.hpp"

namespace railyard::output {

// "432 TFLOP/s per GPU of model FLOPs (...)": only conventions that differ from the first are worth a word.
std::string conventions_sentence(const Layout& layout, const StepTimes& step);
// "MFU 43.7 % of 989 TFLOP/s (bf16); ... tokens/s per GPU; ... GPU-hours for 1e+12 tokens".
std::string speed_sentence(const Layout& layout, const StepReport& report);
// "so near came eight of ten of 23 published runs ...". There must be a band.
std::string band_sentence(const Layout& layout, const StepReport& report);
// "every part times 1.065, the site's factor, fitted on own-1 and 3 more"; empty without one.
std::string site_sentence(const StepReport& report);
// "published: 12.3 s (SOURCE); the estimate's throughput is 1.6 % lower"; empty where nothing is published.
std::string published_sentence(const Layout& layout, const StepReport& report);

}  // namespace railyard::output
