// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of readings that two parties send with times that differ by up to a second, because one of them cuts milliseconds off or rounds them.
@Suite struct NearStartTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    /// 2024-03-09 12:00 UTC.
    private static let noon = 1_709_985_600.0
    private static let uuid = UUID()

    private let store: ScratchStore

    init() throws {
        store = try ScratchStore()
    }

    /// The parties that send a reading of glucose.
    enum Sender: CaseIterable {
        case nightscout, otherNightscout, bridge, healthConnect, wearables, healthAutoExport, export
    }

    /// Sends a reading of 120 mg/dL that was taken some seconds after noon.
    private func send(_ sender: Sender, _ offset: Double, mg: Int = 120) throws {
        let start = Self.noon + offset
        let milliseconds = Int((start * 1000).rounded())
        let text = NightscoutDate.text(start)
        let second = Int(start) % 60
        switch sender {
        case .nightscout, .otherNightscout:
            let device = sender == .nightscout ? "xDrip-DexcomG6" : "loop://iPhone"
            let body = "[{\"type\": \"sgv\", \"sgv\": \(mg), \"date\": \(milliseconds), \"device\": \"\(device)\"}]"
            let batch = try NightscoutReader.batch(Array(body.utf8), in: .entries, now: Self.now)
            try store.database.ingest(batch, app: "\(sender)", now: Self.now)
        case .bridge:
            var builder = PushBuilder(missing: [], now: Self.now)
            let reading = PushBuilder.Reading(
                start: start, end: start, source: ProvenanceData(sourceName: "Loop"), uuid: Self.uuid,
                place: "/samples",
                index: 0)
            builder.addQuantity(
                HKQuantityTypeIdentifier.bloodGlucose.rawValue, value: Double(mg), unit: "mg/dL", reading)
            try store.database.ingest(builder.batch, app: "bridge", now: Self.now)
        case .healthConnect:
            try store.pushHealthConnect(
                """
                {"blood_glucose": [{"mmol_per_liter": \(Double(mg) / 18.01558800000541), "time": "\(text)",
                "uuid": "8a6b5a5e-0000-4000-8000-000000000001"}]}
                """)
        case .wearables:
            try store.pushWearables(
                """
                {"provider": "apple", "sdkVersion": "1", "syncTimestamp": "\(text)", "data": {"records": [
                {"id": "\(Self.uuid.uuidString)", "type": "HKQuantityTypeIdentifierBloodGlucose", "unit": "mg/dL",
                "value": \(mg), "startDate": "\(text)", "endDate": "\(text)", "source": {"name": "Loop"}}], "sleep": [],
                "workouts": []}}
                """)
        case .healthAutoExport:
            try store.push(
                """
                {"data": {"metrics": [{"name": "blood_glucose", "units": "mg/dL", "data": [
                {"date": "2024-03-09 \(second == 59 ? "11:59:59" : "12:00:0\(second)") +0000", "qty": \(mg), "source": "Loop"}]}]}}
                """)
        case .export:
            let date = "2024-03-09 \(second == 59 ? "11:59:59" : "12:00:0\(second)") +0000"
            try store.importXML(
                """
                <HealthData locale="en_GB"><Record type="HKQuantityTypeIdentifierBloodGlucose" unit="mg/dL" value="\(mg)"
                    sourceName="Loop" startDate="\(date)" endDate="\(date)"/></HealthData>
                """)
        }
    }

    private func readings() throws -> Int {
        let statistics = try store.database.statistics(
            StatisticsRequest(type: HKQuantityTypeIdentifier.bloodGlucose.rawValue))
        let count = try store.count("SELECT count(*) FROM sample")
        #expect(statistics.first?.figures.count == count)
        return count
    }

    private func expectSound() throws {
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    /// Seconds after noon of one reading, as it was taken, cut off and rounded up.
    static let pairs: [(Double, Double)] = [
        (0.6, 0), (0.6, 1), (0, 0.999), (1, 0.001), (1, 0), (-0.25, 0), (0.75, 1.75),
    ]

    @Test(arguments: pairs, [true, false])
    func `a reading of a sensor that two uploaders send at times within a second counts once`(
        times: (Double, Double), inOrder: Bool
    ) throws {
        let both: [(Sender, Double)] = [(.nightscout, times.0), (.otherNightscout, times.1)]
        let ordered = inOrder ? both : both.reversed()
        // Uploaders repeat their readings.
        for (sender, time) in ordered + ordered.reversed() { try send(sender, time) }
        #expect(try readings() == 1)
        try expectSound()
    }

    @Test(arguments: Sender.allCases.filter { $0 != .nightscout }, [true, false])
    func `a reading by Nightscout and another way counts once in either order`(sender: Sender, inOrder: Bool) throws {
        // Apps without fractions cut off or round.
        for isNightscout in [inOrder, !inOrder, true, false] {
            if isNightscout { try send(.nightscout, 0.999) } else { try send(sender, 1) }
        }
        #expect(try readings() == 1)
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `a reading with one identifier that two apps on a phone send counts once`(inOrder: Bool) throws {
        for isBridge in [inOrder, !inOrder, true, false] {
            if isBridge { try send(.bridge, 0.999) } else { try send(.wearables, 1) }
        }
        #expect(try readings() == 1)
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `readings more than a second apart and those of other values are different`(inOrder: Bool) throws {
        for isFirst in [inOrder, !inOrder] {
            if isFirst {
                try send(.nightscout, 0)
                try send(.nightscout, 300)
            } else {
                try send(.otherNightscout, 1.002)
                try send(.otherNightscout, 300.5, mg: 123)
            }
        }
        #expect(try readings() == 4)
        try expectSound()
    }

    @Test func `two readings of one uploader within a second are two`() throws {
        try send(.nightscout, 0)
        try send(.nightscout, 1)
        #expect(try readings() == 2)
        // Each of the other uploader's readings is one of them.
        try send(.otherNightscout, 0.4)
        try send(.otherNightscout, 1.4)
        #expect(try readings() == 2)
        try expectSound()
    }

    @Test func `a reading that one uploader corrects stays one`() throws {
        try send(.nightscout, 0)
        try send(.otherNightscout, 0.6)
        let body = """
            [{"type": "sgv", "sgv": 126, "date": \(Int(Self.noon) * 1000), "device": "xDrip-DexcomG6"}]
            """
        let batch = try NightscoutReader.batch(Array(body.utf8), in: .entries, now: Self.now)
        try store.database.ingest(batch, app: "nightscout", now: Self.now)
        #expect(try readings() == 1)
    }

    @Test(arguments: [Sender.otherNightscout, .healthAutoExport])
    func `a reading that the person deleted does not come back`(sender: Sender) throws {
        try send(.nightscout, 0.999)
        try send(sender, 1)
        try store.database.delete(store.database.records(SampleRequest()).map(\.uuid))
        for _ in 0..<2 {
            try send(.nightscout, 0.999)
            try send(sender, 1)
        }
        #expect(try store.count("SELECT count(*) FROM sample") == 0)
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `a meal and insulin whose seconds were rounded count once`(inOrder: Bool) throws {
        for isNightscout in [inOrder, !inOrder, true, false] {
            if isNightscout {
                let body = """
                    [{"eventType": "Meal Bolus", "carbs": 40, "insulin": 2.5, "created_at": "2024-03-09T12:00:00.700Z",
                    "enteredBy": "Trio", "id": "x"}]
                    """
                let batch = try NightscoutReader.batch(Array(body.utf8), in: .treatments, now: Self.now)
                try store.database.ingest(batch, app: "nightscout", now: Self.now)
            } else {
                var builder = PushBuilder(missing: [], now: Self.now)
                for (index, type) in [HKQuantityTypeIdentifier.dietaryCarbohydrates, .insulinDelivery].enumerated() {
                    var reading = PushBuilder.Reading(
                        start: Self.noon + 1, end: Self.noon + 1, source: ProvenanceData(sourceName: "Trio"),
                        uuid: PushIdentity.uuid(of: "\(index)", in: "test"), place: "/samples", index: index)
                    if type == .insulinDelivery {
                        reading.end += 10
                        reading.metadata = [MetadataPair(key: HKMetadataKeyInsulinDeliveryReason, value: "2")]
                    }
                    builder.addQuantity(
                        type.rawValue, value: index == 0 ? 40 : 2.5, unit: index == 0 ? "g" : "IU", reading)
                }
                try store.database.ingest(builder.batch, app: "bridge", now: Self.now)
            }
        }
        #expect(try store.count("SELECT count(*) FROM sample") == 2)
        try expectSound()
    }
}
