// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that a push that is read in batches has the result of one that is read as a whole.
@Suite struct PushBatchTests {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let base = 1_710_000_000.0
    private static let types: [(type: String, unit: String)] = [
        (HKQuantityTypeIdentifier.stepCount.rawValue, "count"),
        (HKQuantityTypeIdentifier.heartRate.rawValue, "count/min"),
        (HKQuantityTypeIdentifier.bodyMass.rawValue, "kg"),
    ]

    /// Reads a push, in batches if there is a receiver of them.
    private typealias Reader = (PushSink?) throws -> PushedBatch

    /// The state of a store after pushes.
    private struct Result: Equatable {
        var receipts: [PushedReceipt] = []
        var contents: [String] = []
        var aggregates: [StoredAggregate] = []
        var workouts = 0
    }

    /// Stores pushes, each read by a closure.
    /// - Parameter size: The number of parts of a batch; nil for pushes that are read as a whole.
    private static func result(_ pushes: [Reader], size: Int?) throws -> Result {
        let store = try ScratchStore()
        var result = Result()
        for read in pushes {
            let receipt =
                try size.map { try store.database.ingest(app: "phone.a", now: now, size: $0) { try read($0) } }
                ?? store.database.ingest(read(nil), app: "phone.a", now: now)
            result.receipts.append(receipt)
            #expect(try store.database.check().findings == [])
        }
        result.contents = try store.contents()
        result.aggregates = try store.database.pushes.aggregates()
        result.workouts = try store.count("SELECT count(*) FROM workout")
        return result
    }

