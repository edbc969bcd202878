#include "railyard/input/yaml.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <map>
#include <streambuf>
#include <utility>

#include "railyard/input/nesting.hpp"

namespace railyard::input {
namespace {

// yaml-cpp counts from 0, we from 1.
Mark to_mark(const YAML::Mark& mark, const Source& source) {
    if (mark.is_null()) return {1, 1, &source};
    return {static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1), &source};
}

// Reads a text in place, without the copy of a stringstream.
struct TextBuffer : std::streambuf {
    explicit TextBuffer(std::string_view text) {
        char* begin =
            const_cast<char*>(text.data());  // streambuf's interface is older than const; never written
        setg(begin, begin, begin + text.size());
    }
};

Diagnostic too_deep(const Source& source, Mark mark) {
    return source.problem(mark, "values are nested over 100 deep here",
                          "no file of this program needs more than ten levels");
}

// What a copy of a node costs: nodes, where long texts count as several, and levels of collections.
struct Extent {
    std::size_t nodes = 1;
    std::size_t depth = 0;

    void add(const Extent& child, std::size_t text) {
        nodes += child.nodes + text / 64;
        depth = std::max(depth, child.depth + 1);
    }
};

Extent extent_of(const Node& node) {
    Extent extent;
    extent.nodes += node.text.size() / 64;
    extent.depth = node.kind == NodeKind::sequence || node.kind == NodeKind::mapping ? 1 : 0;
    for (const auto& item : node.items) extent.add(extent_of(item), 0);
    for (const auto& entry : node.entries) extent.add(extent_of(entry.value), entry.key.size());
    return extent;
}

// Builds the tree from events. Stops at the first thing that would make the rest unreliable.
class TreeBuilder : public YAML::EventHandler {
  public:
    explicit TreeBuilder(const Source& source) : source_(source) {}

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        Node node;
        node.mark = to_mark(mark, source_);
        add(std::move(node), anchor);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        Node node;
        node.kind = NodeKind::scalar;
        node.quoting = tag == "!" ? Quoting::quoted : Quoting::plain;
        node.mark = to_mark(mark, source_);
        node.text = value;
        add(std::move(node), anchor);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto found = anchors_.find(anchor);
        if (found == anchors_.end()) {
            throw InputError(source_.problem(to_mark(mark, source_),
                                             "this alias stands inside the value it names",
                                             "a value cannot contain itself: write it out"));
        }
        nodes_ += found->second.extent.nodes;
        const Mark place = to_mark(mark, source_);
        if (open_.size() + found->second.extent.depth > deepest_nesting)
            throw InputError(too_deep(source_, place));
        Node copy = found->second.node;
        add(std::move(copy), YAML::NullAnchor, place);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(NodeKind::sequence, mark, anchor);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open(NodeKind::mapping, mark, anchor);
    }
    void OnMapEnd() override { close(); }

    Node take_root() { return std::move(root_); }
    [[nodiscard]] const Problems& problems() const { return problems_; }

  private:
    struct Open {
        Node node;
        YAML::anchor_t anchor;
        bool has_key = false;
        std::string key;
        Mark key_mark;
        std::map<std::string, std::uint32_t> seen;  // key -> line of its first appearance
    };
    struct Anchored {
        Node node;
        Extent extent;
    };

    void open(NodeKind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
        Open level;
        level.node.kind = kind;
        level.node.mark = to_mark(mark, source_);
        // yaml-cpp tells of a collection before it goes into it.
        if (open_.size() == deepest_nesting) throw InputError(too_deep(source_, level.node.mark));
        level.anchor = anchor;
        open_.push_back(std::move(level));
    }

    void close() {
        Node node = std::move(open_.back().node);
        const YAML::anchor_t anchor = open_.back().anchor;
        open_.pop_back();
        add(std::move(node), anchor);
    }

    void add(Node node, YAML::anchor_t anchor) {
        const Mark mark = node.mark;
        add(std::move(node), anchor, mark);
    }

    // `mark` is where the value stands in the text: for an alias not where its anchor is.
    void add(Node node, YAML::anchor_t anchor, Mark mark) {
        if (++nodes_ > most_nodes) {
            throw InputError(source_.problem(mark,
                                             "over a million values up to here, those of aliases counted",
                                             "a topology repeats its parts with 'count:'"));
        }
        if (anchor != YAML::NullAnchor) {
            const Extent copied = extent_of(node);
            nodes_ += copied.nodes;
            anchors_[anchor] = {node, copied};
        }
        if (open_.empty()) {
            root_ = std::move(node);
            return;
        }
        Open& parent = open_.back();
        if (parent.node.kind == NodeKind::sequence) {
            parent.node.items.push_back(std::move(node));
        } else if (!parent.has_key) {
            set_key(parent, node, mark);
        } else {
            if (node.kind == NodeKind::null) node.mark = parent.key_mark;
            parent.node.entries.push_back({std::move(parent.key), parent.key_mark, std::move(node)});
            parent.has_key = false;
        }
    }

