// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares the programs on one generated export.
struct Comparison {
    struct Row {
        let name: String
        let runs: Int
        let result: Measurement
        var bytes: Int?
    }

    let records: Int
    let archiveBytes: Int
    let documentBytes: Int
    private(set) var rows: [Row] = []
    /// The bytes a sample of the export as Parquet, without UUIDs; nil without DuckDB.
    let bytesOfParquetSample: Double?

    /// The name of the row of the other importer.
    static let peer = "healthkit-to-sqlite"

    /// The size above which the peer runs only once, since each run takes minutes, and from which footers of files do not matter.
    static let largeSize = 500_000

    init(records size: Int, settings: Settings) throws {
        let runner = Runner(work: settings.work)
        let export = settings.work.appending(path: "export-\(size).zip")
        let store = settings.work.appending(path: "store/health.db")
        let peerStore = settings.work.appending(path: "peer.db")
        if !FileManager.default.fileExists(atPath: export.path) {
            _ = try runner.run([settings.health, "demo", export.path, "--records", "\(size)", "--plain-keys"])
        }
        archiveBytes = bytesOnDisk(export)
        documentBytes = try Self.inflatedBytes(of: export, runner)

        let importCommand = [settings.health, "import", export.path, "--store", store.path, "--json"]
        var unzip: [Measurement] = []
        var bare: [Measurement] = []
        var fresh: [Measurement] = []
        var again: [Measurement] = []
        var peer: [Measurement] = []
        var exports = ExportComparison(settings)
        var storeBytes = 0
        var count = 0
        let peerRuns = settings.peer == nil ? 0 : size > Self.largeSize ? 1 : settings.runs
        // The programs alternate in each round, so that a disturbance of the machine affects all of them.
        for round in 0..<settings.runs {
            unzip.append(try runner.run(["unzip", "-p", export.path]))
            bare.append(try runner.run([CommandLine.arguments[0], "scan", export.path]))
            try removeStore(store)
            let first = try runner.run(importCommand, keepingOutput: true)
            count = try Receipt(first.output).records.added
            fresh.append(first)
            storeBytes = bytesOfStore(store)
            let second = try runner.run(importCommand, keepingOutput: true)
            let added = try Receipt(second.output).records.added
            if added != 0 { throw BenchError("the second import added \(added) records; it must add none") }
            again.append(second)
            try exports.run(store)
            if let program = settings.peer, round < peerRuns {
                try removeStore(peerStore)
                peer.append(try runner.run([program, export.path, peerStore.path]))
            }
        }
        records = count
        rows = [
            Row(name: "unzip -p", runs: settings.runs, result: unzip.median),
            Row(name: "scan, no store", runs: settings.runs, result: bare.median),
            Row(name: "health import, fresh store", runs: settings.runs, result: fresh.median, bytes: storeBytes),
            Row(name: "health import, again", runs: settings.runs, result: again.median, bytes: bytesOfStore(store)),
        ]
        if peerRuns > 0 {
            rows.append(
                Row(
                    name: Self.peer, runs: peerRuns, result: peer.median, bytes: bytesOfStore(peerStore)))
        }
        rows += try exports.rows(settings)
        bytesOfParquetSample = exports.bytesOfSample
        try removeStore(store)
        try removeStore(peerStore)
    }

    private static func inflatedBytes(of archive: URL, _ runner: Runner) throws -> Int {
        let listing = try runner.run(["unzip", "-Z", "-t", archive.path], keepingOutput: true).output
        let words = String(decoding: listing, as: UTF8.self).split(separator: " ")
        guard words.count > 2, let bytes = Int(words[2]) else {
            throw BenchError("unzip does not say how large \(archive.lastPathComponent) is inside")
        }
        return bytes
    }
}

/// Returns the size of a file, or 0 if it does not exist.
func bytesOnDisk(_ file: URL) -> Int {
    ((try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? NSNumber)?.intValue ?? 0
}

/// Returns the size of a database including SQLite's auxiliary files.
func bytesOfStore(_ store: URL) -> Int {
    ["", "-wal"].map { bytesOnDisk(URL(filePath: store.path + $0)) }.reduce(0, +)
}

/// Removes a database including SQLite's auxiliary files.
func removeStore(_ store: URL) throws {
    for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: store.path + suffix) {
        try FileManager.default.removeItem(atPath: store.path + suffix)
    }
}
