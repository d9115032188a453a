"""Compares the files of ParquetCaseFiles with the lines of JSON beside them."""
import json
import pathlib
import struct
import sys

import duckdb
from readers import READERS, bits

FIRST, LAST = -(2**63), 2**63 - 1


def expected(line):
    row = json.loads(line)
    unhex = lambda text: None if text is None else bytes.fromhex(text)
    value = row["value"]
    return {
        **row,
        "uuid": unhex(row["uuid"]),
        "text": unhex(row["text"]),
        "value": None if value is None else bits(struct.unpack("<d", struct.pack("<Q", int(value, 16)))[0]),
        "map": None if row["map"] is None else [(unhex(key), unhex(entry)) for key, entry in row["map"]],
    }


def main(folder):
    files = sorted(folder.glob("*.jsonl"))
    assert len(files) == 45, f"{len(files)} cases"
    for file in files:
        path = str(file.with_suffix(""))
        want = [expected(line) for line in file.read_text().splitlines()]
        for name, read in READERS.items():
            got = read(path)
            assert len(got) == len(want), (name, path, len(got), len(want))
            for number, (left, right) in enumerate(zip(got, want)):
                # DuckDB has other meanings for the ends of the range: infinity, and none.
                if name == "DuckDB" and right["time"] in (FIRST, LAST):
                    left = {**left, "time": right["time"]}
                assert left == right, (name, path, number, left, right)
    million = str(folder / "million.parquet")
    for name, read in READERS.items():
        got = read(million)
        assert len(got) == 1_000_000, name
        for row, found in enumerate(got):
            value = None if row % 10 == 3 else bits(row * 7919 % 1000 / 10)
            assert found == {"time": row * 1_000_000 - 500_000_000_000_000, "value": value, "text": b"text %d" % (row % 77)}, (name, row)
    # Statistics of row groups let a reader leave out those that a filter excludes.
    groups = duckdb.sql(
        f"SELECT count(DISTINCT row_group_id), count(stats_min_value) FROM parquet_metadata('{million}')"
    ).fetchall()[0]
    assert groups == (9, 27), groups
    print(f"check-parquet: {len(files)} files and one of a million rows are the same in {', '.join(READERS)}")


main(pathlib.Path(sys.argv[1]))
