// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of foods, blood pressures and workouts that several connections push and that count once.
@Suite struct SharedFoodTests {
    private static let start = 1_710_000_000
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let source = "com.example.meals"

    private let store: ScratchStore

    init() throws {
        store = try ScratchStore()
    }

    /// Pushes foods of HC Webhook.
    private func push(_ app: String, _ foods: [String]) throws {
        try store.pushHealthConnect("{\"nutrition\": [\(foods.joined(separator: ", "))]}", app: app, now: Self.now)
    }

    private static func food(
        _ name: String?, _ energy: Double, protein: Double? = 5, id: String? = nil, at start: Int = start
    ) -> String {
        """
        {\(name.map { "\"name\": \"\($0)\", " } ?? "")"calories": \(energy),
        \(protein.map { "\"protein_grams\": \($0), " } ?? "")"start_time": \(start), "end_time": \(start + 1),
        "metadata": {\(id.map { "\"id\": \"\($0)\", " } ?? "")"data_origin": "\(source)"}}
        """
    }

    /// Returns the sums of energy and protein.
    private func sums() throws -> [Double] {
        try [HKQuantityTypeIdentifier.dietaryEnergyConsumed, .dietaryProtein].map { type in
            try store.database.statistics(StatisticsRequest(type: type.rawValue)).first?.figures.sum?.rounded() ?? 0
        }
    }

    private func count(_ table: String) throws -> Int { try store.count("SELECT count(*) FROM \(table)") }

    private func expectSound() throws {
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
        // The members of all correlations are samples.
        let missing = """
            SELECT count(*) FROM correlation_member AS c WHERE NOT EXISTS (
                SELECT 1 FROM sample AS s WHERE s.type = c.type AND s.start = c.start AND s.id = c.id)
            """
        #expect(try store.count(missing) == 0)
    }

    @Test(arguments: [true, false])
    func `the foods of two connections count once, and remain those of each`(hasIdentities: Bool) throws {
        let egg = Self.food("Egg", 70, id: hasIdentities ? "egg" : nil)
        let toast = Self.food("Toast", 120, id: hasIdentities ? "toast" : nil)
        try push("phone.a", [egg, toast])
        #expect(try sums() == [190, 10])
        // Different foods have equal amounts of protein.
        for (app, foods) in [
            ("phone.b", [egg]), ("phone.b", [toast]), ("phone.b", [egg, toast]), ("phone.a", [egg, toast]),
            ("phone.a", [toast]),
        ] {
            try push(app, foods)
            #expect(try sums() == [190, 10])
        }
        #expect(try count("sample") == 8)
        #expect(try count("correlation_member") == 8)
        #expect(try count("pushed_copy") == 4)
        try expectSound()
    }

    @Test func `equal foods of one push are two, and other foods are samples of their own`() throws {
        let apple = Self.food("Apple", 95)
        try push("phone.a", [apple, apple])
        // Each food is three samples: the correlation, its energy and its protein.
        for (number, samples, sums) in [(1, 7, [190.0, 10]), (2, 8, [190, 10]), (3, 11, [285, 15])] {
            try push("phone.b", [String](repeating: apple, count: number))
            let count = try count("sample")
            #expect(count == samples, "\(number) foods")
            #expect(try self.sums() == sums, "\(number) foods")
        }
        // A food with another name and equal amounts is another food.
        for _ in 0..<2 {
            try push("phone.c", [Self.food("Pear", 95)])
            let count = try count("sample")
            #expect(count == 14)
            #expect(try sums() == [380, 20])
        }
        // A food of another time is another food.
        try push("phone.c", [Self.food("Apple", 95, at: Self.start + 60)])
        let sums = try sums()
        #expect(sums == [475, 25])
        try expectSound()
    }

