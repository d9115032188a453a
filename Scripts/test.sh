#!/bin/bash
# Builds and runs all tests; arguments go to the test runner: Scripts/test.sh --filter HealthServerTests
# What failed is said again at the end, where it is found: tests run side by side, and the place where one failed is far above.
set -uo pipefail
cd "$(dirname "$0")/.."

# How many tests run side by side. Without a limit all of them do, with thousands of open files: Foundation reads the names in
# /proc/self/fd beyond the end of their buffer once there are more than 1,365, and starting a process then crashes now and then.
width=${TESTS_AT_ONCE:-64}

swift build --build-tests || exit 1
tests=$(swift build --show-bin-path)/open-health-kitPackageTests.xctest
log=.build/tests.log
if [ -f "$tests" ]; then
    run=("$tests" --testing-library swift-testing --experimental-maximum-parallelization-width "$width")
else
    # Apple's systems have a bundle here, which only the package manager can run.
    run=(swift test --skip-build)
fi
"${run[@]}" "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" != 0 ]; then
    printf '\n== what failed, with status %s (all of it is in %s)\n' "$status" "$log"
    # Issues, failed tests and suites, and crashes with the thread that did.
    grep -E '✘|recorded an issue|Fatal error|Program crashed|unexpected signal' "$log" | head -n 100
    grep -E -A 12 '^Thread .* crashed:' "$log" | head -n 30
fi
exit "$status"
