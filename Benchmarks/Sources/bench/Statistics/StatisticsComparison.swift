// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// Compares statistics by day over a generated series with DuckDB's, in one run.
struct StatisticsComparison {
    /// The time zone of the days, which has daylight saving time.
    static let zone = TimeZone(identifier: "Europe/Berlin")

    let series: any MadeSeries
    /// The seconds of a query that has to compute the cells.
    private(set) var cold = 0.0
    /// The seconds of a query with existing cells, in a store that was just opened.
    private(set) var warm = 0.0
    /// The seconds of the same query again in the open store.
    private(set) var again = 0.0
    /// The size of the store without and with cells.
    private(set) var bytes = (without: 0, with: 0)
    /// The measurements of the process `health statistics`, cold and warm.
    private(set) var process: (cold: Measurement, warm: Measurement)?
    /// The peer's queries by name, with the medians of the first run and of the later ones.
    private(set) var peer: [(name: String, first: Double, again: Double)] = []
    /// The peer's version and threads.
    private(set) var peerName = "DuckDB"
    /// The ratio of the merged sum to the sum of all samples; nil for types without sums.
    private(set) var mergedShare: Double?

    init(series: any MadeSeries, settings: Settings) throws {
        self.series = series
        let zone = try Self.checkedZone()
        let folder = settings.work.appending(path: "statistics")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = folder.appending(path: "made.db")
        let store = folder.appending(path: "health.db")
        try series.makeStore(at: made)
        bytes.without = bytesOfStore(made)
        let duck = try settings.peerOfStatistics.map {
            try DuckDB(program: $0, series: series, work: folder)
        }
        var ours: [(cold: Double, warm: Double, again: Double)] = []
        var theirs: [DuckDB.Times] = []
        var rows: [StatisticsRow] = []
        // The measurements alternate in each round, so that a disturbance of the machine affects both.
        for _ in 0..<settings.runs {
            if let duck { theirs.append(try duck.times(zone: zone, again: 3)) }
            try copyStore(from: made, to: store)
            let asked = try Self.ask(store, series.type, zone)
            ours.append((asked.cold, asked.warm, asked.again))
            rows = asked.rows
        }
        cold = ours.map(\.cold).median
        warm = ours.map(\.warm).median
        again = ours.map(\.again).median
        bytes.with = bytesOfStore(store)
        takePeer(theirs)
        if let duck {
            try check(rows, store: store, duck: duck, zone: zone)
            try duck.remove()
        }
        process = try runs(of: settings.health, made: made, store: store, work: folder, zone: zone)
        try removeStore(made)
        try removeStore(store)
    }

    /// Queries a store without cells, then again after it was closed and opened, then once more.
    private static func ask(_ store: URL, _ type: HKQuantityTypeIdentifier, _ zone: TimeZone) throws
        -> (cold: Double, warm: Double, again: Double, rows: [StatisticsRow])
    {
        let request = try byDay(type, zone)
        let cold = try seconds(HealthDatabase(url: store), request)
        let database = try HealthDatabase(url: store)
        let warm = try seconds(database, request)
        guard cold.rows == warm.rows else { throw BenchError("the cells of \(type.rawValue) change the answer") }
        let again = try (0..<3).map { _ in try seconds(database, request).seconds }.median
        return (cold.seconds, warm.seconds, again, warm.rows)
    }

    private static func seconds(_ database: HealthDatabase, _ request: StatisticsRequest) throws
        -> (seconds: Double, rows: [StatisticsRow])
    {
        let clock = ContinuousClock()
        let begin = clock.now
        let rows = try database.statistics(request)
        return ((clock.now - begin) / .seconds(1), rows)
    }

    /// Returns a request for all days.
    static func byDay(_ type: HKQuantityTypeIdentifier, _ zone: TimeZone, separateBySource: Bool = false) throws
        -> StatisticsRequest
    {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let anchor = calendar.startOfDay(for: Date(timeIntervalSince1970: Double(Decade.start)))
        let days = try CivilBuckets(anchor: anchor, interval: DateComponents(day: 1), calendar: calendar)
        return StatisticsRequest(type: type.rawValue, buckets: days, separateBySource: separateBySource)
    }