    void set_key(Open& parent, const Node& node, Mark mark) {
        if (node.kind != NodeKind::scalar) {
            throw InputError(source_.problem(mark, "a key must be a word, not " + std::string(describe(node)),
                                             "quote the text if a value such as [a] or {a} is meant"));
        }
        parent.has_key = true;
        parent.key = node.text;
        parent.key_mark = mark;
        const auto [first, is_new] = parent.seen.emplace(node.text, mark.line);
        if (!is_new) {
            problems_.add(
                mark, "the key '" + node.text.substr(0, 60) + "' is given twice",
                "it was first given in line " + std::to_string(first->second) + ": keep one of the two");
        }
    }

    const Source& source_;
    Node root_;
    std::vector<Open> open_;
    std::map<YAML::anchor_t, Anchored> anchors_;
    std::size_t nodes_ = 0;
    Problems problems_;
};

// yaml-cpp says what it stumbled over; what people did is mostly one of these.
std::string hint_for(const std::string& message, std::string_view line) {
    if (line.substr(0, line.find_first_not_of(" \t")).find('\t') != std::string_view::npos) {
        return "indent with spaces: YAML does not allow tabs there";
    }
    if (message.find("end of map") != std::string::npos ||
        message.find("end of sequence") != std::string::npos) {
        return "the indentation does not match the lines above, or a bracket is missing";
    }
    if (message.find("illegal map value") != std::string::npos) {
        return "a text with ': ' in it must be quoted; otherwise check the indentation";
    }
    return "";
}

// Brackets that stand open at the end of a text that is all in one bracket, as JSON is; 0 for other texts,
// and where brackets do not match before the end.
std::size_t open_at_the_end(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) return 0;
    std::string closing;  // what the open ones end with, the innermost last
    bool is_quoted = false;
    for (std::size_t i = first; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            is_quoted = !is_quoted;
        } else if (is_quoted) {
            if (c == '\\') ++i;
        } else if (c == '{' || c == '[') {
            closing += c == '{' ? '}' : ']';
        } else if (c == '}' || c == ']') {
            if (closing.empty() || closing.back() != c) return 0;
            closing.pop_back();
        }
    }
    return closing.size();
}

Document parse_whole(SourcePtr source) {
    TextBuffer buffer(source->text());
    std::istream stream(&buffer);
    TreeBuilder builder(*source);
    try {
        YAML::Parser parser(stream);
        if (!parser.HandleNextDocument(builder)) {
            throw InputError(source->problem(
                {}, "the file is empty",
                "railyard init prints a start of each kind of file: railyard init topology, layout, sweep"));
        }
        Node root = builder.take_root();
        TreeBuilder rest(*source);
        if (parser.HandleNextDocument(rest)) {
            throw InputError(
                source->problem(rest.take_root().mark, "a second YAML document starts here",
                                "one file holds one document: remove the '---' or split the file"));
        }
        if (root.kind == NodeKind::null) {
            throw InputError(source->problem(
                {}, "the file is empty",
                "railyard init prints a start of each kind of file: railyard init topology, layout, sweep"));
        }
        builder.problems().throw_if_any();
        return {{std::move(source)}, std::move(root)};
    } catch (const YAML::Exception& error) {
        const Mark mark = to_mark(error.mark, *source);
        throw InputError(source->problem(mark, error.msg, hint_for(error.msg, source->line(mark.line))));
    }
}

}  // namespace

const Entry* Node::find(std::string_view key) const {
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
    return found == entries.end() ? nullptr : &*found;
}

std::string_view describe(const Node& node) {
    switch (node.kind) {
        case NodeKind::null:
            return "nothing";
        case NodeKind::scalar:
            return "text";
        case NodeKind::sequence:
            return "a list";
        case NodeKind::mapping:
            return "a mapping";
    }
    return "";
}

Document parse_yaml(SourcePtr source) {
    if (const auto place = first_place_deeper_than(source->text(), deepest_nesting + 1)) {
        throw InputError(too_deep(*source, *place));
    }
    try {
        return parse_whole(source);
    } catch (const InputError&) {
        // What the parser stumbles over is far from what is wrong, but for nesting that it refuses.
        const std::size_t open = open_at_the_end(source->text());
        if (open == 0 || open > deepest_nesting) throw;
        throw InputError(source->problem(
            source->ending(),
            "the text ends with " + std::to_string(open) + (open == 1 ? " bracket" : " brackets") + " open",
            "it seems to be cut off: write the file again"));
    }
}

Document load_yaml(const std::string& path) {
    return parse_yaml(read_source(path));
}

}  // namespace railyard::input
