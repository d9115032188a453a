#!/bin/sh
# Builds the documentation of every library into .build/docs; warnings are errors. HOUSE_ROOT is another tree whose catalogues are
# used, MODULES are other modules.
set -eu
only=${MODULES:-}
cd "$(dirname "$0")/.."
. Scripts/modules.sh
MODULES=${only:-$MODULES}
root=${HOUSE_ROOT:-.}

Scripts/symbol-graphs.sh $MODULES
mkdir -p .build/docs
status=0
for module in $MODULES; do
    catalogue=$root/$(package_of "$module")/Sources/$module/$module.docc
    if [ ! -d "$catalogue" ]; then
        echo "$catalogue: there is no documentation catalogue; add one"
        status=1
    elif docc convert "$catalogue" --additional-symbol-graph-dir ".build/symbol-graphs/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "org.openhealthkit.$module" \
        --output-path ".build/docs/$module" --warnings-as-errors; then
        echo "documentation of $module: OK"
    else
        echo "documentation of $module: faults"
        status=1
    fi
done
exit $status
