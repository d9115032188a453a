// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The settings from the command line.
struct Settings {
    /// The path of the `health` tool.
    var health = ""
    /// The peer; nil if it could not be installed.
    var peer: String?
    /// The numbers of records of the generated exports.
    var sizes: [Int] = []
    /// The numbers of heart rates of the stores for statistics.
    var heartSizes: [Int] = []
    /// The numbers of steps of the stores for statistics.
    var stepSizes: [Int] = []
    /// The numbers of heart rates of the stores for HealthKit's API.
    var interfaceSizes: [Int] = []
    /// The numbers of single saves that each stream follows.
    var streamRounds: [Int] = []
    /// The durations of each load on the server, in seconds.
    var serverSeconds: [Int] = []
    /// The numbers of participant-years of the cohort.
    var cohortSizes: [Int] = []
    /// ClickHouse's server; nil if it is not installed.
    var clickHouse: String?
    /// The load generator; nil if it is not installed.
    var wrk: String?
    /// SQLite's shell; nil if it is not installed.
    var sqlite: String?
    /// The command for DuckDB, Python and the script; nil if it could not be installed.
    var peerOfStatistics: [String]?
    /// The command for DuckDB's exports of a table in memory, Python and the script; nil if it could not be installed.
    var peerOfExports: [String]?
    /// The command for DuckDB's exports of a store, Python and the script; nil if it could not be installed.
    var peerOfStoreExports: [String]?
    /// The number of runs of each program; the table shows medians.
    var runs = 3
    /// The folder for exports and stores.
    var work = FileManager.default.temporaryDirectory

    static let usage = """
        usage: bench --health PROGRAM --work FOLDER [--runs N] [--sizes N[,N...] [--peer PROGRAM] [--duckdb-copy SCRIPT]
                     [--scanner-python PROGRAM --duckdb-store-copy SCRIPT]]
                     [--heart-sizes N[,N...]] [--step-sizes N[,N...]] [--python PROGRAM --duckdb SCRIPT]
                     [--interface-size N [--sqlite PROGRAM]] [--stream-rounds N]
                     [--server-seconds N --wrk PROGRAM] [--cohort-size N --clickhouse-server PROGRAM]
               bench scan EXPORT
               bench observe STORE
               bench iterate STORE
               bench serve STORE
               bench streams FOLDER ROUNDS RUNS
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        var python = ""
        var script = ""
        var copyScript = ""
        var (scannerPython, storeScript) = ("", "")
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw BenchError(Self.usage) }
            switch option {
            case "--health": health = value
            case "--peer": peer = value.isEmpty ? nil : value
            case "--work": work = URL(filePath: value)
            case "--runs": runs = try Self.number(value)
            case "--sizes": sizes = try Self.numbers(value)
            case "--heart-sizes": heartSizes = try Self.numbers(value)
            case "--step-sizes": stepSizes = try Self.numbers(value)
            case "--interface-size": interfaceSizes = try Self.numbers(value)
            case "--stream-rounds": streamRounds = try Self.numbers(value)
            case "--server-seconds": serverSeconds = try Self.numbers(value)
            case "--cohort-size": cohortSizes = try Self.numbers(value)
            case "--clickhouse-server": clickHouse = value.isEmpty ? nil : value
            case "--wrk": wrk = value.isEmpty ? nil : value
            case "--sqlite": sqlite = value.isEmpty ? nil : value
            case "--python": python = value
            case "--duckdb": script = value
            case "--duckdb-copy": copyScript = value
            case "--scanner-python": scannerPython = value
            case "--duckdb-store-copy": storeScript = value
            default: throw BenchError(Self.usage)
            }
        }
        if !python.isEmpty, !script.isEmpty { peerOfStatistics = [python, script] }
        if !python.isEmpty, !copyScript.isEmpty { peerOfExports = [python, copyScript] }
        if !scannerPython.isEmpty, !storeScript.isEmpty { peerOfStoreExports = [scannerPython, storeScript] }
        guard interfaceSizes.count < 2 else {
            throw BenchError("give one size for the interface: a process has one store")
        }
        let parts = sizes + heartSizes + stepSizes + interfaceSizes + streamRounds + serverSeconds + cohortSizes
        if health.isEmpty || parts.isEmpty { throw BenchError(Self.usage) }
    }

    private static func numbers(_ text: String) throws -> [Int] {
        try text.split { ", ".contains($0) }.map { try number(String($0)) }
    }

    static func number(_ text: String) throws -> Int {
        guard let number = Int(text), number > 0 else { throw BenchError("\"\(text)\" is not a number above 0") }
        return number
    }
}
