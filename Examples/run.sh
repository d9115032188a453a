#!/bin/bash
# Builds the examples, runs them on their own database, and compares their output with the expected one.
# The cases of each example are in its file cases.sh, which is run in this shell and uses the functions of functions.sh.
# With names of examples as arguments, only their cases are run.
# The examples are built in the .build folder of the library, which contains its modules already. Their own code is always built
# again, since SwiftPM does not detect there which modules a build of the library has changed.
set -eu
cd "$(dirname "$0")"

examples=()
for cases in */cases.sh; do
    examples+=("$(dirname "$cases")")
done

bin=$(swift build --scratch-path ../.build --show-bin-path)
for example in "${examples[@]}"; do
    rm -rf "$bin/$example"{,.product}
    # The output file map is created when the build is planned, which is skipped if nothing has changed since.
    if [ -d "$bin/$example.build" ]; then
        find "$bin/$example.build" -type f ! -name output-file-map.json -delete
    fi
done
. ../Scripts/built.sh
build --scratch-path ../.build
. ./functions.sh

[ $# = 0 ] || examples=("$@")
for example in "${examples[@]}"; do
    fresh
    unset HEALTHKIT_AUTHORIZATION
    # shellcheck source=/dev/null
    . "$example/cases.sh"
done

# Both build in folders of their own, which takes minutes.
if [ $# = 0 ] && ../Scripts/turn.sh 2 6; then
    Light/check.sh || status=1
fi
if [ $# = 0 ] && ../Scripts/turn.sh 5 6; then
    Template/check.sh || status=1
fi

exit $status
