# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Checks an export for Health Connect with Python's sqlite3, and compares it with tables of the same store:
check_health_connect.py ZIP RECEIPT FOLDER"""

import json
import pathlib
import sqlite3
import sys
import tempfile
import uuid
import zipfile
from datetime import datetime

archive, receipt, folder = sys.argv[1], json.loads(pathlib.Path(sys.argv[2]).read_text()), pathlib.Path(sys.argv[3])
with zipfile.ZipFile(archive) as file, tempfile.TemporaryDirectory() as place:
    assert file.namelist() == ["health_connect_export.db"], file.namelist()
    db = sqlite3.connect(file.extract("health_connect_export.db", place))
    db.row_factory = sqlite3.Row
    assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert not db.execute("PRAGMA foreign_key_check").fetchall()
    tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    names = {table: {row[1] for row in db.execute(f"PRAGMA table_xinfo({table})")} for table in tables}
    days = set(map(tuple, db.execute("SELECT epoch_days, record_type_id FROM activity_date_table")))
    records = 0
    for table in tables:
        if "dedupe_hash" not in names[table]:
            continue
        for row in db.execute(f"SELECT * FROM {table}"):
            records += 1
            assert len(row["uuid"]) == 16 and (row["client_record_id"] is None) != (row["dedupe_hash"] is None)
            start, offset = ("time", "zone_offset") if "time" in names[table] else ("start_time", "start_zone_offset")
            assert row[start] >= 0 and -64800 <= row[offset] <= 64800
            assert row["local_date"] == (row[start] // 1000 + row[offset]) // 86400, table
            assert any(day == row["local_date"] for day, _ in days)
            if start == "start_time":
                assert row["end_time"] > row["start_time"] and -64800 <= row["end_zone_offset"] <= 64800

    def samples(name):
        for line in (folder / "samples" / f"{name}.ndjson").open():
            yield json.loads(line)

    compared = 0
    for name, table, column, factor in [
        ("stepCount", "steps_record_table", "count", 1), ("bodyMass", "weight_record_table", "weight", 1000),
        ("activeEnergyBurned", "active_calories_burned_record_table", "energy", 1000),
        ("oxygenSaturation", "oxygen_saturation_record_table", "percentage", 100),
        ("restingHeartRate", "resting_heart_rate_record_table", "beats_per_minute", 1),
    ]:
        if not (folder / "samples" / f"{name}.ndjson").exists():
            continue
        found = {row["uuid"]: row for row in db.execute(f"SELECT * FROM {table}")}
        count = 0
        for sample in samples(name):
            row = found[uuid.UUID(sample["uuid"]).bytes]
            whole = column in ("count", "beats_per_minute")
            assert abs(row[column] - sample["value"] * factor) <= (0.5 if whole else 1e-9 * abs(row[column])), name
            start = row["time"] if "time" in row.keys() else row["start_time"]
            assert abs(start / 1000 - datetime.fromisoformat(sample["start"]).timestamp()) < 0.001
            count += 1
        assert count == len(found) == receipt["types"][f"HKQuantityTypeIdentifier{name[0].upper()}{name[1:]}"]
        compared += count
    beats = db.execute("SELECT count(*), min(beats_per_minute), max(beats_per_minute) FROM heart_rate_record_series_table")
    count, low, high = beats.fetchone()
    assert count == receipt["types"]["HKQuantityTypeIdentifierHeartRate"] and 20 < low <= high < 260, (count, low, high)
    assert db.execute("SELECT count(*) FROM exercise_session_record_table").fetchone()[0] == receipt["written"]["workouts"]
    assert db.execute("SELECT count(*) FROM exercise_route_table").fetchone()[0] == receipt["written"].get("routePoints", 0)
    assert compared > 0
print(f"check-exports: sqlite3 reads {records} records of Health Connect, {compared} compared with the store")
