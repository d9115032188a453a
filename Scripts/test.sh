#!/bin/bash
# Builds and runs all tests; arguments go to the test runner: Scripts/test.sh --filter OpenHealthServerTests
# Failures are repeated at the end of the output: tests run concurrently, so the place where one failed is far above.
# Tests/retries.txt lists the files of tests that depend on time limits outside the process, with the reason. If all failed tests
# are in these files, and there are at most five, they run once more separately and are reported. The run fails if one of them
# fails again or does not run again, and on a failed test of another file, a crash and an issue outside tests.
set -uo pipefail
cd "$(dirname "$0")/.."

# The number of concurrent tests. They share as many threads as there are cores, so each step of a test waits for a step of every
# other: with many of them, requests and whole tests exceed their time limits. Without a limit there are also thousands of open
# files: if there are more than 1,365, Foundation reads the names in /proc/self/fd beyond the end of their buffer, and starting a
# process then sometimes crashes.
width=${TESTS_AT_ONCE:-16}

case ${TESTS:-all} in
    all | part | fast) ;;
    *)
        echo "test: TESTS is $TESTS; set it to all, part or fast" >&2
        exit 2 ;;
esac
case ${TESTS_SEED:-0} in
    *[!0-9]*)
        echo "test: TESTS_SEED is $TESTS_SEED; set it to a number" >&2
        exit 2 ;;
esac

. Scripts/built.sh
built_tests || exit 1
tests=$bin/open-health-kitPackageTests.xctest
log=.build/tests.log
if [ -f "$tests" ]; then
    run=("$tests" --testing-library swift-testing --experimental-maximum-parallelization-width "$width")
else
    # Apple's platforms have a bundle here, which only the package manager can run.
    run=(swift test --skip-build)
fi

# Tests/slow.txt lists the files of tests that take most of the time: TESTS=part runs a sixth of them, and TESTS=fast none.
# TESTS_SEED selects the sixth.
skipped=()
if [ "${TESTS:-all}" != all ]; then
    while read -r file; do
        skipped+=(--skip "/${file//./\\.}:")
    done < <(sed -n 's/^\([A-Za-z]*\.swift\) .*/\1/p' Tests/slow.txt |
        awk -v tests="$TESTS" -v seed="${TESTS_SEED:-0}" 'tests == "fast" || (NR + seed) % 6 != 0')
    printf '== TESTS=%s skips %s files of Tests/slow.txt\n' "$TESTS" "$((${#skipped[@]} / 2))"
fi
"${run[@]}" "${skipped[@]}" "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
[ "$status" = 0 ] && exit 0

printf '\n== what failed, with status %s (all of it is in %s)\n' "$status" "$log"
# Issues, failed tests and suites, and crashes with the crashed thread.
grep -E '✘|recorded an issue|Fatal error|Program crashed|unexpected signal' "$log" | head -n 100
grep -E -A 12 '^Thread .* crashed:' "$log" | head -n 30

# An incomplete run has crashed.
grep -q 'Test run with .* failed after' "$log" || exit "$status"
plain() { sed -E $'s/\e\\[[0-9;]*m//g' "$1"; }
# The names of the failed or passed tests in the format of the log: `name(label:)`, or a string in quotes.
names() {
    plain "$2" | sed -nE "s/^[^ ]+ Test (.*) $1 after [0-9.]+ seconds( with .*)?\.\$/\1/p" | grep -vE '^run with [0-9]+ tests?' |
        sed -E 's/ with [0-9]+ test cases?$//' | sort -u
}
escaped() { sed -E 's/[][\.*^$(){}+?|]/\\&/g'; }

failed=$(names failed "$log")
[ -n "$failed" ] && [ "$(wc -l <<<"$failed")" -le 5 ] || exit "$status"
# A retry cannot repeat an issue outside tests or of a suite.
others=$(plain "$log" | grep 'recorded an issue' | grep -vFf <(sed 's/.*/✘ Test & recorded an issue/' <<<"$failed"))
[ -z "$others" ] || exit "$status"

# Each failed test must be declared in a listed file.
listed=$(sed -n 's/^\([A-Za-z]*\.swift\) .*/\1/p' Tests/retries.txt)
unlisted=$(while IFS= read -r name; do
    text=${name#\"} && text=${text%\"}
    if [ "$text" = "$name" ]; then declaration="func ${name%%(*}("; else declaration=$text; fi
    grep -rlF "$declaration" Tests --include='*.swift' | sed 's|.*/||' | grep -qxF "$listed" || echo "$name"
done <<<"$failed")
if [ -n "$unlisted" ]; then
    printf '\n== not run again, since Tests/retries.txt does not list their files:\n%s\n' "$unlisted"
    exit "$status"
fi

# The part of a test's identity to filter by: its function, including raw names, or its file if only the name is displayed.
filter=$(while IFS= read -r name; do
    text=${name#\"} && text=${text%\"}
    if [ "$text" = "$name" ]; then
        printf '[./]%s\\(\n' "${name%%(*}"
    elif grep -rqF "\`$text\`" Tests; then
        printf '`%s`\\(\n' "$(escaped <<<"$text")"
    else
        grep -rlF "\"$text\"" Tests --include='*.swift' | sed 's|.*/|/|' | escaped | sed 's/$/:/'
    fi
done <<<"$failed" | sort -u | paste -sd '|' -)
[ -n "$filter" ] || exit "$status"

printf '\n== once more by themselves: %s\n' "$filter"
again=.build/tests-again.log
"${run[@]}" --filter "$filter" 2>&1 | tee "$again" | tail -n 20
[ "${PIPESTATUS[0]}" = 0 ] || exit "$status"
missed=$(comm -23 <(echo "$failed") <(names passed "$again"))
if [ -n "$missed" ]; then
    printf '\n== these were not run again:\n%s\n' "$missed"
    exit "$status"
fi
printf '\n== these failed beside all others and passed by themselves; they depend on time:\n%s\n' "$failed"
