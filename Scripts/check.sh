#!/bin/sh
# Runs all checks, even if one fails, and ends with a list of those that failed.
set -eu
cd "$(dirname "$0")/.."

failed=
check() {
    name=$1
    shift
    printf '\n== %s\n' "$name"
    "$@" || failed="$failed\n  $name"
}

check "formatting" Scripts/check-format.sh
printf '\n== build\n'
. Scripts/built.sh
built_tests
check "import table" "$bin/project-checks" imports .
check "file sizes and conventions" "$bin/project-checks" sizes .
check "cycles between folders" "$bin/project-checks" folders .
check "traps on outside input" "$bin/project-checks" traps .
check "prose" "$bin/project-checks" prose .
check "generated files" Scripts/check-generated.sh
check "public API listing" Scripts/api-listing.sh
check "list of Apple's interface" Scripts/interface.sh
check "documentation" Scripts/build-docs.sh
check "manual pages, completions and the systemd unit" Scripts/check-packaging.sh
if Scripts/turn.sh 0 3; then check "the checks themselves" Scripts/plant-faults.sh; fi

if [ -n "$failed" ]; then
    printf '\nmake check failed:%b\n' "$failed"
    exit 1
fi
printf '\nmake check: all OK\n'
