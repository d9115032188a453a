"""Reads Parquet files with pyarrow, DuckDB and polars, as lists of rows of plain values: instants and days as numbers, floats as their
bits, UUIDs and texts as bytes, maps as lists of pairs."""
import struct
import uuid

import duckdb
import polars
import pyarrow
import pyarrow.parquet


def bits(value):
    """The bits of a float; of NaN there are several, and programs may change them."""
    return "nan" if value != value else struct.pack("<d", value)


def plain(value):
    if isinstance(value, float):
        return bits(value)
    if isinstance(value, uuid.UUID):
        return value.bytes
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, dict):
        return [(plain(key), plain(entry)) for key, entry in value.items()]
    if isinstance(value, list):
        pairs = [tuple(entry.values()) if isinstance(entry, dict) else entry for entry in value]
        return [(plain(key), plain(entry)) for key, entry in pairs]
    return value


def rows(names, records):
    return [{name: plain(record[name]) for name in names} for record in records]


def with_pyarrow(path):
    table = pyarrow.parquet.ParquetFile(path, page_checksum_verification=True).read()
    for index, field in enumerate(table.schema):
        if pyarrow.types.is_timestamp(field.type):
            assert field.type == pyarrow.timestamp("us", tz="UTC"), (path, field)
            table = table.set_column(index, field.name, table[field.name].cast(pyarrow.int64()))
        elif pyarrow.types.is_date(field.type):
            table = table.set_column(index, field.name, table[field.name].cast(pyarrow.int32()))
    return rows(table.column_names, table.to_pylist())


def with_duckdb(path):
    relation = duckdb.sql(f"SELECT * FROM '{path}'")
    columns = []
    for name, kind in zip(relation.columns, map(str, relation.types)):
        quoted = f'"{name}"'
        if kind == "TIMESTAMP WITH TIME ZONE":
            quoted = f'epoch_us({quoted}) AS {quoted}'
        elif kind == "DATE":
            quoted = f"{quoted} - DATE '1970-01-01' AS {quoted}"
        elif kind.startswith("MAP"):
            quoted = f'map_entries({quoted}) AS {quoted}'
        columns.append(quoted)
    answer = duckdb.sql(f"SELECT {', '.join(columns)} FROM '{path}'")
    return rows(relation.columns, [dict(zip(relation.columns, row)) for row in answer.fetchall()])


def with_polars(path):
    frame = polars.read_parquet(path)
    casts = [polars.col(name).cast(polars.Int64) for name, kind in frame.schema.items() if kind == polars.Datetime("us", "UTC")]
    casts += [polars.col(name).cast(polars.Int32) for name, kind in frame.schema.items() if kind == polars.Date]
    return rows(frame.columns, frame.with_columns(casts).to_dicts())


READERS = {"pyarrow": with_pyarrow, "DuckDB": with_duckdb, "polars": with_polars}
