# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Loads an export for OMOP into SQLite with the constraints of CDM 5.4, and compares it with the store: check_omop.py HEALTH STORE FOLDER RECEIPT"""

import csv
import json
import pathlib
import sqlite3
import subprocess
import sys

health, store, folder, receipt = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), json.load(open(sys.argv[4]))

# Columns by kind: i is an integer of 32 bits, n a number, d a date, t a date with a time, a number the length of a text; ! is required.
TABLES = {
    "person": "person_id:i! gender_concept_id:i! year_of_birth:i! month_of_birth:i day_of_birth:i birth_datetime:t"
    " race_concept_id:i! ethnicity_concept_id:i! location_id:i provider_id:i care_site_id:i person_source_value:50"
    " gender_source_value:50 gender_source_concept_id:i race_source_value:50 race_source_concept_id:i"
    " ethnicity_source_value:50 ethnicity_source_concept_id:i",
    "observation_period": "observation_period_id:i! person_id:i! observation_period_start_date:d!"
    " observation_period_end_date:d! period_type_concept_id:i!",
    "measurement": "measurement_id:i! person_id:i! measurement_concept_id:i! measurement_date:d! measurement_datetime:t"
    " measurement_time:10 measurement_type_concept_id:i! operator_concept_id:i value_as_number:n value_as_concept_id:i"
    " unit_concept_id:i range_low:n range_high:n provider_id:i visit_occurrence_id:i visit_detail_id:i"
    " measurement_source_value:50 measurement_source_concept_id:i unit_source_value:50 unit_source_concept_id:i"
    " value_source_value:50 measurement_event_id:i meas_event_field_concept_id:i",
    "observation": "observation_id:i! person_id:i! observation_concept_id:i! observation_date:d! observation_datetime:t"
    " observation_type_concept_id:i! value_as_number:n value_as_string:60 value_as_concept_id:i qualifier_concept_id:i"
    " unit_concept_id:i provider_id:i visit_occurrence_id:i visit_detail_id:i observation_source_value:50"
    " observation_source_concept_id:i unit_source_value:50 qualifier_source_value:50 value_source_value:50"
    " observation_event_id:i obs_event_field_concept_id:i",
    "drug_exposure": "drug_exposure_id:i! person_id:i! drug_concept_id:i! drug_exposure_start_date:d!"
    " drug_exposure_start_datetime:t drug_exposure_end_date:d! drug_exposure_end_datetime:t verbatim_end_date:d"
    " drug_type_concept_id:i! stop_reason:20 refills:i quantity:n days_supply:i sig:1000000 route_concept_id:i"
    " lot_number:50 provider_id:i visit_occurrence_id:i visit_detail_id:i drug_source_value:50"
    " drug_source_concept_id:i route_source_value:50 dose_unit_source_value:50",
    "device_exposure": "device_exposure_id:i! person_id:i! device_concept_id:i! device_exposure_start_date:d!"
    " device_exposure_start_datetime:t device_exposure_end_date:d device_exposure_end_datetime:t"
    " device_type_concept_id:i! unique_device_id:255 production_id:255 quantity:i provider_id:i"
    " visit_occurrence_id:i visit_detail_id:i device_source_value:50 device_source_concept_id:i unit_concept_id:i"
    " unit_source_value:50 unit_source_concept_id:i",
    "cdm_source": "cdm_source_name:255! cdm_source_abbreviation:25! cdm_holder:255! source_description:1000"
    " source_documentation_reference:255 cdm_etl_reference:255 source_release_date:d! cdm_release_date:d!"
    " cdm_version:10 cdm_version_concept_id:i! vocabulary_version:20!",
}


def column(text, table):
    name, kind = text.split(":")
    required = " NOT NULL" if kind.endswith("!") else ""
    kind = kind.rstrip("!")
    if name == table + "_id":
        return f"{name} INTEGER PRIMARY KEY CHECK ({name} BETWEEN 1 AND 2147483647)"
    if name == "person_id":
        return f"{name} INTEGER{required} REFERENCES person (person_id)"
    if kind == "i":
        return f"{name} INTEGER{required} CHECK (typeof({name}) IN ('integer', 'null'))"
    if kind == "n":
        return f"{name} REAL{required} CHECK (typeof({name}) IN ('real', 'null'))"
    if kind == "d":
        return f"{name} TEXT{required} CHECK (date({name}) = {name})"
    if kind == "t":
        return f"{name} TEXT{required} CHECK (datetime({name}) = {name})"
    return f"{name} TEXT{required} CHECK (length({name}) <= {kind})"


