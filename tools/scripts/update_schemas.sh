#!/usr/bin/env bash
# Rewrites share/schemas with what the program of the dev build says of its keys now.
# usage: update_schemas.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --build build/dev --target railyard_program >&2
for kind in topology domain gpu layout model sweep; do
    build/dev/bin/railyard init "$kind" --schema --output "share/schemas/$kind.schema.json"
done
git status --short share/schemas
