#!/bin/sh
# usage: Scripts/symbol-graphs.sh [MODULE...]
# Writes the symbol graphs of the modules, or of all library products, into .build/symbol-graphs/<Module>/ and prints nothing.
# Reads the modules of the debug build; "swift package dump-symbol-graph" would build everything a second time.
set -eu
cd "$(dirname "$0")/.."
. Scripts/modules.sh
[ $# -eq 0 ] || MODULES=$*

bin=$(swift build --show-bin-path)
for module in $MODULES; do
    swift build --target "$module" >&2
done

target=$(swift -print-target-info | sed -n 's/^ *"triple" *: *"\([^"]*\)".*/\1/p' | head -n 1)

# The module maps of the C targets that packages bring.
maps=$(for map in "$bin"/*.build/module.modulemap .build/checkouts/*/Sources/*/include/module.modulemap; do
    if [ -e "$map" ]; then printf ' -I %s' "${map%/module.modulemap}"; fi
done)
for module in $MODULES; do
    folder=.build/symbol-graphs/$module
    rm -rf "$folder"
    mkdir -p "$folder"
    swift symbolgraph-extract -module-name "$module" -target "$target" -output-dir "$folder" \
        -I "$bin/Modules" -I Sources/COpenHealthISAL -I Sources/COpenHealthNetlink -I .build/checkouts/GRDB.swift/Sources/GRDBSQLite \
        $maps \
        -minimum-access-level public -skip-synthesized-members -skip-inherited-docs
done
