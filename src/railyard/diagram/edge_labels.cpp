#include "railyard/diagram/edge_labels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace railyard::diagram {
namespace {

constexpr double font = 11;

Point along(const std::vector<Point>& way, double part) {
    double length = 0;
    for (std::size_t i = 1; i < way.size(); ++i)
        length += std::hypot(way[i].x - way[i - 1].x, way[i].y - way[i - 1].y);
    double left = length * part;
    for (std::size_t i = 1; i < way.size(); ++i) {
        const double piece = std::hypot(way[i].x - way[i - 1].x, way[i].y - way[i - 1].y);
        if (left <= piece && piece > 0) {
            const double t = left / piece;
            return {way[i - 1].x + (way[i].x - way[i - 1].x) * t,
                    way[i - 1].y + (way[i].y - way[i - 1].y) * t};
        }
        left -= piece;
    }
    return way.back();
}

bool overlap(const Extent& a, const Extent& b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// Whether a straight piece has a point inside (Liang and Barsky's clipping).
bool runs_through(Point a, Point b, const Extent& e) {
    double from = 0;
    double to = 1;
    const auto clip = [&](double step, double room) {
        if (step == 0) return room > 0;
        const double t = room / step;
        (step > 0 ? to : from) = step > 0 ? std::min(to, t) : std::max(from, t);
        return true;
    };
    return clip(b.x - a.x, e.right - a.x) && clip(a.x - b.x, a.x - e.left) &&
           clip(b.y - a.y, e.bottom - a.y) && clip(a.y - b.y, a.y - e.top) && from < to;
}

class Labeller {
  public:
    Labeller(Scene& scene, const std::vector<EdgeLabel>& labels)
        : scene_(scene), labels_(labels), is_said_(labels.size(), false) {
        for (const Box& box : scene.boxes) {
            // Frames are there to hold things: what is inside them counts.
            if (box.style.fill == Fill(Ink::none) && box.label.empty()) continue;
            taken_.push_back(extent_of(box));
        }
        for (const Text& text : scene.texts) taken_.push_back(extent_of(text));
    }

    std::size_t add() {
        for (const auto& run : runs()) say_for_all(run);
        for (std::size_t i = 0; i < labels_.size(); ++i) {
            if (!is_said_[i]) say(i);
        }
        return static_cast<std::size_t>(std::count(is_said_.begin(), is_said_.end(), false));
    }

  private:
    // Alike lines side by side at one box.
    struct Run {
        std::vector<std::size_t> labels;
        bool at_upper = false;  // they share their upper end
    };

    [[nodiscard]] Point end_of(std::size_t label, bool at_upper) const {
        return at_upper ? labels_[label].way.front() : labels_[label].way.back();
    }

    // The longest first.
    [[nodiscard]] std::vector<Run> runs() const {
        std::map<std::pair<bool, std::uint32_t>, std::vector<std::size_t>> at_box;
        for (std::size_t i = 0; i < labels_.size(); ++i) {
            if (labels_[i].upper != no_end) at_box[{true, labels_[i].upper}].push_back(i);
            if (labels_[i].lower != no_end) at_box[{false, labels_[i].lower}].push_back(i);
        }
        std::vector<Run> runs;
        for (auto& [box, ends] : at_box) {
            const bool at_upper = box.first;
            std::stable_sort(ends.begin(), ends.end(), [&](std::size_t a, std::size_t b) {
                return end_of(a, at_upper).x < end_of(b, at_upper).x;
            });
            for (std::size_t first = 0; first < ends.size();) {
                std::size_t behind = first;
                while (behind < ends.size() && labels_[ends[behind]].words == labels_[ends[first]].words)
                    ++behind;
                if (behind - first > 1)
                    runs.push_back({{ends.begin() + static_cast<std::ptrdiff_t>(first),
                                     ends.begin() + static_cast<std::ptrdiff_t>(behind)},
                                    at_upper});
                first = behind;
            }
        }
        std::stable_sort(runs.begin(), runs.end(),
                         [](const Run& a, const Run& b) { return a.labels.size() > b.labels.size(); });
        return runs;
    }

    [[nodiscard]] static Text text_at(Point middle, std::string words) {
        return {middle.x,  middle.y + 0.35 * font, std::move(words), font, Align::middle,
                Ink::text, Weight::normal,         Ground::paper};
    }

    [[nodiscard]] static Extent room_of(const Text& text) {
        const Extent e = extent_of(text);
        return {e.left - 3, e.top - 1, e.right + 3, e.bottom + 1};
    }

    [[nodiscard]] bool is_free(const Extent& extent) const {
        return std::none_of(taken_.begin(), taken_.end(),
                            [&](const Extent& other) { return overlap(extent, other); });
    }

    void write(Text text) {
        taken_.push_back(room_of(text));
        scene_.texts.push_back(std::move(text));
    }

    // Where the lines leave the box that they share.
    void say_for_all(const Run& run) {
        if (std::any_of(run.labels.begin(), run.labels.end(), [&](std::size_t i) { return is_said_[i]; }))
            return;
        double x = 0;
        for (const std::size_t i : run.labels) x += end_of(i, run.at_upper).x;
        x /= static_cast<double>(run.labels.size());
        const double side = end_of(run.labels.front(), run.at_upper).y;
        for (const double away : {13.0, 27.0, 41.0}) {
            Text text = text_at({x, run.at_upper ? side + away : side - away},
                                labels_[run.labels.front()].words + " each");
            if (!is_free(room_of(text))) continue;
            write(std::move(text));
            for (const std::size_t i : run.labels) is_said_[i] = true;
            return;
        }
    }

    // How many lines but its own would run through the words.
    [[nodiscard]] std::size_t crossings(const Extent& extent, const std::vector<Point>& own) const {
        std::size_t count = 0;
        for (const Line& line : scene_.lines) {
            const auto& way = line.points;
            const bool is_own = way.size() == own.size() &&
                                std::equal(way.begin(), way.end(), own.begin(),
                                           [](Point a, Point b) { return a.x == b.x && a.y == b.y; });
            if (is_own) continue;
            for (std::size_t i = 1; i < way.size(); ++i)
                count += runs_through(way[i - 1], way[i], extent) ? 1U : 0U;
        }
        return count;
    }

    void say(std::size_t label) {
        constexpr std::array<double, 17> parts = {0.5,  0.45, 0.55, 0.4, 0.6,  0.35, 0.65, 0.3, 0.7,
                                                  0.25, 0.75, 0.2,  0.8, 0.15, 0.85, 0.1,  0.9};
        std::optional<Text> best;
        std::size_t fewest = 0;
        for (const double part : parts) {
            Text text = text_at(along(labels_[label].way, part), labels_[label].words);
            if (!is_free(room_of(text))) continue;
            const std::size_t crossed = crossings(room_of(text), labels_[label].way);
            if (best && crossed >= fewest) continue;
            best = std::move(text);
            fewest = crossed;
            if (crossed == 0) break;
        }
        if (!best) return;
        write(std::move(*best));
        is_said_[label] = true;
    }

    Scene& scene_;
    const std::vector<EdgeLabel>& labels_;
    std::vector<Extent> taken_;
    std::vector<bool> is_said_;
};

}  // namespace

std::size_t add_edge_labels(Scene& scene, const std::vector<EdgeLabel>& labels) {
    return Labeller(scene, labels).add();
}

std::vector<std::vector<Point>> spread_ways(const std::vector<Joint>& joints, const std::vector<Box>& boxes) {
    std::vector<std::vector<Point>> ways(joints.size(), std::vector<Point>(2));
    const auto spread = [&](std::uint32_t Joint::*here, std::uint32_t Joint::*there, std::size_t end) {
        std::map<std::uint32_t, std::vector<std::size_t>> at_box;
        for (std::size_t i = 0; i < joints.size(); ++i) at_box[joints[i].*here].push_back(i);
        for (auto& [number, ends] : at_box) {
            std::stable_sort(ends.begin(), ends.end(), [&](std::size_t a, std::size_t b) {
                return boxes[joints[a].*there].middle().x < boxes[joints[b].*there].middle().x;
            });
            const Box& box = boxes[number];
            const auto count = static_cast<double>(ends.size());
            const double step = std::min(26.0, (box.width - 12) / count);
            for (std::size_t n = 0; n < ends.size(); ++n)
                ways[ends[n]][end] = {box.middle().x + (static_cast<double>(n) - (count - 1) / 2) * step,
                                      end == 0 ? box.y + box.height : box.y};
        }
    };
    spread(&Joint::upper, &Joint::lower, 0);
    spread(&Joint::lower, &Joint::upper, 1);
    return ways;
}

}  // namespace railyard::diagram