    @Test(arguments: [true, false], [true, false])
    func `a correction counts when the connection of the sample sends it, and nothing counts twice`(
        hasIdentities: Bool, firstCorrects: Bool
    ) throws {
        func egg(_ energy: Double) -> String { Self.food("Egg", energy, id: hasIdentities ? "egg" : nil) }
        try push("phone.a", [egg(70)])
        try push("phone.b", [egg(70)])
        let (corrects, follows) = firstCorrects ? ("phone.a", "phone.b") : ("phone.b", "phone.a")
        for _ in 0..<2 {
            try push(corrects, [egg(80)])
            try push(follows, [egg(70)])
            #expect(try sums() == [firstCorrects ? 80 : 70, 5])
        }
        for app in [follows, corrects, follows] {
            try push(app, [egg(80)])
            #expect(try sums() == [80, 5])
        }
        #expect(try count("sample") == 4)
        #expect(try count("correlation_member") == 4)
        #expect(try count("pushed_copy") == 2)
        #expect(try store.count("SELECT count(*) FROM pushed_copy WHERE value IN (80, 5)") == 2)
        try expectSound()
    }

    @Test func `two versions of a food count once, although two connections bring them`() throws {
        func egg(_ energy: Double) -> String { Self.food("Egg", energy, id: "egg") }
        for (app, energy, counted) in [
            ("phone.a", 70.0, 70.0), ("phone.b", 80, 70), ("phone.b", 80, 70), ("phone.a", 70, 70), ("phone.b", 90, 70),
            ("phone.a", 90, 90), ("phone.b", 90, 90),
        ] {
            try push(app, [egg(energy)])
            let sums = try sums()
            #expect(sums == [counted, 5], "\(app) \(energy)")
        }
        #expect(try count("sample") == 4)
        #expect(try count("correlation_member") == 4)
        #expect(try count("pushed_copy") == 2)
        // A food with another identifier is another food, and so is one of another time.
        try push("phone.b", [Self.food("Toast", 120, id: "toast")])
        #expect(try sums() == [210, 10])
        try push("phone.b", [Self.food("Egg", 100, id: "egg", at: Self.start + 60)])
        #expect(try sums() == [310, 15])
        try expectSound()
    }

    /// Pushes portions of protein that last a second, with UUIDs of HealthKit.
    private func pushPortions(
        _ portions: [(UUID, Double)], as app: String, at start: Int = start, deleting deleted: [UUID] = []
    ) throws {
        var builder = PushBuilder(missing: [], now: Self.now)
        for (uuid, value) in portions {
            builder.addQuantity(
                HKQuantityTypeIdentifier.dietaryProtein.rawValue, value: value, unit: "g",
                PushBuilder.Reading(
                    start: Double(start), end: Double(start + 1), source: ProvenanceData(sourceName: Self.source),
                    uuid: uuid, place: "/samples/0"))
        }
        for uuid in deleted { builder.addDeletion(uuid) }
        try store.database.ingest(builder.batch, app: app, now: Self.now)
    }

    @Test func `two versions of a portion with one UUID count once`() throws {
        let uuid = UUID()
        for (app, value, counted) in [
            ("phone.a", 30.0, 30.0), ("phone.b", 35, 30), ("phone.b", 36, 30), ("phone.a", 36, 36), ("phone.b", 36, 36),
            ("phone.b", 37, 36),
        ] {
            try pushPortions([(uuid, value)], as: app)
            let sums = try sums()
            #expect(sums == [0, counted], "\(app) \(value)")
        }
        #expect(try count("sample") == 1)
        #expect(try count("pushed_copy") == 1)
        // The version of the other connection counts when the first one deletes its own.
        try pushPortions([], as: "phone.a", deleting: [uuid])
        #expect(try sums() == [0, 37])
        // The same UUID at another time, and another UUID at the same time, are other portions.
        try pushPortions([(uuid, 10)], as: "phone.c", at: Self.start + 60)
        try pushPortions([(UUID(), 20)], as: "phone.c")
        #expect(try sums() == [0, 67])
        try expectSound()
    }

