#!/bin/sh
# Compares the package with Data/apple_interface.csv: is Documentation/RemainingInterface.md, and the count in the
# README, what the comparison says? With --update it writes them. HOUSE_ROOT names another tree that is compared.
set -eu
cd "$(dirname "$0")/.."

. Scripts/built.sh
built project-checks
checks=$bin/project-checks
Scripts/symbol-graphs.sh OpenHealthModel OpenHealthKit
exec "$checks" interface .build/symbol-graphs "${HOUSE_ROOT:-.}" "$@"
