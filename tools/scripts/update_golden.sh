#!/usr/bin/env bash
# Rewrites what the golden tests expect with what the program of the dev build says now.
# usage: update_golden.sh [WORD]    only cases with WORD in their path
set -euo pipefail
cd "$(dirname "$0")/../.."
word=${1:-}
cmake --build build/dev --target railyard_program >&2
{
    find tests/cli -mindepth 3 -maxdepth 3 -name args -printf '%h\n'
    find tests/bad_input -mindepth 1 -maxdepth 1 \( -name '*.yaml' -o -name '*.args' -o -type d \) |
        sed 's/\.args$/.yaml/'
} | sort -u | grep -F -- "$word" | xargs -r python3 tools/scripts/golden.py update build/dev/bin/railyard
git status --short tests/cli tests/bad_input
