#!/bin/sh
# Introduces one fault for each check in a copy of the tree, and requires that the check report it with its location: a check that
# has never failed may be unable to.
set -eu
cd "$(dirname "$0")/.."

. Scripts/built.sh
# The checks read the modules of all libraries.
built
checks=$bin/project-checks
export BUILT=$bin
built_cohorts
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 1' INT TERM
status=0

fresh() {
    rm -rf "${copy:?}/"*
    cp -R Package.swift ./*.md Sources Tests Data Documentation "$copy"/
    mkdir "$copy/Cohorts"
    (cd Cohorts && cp -R Package.swift ./*.md Sources Tests Documentation "$copy/Cohorts"/)
}

# A tree without other sources, for checks that look at each file by itself. They accept it as it is.
small() {
    rm -rf "${copy:?}/"*
    mkdir -p "$copy/Tests" "$copy/Sources/OpenHealthModel" "$copy/Sources/OpenHealthStore" "$copy/Sources/OpenHealthChecks"
    cp Package.swift ./*.md "$copy"/
}

# expect NAME PLACE COMMAND...: the command must fail and name the place.
expect() {
    name=$1
    place=$2
    shift 2
    if HOUSE_ROOT=$copy "$@" >"$copy.log" 2>&1; then
        echo "planted fault: $name was NOT found"
        status=1
    elif grep -q -F -e "$place" "$copy.log"; then
        echo "planted fault: $name found"
    else
        echo "planted fault: $name failed without naming $place:"
        cat "$copy.log"
        status=1
    fi
    rm -f "$copy.log"
}

header() {
    printf '%s\n' \
        '// This source file is part of the OpenHealthKit open source project' \
        '// SPDX-License-Identifier: Apache-2.0' ''
}

small
for check in sizes traps prose; do
    "$checks" "$check" "$copy" >"$copy.log" || {
        cat "$copy.log"
        exit 1
    }
done

planted=Sources/OpenHealthModel/Planted.swift

fresh
{ header; printf 'let planted  =  1 ;\n'; } >"$copy/$planted"
expect "formatting" "Planted.swift:4" Scripts/check-format.sh

fresh
{ header; printf 'import GRDB\n'; } >"$copy/$planted"
expect "import table" "$planted:4" "$checks" imports "$copy"

fresh
sed -i 's/name: "OpenHealthStatistics", dependencies: \["OpenHealthModel"\]/name: "OpenHealthStatistics", dependencies: ["OpenHealthModel", "CoreLocation"]/' \
    "$copy/Package.swift"
expect "unused dependency" "OpenHealthStatistics depends on CoreLocation" "$checks" imports "$copy"

small
{ header; yes '//' | head -n 900; } >"$copy/$planted"
expect "file size" "$planted:601" "$checks" sizes "$copy"

small
printf 'let planted = 1\n' >"$copy/$planted"
expect "header lines" "$planted:1" "$checks" sizes "$copy"

small
{ header; printf '// TO''DO: planted\n'; } >"$copy/$planted"
expect "unfinished work" "$planted:4" "$checks" sizes "$copy"

small
{ header; printf 'final class Planted: @unchecked Sendable {}\n'; } >"$copy/$planted"
expect "unexplained @unchecked Sendable" "$planted:4" "$checks" sizes "$copy"

small
{ header; printf 'import XCTest\n'; } >"$copy/$planted"
expect "XCTest" "$planted:4" "$checks" sizes "$copy"

fresh
{ header; printf 'struct Planted {\n    var path: SampleReader?\n}\n'; } >"$copy/Sources/OpenHealthStore/Rows/Planted.swift"
expect "cycle between folders" "Rows/Planted.swift:5: Rows uses SampleReader of Reading" "$checks" folders "$copy"

comment=Sources/OpenHealthChecks/Planted.swift
small
{ header; printf '/// What somebody has planted.\nstruct Planted {}\n'; } >"$copy/$comment"
expect "prose (opening)" "$comment:4: begins with" "$checks" prose "$copy"
expect "prose (word)" "$comment:4: \"somebody\"" "$checks" prose "$copy"
small
mkdir -p "$copy/Scripts"
printf '#!/bin/sh\n# What it does.\n' >"$copy/Scripts/planted.sh"
expect "prose (script)" "Scripts/planted.sh:2: begins with" "$checks" prose "$copy"

outside=Sources/OpenHealthStore/Planted.swift
for read in 'let planted: Int = try row.decode(atIndex: 0)' 'let planted = sqlite3_column_int64(handle, 0)'; do
    small
    { header; printf '%s\n' "$read"; } >"$copy/$outside"
    expect "column by number ($read)" "$outside:4" "$checks" sizes "$copy"
done
for trap in 'let planted = quantity.doubleValue(for: unit)' 'precondition(planted)' 'let planted = other!' \
    'let planted = try! other()' 'let planted = Int(other.rounded())'; do
    small
    { header; printf '%s\n' "$trap"; } >"$copy/$outside"
    expect "trap on outside input ($trap)" "$outside:4" "$checks" traps "$copy"
done

fresh
sed -i '2s/.*/planted/' "$copy/Documentation/api/OpenHealthModel.txt"
expect "public API listing" "OpenHealthModel.txt:2" Scripts/api-listing.sh

fresh
sed -i '2s/.*/planted/' "$copy/Cohorts/Documentation/api/OpenHealthWarehouse.txt"
expect "public API listing of cohorts" "OpenHealthWarehouse.txt:2" Scripts/api-listing.sh

fresh
sed -i '1s/.*/planted/' "$copy/Documentation/RemainingInterface.md"
expect "list of Apple's interface" "RemainingInterface.md:1" Scripts/interface.sh

fresh
printf '\nSee ``NoSuchPlantedSymbol``.\n' >>"$copy/Sources/OpenHealthTestSupport/OpenHealthTestSupport.docc/OpenHealthTestSupport.md"
expect "documentation" "NoSuchPlantedSymbol" env MODULES=OpenHealthTestSupport Scripts/build-docs.sh

fresh
printf '// planted\n' >>"$copy/Sources/OpenHealthModel/Generated/HKTypeIdentifiers.swift"
expect "generated files" "HKTypeIdentifiers.swift" Scripts/check-generated.sh

exit $status
