// What a layout is refused with: the whole message of every kind of mistake.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/jobs.hpp"

namespace railyard {
namespace {

using test::Changes;
using test::layout_refusal;

// A layout that nothing is wrong with. Each mistake replaces one line of it, or stands in one more.
const std::vector<std::string> sound = {
    "layout: test",
    "model: llama3-8b",  // 32 layers, 32 heads
    "parallel: {tp: 4, pp: 2, dp: 4}",
    "order: [tp, cp, dp, pp]",
    "placement: {keep: [tp]}",
    "pipeline: {schedule: 1f1b}",
    "batch: {sequences: 64, length: 8192}",
};

std::string text_with(std::size_t line, const std::string& replacement) {
    auto lines = sound;
    if (line > lines.size()) lines.emplace_back();
    lines[line - 1] = replacement;
    std::string text;
    for (const auto& each : lines) text += each + "\n";
    return text;
}

// The message as it must look: file:line:column, the line with a caret under the column, the hint.
std::string message(const std::string& file, std::size_t line, std::size_t column, const std::string& text,
                    const std::string& what, const std::string& hint) {
    const std::string number = std::to_string(line);
    return file + ":" + number + ":" + std::to_string(column) + ": error: " + what + "\n    " + number +
           " | " + text + "\n      | " + std::string(column - 1, ' ') + "^\n" +
           (hint.empty() ? "" : "  hint: " + hint + "\n");
}

struct Row {
    std::size_t line;
    std::string replacement;
    std::string at;  // what the caret points at, in that line
    std::string what;
    std::string hint;
};

void check(const std::vector<Row>& table) {
    REQUIRE(layout_refusal(text_with(1, sound[0])) == "");
    for (const Row& row : table) {
        CAPTURE(row.replacement);
        const std::size_t found = row.replacement.find(row.at);
        REQUIRE(found != std::string::npos);
        CHECK(layout_refusal(text_with(row.line, row.replacement)) ==
              message("test.yaml", row.line, found + 1, row.replacement, row.what, row.hint));
    }
}

const std::string digits_only = "write it with digits only, without a unit, a point or an exponent";

TEST_CASE("degrees") {
    check({
        {3, "parallel: {tp: four, pp: 2, dp: 4}", "four", "tp: 'four' is not a whole number", ""},
        {3, "parallel: {tp: 16x, pp: 2, dp: 4}", "16x", "tp: '16x' is not a whole number", digits_only},
        {3, "parallel: {tp: 4.5, pp: 2, dp: 4}", "4.5", "tp: '4.5' is not a whole number", digits_only},
        {3, "parallel: {tp: 1e3, pp: 2, dp: 4}", "1e3", "tp: '1e3' is not a whole number", digits_only},
        {3, "parallel: {tp: 0, pp: 2, dp: 4}", "0,", "tp: must not be 0", "at least 1"},
        {3, "parallel: {tp: -4, pp: 2, dp: 4}", "-4", "tp: '-4' is negative: a whole number is not", ""},
        {3, "parallel: {tp: .inf, pp: 2, dp: 4}", ".inf", "tp: '.inf' is not finite", ""},
        {3, "parallel: {tp: .nan, pp: 2, dp: 4}", ".nan", "tp: '.nan' is not a number", ""},
        {3, "parallel: {tp: 010, pp: 2, dp: 4}", "010", "tp: '010' starts with a 0",
         "some programs read 010 as eight: write the number without leading zeros"},
        {3, "parallel: {tp: 5000000000, pp: 2, dp: 4}", "5000000000", "tp: '5000000000' is too large",
         "at most 268435456"},
        {3, "parallel: {tp: [4], pp: 2, dp: 4}", "[4]", "'tp' needs a whole number, not a list",
         "tp: tensor parallel degree (default: 1)"},
        // 2^28 ranks are allowed, twice as many are not.
        {3, "parallel: {tp: 268435456, pp: 2, dp: 4}", "2, dp", "tp x cp x pp x dp is over 268435456 ranks",
         "is a degree a slip of the keyboard?"},
        {3, "parallel: {tp: 65536, pp: 65536, dp: 65536}", "65536, dp",
         "tp x cp x pp x dp is over 268435456 ranks", "is a degree a slip of the keyboard?"},
        {3, "parallel: {tp: 4, pp: 2, dp: 4, ep: 268435456, etp: 2}", "268435456",
         "etp x ep is over 268435456 ranks", ""},
        {3, "parallel: {tp: 4, tq: 2, dp: 4}", "tq", "unknown key 'tq' in parallel", "did you mean 'tp'?"},
        {3, "parallel: [4, 2, 4]", "[4", "parallel must be a mapping of keys, not a list",
         "its keys are indented below it, or in braces: {key: value}"},
    });
}

TEST_CASE("orders") {
    const std::string all = "every dimension above 1 stands in the order, such as [tp, cp, dp, pp]";
    check({
        {4, "order: [tp, cp, pp]", "[tp", "the order forgets dp, which is 4", all},
        {4, "order: tp", "tp", "the order forgets pp, which is 2", all},
        {4, "order: [tp, pp, dp, tp]", "tp]", "the order names tp twice",
         "a dimension has one bare entry; its other entries are tiles such as tp:2"},
        {4, "order: [tp, xp, dp, pp]", "xp", "unknown dimension 'xp'", "did you mean 'tp'?"},
        {4, "order: [tp, ep, dp, pp]", "ep", "ep does not stand in the order",
         "experts cut the ranks of a stage a second time: etp innermost, then ep, then edp"},
        {4, "order: [tp, cp, dp:3, dp, pp]", "dp, pp",
         "the tiles of dp multiply up to 3, which does not divide dp = 4", "tiles are factors of the degree"},
        {4, "order: [tp, cp, dp:2, pp]", "dp:2", "the tiles of dp multiply up to 2, not to dp = 4",
         "add a bare 'dp' where the factor of 2 that is left belongs"},
        {4, "order: [tp, cp, dp:x, pp]", "dp:x", "'dp:x' is not a tile",
         "a tile is a dimension and a factor of at least 2, such as dp:2"},
        {4, "order: {tp: 1}", "{", "'order' needs a list, not a mapping", "write [a, b, c]"},
        {4, "order: [[tp], dp, pp]", "[tp]", "'order' is a list of words; this is a list", ""},
        {4, "ordre: [tp, cp, dp, pp]", "ordre", "unknown key 'ordre' in the layout file",
         "did you mean 'order'?"},
    });
}

TEST_CASE("placement and pipeline") {
    check({
        {5, "placement: {keep: [tp, dp:2]}", "dp:2", "the order has no tile dp:2 to keep",
         "the order is tp,cp,dp,pp"},
        {5, "placement: {keep: tq}", "tq", "unknown dimension 'tq'", "did you mean 'tp'?"},
        {5, "placement: {policy: pack}", "pack}", "unknown policy 'pack'", "did you mean 'packed'?"},
        {5, "placement: {per_domain: 0}", "0", "per_domain: must not be 0", "at least 1"},
        {5, "placement: aligned", "aligned", "placement must be a mapping of keys, not text",
         "its keys are indented below it, or in braces: {key: value}"},
        {6, "pipeline: {schedule: 1f1b, chunks: 2}", "2}", "only interleaved schedules have several chunks",
         "chunks: 1, or schedule: interleaved"},
        {6, "pipeline: {schedule: dualpipe, chunks: 4}", "4}",
         "dualpipe has 2 chunks on each device, one for each direction", ""},
        {6, "pipeline: {schedule: interleave}", "interleave}", "unknown schedule 'interleave'",
         "did you mean 'interleaved'?"},
        {6, "pipeline: {layers: [16, 15]}", "[16", "the stages hold 31 layers, the model has 32", ""},
        {6, "pipeline: {layers: [16, 8, 8]}", "[16", "the list has 3 numbers for pp = 2 stages", ""},
        {6, "pipeline: {layers: [16, x]}", "x]", "layers: 'x' is not a whole number", ""},
        {6, "pipeline: {layers: 16}", "16", "'layers' needs a list of whole numbers, not text", ""},
        {6, "pipeline: {count_embedding_and_head: 1}", "1}",
         "'count_embedding_and_head' must be true or false, not '1'", ""},
    });
}

TEST_CASE("sizes that do not divide stand at the key that they are about") {
    const std::string whole =
        "the global batch is a whole number of micro-batches for every data-parallel replica";
    check({
        {7, "batch: {sequences: 63, length: 8192}", "63",
         "63 sequences are not divisible by dp x micro = 4 x 1 = 4", whole},
        {7, "batch: {sequences: 4, micro: 2, length: 8192}", "4, micro",
         "4 sequences are not divisible by dp x micro = 4 x 2 = 8", whole},
        {3, "parallel: {tp: 4, pp: 2, dp: 4, ep: 3}", "3}",
         "32 ranks are not divisible by etp x ep x pp = 1 x 3 x 2 = 6",
         "experts cut the 16 ranks of a stage: etp x ep must divide tp x cp x dp"},
        {3, "parallel: {tp: 1, pp: 64, dp: 4}", "64", "64 stages are more than the 32 layers of the model",
         "fewer stages"},
        {8, "sharding: {kind: zero-3, over: 3}", "3}", "groups of 3 do not divide dp x cp = 4 ranks", ""},
    });
}

TEST_CASE("user ask D3: 64 GPUs cannot hold pp 8 x etp 1 x ep 32, said before anything else") {
    const std::string line = "parallel: {tp: 1, pp: 8, dp: 8, etp: 1, ep: 32}";
    CHECK(layout_refusal(text_with(3, line)) ==
          message("test.yaml", 3, line.find("32") + 1, line,
                  "64 ranks are not divisible by etp x ep x pp = 1 x 32 x 8 = 256",
                  "experts cut the 8 ranks of a stage: etp x ep must divide tp x cp x dp"));
}

TEST_CASE("user ask D5: a batch of 192 for 128 replicas") {
    const Changes changes = {{"parallel.dp", "128"}, {"batch.sequences", "192"}};
    CHECK(layout_refusal(text_with(1, sound[0]), changes) ==
          message("command line", 1, 13, "--sequences 192",
                  "192 sequences are not divisible by dp x micro = 128 x 1 = 128",
                  "the global batch is a whole number of micro-batches for every data-parallel replica"));
}

TEST_CASE("words and flags") {
    check({
        {8, "precision: fp12", "fp12", "unknown precision 'fp12'", "did you mean 'fp32'?"},
        {8, "recompute: selctive", "selctive", "unknown recompute 'selctive'", "did you mean 'selective'?"},
        {8, "saves: some", "some", "unknown saves 'some'", "known: all, lean"},
        {8, "sharding: zero3", "zero3", "unknown sharding 'zero3'", "did you mean 'zero-3'?"},
        {8, "sharding: {over: 4}", "sharding", "the key 'kind' is missing in sharding",
         "kind: none, zero-1, zero-2 or zero-3"},
        {8, "sharding: {kind: none, over: 4}", "4}", "nothing is sharded: 'over' has no meaning",
         "kind: zero-3"},
        {8, "sequence_parallel: yes", "yes", "'sequence_parallel' must be true or false, not 'yes'", ""},
        {8, "published: {tflops_per_gpu: 430}", "published", "the key 'source' is missing in published",
         "source: authors, year, table and row"},
        {8, "published: {tflops_per_gpu: 0, source: x}", "0,", "tflops_per_gpu: must not be 0", ""},
        {8, "published: {tflops_per_gpu: 430 TFLOPs, source: x}", "430",
         "tflops_per_gpu: unknown unit 'TFLOPs' in the rate of computing '430 TFLOPs'",
         "did you mean 'TFLOP/s'?"},
        {8, "published: {step_seconds: 0, source: x}", "0,", "step_seconds: must not be 0", ""},
        {1, "layout: ''", "''", "'layout' is empty", ""},
        {7, "batch: {sequences: 64}", "batch", "the key 'length' is missing in batch",
         "length: tokens of a sequence"},
    });
}

TEST_CASE("models that are not there") {
    check({
        {2, "model: llama3-9b", "llama3-9b", "there is no model 'llama3-9b'", "did you mean 'llama3-8b'?"},
        {2, "model: [llama3-8b]", "[", "'model' needs a text, not a list",
         "model: a shipped model, a mapping, or a path to a Hugging Face config.json"},
        {2, "model:", "model", "'model' needs a text, not nothing",
         "model: a shipped model, a mapping, or a path to a Hugging Face config.json"},
        {2, "model: {model: m, layers: 32, hidden: 64, heads: 4, vocab: 9}", "{",
         "the key 'ffn' is missing in the model", "ffn: width of the MLP"},
        {2, "model: {use: llama3-8c, layers: 32}", "llama3-8c", "there is no model 'llama3-8c'",
         "did you mean 'llama3-8b'?"},
    });
}

TEST_CASE("a flag is shown as it was typed, with the caret under what is wrong") {
    struct Flag {
        std::string path, value, shown;
        std::size_t column;
        std::string what, hint;
    };
    const std::vector<Flag> table = {
        {"parallel.tp", "16x", "--tp 16x", 6, "tp: '16x' is not a whole number", digits_only},
        {"order", "tp,cp,dp:2,pp", "--order tp,cp,dp:2,pp", 15,
         "the tiles of dp multiply up to 2, not to dp = 4",
         "add a bare 'dp' where the factor of 2 that is left belongs"},
        {"placement.keep", "tp,dp:2", "--keep tp,dp:2", 11, "the order has no tile dp:2 to keep",
         "the order is tp,cp,dp,pp"},
        {"placement.policy", "pakced", "--policy pakced", 10, "unknown policy 'pakced'",
         "did you mean 'packed'?"},
        {"model", "llama3-9b", "--model llama3-9b", 9, "there is no model 'llama3-9b'",
         "did you mean 'llama3-8b'?"},
    };
    for (const Flag& flag : table) {
        CAPTURE(flag.shown);
        CHECK(layout_refusal(text_with(1, sound[0]), {{flag.path, flag.value}}) ==
              message("command line", 1, flag.column, flag.shown, flag.what, flag.hint));
    }
}

TEST_CASE("all the mistakes of a file at once, by line, and none that follows from another") {
    // Degrees that cannot be read leave the order, and sizes, unjudged.
    const std::string text =
        "layout: test\n"
        "model: llama3-8b\n"
        "order: [tp:2, dp, tp, pp]\n"
        "parallel: {tp: 16x, dp: 4}\n"
        "batch: {sequences: 7, length: 8192}\n"
        "colour: red\n";
    CHECK(layout_refusal(text) ==
          message("test.yaml", 4, 16, "parallel: {tp: 16x, dp: 4}", "tp: '16x' is not a whole number",
                  digits_only) +
              message("test.yaml", 6, 1, "colour: red", "unknown key 'colour' in the layout file",
                      "known: layout, use, about, model, parallel, order, placement, pipeline, batch, "
                      "precision,\n    sharding, recompute, ... (20 in all)"));
    CHECK(layout_refusal("about: nothing else\n") ==
          message("test.yaml", 1, 1, "about: nothing else", "the key 'layout' is missing in the layout file",
                  "layout: name of the layout, that of its file") +
              message("test.yaml", 1, 1, "about: nothing else",
                      "the key 'model' is missing in the layout file",
                      "model: a shipped model, a mapping, or a path to a Hugging Face config.json") +
              message("test.yaml", 1, 1, "about: nothing else",
                      "the key 'parallel' is missing in the layout file",
                      "parallel: the degrees; their product tp x cp x pp x dp is the number of ranks") +
              message("test.yaml", 1, 1, "about: nothing else",
                      "the key 'batch' is missing in the layout file", "batch: what one step does"));
}

TEST_CASE("a file of another kind is one mistake") {
    CHECK(layout_refusal("topology: rack\ndomains: [{use: hgx-h100, count: 2}]\n") ==
          message("test.yaml", 1, 1, "topology: rack", "this is a topology file, not a layout",
                  "railyard place LAYOUT --on TOPOLOGY"));
    CHECK(layout_refusal("gpu: h100\n") == message("test.yaml", 1, 1, "gpu: h100",
                                                   "this is a GPU file, not a layout",
                                                   "railyard place LAYOUT --on TOPOLOGY"));
    const std::string config = R"({"model_type": "llama", "hidden_size": 64})";
    CHECK(layout_refusal(config + "\n") == message("test.yaml", 1, 1, config,
                                                   "this is a config.json, not a layout",
                                                   "a layout names it: model: test.yaml"));
}

TEST_CASE("a text that is no mapping is no layout") {
    CHECK(layout_refusal("just words\n") ==
          message("test.yaml", 1, 1, "just words", "the layout file must be a mapping of keys, not text",
                  "its keys are indented below it, or in braces: {key: value}"));
}

}  // namespace
}  // namespace railyard