    private static func expectSame(_ pushes: [Reader], _ comment: Comment) throws {
        let whole = try result(pushes, size: nil)
        #expect(whole.contents.count + whole.aggregates.count > 0, comment)
        for size in [1, 7, 100] { #expect(try result(pushes, size: size) == whole, "\(comment), batches of \(size)") }
    }

    /// Readings that share seconds, sources, identifiers and sessions, in any order.
    static func read(_ seed: UInt64, into sink: PushSink?) -> PushedBatch {
        var random = SeededGenerator(seed: seed)
        var builder = PushBuilder(missing: [.device, .metadata], now: now, sink: sink)
        let uuids = (0..<20).map { UUID(uuid: (UInt8($0), 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)) }
        var nights: [Int32] = []
        for night in 0..<3 {
            let start = base + Double(night) * 86_400 + Double.random(in: 0...600, using: &random).rounded()
            nights.append(
                builder.addSession(
                    PushedSession(
                        type: HKCategoryTypeIdentifier.sleepAnalysis.rawValue, source: "Watch", start: start,
                        end: start + 8 * 3600)))
        }
        for index in 0..<300 {
            let start = base + Double(Int.random(in: 0..<80, using: &random)) / 2
            var reading = PushBuilder.Reading(
                start: start, end: start + Double(Int.random(in: 0..<3, using: &random)),
                source: ProvenanceData(sourceName: ["Watch", "Scale", "Band"][Int.random(in: 0..<3, using: &random)]),
                place: "/samples", index: index)
            if Bool.random(using: &random) {
                reading.metadata = [MetadataPair(key: "HKNote", value: "\(Int.random(in: 0..<4, using: &random))")]
            }
            if Int.random(in: 0..<3, using: &random) == 0 {
                reading.uuid = uuids[Int.random(in: 0..<20, using: &random)]
                if Bool.random(using: &random) { reading.updated = start + Double(index % 5) }
            }
            reading.isTotal = Int.random(in: 0..<10, using: &random) == 0
            let (type, unit) = types[Int.random(in: 0..<3, using: &random)]
            builder.addQuantity(type, value: Double(Int.random(in: 1...6, using: &random)), unit: unit, reading)
            builder.endRecord()
        }
        for index in 0..<30 {
            let night = Int.random(in: 0..<3, using: &random)
            let start = base + Double(night) * 86_400 + Double(index) * 600
            var reading = PushBuilder.Reading(
                start: start, end: start + 600, source: ProvenanceData(sourceName: "Watch"), place: "/sleep",
                index: index)
            reading.session = nights[night]
            if index % 10 == 9 {
                builder.addCategory(
                    HKCategoryTypeIdentifier.sleepAnalysis.rawValue, text: "stage \(index % 3)", reading)
            } else {
                builder.addCategory(HKCategoryTypeIdentifier.sleepAnalysis.rawValue, value: index % 5, reading)
            }
            builder.endRecord()
        }
        for index in 0..<40 {
            let start = base + Double(Int.random(in: 0..<10, using: &random)) * 3600
            builder.add(
                AggregatedPoint(
                    type: types[1].type, sources: index % 2 == 0 ? "Watch" : "Band", start: start, end: start + 3600,
                    interval: .hours, unit: "count/min", average: Double(index),
                    others: [MetadataPair(key: "x", value: "1")],
                    place: "/figures/\(index)"))
            builder.addBloodPressure(
                systolic: 120 + Double(index % 3), diastolic: 80, unit: "mmHg",
                PushBuilder.Reading(
                    start: base + Double(index % 7), end: base + Double(index % 7),
                    source: ProvenanceData(sourceName: "Cuff"), place: "/pressures", index: index))
            builder.endRecord()
        }
        return builder.batch
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `batches of any size have the result of the whole push`(seed: UInt64) throws {
        let pushes: [Reader] = [seed, seed, seed + 1000, seed].map { seed in { Self.read(seed, into: $0) } }
        try Self.expectSame(pushes, "seed \(seed)")
    }

    @Test func `the readers of all formats pass batches on`() throws {
        let (auto, webhook, wearables) = (Self.autoExport, Self.webhook, Self.wearables)
        for aggregation in [HealthAutoExportReader.Aggregation.individual, .interval(.minutes)] {
            let read = { (sink: PushSink?) in
                try auto.withUnsafeBufferPointer {
                    try HealthAutoExportReader.read($0, aggregation: aggregation, now: Self.now, into: sink)
                }
            }
            try Self.expectSame([read, read], "Health Auto Export, \(aggregation)")
        }
        let pushed = { (sink: PushSink?) in try HealthConnectWebhookReader.batch(webhook, now: Self.now, into: sink) }
        try Self.expectSame([pushed, pushed], "HC Webhook")
        let synced = { (sink: PushSink?) in try OpenWearablesReader.batch(wearables, now: Self.now, into: sink) }
        try Self.expectSame([synced, synced], "Open Wearables")
    }

    @Test func `versions of workouts, foods and series are compared across batches`() throws {
        let workouts = Self.joined(30) { number in
            "{\"type\": \"running\", \"start_time\": 1710000000, \"end_time\": \(1_710_000_600 + number * 7 % 30 * 600)}"
        }
        let foods = Self.joined(20) { number in
            """
            {"name": "food \(number % 7)", "calories": \(50 + number % 3), "start_time": 1710000000,
            "end_time": 1710000001, "metadata": {"data_origin": "com.example.meals"}}
            """
        }
        let webhook = Array("{\"exercise\": [\(workouts)], \"nutrition\": [\(foods)]}".utf8)
        let pushed = { (sink: PushSink?) in
            try HealthConnectWebhookReader.batch(webhook, now: Self.now, into: sink)
        }
        try Self.expectSame([pushed, pushed], "HC Webhook")
        #expect(try Self.result([pushed], size: 1).workouts == 1)
        func series(_ count: Int) -> Reader {
            let records = Self.joined(count) { number in
                """
                {"id": "a-s\(number)", "parentId": "a", "type": "HEART_RATE", "unit": "bpm", "value": \(60 + count),
                "startDate": \(1_710_000_000 + number)}
                """
            }
            let wearables = Array("{\"provider\": \"google\", \"data\": {\"records\": [\(records)]}}".utf8)
            return { try OpenWearablesReader.batch(wearables, now: Self.now, into: $0) }
        }
        try Self.expectSame([series(20), series(9), series(12)], "Open Wearables")
        #expect(try Self.result([series(20), series(9)], size: 1).contents.count == 9)
    }

    private static func joined(_ count: Int, _ element: (Int) -> String) -> String {
        (0..<count).map(element).joined(separator: ",")
    }

    /// Heart rates in descending order, and a metric of the same name again, whose figures are of the same minutes.
    private static let autoExport: [UInt8] = {
        func list(_ source: String) -> String {
            let points = joined(150) { number in
                let minute = (150 - number) % 60
                let date = "2024-03-09 \(number < 90 ? "11" : "10"):\(minute < 10 ? "0" : "")\(minute):00 +0000"
                return
                    "{\"date\": \"\(date)\", \"Min\": 50, \"Avg\": \(60 + number % 50), \"Max\": 180, \"source\": \"\(source)\"}"
            }
            return "{\"data\": [\(points)], \"name\": \"heart_rate\", \"units\": \"bpm\"}"
        }
        return Array("{\"data\": {\"metrics\": [\(list("Watch")), \(list("Band"))]}}".utf8)
    }()

    private static let webhook: [UInt8] = {
        let steps = joined(200) { number in
            "{\"count\": \(number % 9), \"start_time\": \(1_710_000_000 + number % 70 * 60), \"end_time\": \(1_710_000_060 + number % 70 * 60)}"
        }
        let rates = joined(100) {
            "{\"avg\": 60, \"min\": 50, \"max\": 90, \"time\": \(1_710_000_000 - 1_710_000_000 % 300 + $0 * 300)}"
        }
        return Array("{\"steps\": [\(steps)], \"heart_rate\": [\(rates)], \"bone_mass\": [{}]}".utf8)
    }()

    private static let wearables: [UInt8] = {
        let records = joined(200) { number in
            """
            {"id": "5BFB1B2A-7020-4C84-8A32-\(100_000_000_000 + number % 150)", "type": "HKQuantityTypeIdentifierHeartRate",
             "startDate": \(1_710_000_000 + number % 40), "endDate": \(1_710_000_000 + number % 40), "value": \(60 + number % 9),
             "unit": "bpm", "source": {"name": "Watch \(number % 3)"}}
            """
        }
        let stages = joined(60) { number in
            """
            {"id": "s\(number)", "parentId": "night \(number / 30)", "stage": "\(["light", "deep", "rem", "odd"][number % 4])",
             "startDate": \(1_710_000_000 + number * 900), "endDate": \(1_710_000_900 + number * 900), "source": {"name": "Ring"}}
            """
        }
        return Array("{\"provider\": \"google\", \"data\": {\"records\": [\(records)], \"sleep\": [\(stages)]}}".utf8)
    }()

    @Test func `a push whose reader fails leaves the store as it was`() throws {
        struct Failure: Error {}
        let store = try ScratchStore()
        #expect(throws: Failure.self) {
            try store.database.ingest(app: "phone.a", now: Self.now, size: 10) { sink in
                _ = Self.read(1, into: sink)
                throw Failure()
            }
        }
        #expect(try store.contents() == [])
        #expect(try store.database.pushes.all(of: "phone.a").isEmpty)
        try store.expectNoFaults()
    }
}
