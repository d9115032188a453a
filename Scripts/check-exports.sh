#!/bin/bash
# Validates exports of demo data with programs that others wrote.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/.build/export-checks

Scripts/python-tools.sh "$tools" Scripts/exports/requirements.txt

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PYTHONDONTWRITEBYTECODE=1

. Scripts/built.sh
built health
health=$bin/health
"$health" demo "$folder/demo.zip" --records 20000 >/dev/null
"$health" import "$folder/demo.zip" --timezone Europe/Berlin --store "$folder/health.db" >/dev/null
cat >"$folder/doses.json" <<'EOF'
{"data": {"medications": [
    {"displayText": "Ibuprofen", "start": "2024-03-10 10:00:00 +0000", "status": "Taken", "dosage": 2,
     "codings": [{"code": "5640", "system": "http://www.nlm.nih.gov/research/umls/rxnorm"}]},
    {"displayText": "イブプロフェン, \"forte\"", "start": "2024-03-11 10:00:00 +0000", "status": "Taken"},
    {"displayText": "Ibuprofen", "start": "2024-03-12 10:00:00 +0000", "status": "Skipped"}]}}
EOF
"$health" ingest "$folder/doses.json" --as health-auto-export --store "$folder/health.db" >/dev/null
for format in fhir gpx ndjson fit omop open-mhealth; do
    "$health" export "$folder/$format" --format $format --store "$folder/health.db" --json >"$folder/$format.json"
done
"$tools/bin/python" Scripts/exports/check_fhir.py "$folder/fhir" "$folder/fhir.json"
"$tools/bin/python" Scripts/exports/check_gpx.py "$health" "$folder/health.db" "$folder/gpx" "$folder/ndjson"
"$health" export "$folder/phone.zip" --format health-connect --store "$folder/health.db" --json >"$folder/phone.json"
"$tools/bin/python" Scripts/exports/check_health_connect.py "$folder/phone.zip" "$folder/phone.json" "$folder/ndjson"
# Adding data that an export already contains changes nothing.
"$health" export "$folder/again.zip" --format health-connect --base "$folder/phone.zip" --store "$folder/health.db" --json >"$folder/again.json"
"$tools/bin/python" Scripts/exports/check_health_connect.py "$folder/again.zip" "$folder/again.json" "$folder/ndjson"
"$tools/bin/python" Scripts/exports/check_fit.py "$health" "$folder/health.db" "$folder/fit" "$folder/ndjson"
"$tools/bin/python" Scripts/exports/check_omop.py "$health" "$folder/health.db" "$folder/omop" "$folder/omop.json"
"$tools/bin/python" Scripts/exports/check_open_mhealth.py "$folder/open-mhealth" "$folder/open-mhealth.json" "$folder/ndjson"
"$tools/bin/python" Scripts/exports/check_tables.py "$health" "$folder" "$folder/health.db"
