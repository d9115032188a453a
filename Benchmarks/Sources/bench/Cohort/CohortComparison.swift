// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthWarehouse

/// Compares a cohort on ClickHouse with queries of the same people's stores, one after the other.
struct CohortComparison {
    private let settings: Settings
    private let program: String
    private let largest: Int
    private(set) var report: [String] = []

    /// The numbers of participants with a year each: a tenth of the largest and the largest.
    private var sizes: [Int] { [largest / 10, largest] }

    init(_ settings: Settings, server program: String, participants: Int) throws {
        guard participants >= 10 * CohortPeople.count, participants.isMultiple(of: 10 * CohortPeople.count) else {
            throw BenchError("give a number of participants that \(10 * CohortPeople.count) divides")
        }
        (self.settings, self.program, largest) = (settings, program, participants)
    }

    mutating func run() async throws {
        let folder = settings.work.appending(path: "cohort")
        let people = try CohortPeople(in: folder.appending(path: "people"))
        report = ["cohort: \(CohortPeople.count) people with \(CohortPeople.days) days each, ClickHouse beside SQLite"]
        let one = try await CohortCluster(shards: 1, program: program, folder: folder)
        defer { one.stop() }
        try await measurePush(one, people)
        try await sizing(one)
        let two = try await CohortCluster(shards: 2, program: program, folder: folder)
        defer { two.stop() }
        _ = try await two.push(people.stores[...], atOnce: 4)
        report.append(Table.line("steps by week, all participants", "seconds", "x stores", "x a tenth"))
        let stores = try sizes.map { try measureStores(people, participants: $0) }
        try await measure(one, "one shard", stores)
        try await measure(two, "two shards", stores)
    }

    // MARK: - Pushing

    private mutating func measurePush(_ cluster: CohortCluster, _ people: CohortPeople) async throws {
        report.append(Table.line("", "samples/s", "MB/s", "seconds"))
        let alone = try await timed { try await cluster.push(people.stores[..<1], atOnce: 1) }
        pushRow("push, one store", alone.value, alone.seconds)
        let others = try await timed { try await cluster.push(people.stores[1...], atOnce: 4) }
        pushRow("push, four stores at a time", others.value, others.seconds)
        let again = try await timed { try await cluster.push(people.stores[...], atOnce: 1) }
        guard again.value.allSatisfy({ $0.samples + $0.days + $0.deletions == 0 }) else {
            throw BenchError("a second push sent something; it must send nothing")
        }
        report.append(
            Table.line(
                "push again, nothing new", "-", "-", Table.fixed(again.seconds / Double(CohortPeople.count), 4))
                + "  each")
    }

    private mutating func pushRow(_ name: String, _ receipts: [PushReceipt], _ seconds: Double) {
        let samples = receipts.reduce(0) { $0 + $1.samples }
        let bytes = receipts.reduce(0) { $0 + $1.bytes }
        report.append(
            Table.line(
                name, Table.fixed(Double(samples) / seconds, 0), Table.fixed(Double(bytes) / seconds / 1e6, 1),
                Table.fixed(seconds, 2)))
    }

    private mutating func sizing(_ cluster: CohortCluster) async throws {
        try await cluster.merge()
        let bytes = try await cluster.bytesByTable()
        let years = Double(CohortPeople.count * CohortPeople.days) / 365.25
        let text = bytes.sorted { $0.value > $1.value }.filter { $0.value > 0 }.map {
            "\($0.key) \(Table.fixed(Double($0.value) / years / 1000, 1)) kB"
        }
        report.append("on disk a participant-year: " + text.joined(separator: ", "))
    }

    // MARK: - Asking

    /// Queries the stores for the same weeks.
    private mutating func measureStores(
        _ people: CohortPeople, participants: Int
    ) throws -> (seconds: Double, means: [String: Double]) {
        let repeats = participants / CohortPeople.count
        _ = try people.meansOfWeeks(repeats: 1)
        var seconds: [Double] = []
        var means: [String: Double] = [:]
        for _ in 0..<settings.runs {
            let begin = monotonicSeconds()
            means = try people.meansOfWeeks(repeats: repeats)
            seconds.append(monotonicSeconds() - begin)
        }
        let median = seconds.sorted()[seconds.count / 2]
        report.append(Table.line("\(participants) stores, one by one", Table.fixed(median, 3), "1", ""))
        return (median, means)
    }

    private mutating func measure(
        _ cluster: CohortCluster, _ name: String, _ stores: [(seconds: Double, means: [String: Double])]
    ) async throws {
        var present = CohortPeople.count
        var before: Double?
        for (size, store) in zip(sizes, stores) {
            try await cluster.multiply(from: present, to: size)
            try await cluster.merge()
            present = size
            // The comparison of means needs unrounded figures.
            let query = CohortQuery(
                types: [HKQuantityTypeIdentifier.stepCount.rawValue], every: .week,
                smallGroups: try SmallGroups(minimum: 1))
            var seconds: [Double] = []
            for _ in 0..<max(settings.runs, 5) {
                let run = try await timed { try await cluster.warehouse.statistics(query) }
                try check(run.value, store.means, participants: size)
                seconds.append(run.seconds)
            }
            let median = seconds.sorted()[seconds.count / 2]
            report.append(
                Table.line(
                    "\(name), \(size) participant-years", Table.fixed(median, 3),
                    Table.fixed(median / store.seconds, 2),
                    before.map { Table.fixed(median / $0, 1) } ?? ""))
            before = median
        }
    }

    private func check(_ rows: [CohortRow], _ means: [String: Double], participants: Int) throws {
        guard rows.count == means.count else { throw BenchError("the cohort has other weeks than the stores") }
        for row in rows {
            guard let day = row.firstDay, let figures = row.figures, let mean = means[day.description] else {
                throw BenchError("a week of the cohort is not in the stores")
            }
            guard abs(figures.mean - mean) <= 1e-9 * abs(mean) else {
                throw BenchError("the mean of the week of \(day) is not that of the stores")
            }
        }
        // Every participant has steps in whole weeks.
        guard rows.compactMap(\.figures?.participants).max() == participants else {
            throw BenchError("the cohort has not the \(participants) participants that it should have")
        }
    }
}

/// Returns the result of a closure and the seconds that it took.
private func timed<Value>(_ body: () async throws -> Value) async throws -> (value: Value, seconds: Double) {
    let begin = monotonicSeconds()
    let value = try await body()
    return (value, monotonicSeconds() - begin)
}
