#!/bin/bash
# Builds once, beside the installation of the dependencies of the tests, and runs all tests of both packages: those in Swift beside those
# of the scripts, then those in the browser.
# BESIDE_WEB is a command to run beside the tests in the browser, which alone leave a third of two cores idle. Beside those in Swift
# it would delay them beyond their time limits.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${TESTS_SEED:-0} in
    *[!0-9]*)
        echo "test-all: TESTS_SEED is $TESTS_SEED; set it to a number" >&2
        exit 2 ;;
esac
if [ -z "${BUILT:-}" ]; then
    Scripts/side-by-side.sh "Scripts/setup-tests.sh && Cohorts/Scripts/setup.sh" \
        ". Scripts/built.sh && built_tests && built_cohorts --build-tests"
    BUILT=$(swift build --show-bin-path)
    BUILT_COHORTS=$BUILT
    export BUILT BUILT_COHORTS
else
    Scripts/setup-tests.sh
    Cohorts/Scripts/setup.sh
fi
status=0
# The checks with other programs take turns in parts of the tests. The planted faults have the first turn as well, in Scripts/check.sh,
# and the light package and the template take turns at the third one, in Examples/run.sh.
checks=(test-guides)
Scripts/turn.sh 0 3 && checks+=(check-server)
Scripts/turn.sh 1 3 && checks+=(check-parquet check-exports check-age)
Scripts/turn.sh 2 3 && checks+=(check-proxies)
Scripts/side-by-side.sh "make --keep-going ${checks[*]}" "make --keep-going test-swift test-cohorts" || status=1
beside=()
[ -z "${BESIDE_WEB:-}" ] || beside=("$BESIDE_WEB")
Scripts/side-by-side.sh "${beside[@]}" "make test-web" || status=1
exit $status
