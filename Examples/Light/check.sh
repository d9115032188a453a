#!/bin/bash
# Builds the program in a folder of its own, and fails if it resolves or builds another package than GRDB.
set -eu
cd "$(dirname "$0")"
scratch=$PWD/../../.build/light

rm -f Package.resolved
swift build --quiet --scratch-path "$scratch"
output=$("$scratch/debug/Light")
resolved=$(sed -n 's/.*"identity" : "\(.*\)".*/\1/p' Package.resolved | tr '\n' ' ')
fetched=$(ls "$scratch/checkouts" | tr '\n' ' ')
modules=$(find "$scratch/debug/Modules" -name '*.swiftmodule' -exec basename {} .swiftmodule \; | sort | tr '\n' ' ')

fail() {
    echo "Light: FAILED: $1"
    exit 1
}
[ "$output" = "HKQuantityTypeIdentifierDistanceWalkingRunning 42.164813" ] || fail "it printed: $output"
[ "$resolved" = "grdb.swift " ] || fail "resolved: $resolved"
[ "$fetched" = "GRDB.swift " ] || fail "fetched: $fetched"
for module in $modules; do
    case $module in
    GRDB | HealthKit | OpenHealthKit | OpenHealthModel | OpenHealthStatistics | OpenHealthStore | CoreLocation | \
        UniformTypeIdentifiers | Light) ;;
    *) fail "built: $module" ;;
    esac
done
echo "Light resolves and builds GRDB alone: OK"