    @Test func `an app that claims a UUID hides at most the portion with this UUID and start`() throws {
        let uuids = (0..<4).map { _ in UUID() }
        try pushPortions([(uuids[0], 1)], as: "phone.b")
        try pushPortions([(uuids[1], 2)], as: "phone.b", at: Self.start + 1)
        try pushPortions(zip(uuids, [30, 31, 32, 33]).map { ($0, $1) }, as: "phone.a")
        #expect(try sums() == [0, 1 + 2 + 31 + 32 + 33])
        // What is hidden is kept.
        try pushPortions([], as: "phone.b", deleting: [uuids[0], uuids[1]])
        #expect(try sums() == [0, 30 + 31 + 32 + 33])
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `a food that was moved counts once when both connections have moved it`(firstMoves: Bool) throws {
        func egg(_ start: Int) -> String { Self.food("Egg", 70, id: "egg", at: start) }
        try push("phone.a", [egg(Self.start)])
        try push("phone.b", [egg(Self.start)])
        for app in firstMoves ? ["phone.a", "phone.b"] : ["phone.b", "phone.a"] {
            try push(app, [egg(Self.start + 600)])
        }
        #expect(try sums() == [70, 5])
        #expect(try count("sample") == 4)
        try expectSound()
    }

    @Test func `a nutrient that one connection no longer has stays that of the other`() throws {
        let egg = Self.food("Egg", 70, id: "egg")
        let changed = Self.food("Egg", 70, protein: nil, id: "egg")
        try push("phone.a", [egg])
        try push("phone.b", [egg])
        try push("phone.a", [changed])
        #expect(try sums() == [70, 5])
        try push("phone.a", [egg])
        try push("phone.b", [changed])
        #expect(try sums() == [70, 5])
        #expect(try count("pushed_copy") == 1)
        try push("phone.a", [changed])
        #expect(try sums() == [70, 0])
        try expectSound()
    }

    @Test(arguments: [true, false])
    func `what one connection deletes stays if the other still has it, which can correct it`(
        first: Bool
    ) throws {
        let uuids = (0..<3).map { _ in UUID() }
        func pushHealthKit() throws {
            var builder = PushBuilder(missing: [], now: Self.now)
            func reading(_ uuid: UUID) -> PushBuilder.Reading {
                PushBuilder.Reading(
                    start: Double(Self.start), end: Double(Self.start + 1),
                    source: ProvenanceData(sourceName: Self.source), uuid: uuid, place: "/samples/0")
            }
            var members: [NestedRow] = []
            let parts: [(HKQuantityTypeIdentifier, Double, String)] = [
                (.dietaryEnergyConsumed, 70, "kcal"), (.dietaryProtein, 5, "g"),
            ]
            for (index, (type, value, unit)) in parts.enumerated() {
                builder.addQuantity(type.rawValue, value: value, unit: unit, reading(uuids[index]))
                let row = builder.nestedRow(type.rawValue, value: value, unit: unit, reading(uuids[index]))
                members.append(try #require(row))
            }
            let food = CorrelationData(
                type: HKCorrelationTypeIdentifier.food.rawValue, sample: builder.sampleData(reading(uuids[2])),
                members: members)
            builder.add(.correlation(food), uuid: uuids[2], at: "/samples/0")
            try store.database.ingest(builder.batch, app: "phone.a", now: Self.now)
        }
        func egg(_ energy: Double) -> String { Self.food("Egg", energy, id: "egg") }
        if first { try pushHealthKit() }
        try push("phone.b", [egg(70)])
        if !first { try pushHealthKit() }
        #expect(try sums() == [70, 5])
        #expect(try count("sample") == 4)
        var batch = PushedBatch()
        batch.deletions = uuids
        try store.database.ingest(batch, app: "phone.a", now: Self.now)
        #expect(try sums() == [70, 5])
        #expect(try count("sample") == 3)
        #expect(try count("correlation_member") == 2)
        #expect(try count("pushed_copy") == 0)
        for energy in [70.0, 80, 80] {
            try push("phone.b", [egg(energy)])
            #expect(try sums() == [energy, 5])
        }
        #expect(try count("sample") == 3)
        try expectSound()
    }

    @Test(arguments: [0, 1, 2])
    func `a food that an import contains, too, counts once in any order`(position: Int) throws {
        let dates = """
            startDate="2024-03-09 16:00:00 +0000" endDate="2024-03-09 16:00:01 +0000" sourceName="\(Self.source)"
            """
        let records = """
            <Record type="HKQuantityTypeIdentifierDietaryEnergyConsumed" \(dates) unit="kcal" value="70"/>
            <Record type="HKQuantityTypeIdentifierDietaryProtein" \(dates) unit="g" value="5"/>
            """
        let export = """
            <HealthData locale="en_GB">\(records)
            <Correlation type="HKCorrelationTypeIdentifierFood" \(dates)>
            <MetadataEntry key="HKFoodType" value="Egg"/>\(records)</Correlation></HealthData>
            """
        let egg = Self.food("Egg", 70)
        for index in 0..<3 {
            if index == position { try store.importXML(export) }
            if index < 2 { try push(index == 0 ? "phone.a" : "phone.b", [egg]) }
            #expect(try sums() == [70, 5])
        }
        for app in ["phone.a", "phone.b"] {
            try push(app, [egg])
            #expect(try sums() == [70, 5])
        }
        #expect(try count("sample") == 3)
        try expectSound()
    }

    @Test(arguments: [true, false], [0, 1])
    func `carbohydrates of a food that come by Nightscout, too, count once`(nightscoutFirst: Bool, seconds: Int) throws
    {
        let type = HKQuantityTypeIdentifier.dietaryCarbohydrates.rawValue
        let app = AppIdentity(identifier: "phone.nightscout", name: "Nightscout")
        try store.database.apps.connections.allowPushes(of: [type], by: app)
        let nightscout = AppAccess(database: store.database, app: app)
        let start = Self.start + seconds
        let food = """
            {"carbs_grams": 40, "start_time": \(start), "end_time": \(start),
            "metadata": {"data_origin": "info.nightscout.androidaps"}}
            """
        let document = """
            {"eventType": "Carb Correction", "carbs": 40, "created_at": "2024-03-09T16:00:00.250Z",
            "enteredBy": "openaps://AndroidAPS", "identifier": "a"}
            """
        for isNightscout in [nightscoutFirst, !nightscoutFirst, true, false] {
            if isNightscout {
                let documents = try NightscoutReader.documents(Array(document.utf8), in: .treatments, now: Self.now)
                _ = try nightscout.save(documents.documents) { NightscoutReader.reading($0, now: Self.now) }
            } else {
                try push("phone.a", [food])
            }
        }
        let sum = try store.database.statistics(StatisticsRequest(type: type)).first?.figures.sum
        #expect(sum == 40)
        try expectSound()
    }

    @Test func `the values of a blood pressure of two connections are one sample each`() throws {
        for app in ["phone.a", "phone.b", "phone.a", "phone.b"] {
            var builder = PushBuilder(missing: [.device, .metadata], now: Self.now)
            builder.addBloodPressure(
                systolic: 120, diastolic: 80, unit: "mmHg",
                PushBuilder.Reading(
                    start: Double(Self.start), end: Double(Self.start), source: ProvenanceData(sourceName: "Cuff"),
                    place: "/samples/0"))
            try store.database.ingest(builder.batch, app: app, now: Self.now)
        }
        #expect(try count("sample") == 4)
        #expect(try count("correlation_member") == 4)
        try expectSound()
    }

    @Test func `a workout of two connections is one effort`() throws {
        let run = """
            {"type": "running", "start_time": \(Self.start), "end_time": \(Self.start + 1800),
            "metadata": {"data_origin": "com.example.runs"}}
            """
        for app in ["phone.a", "phone.b", "phone.a"] {
            try store.pushHealthConnect("{\"exercise\": [\(run)]}", app: app, now: Self.now)
        }
        #expect(try store.database.workouts().count == 2)
        let efforts = try store.database.efforts.all()
        #expect(efforts.map(\.copies.count) == [1])
    }
}
