// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that later versions of pushed records replace earlier ones.
@Suite struct PushRevisionTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let base = 1_710_000_000.0
    private static let steps = HKQuantityTypeIdentifier.stepCount.rawValue
    private static let sleep = HKCategoryTypeIdentifier.sleepAnalysis.rawValue

    /// A quantity of a push; dates are minutes after ``base``.
    private struct Entry {
        var value: Double
        var from = 0.0
        var to = 10.0
        var uuid: UUID?
        var updated: Double?
        var source = "Watch"
        var type = PushRevisionTests.steps
        var unit = "count"
        var isTotal = false
    }

    private static func reading(_ entry: Entry, _ index: Int) -> PushBuilder.Reading {
        var reading = PushBuilder.Reading(
            start: base + entry.from * 60, end: base + entry.to * 60,
            source: ProvenanceData(sourceName: entry.source), uuid: entry.uuid, place: "/samples", index: index)
        reading.updated = entry.updated
        reading.isTotal = entry.isTotal
        return reading
    }

    private static func builder() -> PushBuilder { PushBuilder(missing: [.device, .metadata], now: now) }

    private static func batch(_ entries: [Entry]) -> PushedBatch {
        var builder = builder()
        for (index, entry) in entries.enumerated() {
            builder.addQuantity(entry.type, value: entry.value, unit: entry.unit, reading(entry, index))
        }
        return builder.batch
    }

    @discardableResult
    private static func push(_ store: ScratchStore, _ batch: PushedBatch, app: String = "phone.a") throws
        -> PushedReceipt.Counts
    {
        let receipt = try store.database.ingest(batch, app: app, now: now)
        #expect(receipt.refusals.entries == [])
        #expect(try store.database.check().findings == [])
        return receipt.allSamples
    }

    @discardableResult
    private static func push(_ store: ScratchStore, _ entries: [Entry], app: String = "phone.a") throws
        -> PushedReceipt.Counts
    {
        try push(store, batch(entries), app: app)
    }

    /// Returns the values and dates of all samples, in minutes.
    private static func state(_ store: ScratchStore) throws -> [String] {
        try store.database.records(SampleRequest()).map { sample in
            let (from, to) = (
                (sample.start.timeIntervalSince1970 - base) / 60, (sample.end.timeIntervalSince1970 - base) / 60
            )
            return "\(sample.value ?? -1) \(from)-\(to)"
        }.sorted()
    }

    // MARK: Identities

    @Test func `a record with a known identifier and other content replaces the earlier one`() throws {
        let store = try ScratchStore()
        let uuid = UUID()
        #expect(try Self.push(store, [Entry(value: 5, uuid: uuid)]) == .init(added: 1))
        #expect(try Self.push(store, [Entry(value: 5, uuid: uuid)]) == .init(known: 1))
        let before = try store.database.records(SampleRequest())
        #expect(try Self.push(store, [Entry(value: 3, uuid: uuid)]) == .init(replaced: 1))
        #expect(try Self.state(store) == ["3.0 0.0-10.0"])
        // Anchors see a deletion and an addition, in this order.
        #expect(try store.count("SELECT count(*) FROM deletion") == 1)
        #expect(try store.database.records(SampleRequest()).map(\.uuid) == before.map(\.uuid))
        #expect(try store.count("SELECT count(*) FROM sample AS s JOIN deletion AS d ON s.id > d.id") == 1)
        // Another start.
        #expect(try Self.push(store, [Entry(value: 3, from: -60, to: -50, uuid: uuid)]) == .init(replaced: 1))
        #expect(try Self.state(store) == ["3.0 -60.0--50.0"])
        let revisions = try store.database.revisions(
            type: Self.steps, from: .distantPast, to: .distantFuture)
        #expect(revisions == .init(samples: 1, versions: 2))
    }

    @Test func `a version that moves does not disturb a record that starts at the earlier time`() throws {
        let store = try ScratchStore()
        let (moved, other) = (UUID(), UUID())
        try Self.push(store, [Entry(value: 5, uuid: moved)])
        let counts = try Self.push(
            store, [Entry(value: 5, from: -60, to: -50, uuid: moved), Entry(value: 5, uuid: other)])
        #expect(counts == .init(added: 1, replaced: 1))
        #expect(try Self.state(store) == ["5.0 -60.0--50.0", "5.0 0.0-10.0"])
    }

    @Test func `an older version does not replace a newer one`() throws {
        let store = try ScratchStore()
        let uuid = UUID()
        try Self.push(store, [Entry(value: 5, uuid: uuid, updated: 200)])
        #expect(try Self.push(store, [Entry(value: 3, uuid: uuid, updated: 100)]) == .init(known: 1))
        #expect(try Self.push(store, [Entry(value: 4, uuid: uuid, updated: 300)]) == .init(replaced: 1))
        #expect(try Self.state(store) == ["4.0 0.0-10.0"])
    }

    @Test func `records with different identifiers are two`() throws {
        let store = try ScratchStore()
        #expect(try Self.push(store, [Entry(value: 5, uuid: UUID())]) == .init(added: 1))
        #expect(try Self.push(store, [Entry(value: 5, uuid: UUID())]) == .init(added: 1))
        #expect(try Self.push(store, [Entry(value: 6, uuid: UUID())]) == .init(added: 1))
        #expect(try Self.state(store).count == 3)
    }

    @Test func `of several versions of a record in one push, the latest counts`() throws {
        let store = try ScratchStore()
        let (uuid, other) = (UUID(), UUID())
        let versions = [Entry(value: 5, uuid: uuid), Entry(value: 5, uuid: uuid), Entry(value: 6, uuid: uuid)]
        let dated = [Entry(value: 8, uuid: other, updated: 2), Entry(value: 7, uuid: other, updated: 1)]
        #expect(try Self.push(store, versions + dated) == .init(added: 2, known: 3))
        #expect(try Self.state(store) == ["6.0 0.0-10.0", "8.0 0.0-10.0"])
        #expect(try Self.push(store, versions + dated) == .init(known: 5))
        #expect(try Self.state(store) == ["6.0 0.0-10.0", "8.0 0.0-10.0"])
    }

    @Test(arguments: [nil, 1, 100])
    func `of versions of a record with different dates in one push, the latest counts`(size: Int?) throws {
        let store = try ScratchStore()
        let (moved, dated) = (UUID(), UUID())
        func push(_ entries: [Entry]) throws -> PushedReceipt.Counts {
            guard let size else { return try Self.push(store, entries) }
            return try store.database.ingest(app: "phone.a", now: Self.now, size: size) { sink in
                var builder = PushBuilder(missing: [.device, .metadata], now: Self.now, sink: sink)
                for (index, entry) in entries.enumerated() {
                    builder.addQuantity(
                        entry.type, value: entry.value, unit: entry.unit, Self.reading(entry, index))
                    builder.endRecord()
                }
                return builder.batch
            }.allSamples
        }
        let later = Entry(value: 5, uuid: moved)
        let earlier = Entry(value: 6, from: -60, to: -50, uuid: moved)
        let newer = Entry(value: 7, from: 60, to: 70, uuid: dated, updated: 2)
        let older = Entry(value: 8, from: 120, to: 130, uuid: dated, updated: 1)
        #expect(try push([later, earlier, newer, older]) == .init(added: 2, known: 2))
        #expect(try Self.state(store) == ["6.0 -60.0--50.0", "7.0 60.0-70.0"])
        #expect(try push([later, earlier, older, newer]) == .init(known: 4))
        #expect(try push([earlier, later, earlier, later]) == .init(replaced: 1, known: 3))
        #expect(try Self.state(store) == ["5.0 0.0-10.0", "7.0 60.0-70.0"])
    }

    @Test(arguments: [1, 100]) func `of versions of a blood pressure in one push, the latest counts`(size: Int) throws {
        let store = try ScratchStore()
        let (first, second) = (UUID(), UUID())
        let versions: [(systolic: Double, entry: Entry)] = [
            (120, Entry(value: 0, to: 0, uuid: first)), (130, Entry(value: 0, from: -60, to: -60, uuid: first)),
            (140, Entry(value: 0, from: 60, to: 60, uuid: second, updated: 2)),
            (150, Entry(value: 0, from: 120, to: 120, uuid: second, updated: 1)),
        ]
        for isFirst in [true, false] {
            let receipt = try store.database.ingest(app: "phone.a", now: Self.now, size: size) { sink in
                var builder = PushBuilder(missing: [.device, .metadata], now: Self.now, sink: sink)
                for (index, version) in versions.enumerated() {
                    builder.addBloodPressure(
                        systolic: version.systolic, diastolic: 80, unit: "mmHg", Self.reading(version.entry, index))
                    builder.endRecord()
                }
                return builder.batch
            }
            let counts = receipt.samples[HKCorrelationTypeIdentifier.bloodPressure.rawValue]
            #expect(counts == (isFirst ? .init(added: 2, known: 2) : .init(known: 4)))
            let systolic = try store.database.records(
                SampleRequest(types: [HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue]))
            #expect(systolic.map(\.value) == [130, 140])
            #expect(try store.count("SELECT count(*) FROM sample") == 6)
            #expect(try store.database.check().findings == [])
        }
    }

    @Test func `a version replaces only samples of its own connection`() throws {
        let store = try ScratchStore()
        let uuid = UUID()
        try Self.push(store, [Entry(value: 5, uuid: uuid)])
        #expect(try Self.push(store, [Entry(value: 3, uuid: uuid)], app: "phone.b") == .init(added: 1))
        #expect(try Self.push(store, [Entry(value: 9, to: 20)], app: "phone.b") == .init(added: 1))
        #expect(try Self.state(store) == ["3.0 0.0-10.0", "5.0 0.0-10.0", "9.0 0.0-20.0"])
    }

    @Test func `what an import knows stays when a connection changes its copy`() throws {
        let store = try ScratchStore()
        let uuid = UUID()
        let xml = """
            <HealthData locale="en_GB"><Record type="\(Self.steps)" sourceName="Watch" unit="count" value="5"
            startDate="2024-03-09 16:00:00 +0000" endDate="2024-03-09 16:10:00 +0000"/></HealthData>
            """
        try Self.push(store, [Entry(value: 5, uuid: uuid)])
        try store.importXML(xml)
        let before = try Self.state(store)
        #expect(try Self.push(store, [Entry(value: 3, uuid: uuid)]) == .init(known: 1))
        #expect(try Self.state(store) == before && before == ["5.0 0.0-10.0"])
    }

    /// The records of one sender in random versions and order, with dates of their changes, end with the newest version of each.
    @Test(arguments: UInt64(0)..<20)
    func `random versions end with the newest of each record`(stream: UInt64) throws {
        var random = SeededGenerator(seed: 51, stream: stream, index: 0)
        let uuids = (0..<6).map { _ in UUID() }
        var newest: [UUID: Entry] = [:]
        var versions: [Entry] = []
        for number in 0..<30 {
            let uuid = uuids[random.below(6)]
            let start = Double(random.below(4) * 5)
            let entry = Entry(
                value: Double(1 + random.below(4)), from: start, to: start + Double(1 + random.below(3) * 5),
                uuid: uuid,
                updated: Double(number))
            newest[uuid] = entry
            versions.append(entry)
        }
        let store = try ScratchStore()
        versions.shuffle(using: &random)
        while !versions.isEmpty {
            let count = min(versions.count, 1 + random.below(4))
            // A push contains each record once.
            var seen: Set<UUID> = []
            let part = versions.prefix(count).filter { $0.uuid.map { seen.insert($0).inserted } ?? true }
            versions.removeFirst(part.count == count ? count : 1)
            try Self.push(store, part.count == count ? Array(part) : [part[0]])
        }
        let expected = newest.values.map { "\($0.value) \($0.from)-\($0.to)" }.sorted()
        #expect(try Self.state(store) == expected)
        try store.expectNoFaults()
    }

    // MARK: Without an identity

    @Test func `running totals in any order end with the longest`() throws {
        let totals = [Entry(value: 3000, to: 630), Entry(value: 6000, to: 900), Entry(value: 8432, to: 1320)]
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0], [0, 2, 1], [2, 0, 1], [0, 0, 1, 2, 1, 2]] {
            let store = try ScratchStore()
            for index in order { try Self.push(store, [totals[index]]) }
            #expect(try Self.state(store) == ["8432.0 0.0-1320.0"], "\(order)")
        }
    }

    @Test func `the greatest of the totals that are computed with each push counts`() throws {
        let store = try ScratchStore()
        for value in [3000.0, 5000, 2000] { try Self.push(store, [Entry(value: value, to: 1440, isTotal: true)]) }
        #expect(try Self.state(store) == ["5000.0 0.0-1440.0"])
    }

    @Test func `totals of other periods replace those that they cover, and longer ones stay`() throws {
        // The days of another time zone.
        let store = try ScratchStore()
        let days = [
            Entry(value: 8000, to: 1440, isTotal: true), Entry(value: 7000, from: 1440, to: 2880, isTotal: true),
        ]
        try Self.push(store, days)
        try Self.push(
            store,
            days.map { day in
                var day = day
                (day.from, day.to) = (day.from + 300, day.to + 300)
                return day
            })
        #expect(try Self.state(store) == ["7000.0 1740.0-3180.0", "8000.0 300.0-1740.0"])
        // Parts of an hour, the hour, and the parts again.
        let parts = try ScratchStore()
        let quarters = (0..<4).map { quarter in
            Entry(value: 250, from: Double(quarter) * 15, to: Double(quarter) * 15 + 15, isTotal: true)
        }
        try Self.push(parts, quarters)
        try Self.push(parts, [Entry(value: 1000, to: 60, isTotal: true)])
        try Self.push(parts, quarters)
        #expect(try Self.state(parts) == ["1000.0 0.0-60.0"])
    }

    @Test func `another value of the same period is the newer value`() throws {
        let store = try ScratchStore()
        for value in [1800.0, 2400, 2100] { try Self.push(store, [Entry(value: value, to: 1440)]) }
        #expect(try Self.state(store) == ["2100.0 0.0-1440.0"])
        let weight = HKQuantityTypeIdentifier.bodyMass.rawValue
        for value in [70.0, 71] { try Self.push(store, [Entry(value: value, to: 0, type: weight, unit: "kg")]) }
        #expect(try Self.state(store) == ["2100.0 0.0-1440.0", "71.0 0.0-0.0"])
    }

    @Test func `records of one push are all kept, and a repetition adds nothing`() throws {
        let entries = [Entry(value: 3000, to: 630), Entry(value: 6000, to: 900), Entry(value: 7000, to: 900)]
        let store = try ScratchStore()
        try Self.push(store, entries)
        let before = try Self.state(store)
        #expect(before.count == 3)
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            #expect(try Self.push(store, order.map { entries[$0] }) == .init(known: 3))
        }
        #expect(try Self.state(store) == before)
    }

    @Test(arguments: [false, true])
    func `a corrected value replaces the earlier one however small the difference is`(isTotal: Bool) throws {
        let pairs: [(HKQuantityTypeIdentifier, String, Double, Double)] = [
            (.dietaryWater, "L", 1, 1.5), (.dietaryWater, "L", 0.3, 0.31), (.dietaryWater, "mL", 500, 500.4),
            (.distanceWalkingRunning, "km", 1, 1.4), (.activeEnergyBurned, "kcal", 10, 10.1),
            (.stepCount, "count", 5, 5.3),
        ]
        for (type, unit, first, second) in pairs {
            let store = try ScratchStore()
            let entries = [first, second].map {
                Entry(value: $0, type: type.rawValue, unit: unit, isTotal: isTotal)
            }
            #expect(try Self.push(store, [entries[0]]) == .init(added: 1))
            #expect(try Self.push(store, [entries[0]]) == .init(known: 1))
            #expect(try Self.push(store, [entries[1]]) == .init(replaced: 1), "\(type.rawValue) \(unit)")
            #expect(try Self.push(store, [entries[1]]) == .init(known: 1))
            #expect(try store.database.records(SampleRequest()).count == 1)
        }
    }

    @Test func `totals of other sources and averages of longer periods are other records`() throws {
        let store = try ScratchStore()
        try Self.push(store, [Entry(value: 3000, to: 630)])
        try Self.push(store, [Entry(value: 4000, to: 900, source: "Phone")])
        let pulse = HKQuantityTypeIdentifier.heartRate.rawValue
        try Self.push(store, [Entry(value: 60, to: 1, type: pulse, unit: "count/min")])
        try Self.push(store, [Entry(value: 62, to: 2, type: pulse, unit: "count/min")])
        #expect(try Self.state(store).count == 4)
    }

    @Test func `a copy of another connection follows the versions of the sample`() throws {
        let store = try ScratchStore()
        let uuid = UUID()
        try Self.push(store, [Entry(value: 3000, to: 630)])
        try Self.push(store, [Entry(value: 3000, to: 630, uuid: uuid)], app: "phone.b")
        try Self.push(store, [Entry(value: 6000, to: 900)])
        #expect(try Self.state(store) == ["6000.0 0.0-900.0"])
        #expect(try store.count("SELECT count(*) FROM pushed_copy AS c JOIN sample AS s ON s.id = c.sample") == 1)
        // The other connection sends the same record again.
        try Self.push(store, [Entry(value: 3000, to: 630, uuid: uuid)], app: "phone.b")
        #expect(try Self.state(store) == ["6000.0 0.0-900.0"])
    }

    // MARK: Sessions

    /// A stage of a night in minutes.
    private struct Stage {
        var value: HKCategoryValueSleepAnalysis
        var from: Double
        var to: Double
    }

    private static func night(
        _ stages: [Stage], uuid: UUID? = nil, updated: Double? = nil, source: String = "Band"
    ) -> PushedBatch {
        var builder = builder()
        let session = builder.addSession(
            PushedSession(
                type: sleep, source: source, start: base + (stages.map(\.from).min() ?? 0) * 60,
                end: base + (stages.map(\.to).max() ?? 0) * 60, uuid: uuid, updated: updated))
        for (index, stage) in stages.enumerated() {
            var reading = reading(Entry(value: 0, from: stage.from, to: stage.to, source: source), index)
            reading.session = session
            builder.addCategory(sleep, value: stage.value.rawValue, reading)
        }
        return builder.batch
    }

    private static let first = [
        Stage(value: .asleepCore, from: 0, to: 120), Stage(value: .asleepDeep, from: 120, to: 300),
    ]
    private static let second = [
        Stage(value: .asleepCore, from: 0, to: 120), Stage(value: .asleepREM, from: 120, to: 200),
        Stage(value: .awake, from: 200, to: 230), Stage(value: .asleepCore, from: 230, to: 420),
    ]

    @Test(arguments: [UUID?.none, UUID()])
    func `a later version of a night replaces its stages`(uuid: UUID?) throws {
        let store = try ScratchStore()
        try Self.push(store, Self.night([Stage(value: .asleepDeep, from: -1500, to: -1200)]))
        #expect(try Self.push(store, Self.night(Self.first, uuid: uuid)) == .init(added: 2))
        #expect(try Self.push(store, Self.night(Self.first, uuid: uuid)) == .init(known: 2))
        #expect(try Self.push(store, Self.night(Self.second, uuid: uuid)) == .init(added: 2, replaced: 1, known: 1))
        let core = Double(HKCategoryValueSleepAnalysis.asleepCore.rawValue)
        let deep = Double(HKCategoryValueSleepAnalysis.asleepDeep.rawValue)
        let rem = Double(HKCategoryValueSleepAnalysis.asleepREM.rawValue)
        let awake = Double(HKCategoryValueSleepAnalysis.awake.rawValue)
        let expected = [
            "\(deep) -1500.0--1200.0", "\(core) 0.0-120.0", "\(rem) 120.0-200.0", "\(awake) 200.0-230.0",
            "\(core) 230.0-420.0",
        ].sorted()
        #expect(try Self.state(store) == expected)
        #expect(try Self.push(store, Self.night(Self.second, uuid: uuid)) == .init(known: 4))
        #expect(try Self.state(store) == expected)
        try store.expectNoFaults()
    }

    @Test func `an older version of a night, and nights of others, change nothing`() throws {
        let store = try ScratchStore()
        try Self.push(store, Self.night(Self.second, updated: 200))
        let before = try Self.state(store)
        #expect(try Self.push(store, Self.night(Self.first, updated: 100)) == .init(known: 2))
        #expect(try Self.state(store) == before)
        try Self.push(store, Self.night(Self.first, source: "Ring"))
        try Self.push(store, Self.night(Self.first), app: "phone.b")
        #expect(Set(before).isSubset(of: try Self.state(store)))
    }

    @Test func `the last version of a night in a push counts`() throws {
        var builder = Self.builder()
        for (number, end) in [65.0, 138, 400].enumerated() {
            let session = builder.addSession(
                PushedSession(type: Self.sleep, source: "Band", start: Self.base, end: Self.base + end * 60))
            var reading = Self.reading(Entry(value: 0, to: end, source: "Band"), number)
            reading.session = session
            builder.addCategory(Self.sleep, value: HKCategoryValueSleepAnalysis.asleepCore.rawValue, reading)
        }
        let store = try ScratchStore()
        #expect(try Self.push(store, builder.batch) == .init(added: 1, known: 2))
        #expect(try Self.state(store) == ["\(Double(HKCategoryValueSleepAnalysis.asleepCore.rawValue)) 0.0-400.0"])
    }

    // MARK: Items

    private static func workout(
        _ to: Double, uuid: UUID? = nil, activity: String = "HKWorkoutActivityTypeRunning", pulses: [Double] = []
    ) -> PushedBatch {
        var builder = builder()
        let reading = reading(Entry(value: 0, to: to, uuid: uuid), 0)
        var workout = WorkoutData(activityType: activity, sample: builder.sampleData(reading), duration: to * 60)
        for (index, pulse) in pulses.enumerated() {
            let entry = Entry(value: 0, from: Double(index), to: Double(index))
            if let row = builder.nestedRow(
                HKQuantityTypeIdentifier.heartRate.rawValue, value: pulse, unit: "count/min", Self.reading(entry, 0))
            {
                workout.records.append(row)
            }
        }
        builder.add(.workout(workout), uuid: uuid, at: "/workouts/0")
        return builder.batch
    }

    @Test(arguments: [UUID?.none, UUID()])
    func `a finished workout replaces the running one, with its members`(uuid: UUID?) throws {
        let store = try ScratchStore()
        try Self.push(store, Self.workout(30, uuid: uuid, pulses: [100, 110, 120]))
        try Self.push(store, Self.workout(60, uuid: uuid, pulses: [100, 111, 120, 130]))
        #expect(try store.database.workouts().map { $0.sample.end.timeIntervalSince1970 } == [Self.base + 3600])
        #expect(
            try Self.state(store).filter { $0.hasPrefix("1") }
                == ["100.0 0.0-0.0", "111.0 1.0-1.0", "120.0 2.0-2.0", "130.0 3.0-3.0"])
        #expect(try store.count("SELECT count(*) FROM workout_sample") == 4)
        try Self.push(store, Self.workout(60, activity: "HKWorkoutActivityTypeCycling"))
        // A workout without an identifier, of another activity and the same dates, is a correction.
        #expect(try store.database.workouts().count == (uuid == nil ? 1 : 2))
        try store.expectNoFaults()
    }

    @Test func `a workout whose name is translated keeps its kind`() throws {
        let (store, uuid) = (try ScratchStore(), UUID())
        try Self.push(store, Self.workout(30, uuid: uuid))
        for _ in 0..<2 { try Self.push(store, Self.workout(60, uuid: uuid, activity: "Outdoor Ausführen")) }
        let workouts = try store.database.workouts()
        #expect(workouts.map(\.activityType) == [.running])
        #expect(workouts.map { $0.sample.end.timeIntervalSince1970 } == [Self.base + 3600])
        // A kind that is recognised replaces the earlier one, and another workout has no earlier version.
        try Self.push(store, Self.workout(60, uuid: uuid, activity: "HKWorkoutActivityTypeHiking"))
        #expect(try store.database.workouts().map(\.activityType) == [.hiking])
        try Self.push(store, Self.workout(60, uuid: UUID(), activity: "Ausführen"))
        #expect(Set(try store.database.workouts().map(\.activityType)) == [.hiking, .other])
        try store.expectNoFaults()
    }

    private static func bloodPressure(_ systolic: Double, uuid: UUID? = nil) -> PushedBatch {
        var builder = builder()
        builder.addBloodPressure(
            systolic: systolic, diastolic: 80, unit: "mmHg", reading(Entry(value: 0, to: 0, uuid: uuid), 0))
        return builder.batch
    }

    @Test(arguments: [UUID?.none, UUID()])
    func `a corrected blood pressure replaces the earlier one, with its members`(uuid: UUID?) throws {
        let store = try ScratchStore()
        try Self.push(store, Self.bloodPressure(120, uuid: uuid))
        try Self.push(store, Self.bloodPressure(120, uuid: uuid))
        try Self.push(store, Self.bloodPressure(125, uuid: uuid))
        #expect(try Self.state(store).filter { !$0.hasPrefix("-1") } == ["125.0 0.0-0.0", "80.0 0.0-0.0"])
        #expect(try store.count("SELECT count(*) FROM correlation_member") == 2)
        try store.expectNoFaults()
    }
}