    private static func checkedZone() throws -> TimeZone {
        guard let zone else { throw BenchError("this machine has no time zones (apt-get install tzdata)") }
        return zone
    }

    private mutating func takePeer(_ runs: [DuckDB.Times]) {
        guard let one = runs.first else { return }
        peerName = "DuckDB \(one.version), \(one.threads) threads"
        peer = one.queries.indices.map { index in
            let queries = runs.map { $0.queries[index] }
            return (queries[0].name, queries.map(\.first).median, queries.flatMap(\.again).median)
        }
    }

    private func runs(of health: String, made: URL, store: URL, work: URL, zone: TimeZone) throws
        -> (cold: Measurement, warm: Measurement)
    {
        try copyStore(from: made, to: store)
        let command = [
            health, "statistics", series.type.rawValue, "--every", "day", "--timezone", zone.identifier, "--format",
            "csv",
            "--store", store.path,
        ]
        let runner = Runner(work: work)
        return (try runner.run(command), try runner.run(command))
    }
}

extension StatisticsComparison {
    /// Compares our results with DuckDB's.
    ///
    /// - Throws: ``BenchError`` if they differ.
    fileprivate mutating func check(_ rows: [StatisticsRow], store: URL, duck: DuckDB, zone: TimeZone) throws {
        let theirs = try duck.answer(zone: zone)
        if series.type == .heartRate {
            try checkDays(rows, theirs)
        } else {
            let database = try HealthDatabase(url: store)
            try checkSources(
                database.statistics(Self.byDay(series.type, zone, separateBySource: true)), theirs)
        }
    }

    /// Checks that midnight, count, minimum and maximum of each day are equal.
    private func checkDays(_ rows: [StatisticsRow], _ theirs: [[String]]) throws {
        guard rows.count == theirs.count else {
            throw BenchError("we have \(rows.count) days and DuckDB has \(theirs.count)")
        }
        for (row, cells) in zip(rows, theirs) {
            let ours = [
                row.start.timeIntervalSince1970, Double(row.figures.count), row.figures.minimum, row.figures.maximum,
            ]
            guard ours == cells.map({ Double($0) }) else {
                throw BenchError("the day that begins at \(row.start) is not as in DuckDB")
            }
        }
    }

    /// Checks that each source's own sum is the plain sum of its samples, and that the merged sum is smaller than their total.
    private mutating func checkSources(_ rows: [StatisticsRow], _ theirs: [[String]]) throws {
        var ours: [String: Double] = [:]
        for own in rows.flatMap({ $0.sources ?? [] }) { ours[own.source.name, default: 0] += own.figures.sum ?? 0 }
        guard ours.count == theirs.count else {
            throw BenchError("we have \(ours.count) sources and DuckDB has \(theirs.count)")
        }
        var plain = 0.0
        for cells in theirs {
            guard cells.count == 3, let sum = Double(cells[2]), let own = ours[cells[0]],
                abs(own - sum) <= 1e-9 * sum
            else {
                throw BenchError("the sum of the source \(cells[0]) is not as in DuckDB")
            }
            plain += sum
        }
        let merged = rows.reduce(0) { $0 + ($1.figures.sum ?? 0) }
        guard merged > 0, merged < plain else { throw BenchError("the merged sum is not below the plain one") }
        mergedShare = merged / plain
    }
}

extension [Double] {
    /// The median.
    var median: Double { sorted()[count / 2] }
}

/// Copies a closed store, and synchronizes it to disk, so that its pages are not written during the measurement.
private func copyStore(from: URL, to: URL) throws {
    try removeStore(to)
    try FileManager.default.copyItem(at: from, to: to)
    let handle = try FileHandle(forUpdating: to)
    try handle.synchronize()
    try handle.close()
}
