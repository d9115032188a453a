#!/bin/bash
# Builds the examples of cohorts, runs them on their own servers, and compares their output with the expected one; see Examples/run.sh of
# the folder above. With names of examples as arguments, only their cases are run.
set -eu
cd "$(dirname "$0")/../.."
. Scripts/built.sh
built_cohorts
. Examples/functions.sh
cd Cohorts/Examples

examples=("$@")
if [ $# = 0 ]; then
    for cases in */cases.sh; do
        examples+=("$(dirname "$cases")")
    done
fi
for example in "${examples[@]}"; do
    fresh
    # shellcheck source=/dev/null
    . "$example/cases.sh"
done
exit $status
