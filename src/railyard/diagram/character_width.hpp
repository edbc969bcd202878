#pragma once
// Characters of UTF-8 text as a reader sees them: how wide each is, and which bytes must stay together.

#include <cstddef>
#include <string>
#include <string_view>

namespace railyard::diagram {

// One character with the marks that stand on it and what is joined to it (an accent of its own, a variation
// selector, a zero-width joiner with what it joins): a line breaks between clusters only.
struct Cluster {
    std::size_t end = 0;        // of its bytes
    double width = 0;           // in em
    bool breaks_after = false;  // a line may go on below behind it: ideographs, kana, Hangul
};

// At `at`, which must be in the text. A byte that is part of no UTF-8 character is a cluster 1 em wide.
//
// ASCII has the widths of DejaVu Sans (its hmtx table). Others have the widest of their block there, which no
// common font goes beyond; what is wide on East Asian terminals (Unicode's UAX 11) has two columns of 0.6 em.
Cluster cluster_at(std::string_view text, std::size_t at);

// Whether there are characters that DejaVu Sans lacks, so that a machine may have no font with them. Pango
// then draws their numbers: at the sizes of usual text in as much room as is counted here, in small text in
// up to three times that.
bool has_rare_characters(std::string_view text);
inline constexpr double least_rare_font = 8.5;  // that is no such small text, as Graphviz scales PNGs

// So much of its beginning as is `most` bytes at most and whole clusters.
std::string_view whole_clusters(std::string_view text, std::size_t most);

// Without the marks behind the fourth on one character, which would run far out of any line.
std::string with_few_marks(std::string_view text);

}  // namespace railyard::diagram
