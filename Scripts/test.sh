#!/bin/bash
# Builds and runs all tests; arguments go to the test runner: Scripts/test.sh --filter HealthServerTests
# What failed is said again at the end, where it is found: tests run side by side, and the place where one failed is far above.
# Up to five tests that failed are run once more by themselves: one that passes then was too slow beside 1,900 others, and is
# named; one that fails again fails the run, as does a crash.
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
[ "$status" = 0 ] && exit 0

printf '\n== what failed, with status %s (all of it is in %s)\n' "$status" "$log"
# Issues, failed tests and suites, and crashes with the thread that did.
grep -E '✘|recorded an issue|Fatal error|Program crashed|unexpected signal' "$log" | head -n 100
grep -E -A 12 '^Thread .* crashed:' "$log" | head -n 30

# A run that did not come to its end has crashed.
grep -q 'Test run with .* failed after' "$log" || exit "$status"
# The functions that failed; tests with a name of their own are known by the file that their issue is in.
plain=$(sed -E $'s/\e\\[[0-9;]*m//g' "$log")
failed=$(grep -E '^✘ Test .* failed after' <<<"$plain" | grep -vE '^✘ Test run with' | sort -u)
functions=$(sed -nE 's/^✘ Test ([A-Za-z0-9_]+)\(.* failed after.*/\1\\(/p' <<<"$failed")
named=$(grep -E '^✘ Test "' <<<"$failed" | wc -l)
files=
[ "$named" = 0 ] || files=$(sed -nE 's/^✘ Test ".*" recorded an issue .*at ([A-Za-z0-9_+]+Tests)\.swift:.*/\/\1\\.swift:/p' <<<"$plain")
filter=$(printf '%s\n%s\n' "$functions" "$files" | sort -u | sed '/^$/d' | paste -sd '|' -)
count=$(wc -l <<<"$failed")
[ -n "$failed" ] && [ -n "$filter" ] && [ "$count" -le 5 ] || exit "$status"

printf '\n== once more by themselves: %s\n' "$filter"
again=.build/tests-again.log
"${run[@]}" --filter "$filter" 2>&1 | tee "$again" | tail -n 20
[ "${PIPESTATUS[0]}" = 0 ] || exit "$status"
ran=$(sed -nE 's/.*Test run with ([0-9]+) tests? .*passed.*/\1/p' "$again" | tail -n 1)
[ "${ran:-0}" -ge "$count" ] || exit "$status"
printf '\n== these failed beside all others and passed by themselves; they depend on time:\n%s\n' "$failed"
exit 0
