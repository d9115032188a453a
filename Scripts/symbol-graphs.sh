#!/bin/sh
# usage: Scripts/symbol-graphs.sh [MODULE...]
# Writes the symbol graphs of the modules, or of all library products, into .build/symbol-graphs/<Module>/ and prints nothing.
# Reads the modules of the debug build; "swift package dump-symbol-graph" would build everything a second time.
set -eu
cd "$(dirname "$0")/.."
. Scripts/modules.sh
[ $# -eq 0 ] || MODULES=$*

. Scripts/built.sh
built
case " $MODULES " in
    *" OpenHealthWarehouse "*) built_cohorts ;;
esac

target=$(swift -print-target-info | sed -n 's/^ *"triple" *: *"\([^"]*\)".*/\1/p' | head -n 1)

# The module maps of the packages' C targets.
maps=$(for map in "$bin"/*.build/module.modulemap .build/checkouts/*/Sources/*/include/module.modulemap; do
    if [ -e "$map" ]; then printf ' -I %s' "${map%/module.modulemap}"; fi
done)

# Writes the graph of a module, unless it is newer than the module, its comments and this script. The compiler keeps the file of a
# module whose comments alone have changed.
extract() {
    folder=.build/symbol-graphs/$1
    mark=$folder/extracted
    if [ -e "$mark" ] && [ "$mark" -nt "$bin/Modules/$1.swiftmodule" ] && [ "$mark" -nt "$bin/Modules/$1.swiftdoc" ] \
        && [ "$mark" -nt Scripts/symbol-graphs.sh ]; then
        return 0
    fi
    rm -rf "$folder"
    mkdir -p "$folder"
    swift symbolgraph-extract -module-name "$1" -target "$target" -output-dir "$folder" \
        -I "$bin/Modules" -I Sources/COpenHealthAllocator -I Sources/COpenHealthISAL -I Sources/COpenHealthNetlink -I Sources/COpenHealthSQLite -I .build/checkouts/GRDB.swift/Sources/GRDBSQLite \
        $maps \
        -minimum-access-level public -skip-synthesized-members -skip-inherited-docs
    touch "$mark"
}

# Two modules run concurrently.
for module in $MODULES; do
    if [ -n "${previous:-}" ]; then
        extract "$module"
        wait "$previous"
        previous=
    else
        extract "$module" &
        previous=$!
    fi
done
[ -z "${previous:-}" ] || wait "$previous"
