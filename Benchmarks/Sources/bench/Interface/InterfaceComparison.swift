// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit

/// Compares HealthKit's API over a store of many heart rates with SQLite's shell.
struct InterfaceComparison {
    /// A line of the table.
    struct Line {
        var name: String
        /// The number of samples or changes.
        var count: Int
        /// The seconds of HealthKit's API.
        var ours: Double
        /// The seconds of SQLite's shell; nil if it is not installed or there is no equivalent.
        var shell: Double?
        /// The goal for the ratio, at most.
        var goal: Double?
    }

    let size: Int
    private(set) var lines: [Line] = []
    /// The seconds and peak memory of a process that iterates over all samples.
    private(set) var iteration: Measurement?
    /// The latencies of observers in this process and in another one.
    private(set) var latencies: (here: Latencies, there: Latencies)?

    private let shell: SQLiteShell?
    private let folder: URL
    private let file: URL
    private let runs: Int
    private let store: HKHealthStore
    private let type = HKQuantityType(.heartRate)

    private static let reads = 100_000
    private static let saves = 10_000
    private static let rounds = 200

    init(size: Int, settings: Settings) throws {
        self.size = size
        runs = settings.runs
        shell = settings.sqlite.map(SQLiteShell.init)
        folder = settings.work.appending(path: "interface")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "health.db")
        try MadeHeartRate(count: size).makeStore(at: file)
        HealthKitSystem.bootstrap(
            HealthKitSystem.Configuration(
                store: .file(file), app: AppIdentity(identifier: "org.openhealthkit.bench", name: "bench"),
                authorization: .grant))
        store = HKHealthStore()
    }

    /// Runs all measurements.
    mutating func run() async throws {
        try await store.requestAuthorization(toShare: [type], read: [type])
        try await measureReads()
        try measureIteration()
        try await measureChanges()
        try await measureSaves()
        try await measureLatencies()
        try removeStore(file)
    }

    // MARK: Reading

    private mutating func measureReads() async throws {
        let from = Date(timeIntervalSince1970: Double(Decade.start + 5 * 365 * 86_400))
        var ours: [Double] = []
        var theirs: [Double] = []
        for _ in 0..<runs {
            if let shell {
                let script = """
                    SELECT start, coalesce(end, start), value, provenance, metadata, lag, ordinal FROM sample
                    WHERE type = 1 AND start >= \(from.timeIntervalSince1970) ORDER BY start LIMIT \(Self.reads);
                    """
                theirs.append(try shell.seconds(script, on: file, work: folder))
            }
            let (seconds, samples) = try await timed { try await self.samples(from: from, limit: Self.reads) }
            guard samples.count == min(Self.reads, size), samples.allSatisfy({ $0 is HKQuantitySample }) else {
                throw BenchError("the sample query gave \(samples.count) samples")
            }
            ours.append(seconds)
        }
        lines.append(
            Line(
                name: "HKSampleQuery, objects", count: Self.reads, ours: ours.median,
                shell: theirs.isEmpty ? nil : theirs.median, goal: 2))
    }

    private mutating func measureIteration() throws {
        let command = [CommandLine.arguments[0], "iterate", file.path]
        let measured = try Runner(work: folder).run(command, keepingOutput: true)
        guard String(decoding: measured.output, as: UTF8.self) == "\(size)\n" else {
            throw BenchError("going through all samples gave another number than \(size)")
        }
        iteration = measured
    }

    private func samples(from: Date, limit: Int) async throws -> [HKSample] {
        let predicate = HKQuery.predicateForSamples(withStart: from, end: nil, options: .strictStartDate)
        return try await withCheckedThrowingContinuation { continuation in
            let query = HKSampleQuery(
                sampleType: type, predicate: predicate, limit: limit,
                sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)]
            ) { _, samples, error in
                if let error { return continuation.resume(throwing: error) }
                continuation.resume(returning: samples ?? [])
            }
            store.execute(query)
        }
    }

    private mutating func measureChanges() async throws {
        let predicate = HKSamplePredicate.quantitySample(type: type)
        let old = HKQueryAnchor(fromValue: Int(try HealthDatabase(url: file, mode: .readWrite).latestChange()))
        try await store.save(made(10, at: 1))
        var ours: [Double] = []
        var theirs: [Double] = []
        for _ in 0..<max(runs, 5) {
            if let shell {
                let script = """
                    SELECT s.* FROM change_run AS r JOIN sample AS s
                    ON s.type = r.type AND s.start BETWEEN r.min_start AND r.max_start AND s.id BETWEEN r.first AND r.last
                    WHERE r.first >= (SELECT max(first) FROM change_run) - 10 ORDER BY s.id;
                    """
                theirs.append(try shell.seconds(script, on: file, work: folder))
            }
            let (seconds, result) = try await timed {
                try await HKAnchoredObjectQueryDescriptor(predicates: [predicate], anchor: old).result(for: self.store)
            }
            guard result.addedSamples.count == 10 else {
                throw BenchError("the anchored query gave \(result.addedSamples.count) samples")
            }
            ours.append(seconds)
        }
        lines.append(
            Line(
                name: "anchored query, 10 changes", count: 10, ours: ours.median,
                shell: theirs.isEmpty ? nil : theirs.median, goal: nil))
    }

    // MARK: Saving

    /// Returns samples after all existing ones.
    private func made(_ count: Int, at round: Int) -> [HKQuantitySample] {
        let unit = HKUnit.count().unitDivided(by: .minute())
        let begin = Date(timeIntervalSince1970: Double(Decade.start + 11 * 365 * 86_400 + round * 200_000))
        return (0..<count).map { index in
            HKQuantitySample(
                type: type, quantity: HKQuantity(unit: unit, doubleValue: Double(60 + index % 40)),
                start: begin + Double(index), end: begin + Double(index))
        }
    }

    private mutating func measureSaves() async throws {
        let many = made(Self.saves, at: 2)
        let (together, _) = try await timed { try await self.store.save(many) }
        let single = made(Self.saves, at: 3)
        let (apart, _) = try await timed {
            for sample in single { try await self.store.save(sample) }
        }
        var shellTogether: Double?
        var shellApart: Double?
        if let shell {
            shellTogether = try shell.seconds(Self.inserts(together: true), on: file, work: folder)
            shellApart = try shell.seconds(Self.inserts(together: false), on: file, work: folder)
        }
        lines.append(
            Line(name: "save, one call", count: Self.saves, ours: together, shell: shellTogether, goal: nil))
        lines.append(
            Line(name: "save, a call each", count: Self.saves, ours: apart, shell: shellApart, goal: nil))
    }

    /// Returns SQL that inserts the same rows into tables of the benchmark: the sample, its UUID and the counter.
    private static func inserts(together: Bool) -> String {
        let name = together ? "bench_together" : "bench_apart"
        var text = """
            .timer off
            CREATE TABLE \(name) (type INTEGER, start REAL, id INTEGER, end REAL, value REAL, provenance INTEGER,
                metadata INTEGER, lag INTEGER, ordinal INTEGER, PRIMARY KEY (type, start, id)) WITHOUT ROWID;
            CREATE TABLE \(name)_uuid (id INTEGER PRIMARY KEY, uuid BLOB NOT NULL UNIQUE, type INTEGER, start REAL);
            CREATE TABLE \(name)_counter (value INTEGER);
            INSERT INTO \(name)_counter VALUES (0);
            .timer on

            """
        if together { text += "BEGIN IMMEDIATE;\n" }
        for index in 0..<saves {
            if !together { text += "BEGIN IMMEDIATE;\n" }
            text += """
                INSERT INTO \(name) VALUES (1, \(index), \(index), NULL, \(60 + index % 40), 1, NULL, 4, NULL);
                INSERT INTO \(name)_uuid VALUES (\(index), randomblob(16), 1, \(index));
                UPDATE \(name)_counter SET value = \(index);

                """
            if !together { text += "COMMIT;\n" }
        }
        if together { text += "COMMIT;\n" }
        return text
    }

    // MARK: Latency

    private mutating func measureLatencies() async throws {
        let here = try await latenciesHere()
        let there = try await latenciesThere()
        latencies = (here, there)
    }

    private func latenciesHere() async throws -> Latencies {
        let (told, tell) = AsyncStream.makeStream(of: Double.self)
        let query = HKObserverQuery(sampleType: type, predicate: nil) { _, done, _ in
            tell.yield(monotonicSeconds())
            done()
        }
        store.execute(query)
        defer { store.stop(query) }
        var times = told.makeAsyncIterator()
        _ = await times.next()
        return try await rounds(4) { await times.next() ?? .nan }
    }

    /// Saves samples in this process, and measures when an observer in another process reports them.
    private func latenciesThere() async throws -> Latencies {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["observe", file.path]
        process.standardOutput = output
        try process.run()
        defer { process.terminate() }
        var lines = output.fileHandleForReading.lines()
        _ = lines.next()
        return try await rounds(5) { lines.next().flatMap { Double($0) } ?? .nan }
    }

    private func rounds(_ number: Int, _ hear: () async throws -> Double) async throws -> Latencies {
        var seconds: [Double] = []
        for (index, sample) in made(Self.rounds, at: number).enumerated() {
            // A varying interval, so that saves are not in step with periodic work.
            try await Task.sleep(for: .microseconds(3000 + index * 37 % 4000))
            let begin = monotonicSeconds()
            try await store.save(sample)
            seconds.append(try await hear() - begin)
        }
        return Latencies(seconds)
    }

    private func timed<T>(_ body: () async throws -> T) async throws -> (seconds: Double, value: T) {
        let begin = monotonicSeconds()
        let value = try await body()
        return (monotonicSeconds() - begin, value)
    }
}
