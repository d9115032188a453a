#!/bin/bash
# Builds and runs the tests of cohorts, then the examples; arguments go to the test runner, and then only the tests are run:
# Cohorts/Scripts/test.sh --filter PushTests
set -uo pipefail
cd "$(dirname "$0")/../.."
Cohorts/Scripts/setup.sh || exit 1
# The build is shared with the examples.
. Scripts/built.sh
built_cohorts --build-tests || exit 1
status=0
PACKAGE=Cohorts Scripts/test.sh "$@" || status=1
[ $# != 0 ] || Cohorts/Examples/run.sh || status=1
exit $status
