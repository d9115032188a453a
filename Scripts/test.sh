#!/bin/bash
# Builds and runs all tests; arguments go to the test runner: Scripts/test.sh --filter OpenHealthServerTests
# PACKAGE=Cohorts runs those of the package in Cohorts.
# Failures are repeated at the end of the output: tests run concurrently, so the place where one failed is far above. No test runs twice.
set -uo pipefail
cd "$(dirname "$0")/.."

# The number of concurrent tests. They share as many threads as there are cores, so each step of a test waits for a step of every
# other: with many of them, requests and whole tests exceed their time limits. Without a limit there are also thousands of open
# files: if there are more than 1,365, Foundation reads the names in /proc/self/fd beyond the end of their buffer, and starting a
# process then sometimes crashes.
width=${TESTS_AT_ONCE:-8}

case ${TESTS:-all} in
    all | part | fast) ;;
    *)
        echo "test: TESTS is $TESTS; set it to all, part or fast" >&2
        exit 2 ;;
esac
package=${PACKAGE:-.}
. Scripts/built.sh
if [ "$package" = Cohorts ]; then
    built_cohorts --build-tests || exit 1
    tests=$bin/open-health-kit-cohortsPackageTests.xctest
    log=.build/cohort-tests.log
else
    built_tests || exit 1
    tests=$bin/open-health-kitPackageTests.xctest
    log=.build/tests.log
fi
if [ -f "$tests" ]; then
    run=("$tests" --testing-library swift-testing --experimental-maximum-parallelization-width "$width")
else
    # Apple's platforms have a bundle here, which only the package manager can run.
    run=(swift test --skip-build --package-path "$package" --scratch-path "$PWD/.build")
fi

# Tests/slow.txt of the package lists the files of tests that take most of the time: TESTS=fast runs none of them.
skipped=()
if [ "${TESTS:-all}" = fast ]; then
    while read -r file; do
        skipped+=(--skip "/${file//./\\.}:")
    done < <(sed -n 's/^\([A-Za-z]*\.swift\) .*/\1/p' "$package/Tests/slow.txt")
    printf '== TESTS=fast skips %s files of %s/Tests/slow.txt\n' "$((${#skipped[@]} / 2))" "$package"
fi
"${run[@]}" "${skipped[@]}" "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
[ "$status" = 0 ] && exit 0

printf '\n== what failed, with status %s (all of it is in %s)\n' "$status" "$log"
# Issues, failed tests and suites, and crashes with the crashed thread.
grep -E '✘|recorded an issue|Fatal error|Program crashed|unexpected signal' "$log" | head -n 100
grep -E -A 12 '^Thread .* crashed:' "$log" | head -n 30
exit "$status"
