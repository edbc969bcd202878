#include "railyard/output/one_run_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

std::string_view kind_of(RunKind kind) {
    return run_kind_names[static_cast<std::size_t>(kind)];
}
std::string one_decimal(double percent) {
    return fmt::format("{:.1f}", percent);
}
std::string whole_percent(double share) {
    return fmt::format("{:.0f} %", 100 * share);
}

std::string told(const SiteSummary& kind) {
    std::string text = fmt::format(
        "{}, mean over {} site{}: {:.1f} % with no run, {:.1f} % with one (median of sites {:.1f} %),\n"
        "  {:.1f} % with the one most like all the others, {:.1f} % with the one most like the predicted;\n"
        "  {:.0f} % of predictions within 4 %\n",
        kind_of(kind.kind), kind.sites, kind.sites == 1 ? "" : "s", kind.unknown, kind.mean,
        kind.median_of_means, kind.typical, kind.nearest, 100 * kind.within_4);
    if (kind.sites < 2) return text;
    return text + fmt::format(
                      "  What one factor can do: {:.1f} % with all other runs of the site known; chosen with "
                      "every run\n"
                      "  seen, {:.1f} % with the best share of one run's difference ({:.2f}), {:.1f} % with "
                      "the best "
                      "factor\n  of each site. Runs lie {:.1f} % around their site, sites {:.1f} % apart: "
                      "normal errors "
                      "so wide\n  would leave {:.1f} % with one run.\n",
                      kind.others, kind.share.percent, kind.share.share, kind.best, kind.spread.within,
                      kind.spread.between, kind.spread.expected_error());
}

}  // namespace

std::string one_run_table(const OneRunValidation& validation) {
    TextTable table({{"site", Align::left},
                     {"GPU", Align::left},
                     {"", Align::left},
                     {"runs"},
                     {"none %"},
                     {"one %"},
                     {"nearest %"},
                     {"median %"},
                     {"within 4 %"}});
    for (const SiteErrors& site : validation.sites) {
        table.add({middle_left_out(site.source, 27), site.gpu, std::string(kind_of(site.kind)),
                   grouped(site.runs), one_decimal(site.unknown), one_decimal(site.mean),
                   one_decimal(site.nearest), one_decimal(site.median), whole_percent(site.within_4)});
    }
    std::string text =
        "Errors of the rest of a site's runs when none of them was measured, when one was (mean over\n"
        "every choice; nearest: over the run most like the predicted one; median and share within 4 %\n"
        "over every choice); constants fitted without the site (calibration '" +
        validation.calibration + "').\n\n" + table.text() + "\n";
    if (validation.sites.empty())
        text += "no source has two runs on one GPU: there is none to measure and another to predict\n";
    for (const SiteSummary& kind : validation.kinds) text += told(kind);
    return text;
}

std::string one_run_json(const OneRunValidation& validation) {
    using Json = nlohmann::ordered_json;
    Json json = {{"calibration", validation.calibration}, {"sites", Json::array()}, {"kinds", Json::array()}};
    for (const SiteErrors& site : validation.sites) {
        json["sites"].push_back({{"source", site.source},
                                 {"gpu", site.gpu},
                                 {"kind", kind_of(site.kind)},
                                 {"runs", site.runs},
                                 {"no_run_mean_percent", site.unknown},
                                 {"one_run_mean_percent", site.mean},
                                 {"nearest_run_mean_percent", site.nearest},
                                 {"one_run_median_percent", site.median},
                                 {"one_run_share_within_4_percent", site.within_4},
                                 {"typical_run_mean_percent", site.typical},
                                 {"all_others_mean_percent", site.others},
                                 {"best_factor_mean_percent", site.best}});
    }
    for (const SiteSummary& kind : validation.kinds) {
        json["kinds"].push_back({{"kind", kind_of(kind.kind)},
                                 {"sites", kind.sites},
                                 {"no_run_mean_percent", kind.unknown},
                                 {"one_run_mean_percent", kind.mean},
                                 {"nearest_run_mean_percent", kind.nearest},
                                 {"one_run_median_of_sites_percent", kind.median_of_means},
                                 {"one_run_share_within_4_percent", kind.within_4},
                                 {"typical_run_mean_percent", kind.typical},
                                 {"all_others_mean_percent", kind.others},
                                 {"best_factor_mean_percent", kind.best},
                                 {"best_share", kind.share.share},
                                 {"best_share_mean_percent", kind.share.percent},
                                 {"within_sites_deviation_percent", kind.spread.within},
                                 {"between_sites_deviation_percent", kind.spread.between},
                                 {"expected_one_run_percent", kind.spread.expected_error()}});
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string one_run_csv(const OneRunValidation& validation) {
    std::string text =
        "source,gpu,kind,runs,no_run_mean_percent,one_run_mean_percent,nearest_run_mean_percent,"
        "one_run_median_percent,one_run_share_within_4_percent,typical_run_mean_percent,"
        "all_others_mean_percent,best_factor_mean_percent\n";
    for (const SiteErrors& site : validation.sites) {
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_cell(site.source),
                            csv_cell(site.gpu), kind_of(site.kind), site.runs, site.unknown, site.mean,
                            site.nearest, site.median, site.within_4, site.typical, site.others, site.best);
    }
    return text;
}

}  // namespace railyard::output
