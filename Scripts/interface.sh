#!/bin/sh
# Compares the package with Data/apple_interface.csv, and fails if Documentation/RemainingInterface.md or the count in the README
# is not up to date. --update writes them. HOUSE_ROOT is another tree to compare.
set -eu
cd "$(dirname "$0")/.."

. Scripts/built.sh
built project-checks
checks=$bin/project-checks
Scripts/symbol-graphs.sh OpenHealthModel OpenHealthKit
exec "$checks" interface .build/symbol-graphs "${HOUSE_ROOT:-.}" "$@"
