"""Compares an export with what `health` lists of the same store."""
import calendar
import collections
import json
import math
import pathlib
import struct
import subprocess
import sys
import time

import duckdb
from readers import READERS, bits


def microseconds(text):
    if text is None:
        return None
    whole, _, fraction = text.removesuffix("Z").partition(".")
    return calendar.timegm(time.strptime(whole, "%Y-%m-%dT%H:%M:%S")) * 1_000_000 + int(fraction.ljust(6, "0")[:6] or 0)


def encoded(text):
    return None if text is None else text.encode()


def listed(health, store, *arguments):
    output = subprocess.run(
        [health, *arguments, "--store", store, "--format", "ndjson"], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def sample(record):
    """A line of `health samples` as a row of the file of its type. Of metadata with a repeated key, JSON has one entry."""
    device = record["device"] or {}
    name = next((device[key] for key in ("name", "model", "hardware", "localIdentifier") if device.get(key)), None)
    value = record["value"]
    return {
        "uuid": bytes.fromhex(record["uuid"].replace("-", "")),
        "start": microseconds(record["start"]),
        "end": microseconds(record["end"]),
        "time_zone": encoded(record["timeZone"]),
        "value": None if value is None else bits(float(value)),
        "unit": None if value is None else encoded(record["unit"]),
        "value_name": encoded(record["text"] or record["valueName"]),
        "source": encoded(record["source"]),
        "bundle": encoded(record["bundleIdentifier"]),
        "version": encoded(record["sourceVersion"]),
        "device": encoded(name),
        "metadata": sorted((encoded(key), encoded(entry)) for key, entry in (record["metadata"] or {}).items()) or None,
    }


def main(health, store, folder):
    by_type = collections.defaultdict(list)
    for record in listed(health, store, "samples", "--all"):
        by_type[record["type"]].append(sample(record))
    assert len(by_type) > 50, len(by_type)
    files = {}
    for path in folder.glob("samples/*/*.parquet"):
        entries = duckdb.sql(f"SELECT value FROM parquet_kv_metadata('{path}') WHERE key = 'type'").fetchall()[0]
        files[bytes(entries[0]).decode()] = path
    assert files.keys() == by_type.keys(), files.keys() ^ by_type.keys()
    count = 0
    for identifier, want in by_type.items():
        want.sort(key=lambda row: (row["start"], row["uuid"]))
        for name, read in READERS.items():
            got = read(str(files[identifier]))
            starts = [row["start"] for row in got]
            assert starts == sorted(starts), (name, identifier)
            for row in got:
                row["metadata"] = sorted(dict(row["metadata"]).items()) if row["metadata"] else None
            got.sort(key=lambda row: (row["start"], row["uuid"]))
            assert len(got) == len(want), (name, identifier, len(got), len(want))
            for left, right in zip(got, want):
                differing = [key for key in right if left[key] != right[key]]
                assert not differing, (name, identifier, differing)
        count += len(want)

    def table(name):
        """A file, read by all of the programs alike."""
        answers = [read(str(folder / name)) for read in READERS.values()]
        for row in (row for answer in answers for row in answer):
            # DuckDB gives a map with a repeated key to Python without the repetition.
            row.update({key: sorted(dict(value).items()) for key, value in row.items() if isinstance(value, list)})
        assert answers[0] == answers[1] == answers[2], name
        return answers[0]

    # The merged figures of a day are those of `health statistics`.
    for kind, partition in [("stepCount", b"StepCount"), ("heartRate", b"HeartRate")]:
        days = listed(health, store, "statistics", kind, "--every", "day")
        rows = [row for row in table("statistics/quantities.parquet") if row["type"] == partition]
        assert len(days) == len(rows) > 10, (kind, len(days), len(rows))
        for day, row in zip(days, rows):
            for name in ("sum", "average", "minimum", "maximum"):
                if day.get(name) is not None:
                    # Programs list figures with 15 digits.
                    figure = struct.unpack("<d", row[name])[0]
                    assert math.isclose(figure, float(day[name]), rel_tol=1e-12), (kind, name)
    workouts = listed(health, store, "workouts")
    assert {row["uuid"].hex() for row in table("workouts.parquet")} == {
        row["uuid"].replace("-", "").lower() for row in workouts}
    # A type has one name in all files, and a sample one row of the sources.
    names = {path.parent.name.removeprefix("type=") for path in folder.glob("samples/*/*.parquet")}
    for name in ("statistics/quantities", "statistics/categories", "workout_statistics", "workout_samples", "correlations"):
        found = {row["type"].decode() for row in table(f"{name}.parquet")}
        assert found and found <= names | {"DistanceSwimming"}, (name, found - names)
    joined = duckdb.sql(
        f"SELECT count(*) FROM read_parquet('{folder}/samples/*/*.parquet') AS s"
        f" JOIN '{folder}/sources.parquet' AS o ON o.source_id = s.source_id AND o.source = s.source").fetchall()[0][0]
    assert joined == count, (joined, count)
    columns = dict(duckdb.sql(
        f"SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '{folder}/activity_summaries.parquet')").fetchall())
    assert columns["day"] == "DATE" and columns["activeEnergyBurned"] == "DOUBLE", columns
    distances = duckdb.sql(f"SELECT count(distance), count(energy) FROM '{folder}/workouts.parquet'").fetchall()[0]
    assert min(distances) > 0, distances
    for path in folder.glob("**/*.parquet"):
        if path.parent.parent.name != "samples":
            table(path.relative_to(folder))
    # A program finds all samples by the layout of the folders.
    found = duckdb.sql(f"SELECT count(*), count(DISTINCT type) FROM read_parquet('{folder}/samples/*/*.parquet', hive_partitioning = true)")
    assert found.fetchall()[0] == (count, len(by_type)), "the layout of the folders"
    # The columns that differ from row to row. Of a million samples, all columns but the UUID take 7 bytes a sample.
    size = duckdb.sql(
        f"SELECT sum(total_compressed_size) FROM parquet_metadata('{folder}/samples/*/*.parquet')"
        " WHERE path_in_schema IN ('start', 'end', 'value')").fetchall()[0][0] / count
    assert size < 8.5, size
    print(f"check-parquet: {size:.2f} bytes a sample for start, end and value")
    print(f"check-parquet: {count} samples of {len(by_type)} types are those of the store in {', '.join(READERS)}")


main(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]))
