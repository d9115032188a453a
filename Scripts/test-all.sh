#!/bin/bash
# Builds once and runs all tests: those in Swift and in the browser, and beside them those of the scripts, which use one core.
set -euo pipefail
cd "$(dirname "$0")/.."

. Scripts/built.sh
built_tests
exec Scripts/side-by-side.sh \
    "make --keep-going test-guides check-parquet check-exports check-age check-server" \
    "make --keep-going test-swift test-web"
