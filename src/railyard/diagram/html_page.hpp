#pragma once
// A page of HTML that needs nothing but itself: style inside, no script, no font, no image from elsewhere;
// light or dark as the viewer prefers, and made to be printed.

#include <string>
#include <vector>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

// The first column is text, the others are numbers.
struct HtmlTable {
    std::vector<std::string> titles;
    std::vector<std::vector<std::string>> rows;
};

struct HtmlSection {
    std::string title;
    std::vector<std::string> words;  // paragraphs
    std::vector<HtmlTable> tables;
    std::vector<Scene> pictures;
};

// A figure that people look for first: "6.854 s", "time of a step".
struct KeyFigure {
    std::string value;
    std::string words;
};

struct HtmlPage {
    std::string title;
    std::string subtitle;
    std::vector<KeyFigure> figures;
    std::vector<HtmlSection> sections;
};

std::string html_of(const HtmlPage& page);

// Whether the printed page that begins with the title and the key figures has room for this picture, under a
// heading, without being cut and with letters that can be read.
bool fits_first_page(const Scene& picture);

}  // namespace railyard::diagram
