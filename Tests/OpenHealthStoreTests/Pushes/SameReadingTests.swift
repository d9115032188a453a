// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of readings that several apps on one phone push, and that an export contains: each app knows the source of a reading by another name,
/// writes the time with another precision, and some give it the UUID of HealthKit.
@Suite struct SameReadingTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    /// 2024-03-09 12:00 UTC.
    private static let noon = 1_709_985_600.0

    private let store: ScratchStore
    private let nightscout: AppAccess

    init() throws {
        store = try ScratchStore()
        let app = AppIdentity(identifier: "nightscout", name: "Nightscout")
        try store.database.apps.connections.allowPushes(of: Self.readings.map(\.type.rawValue), by: app)
        nightscout = AppAccess(database: store.database, app: app)
    }

    /// The parties that send a reading.
    enum Sender: CaseIterable {
        case healthAutoExport, bridge, wearables, nightscout, export
    }

    /// A reading of HealthKit.
    struct Reading: Sendable, CustomTestStringConvertible {
        var type: HKQuantityTypeIdentifier
        /// The name of the metric in Health Auto Export.
        var metric: String
        var value: Double
        var unit: String
        /// The value and the unit that Open Wearables sends.
        var other: (Double, String)
        var uuid = UUID()
        var name = "Loop"
        var bundle = "com.ABC123.loopkit.Loop"
        /// The part of the second in which the reading starts, which only the bridge sends.
        var fraction = 0.412

        var testDescription: String { metric }
    }

    private static let water = Reading(
        type: .dietaryWater, metric: "dietary_water", value: 250, unit: "mL", other: (0.25, "L"))
    private static let carbohydrates = Reading(
        type: .dietaryCarbohydrates, metric: "carbohydrates", value: 30, unit: "g", other: (30, "g"))
    private static let insulin = Reading(
        type: .insulinDelivery, metric: "insulin_delivery", value: 3.25, unit: "IU", other: (3.25, "IU"))
    private static let mass = Reading(
        type: .bodyMass, metric: "weight_body_mass", value: 72.5, unit: "kg", other: (72500, "g"))

    static let readings = [water, carbohydrates, insulin, mass]

    /// Returns all orders of some elements.
    private static func orders<Element>(_ elements: [Element]) -> [[Element]] {
        if elements.count < 2 { return [elements] }
        return elements.indices.flatMap { index in
            var rest = elements
            let first = rest.remove(at: index)
            return orders(rest).map { [first] + $0 }
        }
    }

    private static func bridge(_ reading: Reading, value: Double? = nil, deleting: Bool = false) -> PushedBatch {
        var builder = PushBuilder(missing: [], now: now)
        if deleting {
            builder.addDeletion(reading.uuid)
            return builder.batch
        }
        var source = ProvenanceData(sourceName: reading.name)
        source.bundleIdentifier = reading.bundle
        let start = noon + reading.fraction
        var element = PushBuilder.Reading(
            start: start, end: start, source: source, uuid: reading.uuid, place: "/samples", index: 0)
        if reading.type == .insulinDelivery {
            let bolus = HKInsulinDeliveryReason.bolus.rawValue
            element.metadata = [MetadataPair(key: HKMetadataKeyInsulinDeliveryReason, value: "\(bolus)")]
        }
        builder.addQuantity(reading.type.rawValue, value: value ?? reading.value, unit: reading.unit, element)
        return builder.batch
    }

    private static func wearables(_ reading: Reading) throws -> PushedBatch {
        let json = """
            {"provider": "apple", "data": {"records": [{"id": "\(reading.uuid.uuidString)", "type": "\(reading.type.rawValue)",
            "startDate": "2024-03-09T12:00:00Z", "endDate": "2024-03-09T12:00:00Z", "value": \(reading.other.0),
            "unit": "\(reading.other.1)", "source": {"appId": "\(reading.bundle)", "deviceName": "iPhone"}}], "sleep": [],
            "workouts": []}}
            """
        return try OpenWearablesReader.batch(Array(json.utf8), now: now)
    }

    /// Sends a reading as a party does; Nightscout only receives meals and insulin.
    private func send(_ reading: Reading, _ sender: Sender) throws {
        switch sender {
        case .bridge: try store.database.ingest(Self.bridge(reading), app: "bridge", now: Self.now)
        case .wearables: try store.database.ingest(Self.wearables(reading), app: "wearables", now: Self.now)
        case .healthAutoExport:
            let reason = reading.type == .insulinDelivery ? "\"reason\": \"Bolus\", " : ""
            try store.push(
                """
                {"data": {"metrics": [{"name": "\(reading.metric)", "units": "\(reading.unit)", "data": [
                {"date": "2024-03-09 13:00:00 +0100", "qty": \(reading.value), \(reason)"source": "\(reading.name)"}]}]}}
                """, app: "auto")
        case .nightscout:
            let content: String
            switch reading.type {
            case .dietaryCarbohydrates: content = "\"eventType\": \"Carb Correction\", \"carbs\": \(reading.value)"
            case .insulinDelivery: content = "\"eventType\": \"Correction Bolus\", \"insulin\": \(reading.value)"
            default: return
            }
            let body = """
                {\(content), "created_at": "2024-03-09T12:00:00.412Z", "enteredBy": "loop://iPhone",
                "syncIdentifier": "a"}
                """
            let documents = try NightscoutReader.documents(Array(body.utf8), in: .treatments, now: Self.now)
            _ = try nightscout.save(documents.documents) { NightscoutReader.reading($0, now: Self.now) }
        case .export:
            let reason =
                reading.type == .insulinDelivery
                ? "<MetadataEntry key=\"HKInsulinDeliveryReason\" value=\"2\"/>" : ""
            try store.importXML(
                """
                <HealthData locale="en_GB"><Record type="\(reading.type.rawValue)" unit="\(reading.unit)" value="\(reading.value)"
                sourceName="\(reading.name)" startDate="2024-03-09 12:00:00 +0000" endDate="2024-03-09 12:00:00 +0000">\(reason)\
                </Record></HealthData>
                """)
        }
    }

    private func delete(_ reading: Reading, app: String) throws -> Int {
        try store.database.ingest(Self.bridge(reading, deleting: true), app: app, now: Self.now).deleted
    }

    private func values(_ store: ScratchStore? = nil) throws -> [Double] {
        try (store ?? self.store).database.records(SampleRequest()).compactMap(\.value).sorted()
    }

    private func expectSound() throws {
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test func `a reading of several parties counts once in any order`() throws {
        var random = SeededGenerator(seed: 36, stream: 0, index: 0)
        for order in Self.orders(Sender.allCases).shuffled(using: &random).prefix(20) {
            let test = try SameReadingTests()
            // All of them repeat their pushes.
            for sender in order + order {
                try test.send(Self.insulin, sender)
                #expect(try test.values() == [Self.insulin.value], "\(order)")
            }
            try test.store.expectNoFaults()
        }
    }

    @Test(arguments: readings)
    func `a reading of two parties counts once in either order`(reading: Reading) throws {
        for first in Sender.allCases {
            for second in Sender.allCases where second != first {
                let test = try SameReadingTests()
                for sender in [first, second, first, second] { try test.send(reading, sender) }
                #expect(try test.values() == [reading.value], "\(first), \(second)")
                try test.store.expectNoFaults()
            }
        }
    }

    @Test(arguments: readings, [true, false])
    func `a reading remains as long as one party has it`(reading: Reading, bridgeFirst: Bool) throws {
        for deletesFirst in [true, false] {
            let test = try SameReadingTests()
            for isBridge in [bridgeFirst, !bridgeFirst] { try test.send(reading, isBridge ? .bridge : .wearables) }
            let (one, other) = deletesFirst ? ("bridge", "wearables") : ("wearables", "bridge")
            #expect(try test.delete(reading, app: "stranger") == 0)
            #expect(try test.delete(reading, app: one) == 1)
            #expect(try test.values() == [reading.value])
            #expect(try test.store.database.records(SampleRequest()).map(\.uuid) == [reading.uuid])
            #expect(try test.delete(reading, app: one) == 0)
            #expect(try test.delete(reading, app: other) == 1)
            #expect(try test.values().isEmpty)
            #expect(try test.store.count("SELECT count(*) FROM pushed_copy") == 0)
            try test.expectSound()
        }
    }

    @Test(arguments: readings)
    func `a reading of an app that sends no UUIDs remains when the others delete it`(reading: Reading) throws {
        for order in Self.orders([Sender.healthAutoExport, .bridge, .wearables]) {
            for apps in [["bridge", "wearables"], ["wearables", "bridge"]] {
                let test = try SameReadingTests()
                for sender in order { try test.send(reading, sender) }
                for app in apps {
                    #expect(try test.delete(reading, app: app) == 1, "\(order) \(apps)")
                    #expect(try test.values() == [reading.value], "\(order) \(apps)")
                }
                try test.send(reading, .healthAutoExport)
                #expect(try test.values() == [reading.value], "\(order) \(apps)")
                try test.store.expectNoFaults()
            }
        }
    }

    /// Two doses of one app in the same second, which a phone pushes one after the other.
    @Test(arguments: readings)
    func `two equal readings of one second stay two`(reading: Reading) throws {
        var second = reading
        (second.uuid, second.fraction) = (UUID(), 0.7)
        for order in Self.orders([Sender.healthAutoExport, .bridge, .wearables]) {
            let test = try SameReadingTests()
            for sender in order { try test.send(reading, sender) }
            for sender in order where sender != .healthAutoExport { try test.send(second, sender) }
            for sender in order { try test.send(reading, sender) }
            #expect(try test.values() == [reading.value, reading.value], "\(order)")
            try test.expectSound()
        }
    }

    @Test func `a UUID with another value is a version of a food, and with another type another reading`() throws {
        var reading = Self.water
        try send(reading, .bridge)
        reading.other = (0.3, "L")
        try send(reading, .wearables)
        #expect(try values() == [250])
        reading = Self.carbohydrates
        reading.uuid = Self.water.uuid
        try send(reading, .wearables)
        #expect(try values() == [30, 250])
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `sources with other identifiers and other UUIDs are two`(bridgeFirst: Bool) throws {
        var other = Self.water
        (other.uuid, other.bundle) = (UUID(), "org.example.water")
        for isBridge in [bridgeFirst, !bridgeFirst] {
            try send(isBridge ? Self.water : other, isBridge ? .bridge : .wearables)
        }
        #expect(try values() == [250, 250])
    }

    /// A name and a bundle identifier can be those of one source, but the value must be the same.
    @Test(arguments: [true, false])
    func `a source without a name is not that of another value`(exportFirst: Bool) throws {
        var other = Self.water
        other.other = (0.2501, "L")
        for isExport in [exportFirst, !exportFirst] {
            try send(isExport ? Self.water : other, isExport ? .export : .wearables)
        }
        #expect(try values() == [250, 250.1])
    }

    /// Another party that pushes the UUID of a sample changes nothing that others see, then or later.
    @Test(arguments: readings, [true, false])
    func `a copy with the same UUID takes and changes nothing`(reading: Reading, bridgeFirst: Bool) throws {
        try send(reading, bridgeFirst ? .bridge : .wearables)
        func state() throws -> [String] {
            try store.contents()
                + store.database.records(SampleRequest()).map { "\($0.uuid) \($0.bundleIdentifier ?? "")" }
        }
        let (before, counter) = (try state(), try store.database.latestChange())
        var copy = reading
        (copy.name, copy.bundle) = ("Evil", "org.example.evil")
        try store.database.ingest(Self.bridge(copy), app: "evil", now: Self.now)
        #expect(try state() == before)
        try store.database.ingest(Self.bridge(copy, value: reading.value + 1), app: "evil", now: Self.now)
        #expect(try state() == before)
        #expect(try delete(copy, app: "evil") == 1)
        #expect(try state() == before)
        #expect(try store.database.latestChange() == counter)
        try expectSound()
    }

    @Test(arguments: readings, [true, false])
    func `an app that may not read gets the answers of a store without the reading`(
        reading: Reading, isBridge: Bool
    ) throws {
        let alone = try ScratchStore()
        let sender: Sender = isBridge ? .wearables : .bridge
        try send(reading, sender)
        let app = AppIdentity(identifier: "org.example.blind", name: "Blind")
        let sessions = try [store, alone].map { store in
            try store.database.apps.connections.allowPushes(of: [reading.type.rawValue], by: app)
            let access = AppAccess(database: store.database, app: app)
            try access.record(AuthorizationDecision(read: [HKQuantityType(reading.type): .denied]))
            return access
        }
        let push = try isBridge ? Self.bridge(reading) : Self.wearables(reading)
        let deletion = Self.bridge(reading, deleting: true)
        for batch in [push, push, deletion, deletion, push] {
            let receipts = try sessions.map { try $0.ingest(batch) }
            #expect(receipts[0] == receipts[1])
        }
        #expect(try values(store) == [reading.value])
        try expectSound()
    }
}
