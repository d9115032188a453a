#!/bin/bash
# Builds and runs all tests. What failed is said again at the end, where it is found: tests run side by side, and the place
# where one failed is far above.
set -uo pipefail
cd "$(dirname "$0")/.."

swift build --build-tests || exit 1
mkdir -p .build
log=.build/tests.log
swift test --skip-build "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" != 0 ]; then
    printf '\n== what failed (all of it is in %s)\n' "$log"
    # Issues, failed tests and suites, and crashes.
    grep -E '✘|recorded an issue|Fatal error|error: Exited|unexpected signal' "$log" | head -n 100
fi
exit "$status"
