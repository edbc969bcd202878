// What the page calls. Texts go in and out as UTF-8 with a zero at the end; arrays stay where they are until
// the next call of the same function, and page/core.ts copies them out.

#include <emscripten/emscripten.h>

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/core/racks.hpp"
#include "explorer/core/session.hpp"
#include "explorer/core/shipped_bytes.hpp"
#include "explorer/core/timeline.hpp"

namespace {

using namespace railyard;
using namespace railyard::explorer;

Session& session() {
    static Session the_session(from_bytes(
        std::string_view(static_cast<const char*>(static_cast<const void*>(shipped_bytes)), shipped_size)));
    return the_session;
}

// One place for each kind of answer.
template <class T>
const T* kept(std::vector<T>& place, std::vector<T> value) {
    place = std::move(value);
    return place.data();
}
const char* kept(std::string value) {
    static std::string place;
    place = std::move(value);
    return place.c_str();
}

Racks racks;
std::vector<std::int32_t> rank_coordinates;
std::vector<DrawnHop> hops;
Timeline timeline;

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* railyard_catalogue() {
    return kept(catalogue_json(session().shipped()));
}

EMSCRIPTEN_KEEPALIVE const char* railyard_place(const char* question) {
    try {
        return kept(session().place(question));
    } catch (const std::exception& error) {
        return kept(
            "{\"internal_error\": true, \"problems\": [{\"key\": \"\", \"message\": \"a mistake in this "
            "page\", "
            "\"hint\": \"\"}]}");
    }
}

// Number of domains; 0 where nothing is placed.
EMSCRIPTEN_KEEPALIVE std::uint32_t railyard_racks() {
    const PlacedJob* job = session().job();
    racks = job == nullptr ? Racks{} : draw_racks(*job);
    return static_cast<std::uint32_t>(racks.domains.size());
}
EMSCRIPTEN_KEEPALIVE const DrawnDomain* railyard_rack_domains() {
    return racks.domains.data();
}
EMSCRIPTEN_KEEPALIVE const std::int32_t* railyard_rack_ranks() {
    return racks.ranks.data();
}
EMSCRIPTEN_KEEPALIVE std::uint32_t railyard_rack_gpus() {
    return static_cast<std::uint32_t>(racks.ranks.size());
}
EMSCRIPTEN_KEEPALIVE const char* railyard_rack_tier() {
    return racks.tier.c_str();
}
EMSCRIPTEN_KEEPALIVE const char* railyard_domain_name(std::uint32_t domain) {
    return kept(domain_words(*session().job(), racks.domains.at(domain)));
}
// One for each rank.
EMSCRIPTEN_KEEPALIVE const std::int32_t* railyard_coordinates(std::uint32_t dimension) {
    return kept(rank_coordinates, coordinates(*session().job(), static_cast<Dimension>(dimension)));
}
EMSCRIPTEN_KEEPALIVE std::uint32_t railyard_hops(std::uint32_t rank, std::uint32_t dimension) {
    hops = hops_of_group(*session().job(), rank, static_cast<Dimension>(dimension));
    return static_cast<std::uint32_t>(hops.size());
}
EMSCRIPTEN_KEEPALIVE const DrawnHop* railyard_hop_list() {
    return hops.data();
}
EMSCRIPTEN_KEEPALIVE const char* railyard_seat(std::uint32_t gpu, std::int32_t rank) {
    return kept(seat_json(*session().job(), gpu, rank));
}

EMSCRIPTEN_KEEPALIVE const char* railyard_schedule(const char* question) {
    timeline = session().schedule(question);
    return timeline.json.c_str();
}
EMSCRIPTEN_KEEPALIVE std::uint32_t railyard_operation_count() {
    return static_cast<std::uint32_t>(timeline.operations.size());
}
EMSCRIPTEN_KEEPALIVE const DrawnOperation* railyard_operations() {
    return timeline.operations.data();
}

}  // extern "C"
