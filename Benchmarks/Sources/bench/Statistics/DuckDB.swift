// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// DuckDB with the same rows in its own database, queried by `Peers/duckdb_by_day.py`.
struct DuckDB {
    /// A query and its seconds.
    struct Query: Decodable {
        let name: String
        /// The seconds right after the database was opened.
        let first: Double
        let again: [Double]
    }

    /// The measurements of one run of the script.
    struct Times: Decodable {
        let version: String
        let threads: Int
        let queries: [Query]
    }

    /// The first words of the command: Python and the script.
    let program: [String]
    let database: URL
    let kind: String
    private let runner: Runner

    /// Creates a database that contains a series.
    init(program: [String], series: any MadeSeries, work: URL) throws {
        self.program = program
        kind = series.kind
        database = work.appending(path: "\(series.kind).duckdb")
        runner = Runner(work: work)
        try remove()
        let rows = work.appending(path: "rows.csv")
        try series.writeRows(to: rows)
        _ = try runner.run(program + ["load", kind, rows.path, database.path])
        try FileManager.default.removeItem(at: rows)
    }

    /// Runs each query once, and then again several times.
    func times(zone: TimeZone, again: Int) throws -> Times {
        let command = program + ["time", kind, database.path, zone.identifier, "\(again)"]
        return try JSONDecoder().decode(Times.self, from: runner.run(command, keepingOutput: true).output)
    }

    /// Returns DuckDB's results as lines of cells.
    func answer(zone: TimeZone) throws -> [[String]] {
        let command = program + ["answer", kind, database.path, zone.identifier]
        let output = try runner.run(command, keepingOutput: true).output
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map { line in
            line.split(separator: ",").map(String.init)
        }
    }

    func remove() throws {
        for file in [database.path, database.path + ".wal"] where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
    }
}
