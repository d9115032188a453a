#!/bin/sh
# Checks that the generated Swift files are up to date. HOUSE_ROOT is another tree to check.
set -eu
cd "$(dirname "$0")/.."
root=${HOUSE_ROOT:-.}

. Scripts/built.sh
built generate-model
generate=$bin/generate-model
if "$generate" --check "$root"; then
    echo "generated files: OK"
else
    echo "generated files: out of date (run make generate)"
    exit 1
fi
