# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Reads all tables of exports as CSV and NDJSON with DuckDB, polars and pandas, with default options, and compares them with the text:
check_tables.py HEALTH FOLDER STORE...; the last store is made here, with columns whose first values come late."""

import csv
import datetime
import json
import pathlib
import subprocess
import sys
import uuid

import duckdb
import pandas
import polars

health, work, stores = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
csv.field_size_limit(1 << 30)


def late_store():
    """25,000 whole heart rates and 5,000 with halves, with versions, time zones and metadata that change late."""
    rows = []
    start = datetime.datetime(2024, 1, 1)
    for index in range(30_000):
        time = (start + datetime.timedelta(minutes=index)).strftime("%Y-%m-%d %H:%M:%S +0000")
        value = 79 + index % 2 if index < 25_000 else 79.5 + index % 2
        version = "9.1" if index < 26_000 else "10.1.1" if index < 29_000 else "11.2"
        name = "Watch" if index < 28_000 else 'Ana, the &quot;second&quot;'
        entry = '<MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>' if index >= 27_000 else ""
        if index == 26_500:
            entry = '<MetadataEntry key="day" value="2024-01-01"/>'
        rows.append(
            f'<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="{name}" sourceVersion="{version}"'
            f' unit="count/min" startDate="{time}" endDate="{time}" value="{value}">{entry}</Record>')
    document = work / "late.xml"
    document.write_text(
        '<?xml version="1.0" encoding="UTF-8"?><HealthData locale="en_US"><ExportDate value="2024-12-11 09:00:00 +0100"/>'
        + "\n".join(rows) + "</HealthData>")
    store = work / "late.db"
    subprocess.run(
        [health, "import", document, "--timezone", "UTC", "--store", store], check=True, stdout=subprocess.DEVNULL)
    return store


def text_of(path):
    """The rows of a file as they stand in it; None for missing values."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [{key: value or None for key, value in row.items()} for row in csv.DictReader(file)]
    return [json.loads(line) for line in path.open(encoding="utf-8")]


def readr_types(rows):
    """The types that readr takes from a thousand rows: every value of the file has to fit."""
    def kind(value):
        try:
            float(value)
            return "double"
        except ValueError:
            return "text"

    for name in rows[0]:
        guessed = {kind(row[name]) for row in rows[:1000] if row[name] is not None}
        found = {kind(row[name]) for row in rows if row[name] is not None}
        assert not found or guessed, (name, "has no value in the first thousand rows")
        assert "text" in guessed or "text" not in found, (name, guessed, found)


def missing(value):
    return value is None or value != value or value == ""


def same(value, text):
    """Whether a value that a program read is the one in the file."""
    if isinstance(text, (list, dict)):
        return len(value) == len(text) if value is not None else not text
    if missing(text) or missing(value):
        # pandas reads Apple's word "None" as no value.
        return (missing(text) or text == "None") and missing(value)
    if isinstance(text, bool) or text in ("true", "false"):
        return str(value).lower() in (str(text).lower(), "1.0" if text in (True, "true") else "0.0")
    if isinstance(value, bool) and text in ("YES", "NO"):
        # DuckDB reads Apple's words for truth values as such.
        return value == (text == "YES")
    if isinstance(value, uuid.UUID):
        return value == uuid.UUID(text)
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S") == text[:19]
    if isinstance(value, datetime.date):
        return True
    try:
        # pandas rounds the last digit of numbers of JSON.
        return abs(float(value) - float(text)) <= 1e-12 * abs(float(text))
    except (TypeError, ValueError):
        return str(value) == str(text) or isinstance(value, datetime.time)


def check(path):
    rows = text_of(path)
    is_csv = path.suffix == ".csv"
    if is_csv:
        readr_types(rows)
    answers = {}
    relation = duckdb.sql(f"SELECT * FROM '{path}'")
    answers["duckdb"] = [dict(zip(relation.columns, row)) for row in relation.fetchall()]
    answers["polars"] = (polars.read_csv(path) if is_csv else polars.read_ndjson(path)).to_dicts()
    answers["pandas"] = (pandas.read_csv(path) if is_csv else pandas.read_json(path, lines=True)).to_dict("records")
    for program, read in answers.items():
        assert len(read) == len(rows), (program, path, len(read), len(rows))
        for name in rows[0]:
            # pandas and DuckDB read lists as values of their own.
            wrong = next((index for index, row in enumerate(rows) if not same(read[index][name], row[name])), None)
            assert wrong is None, (program, str(path), name, wrong)
    return len(rows)


late = late_store()
count = files = 0
for number, store in enumerate([*stores, late]):
    for form in ("csv", "ndjson"):
        folder = work / f"tables-{number}-{form}"
        raw = ["--raw"] if form == "csv" else []
        subprocess.run(
            [health, "export", folder, "--format", form, "--store", store, *raw], check=True, stdout=subprocess.DEVNULL)
        for path in sorted(folder.glob(f"**/*.{form}")):
            count += check(path)
            files += 1
        # The script creates a table of each kind, with the same rows.
        database = duckdb.connect()
        database.execute(f"SET file_search_path = '{folder}'")
        database.execute((folder / "load.sql").read_text())
        loaded = database.sql("SELECT count(*), avg(value) FROM samples WHERE type = 'HKQuantityTypeIdentifierHeartRate'").fetchall()[0]
        path = folder / "samples" / f"heartRate.{form}"
        direct = duckdb.sql(f"SELECT count(*), avg(value) FROM '{path}'").fetchall()[0]
        assert loaded[0] == direct[0] and abs(loaded[1] - direct[1]) < 1e-9, (loaded, direct)
        if store == late:
            assert direct[0] == 30_000 and abs(direct[1] - 79.583333333) < 1e-6, direct
            zones = duckdb.sql(f"SELECT count(*) FROM '{path}' WHERE time_zone = 'Europe/Berlin'").fetchall()[0][0]
            assert zones == 3000, zones
print(f"tables: {count} rows of {files} files are the same in DuckDB, polars and pandas")
