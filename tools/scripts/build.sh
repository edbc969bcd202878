#!/usr/bin/env bash
# Builds a preset, without a word unless it fails.
# usage: build.sh PRESET [CMAKE-ARGUMENT...] [-- TARGET...]    arguments are for the first configuration
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec >&2 </dev/null
preset=$1
shift
configure=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    configure+=("$1")
    shift
done
targets=()
[ $# -le 1 ] || targets=(--target "${@:2}")

mkdir -p build
# Two builds of one folder at a time would spoil each other.
exec 9>"build/.$preset.lock"
flock 9
log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() {
    "$@" >"$log" 2>&1 9>&- && return
    cat "$log"
    echo "railyard: this failed: $*"
    exit 2
}
if [ ! -e "build/$preset/build.ninja" ]; then
    echo "railyard: building, which takes a minute or two the first time"
    quietly cmake --preset "$preset" "${configure[@]}"
fi
quietly cmake --build --preset "$preset" "${targets[@]}"
