#!/bin/bash
# Builds the examples, runs them on a database of their own, and compares what they print with what they should.
# They are built in the .build folder of the library, whose modules are there already; their own code is always built anew,
# since SwiftPM does not see there what a build of the library has changed.
set -eu
cd "$(dirname "$0")"

bin=$(swift build --scratch-path ../.build --show-bin-path)
rm -rf "$bin"/{SymptomReader,WriteHealth,ReadHealth,StepTracker}{,.build,.product}
swift build --scratch-path ../.build
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HEALTH_STORE=$folder/health.db
unset HEALTHKIT_AUTHORIZATION HEALTHKIT_APP_IDENTIFIER HEALTHKIT_APP_NAME HEALTHKIT_APP_VERSION
status=0

# expect NAME EXIT-STATUS TEXT PROGRAM [ARGUMENT...]: the program must end like that and print each line of the text.
expect() {
    name=$1 wanted=$2 text=$3
    shift 3
    found=0
    output=$("$bin/$1" "${@:2}" </dev/null 2>&1) || found=$?
    while IFS= read -r line; do
        if ! grep -q -x -F -e "$line" <<<"$output"; then
            echo "$name: does not print: $line"
            found=-1
        fi
    done <<<"$text"
    if [ "$found" = "$wanted" ]; then
        echo "$name: OK"
    else
        printf '%s: FAILED (exit status wanted: %s); it printed:\n%s\n' "$name" "$wanted" "$output"
        status=1
    fi
}

# A database for each case that begins with nothing answered.
fresh() {
    rm -f "$folder"/health.db*
}

export HEALTHKIT_AUTHORIZATION=grant
expect "symptoms, none yet" 0 $'asked for abdominal cramps: true\nabdominal cramps: 0\nsymptoms: 0' SymptomReader
expect "symptoms" 0 \
    $'abdominal cramps: 2\nsymptoms: 3\nHeadache: severe\nAbdominalCramps: mild\nAbdominalCramps: moderate' \
    SymptomReader log

expect "a height is written" 0 'Saved!' WriteHealth 172.5 3600
expect "another height is written" 0 'Saved!' WriteHealth 173.5
expect "another app reads it" 0 \
    $'heights: 2\n173.5 cm from WriteHealth\n172.5 cm from WriteHealth\naverage 173.0 cm\naverage of WriteHealth 173.0 cm' \
    ReadHealth
if [ "$("$bin/ReadHealth" | sed -n 2p)" != "173.5 cm from WriteHealth" ]; then
    echo "the latest height does not come first"
    status=1
fi

expect "steps of 28 days" 0 \
    $'days with steps: 28\n'"$(date +%F)"$'  4000\ndays with weights: 28\n'"$(date +%F)"$'  160.0\nweekdays with changes: 7' \
    StepTracker add
expect "steps are still there" 0 $'days with steps: 28\ndays with weights: 28' StepTracker

fresh
unset HEALTHKIT_AUTHORIZATION
expect "steps before anybody was asked" 1 'Need Access to Health Data' StepTracker
expect "nobody can be asked" 1 'asked for abdominal cramps: false' SymptomReader

fresh
export HEALTHKIT_AUTHORIZATION=deny
expect "asked is not allowed" 0 $'asked for abdominal cramps: true\nabdominal cramps: 0\nsymptoms: 0' SymptomReader
expect "a height may not be written" 1 'Error: this app may not save heights' WriteHealth 172.5
expect "steps may not be written" 1 \
    $'No Write Access\nYou have denied access to upload your step count data.' StepTracker add
expect "steps may not be read" 0 $'days with steps: 0\ndays with weights: 0' StepTracker ask
HEALTHKIT_AUTHORIZATION=grant expect "heights, none yet" 0 $'heights: 0\nno average: there is no data' ReadHealth

exit $status
