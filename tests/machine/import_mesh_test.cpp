#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "railyard/machine/import_domain.hpp"
#include "tests/machine/imports.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

using Places = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::string notes_of(const ImportedPart& part) {
    std::string text;
    for (const ImportNote& note : part.notes) text += note.text + "\n";
    return text;
}

}  // namespace

TEST_CASE("a GPU without links beside a mesh of the others is unavailable and named") {
    const Observed four = read_text(
        "\tGPU0\tGPU1\tGPU2\tGPU3\nGPU0\tX\tNV6\tSYS\tNV6\nGPU1\tNV6\tX\tSYS\tNV6\n"
        "GPU2\tSYS\tSYS\tX\tSYS\nGPU3\tNV6\tNV6\tSYS\tX\n");
    const ImportedPart part = import_domain(four, {0}, {});
    CHECK(part.unavailable == Places{{0, 2}});
    CHECK(part.domain.kind.scale_up.kind == ScaleUpKind::mesh);
    CHECK(part.domain.kind.scale_up.links_per_pair == 6);
    CHECK(notes_of(part).find("GPU 2 of ") != std::string::npos);
    CHECK(notes_of(part).find("has no link to a peer, and the others all have them") != std::string::npos);
    CHECK(mismatches(round_trip(four)).empty());
}

TEST_CASE("a pair of a mesh that has fewer links is written as seen, and both GPUs are named") {
    for (const std::string code : {"NV5", "SYS"}) {
        const Observed four =
            read_text("\tGPU0\tGPU1\tGPU2\tGPU3\nGPU0\tX\t" + code + "\tNV6\tNV6\nGPU1\t" + code +
                      "\tX\tNV6\tNV6\nGPU2\tNV6\tNV6\tX\tNV6\n"
                      "GPU3\tNV6\tNV6\tNV6\tX\n");
        const ImportedPart part = import_domain(four, {0}, {});
        CHECK(part.unavailable.empty());
        CHECK(part.domain.kind.scale_up.kind == ScaleUpKind::links);
        CHECK(notes_of(part).find("GPU 0 and GPU 1 of ") != std::string::npos);
        CHECK(notes_of(part).find(std::string(code == "SYS" ? "have no" : "have 5") +
                                  " links between them where most pairs have 6: written as seen") !=
              std::string::npos);
        CHECK(mismatches(round_trip(four)).empty());
    }
}

// Two bridged pairs are no mesh that lost links.
TEST_CASE("servers that are built of pairs are told of nothing") {
    const Observed pairs = read_text(
        "\tGPU0\tGPU1\tGPU2\tGPU3\nGPU0\tX\tNV3\tSYS\tSYS\nGPU1\tNV3\tX\tSYS\tSYS\n"
        "GPU2\tSYS\tSYS\tX\tNV3\nGPU3\tSYS\tSYS\tNV3\tX\n");
    const ImportedPart part = import_domain(pairs, {0}, {});
    CHECK(part.unavailable.empty());
    CHECK(notes_of(part).find("between them") == std::string::npos);
}