database = sqlite3.connect(":memory:")
database.execute("PRAGMA foreign_keys = ON")
counts = {}
for table, columns in TABLES.items():
    database.execute(f"CREATE TABLE {table} ({', '.join(column(text, table) for text in columns.split())})")
    with (folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == [text.split(":")[0] for text in columns.split()], (table, rows[0])
    marks = ", ".join("?" * len(rows[0]))
    database.executemany(
        f"INSERT INTO {table} VALUES ({marks})", [[field or None for field in row] for row in rows[1:]])
    counts[table] = len(rows) - 1
assert counts["person"] == counts["observation_period"] == counts["cdm_source"] == 1, counts


def run(*arguments):
    return json.loads(subprocess.run([health, *arguments, "--store", store], check=True, capture_output=True).stdout)


def rows_of(answer):
    return answer if isinstance(answer, list) else answer["rows"]


compared = 0
names = [row[0] for row in database.execute(
    "SELECT DISTINCT measurement_source_value FROM measurement WHERE value_source_value IS NULL"
    " AND measurement_datetime IS NULL")]
for name in names:
    rows = [
        row for row in rows_of(run("statistics", name, "--every", "day", "--format", "json"))
        if row.get("sum") is not None or row.get("average") is not None
    ]
    expected = {row["start"][:10]: row["sum"] if row.get("sum") is not None else row["average"] for row in rows}
    own = {
        day: value / (100 if unit == "%" else 1)
        for day, value, unit in database.execute(
            "SELECT measurement_date, value_as_number, unit_source_value FROM measurement"
            " WHERE measurement_source_value = ? AND measurement_datetime IS NULL", [name])
    }
    assert own.keys() == expected.keys(), (name, len(own), len(expected))
    for day, value in own.items():
        assert abs(value - expected[day]) <= 1e-9 * max(1, abs(value)), (name, day)
    compared += len(own)
assert compared > 0

observations = dict(database.execute("SELECT observation_source_value, count(*) FROM observation GROUP BY 1"))
written = receipt["written"]
nights = receipt["types"].get("HKCategoryTypeIdentifierSleepAnalysis", 0)
assert sum(observations.values()) == written.get("categories", 0) - nights + written.get("workouts", 0), observations
doses = [row[0] for row in database.execute("SELECT drug_source_value FROM drug_exposure ORDER BY drug_exposure_id")]
assert len(doses) == written["medicationDoses"] == 2 and doses[0] == "Ibuprofen", doses
assert receipt["notHeld"]["medicationDoses"] == 1, receipt["notHeld"]
# Each device has the times of the samples that the tool lists for it.
times = {}
for line in subprocess.run(
        [health, "samples", "--all", "--format", "ndjson", "--store", store], check=True,
        capture_output=True).stdout.splitlines():
    sample = json.loads(line)
    if sample["type"] not in receipt["types"]:
        continue
    device = sample["device"] or {}
    kind = " ".join(device[key] for key in ("manufacturer", "model", "hardware") if device.get(key))
    name = kind or sample["productType"] or device.get("name")
    if name:
        first, last = times.get(name, (sample["start"], sample["end"]))
        times[name] = (min(first, sample["start"]), max(last, sample["end"]))
devices = dict(database.execute("SELECT device_source_value, count(*) FROM device_exposure GROUP BY 1"))
assert devices.keys() == {name[:50] for name in times} and len(devices) > 1, (devices, times)
outside = database.execute(
    "SELECT count(*) FROM device_exposure, observation_period WHERE device_exposure_start_date <"
    " observation_period_start_date OR device_exposure_end_date > observation_period_end_date").fetchone()[0]
assert outside == 0, outside
slept = database.execute(
    "SELECT sum(value_as_number) FROM measurement WHERE measurement_concept_id = 1002368").fetchone()[0]
parts = database.execute(
    "SELECT sum(value_as_number) FROM measurement WHERE value_source_value GLOB '*Asleep*'").fetchone()[0]
assert abs(slept - parts) < 1e-6 * slept, (slept, parts)
print(f"omop: {counts['measurement']} measurements ({compared} equal to statistics), {counts['observation']} observations,"
    f" {counts['drug_exposure']} doses, {counts['device_exposure']} devices")
