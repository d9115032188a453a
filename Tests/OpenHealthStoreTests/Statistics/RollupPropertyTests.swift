// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that results from cells equal those from samples after random saves, deletions and changes of the source order.
@Suite("Rollups")
struct RollupPropertyTests {
    @Test("Answers from cells equal answers from samples", arguments: 0..<24)
    func answersAreEqual(seed: Int) throws {
        let world = try RollupWorld(seed: UInt64(seed))
        for round in 0..<7 {
            try world.change()
            for number in 0..<8 {
                let request = world.request()
                let expected = try world.database.statistics(request, usesRollups: false)
                let result = try world.database.statistics(request)
                try expectEqual(result, expected, "seed \(seed), round \(round), question \(number): \(request)")
            }
        }
        world.database.waitForRollups()
        try world.store.expectNoFaults()
        let findings = try world.database.check().findings
        #expect(findings == [])
        // Some of the kept rows have cells.
        #expect(try world.store.count("SELECT count(*) FROM rollup WHERE length(cells) > 0") > 0)
    }

    @Test("Kept cells are read again with the same answer")
    func keptCells() throws {
        let world = try RollupWorld(seed: 1000)
        for _ in 0..<4 { try world.change() }
        for number in 0..<40 {
            let request = world.request()
            let first = try world.database.statistics(request)
            world.database.waitForRollups()
            let again = try HealthDatabase(url: world.database.url, mode: .readOnly).statistics(request)
            #expect(first == again, "question \(number)")
        }
    }

    @Test("Damaged cells are not used and are recalculated")
    func damagedCells() throws {
        let world = try RollupWorld(seed: 2000)
        for _ in 0..<4 { try world.change() }
        let request = StatisticsRequest(type: world.types[0].rawValue)
        let expected = try world.database.statistics(request)
        for damage in ["zeroblob(7)", "substr(cells, 1, length(cells) - 3)", "cells || x'ff'", "x'0101'||x'ffffffff'"] {
            world.database.waitForRollups()
            try world.database.write { db in
                try db.execute(sql: "UPDATE rollup SET cells = \(damage) WHERE length(cells) > 2")
            }
            let result = try world.database.statistics(request)
            try expectEqual(result, expected, damage)
            world.database.waitForRollups()
            #expect(try world.store.count("SELECT count(*) FROM rollup") == 0)
            try expectEqual(try world.database.statistics(request), expected, "after \(damage)")
        }
    }

    /// The strongest evidence of a result from cells is a result without samples in the store.
    @Test("An answer from cells reads no samples")
    func readsNoSamples() throws {
        var tried = 0
        for seed in 3000..<3006 { tried += try typesWithoutSamples(RollupWorld(seed: UInt64(seed))) }
        #expect(tried > 5)
    }

    private func typesWithoutSamples(_ world: RollupWorld) throws -> Int {
        for _ in 0..<8 { try world.change() }
        var tried = 0
        for type in world.types.map(\.rawValue) {
            let request = StatisticsRequest(type: type, separateBySource: true)
            let expected = try world.database.statistics(request)
            guard expected.first?.figures.count ?? 0 > 10 else { continue }
            tried += 1
            world.database.waitForRollups()
            // Only the samples that determine the first and last date of the type are kept.
            try world.database.write { db in
                try db.execute(
                    sql: """
                        DELETE FROM sample WHERE type = (SELECT id FROM sample_type WHERE identifier = ?1)
                        AND start > (SELECT min(start) FROM sample AS s WHERE s.type = sample.type)
                        AND start < (SELECT max(start) FROM sample AS s WHERE s.type = sample.type)
                        AND coalesce(end, start) <= (SELECT max(start) FROM sample AS s WHERE s.type = sample.type)
                        """,
                    arguments: [type])
            }
            #expect(try world.database.statistics(request) == expected)
            #expect(try world.database.statistics(request, usesRollups: false) != expected)
        }
        return tried
    }

    private func expectEqual(_ a: [StatisticsRow], _ b: [StatisticsRow], _ comment: String) throws {
        try #require(a.count == b.count, "\(comment)")
        for (left, right) in zip(a, b) {
            #expect(left.start == right.start && left.end == right.end, "\(comment)")
            #expect(isClose(left.figures, right.figures), "\(comment)\n\(left)\n\(right)")
            #expect(left.sources?.map(\.source) == right.sources?.map(\.source), "\(comment)")
            for (one, other) in zip(left.sources ?? [], right.sources ?? []) {
                #expect(isClose(one.figures, other.figures), "\(comment)\n\(one)\n\(other)")
            }
        }
    }

    private func isClose(_ a: StatisticsFigures, _ b: StatisticsFigures) -> Bool {
        func close(_ a: Double?, _ b: Double?) -> Bool {
            guard let a, let b else { return a == nil && b == nil }
            return abs(a - b) <= 1e-9 * max(abs(a), abs(b)) + 1e-12
        }
        return a.count == b.count && close(a.sum, b.sum) && close(a.average, b.average) && a.minimum == b.minimum
            && a.maximum == b.maximum && a.mostRecent == b.mostRecent && close(a.duration, b.duration)
    }
}

