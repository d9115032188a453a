#!/bin/bash
# Builds once and runs all tests: those in Swift and in the browser, and beside them those of the scripts, which use one core.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${BUILT:-}" ]; then
    # shellcheck disable=SC2086 # the flags are meant to be split
    swift build ${SWIFT_BUILD_FLAGS:-} --build-tests
    BUILT=$(swift build --show-bin-path)
    export BUILT
fi
exec Scripts/side-by-side.sh \
    "make --keep-going test-guides check-parquet check-exports check-age check-server" \
    "make --keep-going test-swift test-web"
