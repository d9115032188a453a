// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of meals, insulin and glucose that come by Nightscout and from Apple Health with different identifiers.
@Suite struct NightscoutCopyTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    /// 2024-03-09 12:00 UTC and a quarter of a second.
    private static let noon = 1_709_985_600.25
    private static let types = [
        HKQuantityTypeIdentifier.dietaryCarbohydrates.rawValue, HKQuantityTypeIdentifier.insulinDelivery.rawValue,
        HKQuantityTypeIdentifier.bloodGlucose.rawValue,
    ]
    private static let (first, second) = (UUID(), UUID())

    private let store: ScratchStore
    private let nightscout: AppAccess

    init() throws {
        store = try ScratchStore()
        let app = AppIdentity(identifier: "phone.nightscout", name: "Nightscout")
        try store.database.apps.connections.allowPushes(of: Self.types, by: app)
        nightscout = AppAccess(database: store.database, app: app)
    }

    /// Pushes a sample as HealthBridge does.
    private func phone(
        _ value: Double, _ unit: String = "g", _ uuid: UUID = Self.first,
        of type: HKQuantityTypeIdentifier = .dietaryCarbohydrates, source: String = "Trio", bundle: String? = nil,
        at start: Double = Self.noon, lasting duration: Double = 0, reason: HKInsulinDeliveryReason? = nil,
        deleting: [UUID] = []
    ) throws {
        var builder = PushBuilder(missing: [], now: Self.now)
        var origin = ProvenanceData(sourceName: source)
        origin.bundleIdentifier = bundle
        var reading = PushBuilder.Reading(
            start: start, end: start + duration, source: origin, uuid: uuid, place: "/samples", index: 0)
        if let reason {
            reading.metadata = [MetadataPair(key: HKMetadataKeyInsulinDeliveryReason, value: "\(reason.rawValue)")]
        }
        builder.addQuantity(type.rawValue, value: value, unit: unit, reading)
        for uuid in deleting { builder.addDeletion(uuid) }
        try store.database.ingest(builder.batch, app: "phone.bridge", now: Self.now)
    }

    private func delete(_ uuid: UUID) throws {
        var batch = PushedBatch()
        batch.deletions = [uuid]
        try store.database.ingest(batch, app: "phone.bridge", now: Self.now)
    }

    /// Sends a document to Nightscout's interface.
    private func send(_ content: String, in collection: NightscoutCollection = .treatments) throws {
        let documents = try NightscoutReader.documents(Array("{\(content)}".utf8), in: collection, now: Self.now)
        _ = try nightscout.save(documents.documents) { NightscoutReader.reading($0, now: Self.now) }
    }

    /// Sends a meal to Nightscout's interface.
    private func meal(
        _ grams: Double, _ identifier: String = "a", sender: String = "Trio", time: String = "12:00:00.250"
    ) throws {
        try send(
            """
            "eventType": "Carb Correction", "carbs": \(grams), "created_at": "2024-03-09T\(time)Z", "enteredBy": "\(sender)",
            "identifier": "\(identifier)"
            """)
    }

    private func sum(_ type: HKQuantityTypeIdentifier = .dietaryCarbohydrates) throws -> Double? {
        try store.database.statistics(StatisticsRequest(type: type.rawValue)).first?.figures.sum
    }

    private func expectSound() throws {
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    /// The names that one app has in Nightscout and in Apple Health or Health Connect.
    static let names: [[String?]] = [
        ["Trio", "Trio", nil], ["loop://Anna's iPhone", "Anna's Loop", "com.ABC123.loopkit.Loop"],
        ["loop://iPhone", "Loop", nil], ["loop://iPhone", "DIY Loop", nil], ["freeaps-x", "iAPS", nil],
        ["iAPS", "iAPS Anna", "ru.artpancreas.ABC.FreeAPS"],
        ["xDrip4iOS", "xDrip4iO5", nil], ["openaps://AndroidAPS", "info.nightscout.androidaps", nil],
    ]

    @Test(arguments: names, [true, false])
    func `a meal counts once in either order`(names: [String?], nightscoutFirst: Bool) throws {
        let (sender, source) = (try #require(names[0]), try #require(names[1]))
        for isNightscout in [nightscoutFirst, !nightscoutFirst, true, false] {
            if isNightscout {
                try meal(40, sender: sender)
            } else {
                try phone(40, source: source, bundle: names[2])
            }
        }
        #expect(try sum() == 40)
        #expect(try store.count("SELECT count(*) FROM sample") == 1)
        try expectSound()
    }

    @Test(arguments: [true, false], [0.0, 1, 7200])
    func `carbohydrates that last count once, also if they are a moment in Apple Health`(
        nightscoutFirst: Bool, duration: Double
    ) throws {
        for isNightscout in [nightscoutFirst, !nightscoutFirst, true, false] {
            if isNightscout {
                try send(
                    """
                    "eventType": "Meal Bolus", "carbs": 40, "created_at": "2024-03-09T12:00:00.250Z", "enteredBy": "AndroidAPS",
                    "identifier": "a", "duration": 120, "durationInMilliseconds": 7200000
                    """)
            } else {
                try phone(40, source: "AndroidAPS", lasting: duration)
            }
        }
        #expect(try sum() == 40)
        #expect(try store.count("SELECT count(*) FROM sample") == 1)
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `carbohydrates that last count once beside imports of the meal as a moment`(nightscoutFirst: Bool) throws {
        func count(from start: Double, to end: Double) throws -> Double? {
            func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: Self.noon - 0.25 + seconds) }
            return try store.database.statistics(
                StatisticsRequest(
                    type: HKQuantityTypeIdentifier.dietaryCarbohydrates.rawValue, from: date(start), to: date(end))
            ).first?.figures.sum
        }
        for (step, isNightscout) in [nightscoutFirst, !nightscoutFirst, true, false].enumerated() {
            if isNightscout {
                try send(
                    """
                    "eventType": "Meal Bolus", "carbs": 40, "created_at": "2024-03-09T12:00:00Z", "enteredBy": "AndroidAPS",
                    "identifier": "a", "duration": 120
                    """)
                if step == 0 { #expect(try count(from: 3600, to: 5400) == 10) }
            } else {
                try store.importXML(
                    """
                    <HealthData locale="en_GB">
                    <Record type="HKQuantityTypeIdentifierDietaryCarbohydrates" unit="g" value="40" sourceName="AndroidAPS"
                        startDate="2024-03-09 12:00:00 +0000" endDate="2024-03-09 12:00:00 +0000"/>
                    </HealthData>
                    """)
            }
        }
        #expect(try sum() == 40)
        try expectSound()
    }

    @Test func `cells that are computed while an import completes a sample are not stored`() throws {
        try send(
            """
            "eventType": "Meal Bolus", "carbs": 40, "created_at": "2024-03-09T12:00:00Z", "enteredBy": "AndroidAPS",
            "identifier": "a", "duration": 120
            """)
        let request = StatisticsRequest(type: HKQuantityTypeIdentifier.dietaryCarbohydrates.rawValue)
        let plan = try store.database.read { db in
            let type = try #require(try RecordReader.typeNumber(db, of: request.type))
            return try #require(try RollupPlan(db, request, type: type))
        }
        let cells = try #require(try RollupMaker(plan: plan).make(store.database))
        try store.importXML(
            """
            <HealthData locale="en_GB">
            <Record type="HKQuantityTypeIdentifierDietaryCarbohydrates" unit="g" value="40" sourceName="AndroidAPS"
                startDate="2024-03-09 12:00:00 +0000" endDate="2024-03-09 12:00:00 +0000"/>
            </HealthData>
            """)
        store.database.keep(cells, plan)
        store.database.waitForRollups()
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `Loop rounds the carbohydrates that it sends to Nightscout`(nightscoutFirst: Bool) throws {
        for isNightscout in [nightscoutFirst, !nightscoutFirst] {
            if isNightscout { try meal(40, sender: "loop://iPhone") } else { try phone(40.4, source: "Loop") }
        }
        #expect(try sum() == (nightscoutFirst ? 40 : 40.4))
    }

    @Test(arguments: [true, false])
    func `two meals of one app with the same time and value are two`(nightscoutFirst: Bool) throws {
        for isNightscout in [nightscoutFirst, !nightscoutFirst, true, false] {
            for (identifier, uuid) in [("a", Self.first), ("b", Self.second)] {
                if isNightscout { try meal(40, identifier) } else { try phone(40, "g", uuid) }
            }
        }
        #expect(try sum() == 80)
        try expectSound()
    }

    @Test func `meals of two apps, of other times and of other values are two`() throws {
        try phone(40)
        try meal(40, sender: "xdrip")
        try meal(40, "b", time: "12:00:02.000")
        try meal(42, "c")
        #expect(try sum() == 162)
    }

    @Test(arguments: [true, false])
    func `a corrected meal counts with its later value`(nightscoutFirst: Bool) throws {
        for isNightscout in [nightscoutFirst, !nightscoutFirst] {
            if isNightscout { try meal(40) } else { try phone(40) }
        }
        try meal(50)
        // The holder of the sample decides until the other connection has sent the correction, too.
        #expect(try sum() == (nightscoutFirst ? 50 : 40))
        try phone(50, "g", Self.second, deleting: [Self.first])
        #expect(try sum() == 50)
        try meal(50)
        #expect(try sum() == 50)
        #expect(try store.count("SELECT count(*) FROM sample") == 1)
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `a meal that was moved counts at its later time`(nightscoutFirst: Bool) throws {
        for isNightscout in [nightscoutFirst, !nightscoutFirst] {
            if isNightscout { try meal(40) } else { try phone(40) }
        }
        try meal(40, time: "12:30:00.250")
        try phone(40, "g", Self.second, at: Self.noon + 1800, deleting: [Self.first])
        #expect(try sum() == 40)
        #expect(try store.count("SELECT count(*) FROM sample WHERE start = ?", [Self.noon + 1800]) == 1)
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `a meal that both connections delete is deleted`(nightscoutFirst: Bool) throws {
        for isNightscout in [nightscoutFirst, !nightscoutFirst] {
            if isNightscout { try meal(40) } else { try phone(40) }
        }
        let all = NightscoutSelection()
        let deleted = try nightscout.deleteDocuments(in: .treatments, all) {
            NightscoutReader.reading($0, now: Self.now)
        }
        #expect(deleted == 1)
        // A connection deletes only what it sent.
        #expect(try sum() == 40)
        try delete(Self.first)
        #expect(try sum() == nil)
        try expectSound()
    }

    @Test func `a meal that Nightscout, an import and a phone bring counts once`() throws {
        try meal(40)
        try store.importXML(
            """
            <HealthData locale="en_GB">
            <Record type="HKQuantityTypeIdentifierDietaryCarbohydrates" unit="g" value="40" sourceName="Trio"
                startDate="2024-03-09 12:00:00 +0000" endDate="2024-03-09 12:00:00 +0000"/>
            </HealthData>
            """)
        try phone(40)
        #expect(try sum() == 40)
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `a bolus without a duration counts once, and basal insulin with the same start counts too`(
        nightscoutFirst: Bool
    ) throws {
        for isNightscout in [nightscoutFirst, !nightscoutFirst] {
            if isNightscout {
                try send(
                    """
                    "eventType": "Bolus", "insulin": 0.5, "created_at": "2024-03-09T12:00:00.250Z", "enteredBy": "Trio",
                    "id": "x"
                    """)
            } else {
                try phone(0.5, "IU", Self.second, of: .insulinDelivery, lasting: 300, reason: .basal)
                try phone(0.5, "IU", Self.first, of: .insulinDelivery, lasting: 12, reason: .bolus)
            }
        }
        #expect(try sum(.insulinDelivery) == 1)
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `insulin and glucose of Health Auto Export without identifiers count once`(nightscoutFirst: Bool) throws {
        for isNightscout in [nightscoutFirst, !nightscoutFirst, true, false, false] {
            if isNightscout {
                try send(
                    """
                    "eventType": "Bolus", "insulin": 2.5, "created_at": "2024-03-09T12:00:00.250Z", "enteredBy": "Trio",
                    "id": "x"
                    """)
                try send("\"type\": \"sgv\", \"sgv\": 99, \"date\": 1709985600250, \"device\": \"Trio\"", in: .entries)
            } else {
                try store.push(
                    """
                    {"data": {"metrics": [
                     {"name": "insulin_delivery", "units": "IU", "data": [
                      {"date": "2024-03-09 12:00:00 +0000", "qty": 2.5, "source": "Trio"}]},
                     {"name": "blood_glucose", "units": "mmol/L", "data": [
                      {"date": "2024-03-09 12:00:00 +0000", "qty": 5.5, "source": "Trio"}]}]}}
                    """)
            }
        }
        #expect(try sum(.insulinDelivery) == 2.5)
        #expect(try store.count("SELECT count(*) FROM sample") == 2)
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `a reading of a sensor is one sample, whatever the app that read it is called`(nightscoutFirst: Bool) throws {
        for isNightscout in [nightscoutFirst, !nightscoutFirst] {
            if isNightscout {
                try send(
                    "\"type\": \"sgv\", \"sgv\": 120, \"date\": 1709985600250, \"device\": \"Dexcom G6 21F7Z2\"",
                    in: .entries)
            } else {
                try phone(120, "mg/dL", of: .bloodGlucose)
            }
        }
        #expect(try store.count("SELECT count(*) FROM sample") == 1)
        try expectSound()
    }
}
