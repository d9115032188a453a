# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The samples of a store as Parquet, written by DuckDB: duckdb_store_copy.py STORE TARGET COUNT

DuckDB reads the store itself, with its extension for SQLite (PyPI: duckdb-extension-sqlite-scanner), and writes the columns of
`health export --format parquet` to a folder for each type. It cannot compute the UUIDs of imported samples, so it writes random ones, which
take as many bytes. Prints, as JSON, the seconds and processor seconds of each COPY, and the bytes of the files.
"""

import glob
import importlib.util
import json
import os
import shutil
import sys
import time

import duckdb

store, target, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
package = importlib.util.find_spec("duckdb_extension_sqlite_scanner").submodule_search_locations[0]
extension = glob.glob(f"{package}/extensions/*/sqlite_scanner.duckdb_extension")[0]
opened = duckdb.connect(config={"allow_unsigned_extensions": "true"})
opened.execute(f"LOAD '{extension}'")
opened.execute(f"ATTACH '{store}' AS store (TYPE sqlite, READ_ONLY)")
samples = """
    SELECT uuid() AS uuid,
           make_timestamp(CAST(round(s.start * 1e6) AS BIGINT)) AS start,
           make_timestamp(CAST(round(coalesce(s."end", s.start) * 1e6) AS BIGINT)) AS "end",
           m.time_zone, s.value, t.unit, c.name AS value_name, o.name AS source, o.bundle_identifier AS bundle,
           p.source_version AS version, coalesce(d.name, d.model, d.hardware, d.local_identifier) AS device,
           m.entries AS metadata, t.identifier AS type
    FROM store.sample AS s
    JOIN store.sample_type AS t ON t.id = s.type
    JOIN store.provenance AS p ON p.id = s.provenance
    JOIN store.source AS o ON o.id = p.source
    LEFT JOIN store.device AS d ON d.id = p.device
    LEFT JOIN store.category_value AS c ON c.type = s.type AND c.value = s.value
    LEFT JOIN (
        SELECT id, time_zone, TRY_CAST(CAST(entries AS JSON) AS MAP(VARCHAR, VARCHAR)) AS entries FROM store.metadata
    ) AS m ON m.id = s.metadata
"""
result = {"rows": opened.execute("SELECT count(start) FROM store.sample").fetchone()[0], "seconds": [], "cpuSeconds": []}
for _ in range(count):
    shutil.rmtree(target, ignore_errors=True)
    begin, cpu = time.perf_counter(), time.process_time()
    opened.execute(f"COPY ({samples}) TO '{target}' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (type))")
    result["seconds"].append(time.perf_counter() - begin)
    result["cpuSeconds"].append(time.process_time() - cpu)
result["bytes"] = sum(os.path.getsize(path) for path in glob.glob(f"{target}/*/*.parquet"))
print(json.dumps(result))
