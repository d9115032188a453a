#!/bin/sh
# Compares the public interface with the listing in Documentation/api, or writes the listing with --update.
# HOUSE_ROOT is another tree whose listing is compared.
set -eu
cd "$(dirname "$0")/.."
. Scripts/modules.sh

. Scripts/built.sh
built project-checks
checks=$bin/project-checks
Scripts/symbol-graphs.sh
status=0
for module in $MODULES; do
    "$checks" api-listing "$module" ".build/symbol-graphs/$module" "${HOUSE_ROOT:-.}/$(package_of "$module")" "$@" || status=1
done
exit $status
