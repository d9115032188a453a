#!/bin/sh
# Checks the format of every Swift file, or fixes it with --fix. HOUSE_ROOT is another tree to check.
set -eu
settings=$(cd "$(dirname "$0")/.." && pwd)/.swift-format
cd "${HOUSE_ROOT:-$(dirname "$0")/..}"

set -- "${1:-}"
paths=
for path in Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Fuzz Examples Cohorts/Package.swift \
    Cohorts/Sources Cohorts/Tests Cohorts/Examples; do
    [ -e "$path" ] && paths="$paths $path"
done
# shellcheck disable=SC2086 # the paths are meant to be split
if [ "$1" = --fix ]; then
    swift format format -i -r -p --configuration "$settings" $paths
elif swift format lint -s -r -p --configuration "$settings" $paths; then
    echo "formatting: OK"
else
    echo "formatting: faults (make format puts most of them right)"
    exit 1
fi
