# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The samples of an export as Parquet, written by DuckDB: duckdb_copy.py EXPORT TARGET COUNT

The rows are first read into a table in memory. Prints, as JSON, the seconds and processor seconds of each COPY to a file, the bytes of the
file, and the bytes a row of the export's own files of samples without the column of UUIDs.
"""

import glob
import json
import os
import sys
import time

import duckdb

export, target, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
opened = duckdb.connect()
opened.execute(
    f"CREATE TABLE sample AS SELECT * FROM read_parquet('{export}/samples/*/*.parquet', hive_partitioning = true)")
result = {"rows": opened.execute("SELECT count(*) FROM sample").fetchone()[0], "seconds": [], "cpuSeconds": []}
for _ in range(count):
    begin, cpu = time.perf_counter(), time.process_time()
    opened.execute(f"COPY sample TO '{target}' (FORMAT parquet, COMPRESSION zstd)")
    result["seconds"].append(time.perf_counter() - begin)
    result["cpuSeconds"].append(time.process_time() - cpu)
uuids = opened.execute(
    f"SELECT sum(total_compressed_size) FROM parquet_metadata('{export}/samples/*/*.parquet')"
    " WHERE path_in_schema = 'uuid'").fetchone()[0]
own = sum(os.path.getsize(path) for path in glob.glob(f"{export}/samples/*/*.parquet"))
result["bytesOfRow"] = (own - uuids) / result["rows"]
result["bytes"] = os.path.getsize(target)
print(json.dumps(result))
