#include "railyard/machine/sources.hpp"

namespace railyard::machine {

const std::vector<SourceFormat>& source_formats() {
    static const std::vector<SourceFormat> formats = {};
    return formats;
}

const SourceFormat* recognise(std::string_view text) {
    for (const SourceFormat& format : source_formats()) {
        if (format.recognise(text)) return &format;
    }
    return nullptr;
}

Observed read_machine(const input::Source& source) {
    const SourceFormat* format = recognise(source.text());
    if (format == nullptr) {
        std::string known;
        for (const SourceFormat& each : source_formats())
            known += (known.empty() ? "" : "; ") + std::string(each.about);
        throw InputError(source.problem({}, "this says nothing of a machine that is known here",
                                        "what can be read: " + known));
    }
    Observed observed = format->read(source);
    observed.sources = {{source.name(), std::string(format->name)}};
    return observed;
}

}  // namespace railyard::machine
