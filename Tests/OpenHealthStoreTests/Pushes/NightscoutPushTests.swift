// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of insulin and food that come by Nightscout and by Apple Health.
@Suite struct NightscoutPushTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    /// 2024-03-09 00:00 UTC.
    private static let day = 1_709_942_400.0

    private static let export = """
        <HealthData locale="en_GB">
        <Record type="HKQuantityTypeIdentifierDietaryCarbohydrates" unit="g" value="40" sourceName="Loop"
            startDate="2024-03-09 12:00:00 +0000" endDate="2024-03-09 12:00:00 +0000"/>
        <Record type="HKQuantityTypeIdentifierInsulinDelivery" unit="IU" value="2.5" sourceName="Loop"
            startDate="2024-03-09 12:01:00 +0000" endDate="2024-03-09 12:02:40 +0000">
            <MetadataEntry key="HKInsulinDeliveryReason" value="2"/></Record>
        <Record type="HKQuantityTypeIdentifierInsulinDelivery" unit="IU" value="0.1" sourceName="Loop"
            startDate="2024-03-09 13:00:00 +0000" endDate="2024-03-09 13:05:00 +0000">
            <MetadataEntry key="HKInsulinDeliveryReason" value="1"/></Record>
        </HealthData>
        """
    private static let treatments = """
        [{"eventType": "Carb Correction", "carbs": 40, "created_at": "2024-03-09T12:00:00Z", "enteredBy": "loop://Anna's iPhone",
          "syncIdentifier": "a"},
         {"eventType": "Correction Bolus", "insulin": 2.5, "created_at": "2024-03-09T12:01:00Z",
          "enteredBy": "loop://Anna's iPhone", "syncIdentifier": "b"},
         {"eventType": "Temp Basal", "rate": 1.2, "absolute": 1.2, "amount": 0.1, "duration": 5,
          "created_at": "2024-03-09T13:00:00Z", "enteredBy": "loop://Anna's iPhone", "syncIdentifier": "c"},
         {"eventType": "Temp Basal", "rate": 2.4, "duration": 5, "created_at": "2024-03-09T14:00:00Z",
          "enteredBy": "loop://Anna's iPhone", "syncIdentifier": "d"}]
        """

    @Test(arguments: [true, false])
    func `a meal and insulin of Loop that Apple Health has too count once`(importsFirst: Bool) throws {
        let store = try ScratchStore()
        let push = try NightscoutReader.batch(Array(Self.treatments.utf8), in: .treatments, now: Self.now)
        for step in importsFirst ? [true, false, false] : [false, true, false] {
            if step {
                try store.importXML(Self.export)
            } else {
                try store.database.ingest(push, app: "phone.nightscout", now: Self.now)
            }
        }
        func sum(_ type: HKQuantityTypeIdentifier) throws -> Double? {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            let buckets = try CivilBuckets(
                anchor: Date(timeIntervalSince1970: Self.day), interval: DateComponents(day: 1), calendar: calendar)
            let rows = try store.database.statistics(StatisticsRequest(type: type.rawValue, buckets: buckets))
            return rows.first?.figures.sum.map { ($0 * 1000).rounded() / 1000 }
        }
        #expect(try sum(.dietaryCarbohydrates) == 40)
        // The rate that only Nightscout has counts too.
        #expect(try sum(.insulinDelivery) == 2.8)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test func `samples that were stored without their time zone do not change with a repeated push`() throws {
        let store = try ScratchStore()
        let body = """
            [{"eventType": "Meal Bolus", "carbs": 40, "insulin": 2.5, "created_at": "2024-03-09T07:00:00-05:00",
              "enteredBy": "xdrip", "uuid": "a"},
             {"eventType": "Temp Basal", "absolute": 1.2, "duration": 30, "date": 1709985900000, "utcOffset": -300,
              "enteredBy": "AAPS", "identifier": "b"}]
            """
        let push = try NightscoutReader.batch(Array(body.utf8), in: .treatments, now: Self.now)
        let zone = MetadataPair(key: HKMetadataKeyTimeZone, value: "GMT-0500")
        #expect(push.samples.newMetadata.count == 3 && push.samples.newMetadata.allSatisfy { $0.contains(zone) })
        // Earlier versions did not read the offset.
        var earlier = push
        earlier.samples.newMetadata = push.samples.newMetadata.map { pairs in pairs.filter { $0 != zone } }
        for index in earlier.samples.rows.indices {
            let number = Int(earlier.samples.rows[index].metadata)
            if number >= 0, earlier.samples.newMetadata[number].isEmpty { earlier.samples.rows[index].metadata = -1 }
        }
        let app = "phone.nightscout"
        #expect(try store.database.ingest(earlier, app: app, now: Self.now).allSamples.added == 3)
        let stored = try store.database.records(SampleRequest())
        for _ in 0..<2 {
            let receipt = try store.database.ingest(push, app: app, now: Self.now)
            #expect(receipt.allSamples.added == 0 && receipt.allSamples.replaced == 0)
            #expect(receipt.allSamples.updated == 0)
            #expect(try store.database.records(SampleRequest()) == stored)
        }
        // A new sample has the zone.
        let other = try NightscoutReader.batch(
            Array(body.replacing("07:00", with: "08:00").replacing("\"a\"", with: "\"c\"").utf8), in: .treatments,
            now: Self.now)
        #expect(try store.database.ingest(other, app: app, now: Self.now).allSamples.added == 2)
        #expect(try store.contents().filter { $0.contains("HKTimeZone=GMT-0500") }.count == 2)
        try store.expectNoFaults()
    }

    @Test func `a bolus counts beside the basal rate of another app, whichever measured last`() throws {
        func treatment(_ kind: String, _ time: String, _ fields: String, _ sender: String) -> String {
            "{\"eventType\": \"\(kind)\", \(fields), \"created_at\": \"2024-03-09T\(time):00Z\", \"enteredBy\": \"\(sender)\"}"
        }
        let treatments = [
            treatment("Temp Basal", "10:00", "\"rate\": 1.2, \"absolute\": 1.2, \"duration\": 60", "AndroidAPS"),
            treatment("Meal Bolus", "10:10", "\"insulin\": 4, \"carbs\": 30", "xdrip"),
            treatment("Temp Basal", "11:00", "\"rate\": 1.2, \"absolute\": 1.2, \"duration\": 60", "AndroidAPS"),
            // An extended bolus, of which nothing is delivered at once.
            treatment(
                "Combo Bolus", "11:00", "\"enteredinsulin\": 2, \"relative\": 2, \"duration\": 60, \"splitExt\": 100",
                "careportal"),
        ]
        let store = try ScratchStore()
        for (treatment, insulin) in zip(treatments, [1.2, 5.2, 6.4, 8.4]) {
            let push = try NightscoutReader.batch(Array("[\(treatment)]".utf8), in: .treatments, now: Self.now)
            try store.database.ingest(push, app: "phone.nightscout", now: Self.now)
            let type = HKQuantityTypeIdentifier.insulinDelivery.rawValue
            let (from, to) = (Date(timeIntervalSince1970: Self.day), Date(timeIntervalSince1970: Self.day + 86_400))
            // The sums from the samples and from stored cells, and the explained one.
            for _ in 0..<2 {
                let rows = try store.database.statistics(StatisticsRequest(type: type, from: from, to: to))
                store.database.waitForRollups()
                let sum = try #require(rows.first?.figures.sum)
                #expect(abs(sum - insulin) < 1e-9)
            }
            let explained = try store.database.explanation(type: type, from: from, to: to).total
            #expect(abs(explained - insulin) < 1e-9)
        }
        for version in [SchemaV33.identifier, SchemaV36.identifier] {
            let type = HKQuantityTypeIdentifier.insulinDelivery.rawValue
            _ = try store.database.statistics(StatisticsRequest(type: type))
            store.database.waitForRollups()
            try store.database.write { db in
                try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [version])
            }
            let opened = try HealthDatabase(url: store.database.url)
            #expect(try opened.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM rollup") } == 0)
            #expect(try opened.check().isHealthy)
        }
    }
}
