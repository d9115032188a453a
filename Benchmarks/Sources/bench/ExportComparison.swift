// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Exports of the store that an import has filled.
struct ExportComparison {
    /// The names of the rows, which the goals refer to.
    static let apple = "health export, apple"
    static let parquet = "health export, parquet"
    static let csv = "health export, csv"
    static let ndjson = "health export, ndjson"
    static let dump = "sqlite3 .dump of the store"
    static let duckdb = "DuckDB, COPY of the store's samples"
    static let duckdbInMemory = "DuckDB, COPY of a table in memory"

    private let health: String
    private let sqlite: String?
    private let work: URL
    /// The bytes a sample of the Parquet files, without UUIDs; nil without DuckDB.
    private(set) var bytesOfSample: Double?
    private var appleRuns: [Measurement] = []
    private var parquetRuns: [Measurement] = []
    private var textRuns: [String: [Measurement]] = [:]

    private var store: URL?

    private var appleTarget: URL { work.appending(path: "export-again.zip") }
    private var parquetTarget: URL { work.appending(path: "parquet") }

    init(_ settings: Settings) {
        health = settings.health
        sqlite = settings.sqlite
        work = settings.work
    }

    /// Exports a store once in each format.
    mutating func run(_ store: URL) throws {
        self.store = store
        let runner = Runner(work: work)
        let command = [health, "export", "--store", store.path, "--force", "--format"]
        appleRuns.append(try runner.run(command + ["apple", appleTarget.path]))
        parquetRuns.append(try runner.run(command + ["parquet", parquetTarget.path]))
        for (name, format) in [(Self.csv, "csv"), (Self.ndjson, "ndjson")] {
            let target = work.appending(path: format)
            textRuns[name, default: []].append(try runner.run(command + [format, target.path]))
            try FileManager.default.removeItem(at: target)
        }
        // Its output is a file, as ours is.
        if let sqlite {
            let run = try runner.run([sqlite, store.path, ".dump"], keepingOutput: true)
            textRuns[Self.dump, default: []].append(run)
        }
    }

    /// Returns the rows of the table, with those of DuckDB if it is installed.
    mutating func rows(_ settings: Settings) throws -> [Comparison.Row] {
        var rows = [
            Comparison.Row(
                name: Self.apple, runs: appleRuns.count, result: appleRuns.median, bytes: bytesOnDisk(appleTarget)),
            Comparison.Row(
                name: Self.parquet, runs: parquetRuns.count, result: parquetRuns.median,
                bytes: Self.bytes(in: parquetTarget)),
        ]
        for name in [Self.csv, Self.ndjson, Self.dump] {
            guard let runs = textRuns[name] else { continue }
            rows.append(Comparison.Row(name: name, runs: runs.count, result: runs.median, bytes: nil))
        }
        if let command = settings.peerOfStoreExports, let store {
            let (row, _) = try peer(Self.duckdb, command + [store.path], settings)
            rows.append(row)
        }
        if let command = settings.peerOfExports {
            let (row, copies) = try peer(Self.duckdbInMemory, command + [parquetTarget.path], settings)
            bytesOfSample = copies.bytesOfRow
            rows.append(row)
        }
        try FileManager.default.removeItem(at: appleTarget)
        try FileManager.default.removeItem(at: parquetTarget)
        return rows
    }

    /// Lets DuckDB write the samples several times, and returns the row of the median.
    private func peer(
        _ name: String, _ command: [String], _ settings: Settings
    ) throws -> (Comparison.Row, Copies) {
        let target = work.appending(path: "duckdb.parquet")
        let run = try Runner(work: work).run(command + [target.path, "\(settings.runs)"], keepingOutput: true)
        try FileManager.default.removeItem(at: target)
        let copies = try Copies(run.output)
        let median = zip(copies.seconds, copies.cpuSeconds).sorted { $0.0 < $1.0 }[copies.seconds.count / 2]
        let result = Measurement(
            seconds: median.0, cpuSeconds: median.1, peakKilobytes: run.peakKilobytes, output: Data())
        return (Comparison.Row(name: name, runs: copies.seconds.count, result: result, bytes: copies.bytes), copies)
    }

    private static func bytes(in folder: URL) -> Int {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let parquet = files?.compactMap { $0 as? URL }.filter { $0.pathExtension == "parquet" } ?? []
        return parquet.map(bytesOnDisk).reduce(0, +)
    }
}

/// The output of the script that lets DuckDB write the samples.
private struct Copies: Decodable {
    let seconds: [Double]
    let cpuSeconds: [Double]
    let bytes: Int
    /// Nil for the copy of a store.
    let bytesOfRow: Double?

    init(_ output: Data) throws {
        do {
            self = try JSONDecoder().decode(Copies.self, from: output)
        } catch {
            throw BenchError("DuckDB's script printed something that is not a measurement: \(error)")
        }
        if seconds.isEmpty || seconds.count != cpuSeconds.count {
            throw BenchError("DuckDB's script printed no seconds")
        }
    }
}
