// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The statements with which DuckDB creates tables from the files of an export.
///
/// They declare the types of all columns, which programs otherwise infer from some of the rows.
struct LoadScript {
    static let name = "load.sql"

    /// The files that the export has.
    let files: [(table: ExportTable, path: String)]
    let encoder: TableEncoder

    var text: String {
        var groups: [(name: String, columns: [TableColumn], paths: [String])] = []
        for (table, path) in files {
            if let index = groups.firstIndex(where: { $0.name == table.group }) {
                groups[index].paths.append(path)
            } else {
                groups.append((table.group, table.columns, [path]))
            }
        }
        let head = """
            -- Creates tables of this export in DuckDB, with the types of all columns. In the folder of the export:
            -- duckdb health.duckdb -f \(Self.name)

            """
        return head + groups.map { statement($0.name, $0.columns, $0.paths) }.joined(separator: "\n")
    }

    private func statement(_ name: String, _ columns: [TableColumn], _ paths: [String]) -> String {
        let files = paths.map { "'\($0)'" }.joined(separator: ", ")
        let types = columns.map { "'\($0.name)': '\(type($0))'" }.joined(separator: ", ")
        if encoder != .ndjson {
            return """
                CREATE TABLE "\(name)" AS SELECT * FROM read_csv([\(files)],
                    header = true, delim = ',', quote = '"', escape = '"', columns = {\(types)});

                """
        }
        // Missing texts are empty.
        let texts = columns.filter { $0.type == .text || $0.type == .json }
        let values = texts.map { column in
            let text = "nullif(\"\(column.name)\", '')"
            return "\(column.type == .json ? "CAST(\(text) AS JSON)" : text) AS \"\(column.name)\""
        }
        let replaced = texts.isEmpty ? "*" : "* REPLACE (\(values.joined(separator: ", ")))"
        return """
            CREATE TABLE "\(name)" AS SELECT \(replaced)
                FROM read_ndjson([\(files)], columns = {\(types)});

            """
    }

    private func type(_ column: TableColumn) -> String {
        switch column.type {
        case .text: "VARCHAR"
        case .uuid: "UUID"
        case .number: "DOUBLE"
        case .integer: "BIGINT"
        case .truth: "BOOLEAN"
        case .date: "TIMESTAMP WITH TIME ZONE"
        case .day: "DATE"
        case .json: encoder == .ndjson ? "VARCHAR" : "JSON"
        case .pairs: encoder == .ndjson ? "STRUCT(\"key\" VARCHAR, \"value\" VARCHAR)[]" : "JSON"
        case .texts: encoder == .ndjson ? "VARCHAR[]" : "JSON"
        }
    }
}
