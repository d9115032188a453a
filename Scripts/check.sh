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
check "build of Cohorts" built_cohorts
for package in . Cohorts; do
    check "import table of $package" "$bin/project-checks" imports "$package"
    check "file sizes and conventions of $package" "$bin/project-checks" sizes "$package"
    check "cycles between folders of $package" "$bin/project-checks" folders "$package"
    check "traps on outside input of $package" "$bin/project-checks" traps "$package"
    check "prose of $package" "$bin/project-checks" prose "$package"
done
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
