#!/bin/bash
# Reads Parquet files at the edges of the format, which a test writes, with pyarrow, DuckDB and polars, and compares every value.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/.build/parquet-checks

Scripts/python-tools.sh "$tools" Scripts/parquet/requirements.txt

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PYTHONDONTWRITEBYTECODE=1

. Scripts/built.sh
built_tests
tests=$bin/open-health-kitPackageTests.xctest
mkdir "$folder/cases"
PARQUET_CASES=$folder/cases "$tests" --testing-library swift-testing --filter ParquetCaseFiles >"$folder/cases.log" 2>&1 ||
    { cat "$folder/cases.log"; exit 1; }
"$tools/bin/python" Scripts/parquet/check_cases.py "$folder/cases"

health=$bin/health
"$health" demo "$folder/demo.zip" --records 60000 >/dev/null
"$health" import "$folder/demo.zip" --timezone Europe/Berlin --store "$folder/health.db" >/dev/null
"$health" export "$folder/export" --format parquet --store "$folder/health.db" >/dev/null
"$tools/bin/python" Scripts/parquet/check_export.py "$health" "$folder/health.db" "$folder/export"
