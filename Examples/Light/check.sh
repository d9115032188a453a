#!/bin/bash
# Builds the program in its own folder, and fails if that resolves or builds any package other than GRDB.
set -eu
cd "$(dirname "$0")"
scratch=$PWD/../../.build/light

# The package manager does not remove packages and modules of an earlier build that are no longer needed.
rm -rf "$scratch" Package.resolved
. ../../Scripts/built.sh
build --quiet --scratch-path "$scratch"
output=$("$scratch/debug/Light")
resolved=$(sed -n 's/.*"identity" : "\(.*\)".*/\1/p' Package.resolved | tr '\n' ' ')
fetched=$(ls "$scratch/checkouts" | tr '\n' ' ')
# Object files identify the modules, since C modules have no .swiftmodule.
modules=$(find -L "$scratch/debug" -name '*.o' | sed -n 's|.*/debug/\([^/]*\)\.build/.*|\1|p' | sort -u | tr '\n' ' ')

fail() {
    echo "Light: FAILED: $1"
    exit 1
}
[ "$output" = "HKQuantityTypeIdentifierDistanceWalkingRunning 42.1648128" ] || fail "it printed: $output"
[ "$resolved" = "grdb.swift " ] || fail "resolved: $resolved"
[ "$fetched" = "GRDB.swift " ] || fail "fetched: $fetched"
expected="CoreLocation GRDB HealthKit Light OpenHealthAccess OpenHealthKit OpenHealthModel OpenHealthSession OpenHealthStatistics OpenHealthStore UniformTypeIdentifiers "
[ "$modules" = "$expected" ] || fail "built: $modules"
echo "Light resolves and builds GRDB alone: OK"