/// A store with random changes.
private final class RollupWorld {
    let store: ScratchStore
    var database: HealthDatabase { store.database }
    private var generator: SeededGenerator
    private var saved: [UUID] = []
    private let unit: [HKQuantityTypeIdentifier: String] = [
        .stepCount: "count", .heartRate: "count/min", .environmentalAudioExposure: "dBASPL", .bodyMass: "kg",
    ]
    let types: [HKQuantityTypeIdentifier] = [.stepCount, .heartRate, .environmentalAudioExposure, .bodyMass]
    private let sources = ["Watch", "Phone", "App", "Ring"]
    private let zones = ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"]
    /// 2024-03-01T00:00:00Z; all samples are in the following eight weeks, which include several clock changes.
    private let base = 1_709_251_200.0
    private let span = 56.0 * 86_400

    init(seed: UInt64) throws {
        store = try ScratchStore()
        generator = SeededGenerator(seed: seed)
    }

    private func time() -> Double {
        let time = base + Double(generator.below(Int(span)))
        // Mistakes are most likely at the boundaries of cells.
        return generator.below(4) == 0 ? (time / 900).rounded() * 900 : time
    }

    private func duration() -> Double {
        switch generator.below(8) {
        case 0, 1: 0
        case 2: Double(generator.below(60))
        case 3: Double(generator.below(900))
        case 4: 900 * Double(generator.below(8))
        case 5: Double(generator.below(86_400))
        case 6: Double(generator.below(20 * 86_400)) * (generator.below(6) == 0 ? 1 : 0.01)
        default: Double(generator.below(3600)) + 0.25
        }
    }

    /// Saves or deletes samples, or changes the source order.
    func change() throws {
        switch generator.below(saved.isEmpty ? 1 : 5) {
        case 0, 1, 2:
            for _ in 0...generator.below(2) { try save() }
        case 3:
            saved.shuffle(using: &generator)
            let gone = saved.prefix(1 + generator.below(saved.count))
            try database.delete(Array(gone))
            saved.removeFirst(gone.count)
        default:
            let type = types[generator.below(types.count)].rawValue
            let order = try database.sourceOrder(type: type).map(\.source.id).shuffled(using: &generator)
            try database.setSourceOrder(Array(order.prefix(generator.below(order.count + 1))), type: type)
        }
    }

    private func save() throws {
        let type = types[generator.below(types.count)]
        var source = ProvenanceData(sourceName: sources[generator.below(sources.count)])
        // Samples that lack properties, as a push brings them.
        if generator.below(4) == 0 { source.missing = [.device, .metadata] }
        var objects: [HKQuantitySample] = []
        var last: (Double, Double, Double)?
        // Samples that are close to each other overlap; samples that are far apart leave weeks empty.
        let near = generator.below(2) == 0 ? time() : nil
        for _ in 0..<(1 + generator.below(30)) {
            var (start, length) = (near.map { $0 + Double(generator.below(7200)) } ?? time(), duration())
            var value = type == .heartRate ? Double(generator.below(100)) + 0.5 : Double(1 + generator.below(90))
            if let last, generator.below(6) == 0 { (start, length, value) = last }
            last = (start, length, value)
            objects.append(
                HKQuantitySample(
                    type: HKQuantityType(type),
                    quantity: HKQuantity(unit: HKUnit(from: unit[type] ?? ""), doubleValue: value),
                    start: Date(timeIntervalSince1970: start), end: Date(timeIntervalSince1970: start + length)))
        }
        saved += try database.save(objects, source: source)
    }

    /// Returns a random query.
    func request() -> StatisticsRequest {
        var request = StatisticsRequest(type: types[generator.below(types.count)].rawValue)
        if generator.below(3) > 0 {
            request.from = Date(timeIntervalSince1970: time() - Double(generator.below(3)) * 86_400)
        }
        if generator.below(3) > 0 {
            let from = request.from?.timeIntervalSince1970 ?? base
            let length = generator.below(3) == 0 ? Double(generator.below(4000)) : Double(generator.below(Int(span)))
            request.to = Date(timeIntervalSince1970: from + length)
        }
        let lengths = [
            DateComponents(minute: 15), DateComponents(hour: 1), DateComponents(hour: 6), DateComponents(day: 1),
            DateComponents(day: 2), DateComponents(day: 7), DateComponents(month: 1), DateComponents(year: 1),
            DateComponents(minute: 7),
        ]
        let length = generator.below(lengths.count + 1)
        if length < lengths.count {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = TimeZone(identifier: zones[generator.below(zones.count)]) ?? .gmt
            let midnight = calendar.startOfDay(
                for: Date(timeIntervalSince1970: base + Double(generator.below(5)) * 86_400))
            request.buckets = try? CivilBuckets(
                anchor: generator.below(5) == 0 ? midnight.addingTimeInterval(451) : midnight,
                interval: lengths[length], calendar: calendar)
        }
        request.separateBySource = generator.below(3) == 0
        if generator.below(3) == 0 { request.boundary = .wholeSamples }
        return request
    }
}
