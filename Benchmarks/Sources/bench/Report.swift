// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Comparison {
    /// The table and the goals, as lines of text.
    var report: [String] {
        let sizes = "zip \(Table.megabytes(archiveBytes)) MB, inflated \(Table.megabytes(documentBytes)) MB"
        var lines = [
            "\(records) records; \(sizes)",
            Table.line("", "seconds", "cpu s", "x unzip", "records/s", "peak MB", "B/record", "runs"),
        ]
        let unzip = rows[0].result.seconds
        for row in rows {
            let result = row.result
            lines.append(
                Table.line(
                    row.name, Table.fixed(result.seconds, 3), Table.fixed(result.cpuSeconds, 3),
                    Table.fixed(result.seconds / unzip, 2), Table.fixed(Double(records) / result.seconds, 0),
                    Table.fixed(result.peakMegabytes, 1),
                    row.bytes.map { Table.fixed(Double($0) / Double(max(records, 1)), 1) } ?? "-", "\(row.runs)"))
        }
        return lines + goals
    }

    private var goals: [String] {
        let fresh = rows[2]
        var lines = [
            Table.goal("import / unzip -p", fresh.result.seconds / rows[0].result.seconds, atMost: 1),
            Table.goal("import, peak MB", fresh.result.peakMegabytes, atMost: 150),
            Table.goal("store, bytes a record", Double(fresh.bytes ?? 0) / Double(max(records, 1)), atMost: 60),
        ]
        func seconds(_ name: String) -> Double? { rows.first { $0.name == name }?.result.seconds }
        if let apple = seconds(ExportComparison.apple) {
            lines.append(Table.goal("export as apple / import", apple / fresh.result.seconds, atMost: 2))
        }
        if let peer = seconds(ExportComparison.dump) {
            for name in [ExportComparison.csv, ExportComparison.ndjson] {
                guard let export = seconds(name) else { continue }
                lines.append(Table.goal("\(name) / \(ExportComparison.dump)", export / peer, atMost: 0.7))
            }
        }
        if let parquet = seconds(ExportComparison.parquet), let peer = seconds(ExportComparison.duckdb) {
            lines.append(Table.goal("export as parquet / DuckDB's COPY of the store", parquet / peer, atMost: 1))
        }
        if let parquet = seconds(ExportComparison.parquet), let peer = seconds(ExportComparison.duckdbInMemory) {
            lines.append("export as parquet / DuckDB's COPY of a table in memory: \(Table.fixed(parquet / peer, 2))")
        }
        if let bytes = bytesOfParquetSample, records >= Comparison.largeSize {
            lines.append(Table.goal("parquet, bytes a sample without its UUID", bytes, atMost: 8))
        }
        if let peer = seconds(Comparison.peer) {
            let ratio = peer / fresh.result.seconds
            lines.append(
                "goal: healthkit-to-sqlite / import \(Table.fixed(ratio, 1)), at least 20: \(Table.verdict(ratio >= 20))"
            )
        }
        return lines
    }
}
