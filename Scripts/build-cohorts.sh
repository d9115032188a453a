#!/bin/bash
# Builds the tool of cohorts in release mode into the folder of the root's products, .build/release.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/built.sh
bin=$(swift build -c release --show-bin-path)
mkdir -p "$bin"
renew_cohorts
swift build -c release --package-path Cohorts --scratch-path "$PWD/.build" --product health-cohort
touch "$bin/cohorts-built"
