#!/bin/bash
# Copies the template, lets it depend on this checkout, and runs its test as a developer would. Fails if the build compiles modules that
# tests of an app do not need, or if a kept build folder, as in the workflow's cache, does not save the compilation of the library. With the
# trait App, it adds a file five times, which must not compile the library again either.
set -eu
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
scratch=$root/.build/template
export SWIFT_DETERMINISTIC_HASHING=1

fail() {
    echo "Template: FAILED: $1"
    exit 1
}

# copy: creates the package in a new folder, as a checkout does.
copy() {
    rm -rf "$scratch/steps"
    mkdir -p "$scratch/steps"
    cp -r Package.swift Sources Tests "$scratch/steps"
    sed -i "s|\.package(url: .*, traits: \[\])|.package(name: \"open-health-kit\", path: \"$root\", traits: [])|" \
        "$scratch/steps/Package.swift"
    grep -q "path: \"$root\"" "$scratch/steps/Package.swift" || fail "Package.swift names its dependency in another way"
}

# run NAME: builds and runs the test, and prints the time.
run() {
    local begin=$SECONDS
    (cd "$scratch/steps" && swift test) >"$scratch/output.txt" 2>&1 || {
        cat "$scratch/output.txt"
        fail "$1"
    }
    grep -q 'Test run with 1 test' "$scratch/output.txt" || fail "$1: the test did not run"
    echo "Template, $1: $((SECONDS - begin)) s"
}

rm -rf "$scratch"
copy
run "first build and test"
modules=$(find -L "$scratch/steps/.build/debug" -name '*.o' | sed -n 's|.*/debug/\([^/]*\)\.build/.*|\1|p' | sort -u)
for module in OpenHealthFormats OpenHealthAPI OpenHealthExport OpenHealthDemo OpenHealthServer; do
    ! grep -qx "$module" <<<"$modules" || fail "the build compiles $module"
done
fetched=$(ls "$scratch/steps/.build/checkouts" | tr '\n' ' ')
[ "$fetched" = "GRDB.swift " ] || fail "fetched: $fetched"

echo '// An edit.' >>"$scratch/steps/Sources/Steps/StepModel.swift"
run "after an edit"

# The workflow's cache keeps the times of files; a checkout does not.
mv "$scratch/steps/.build" "$scratch/steps/Package.resolved" "$scratch/"
copy
cp -a "$scratch/.build" "$scratch/Package.resolved" "$scratch/steps/"
run "new copy with the kept build folder"
library='(Compiling|Emitting module) (OpenHealth|HealthKit|GRDB|OpenCombine|Logging)'
! grep -qE "$library" "$scratch/output.txt" || fail "the library is compiled again"

# The package manager passes traits to the compiler in an order that its hashes determine, so they are not fixed here.
unset SWIFT_DETERMINISTIC_HASHING
sed -i -e 's/traits: \[\]/traits: ["App"]/' -e '0,/\.product(name: "HealthKit",/s//.product(name: "HealthKitCombine", package: "open-health-kit"), &/' \
    "$scratch/steps/Package.swift"
run "first build with the trait App"
for number in 1 2 3 4 5; do
    echo "enum Added$number {}" >"$scratch/steps/Sources/Steps/Added$number.swift"
    run "after adding file $number"
    grep -qE "Compiling Steps|Emitting module Steps" "$scratch/output.txt" || fail "file $number is not compiled"
    ! grep -qE "$library" "$scratch/output.txt" || fail "adding file $number compiles the library again"
done
echo "Template: OK"
