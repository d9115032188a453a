# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The rows of the statistics benchmark in DuckDB.

    duckdb_by_day.py load KIND ROWS.csv DATABASE     fill a new database
    duckdb_by_day.py time KIND DATABASE ZONE COUNT   print, as JSON, the seconds of each query: the first, then COUNT more
    duckdb_by_day.py answer KIND DATABASE ZONE       print DuckDB's answer as CSV

KIND is heart or steps.
"""

import json
import sys
import time

import duckdb

FIGURES = "avg(value), min(value), max(value), count(*)"

# The first two are the queries that a person would write: they compute the local day of each sample. The other two are for
# comparison. "days of UTC" answers a different question. "quarter hours first" relies on the fact that all time zones in use
# differ from UTC by whole quarters of an hour, so that it converts once per quarter.
QUERIES = {
    "heart": {
        "cast to a date": f"SELECT cast(to_timestamp(start) AS date) AS day, {FIGURES} FROM row GROUP BY day ORDER BY day",
        "date_trunc": "SELECT date_trunc('day', timezone('{zone}', to_timestamp(start))) AS day, "
        f"{FIGURES} FROM row GROUP BY day ORDER BY day",
        "quarter hours first": "SELECT cast(to_timestamp(quarter * 900.0) AS date) AS day, sum(total) / sum(number), "
        "min(low), max(high), sum(number) FROM (SELECT cast(floor(start / 900) AS int) AS quarter, "
        "sum(value) AS total, min(value) AS low, max(value) AS high, count(*) AS number FROM row GROUP BY quarter) "
        "GROUP BY day ORDER BY day",
        "days of UTC": f"SELECT cast(floor(start / 86400) AS int) AS day, {FIGURES} FROM row GROUP BY day ORDER BY day",
    },
    "steps": {
        "cast to a date": "SELECT cast(to_timestamp(start) AS date) AS day, sum(value) FROM row GROUP BY day ORDER BY day",
        "date_trunc": "SELECT date_trunc('day', timezone('{zone}', to_timestamp(start))) AS day, sum(value) FROM row "
        "GROUP BY day ORDER BY day",
        "quarter hours first": "SELECT cast(to_timestamp(quarter * 900.0) AS date) AS day, sum(total) "
        "FROM (SELECT cast(floor(start / 900) AS int) AS quarter, sum(value) AS total FROM row GROUP BY quarter) "
        "GROUP BY day ORDER BY day",
        "days of UTC": "SELECT cast(floor(start / 86400) AS int) AS day, sum(value) FROM row GROUP BY day ORDER BY day",
    },
}

ANSWERS = {
    "heart": "SELECT cast(epoch(timezone('{zone}', day::timestamp)) AS bigint), number, low, high FROM "
    "(SELECT cast(to_timestamp(start) AS date) AS day, count(*) AS number, min(value) AS low, max(value) AS high "
    "FROM row GROUP BY day ORDER BY day)",
    "steps": "SELECT source, count(*), sum(value) FROM row GROUP BY source ORDER BY source",
}


def connection(database, zone):
    opened = duckdb.connect(database, read_only=True)
    opened.execute(f"SET TimeZone = '{zone}'")
    return opened


def load(rows, database):
    opened = duckdb.connect(database)
    opened.execute(
        "CREATE TABLE row AS SELECT * FROM read_csv(?, header = false, columns = "
        "{'start': 'DOUBLE', 'end': 'DOUBLE', 'value': 'DOUBLE', 'source': 'VARCHAR'})",
        [rows],
    )
    opened.close()


def seconds(opened, query):
    begin = time.perf_counter()
    opened.execute(query).fetchall()
    return time.perf_counter() - begin


def measure(kind, database, zone, count):
    result = {"version": duckdb.__version__, "queries": []}
    for name, query in QUERIES[kind].items():
        opened = connection(database, zone)
        result["threads"] = opened.execute("SELECT current_setting('threads')").fetchone()[0]
        times = [seconds(opened, query.format(zone=zone)) for _ in range(count + 1)]
        result["queries"].append({"name": name, "first": times[0], "again": times[1:]})
        opened.close()
    print(json.dumps(result))


def answer(kind, database, zone):
    for row in connection(database, zone).execute(ANSWERS[kind].format(zone=zone)).fetchall():
        print(",".join(str(value) for value in row))


def main(arguments):
    match arguments:
        case ["load", _, rows, database]:
            load(rows, database)
        case ["time", kind, database, zone, count]:
            measure(kind, database, zone, int(count))
        case ["answer", kind, database, zone]:
            answer(kind, database, zone)
        case _:
            sys.exit(__doc__)


main(sys.argv[1:])
