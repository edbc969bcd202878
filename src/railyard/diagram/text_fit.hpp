#pragma once
// How wide text will be, without asking a font: widths of DejaVu Sans (character_width.hpp), which is wider
// than the other fonts that a viewer may take for it, so that what fits here fits there.

#include <string>
#include <string_view>

namespace railyard::diagram {

// Pixels of the widest line at a font size in pixels.
double text_width(std::string_view text, double size);

// One line of at most `width` pixels: what is too long is cut between characters as "...", all of it where
// not even that fits. Cut is the end; of names that end in a number ("rack12/tray3") the middle, as their
// numbers tell them apart. Newlines become spaces.
std::string cut_to(std::string_view text, double width, double size);

// The largest font size between `least` and `most` at which the text is no wider than `width`; 0 where not
// even the least will do.
double size_that_fits(std::string_view text, double width, double least, double most);

// A label in a box, as large as it will go.
struct FittedLabel {
    std::string label;  // newlines where it goes on below
    double font = 0;
    bool is_cut = false;  // not even the least font showed all of it
};
// Lines that are too long go on in the next one, after a space, hyphen, dot, slash or underscore where there
// is one. The font is the largest between `least` and `most` with which all of it is in `width` x `height`;
// where there is none, lines are cut to one each.
FittedLabel fit_label(std::string_view label, double width, double height, double least, double most);

}  // namespace railyard::diagram
