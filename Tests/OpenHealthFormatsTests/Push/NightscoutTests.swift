// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

@Suite("Pushes of Nightscout uploaders") struct NightscoutTests {
    private static func batch(_ json: String, _ collection: NightscoutCollection = .treatments) throws -> PushedBatch {
        try NightscoutReader.batch(Array(json.utf8), in: collection, now: pushNow)
    }

    private static func document(_ json: String, _ collection: NightscoutCollection = .treatments) throws
        -> NightscoutDocument
    {
        let documents = try NightscoutReader.documents(Array(json.utf8), in: collection, now: pushNow).documents
        return try #require(documents.first)
    }

    @Test func `values of exports of MongoDB are plain`() throws {
        let entries = """
            [{"_id": {"$oid": "6a0000000000000000000001"}, "type": "sgv", "sgv": {"$numberInt": "112"},
              "date": {"$numberLong": "1795435200000"}, "device": "sensor"}]
            """
        #expect(try Self.batch(entries, .entries).lines == ["HKQuantityBloodGlucose 0-0 112 mg/dL sensor"])
        #expect(try Self.document(entries, .entries).name == "6a0000000000000000000001")
        let treatment = """
            {"eventType": "Meal Bolus", "carbs": {"$numberDouble": "20.5"}, "enteredBy": "x",
             "created_at": {"$date": {"$numberLong": "1795435200000"}}}
            """
        #expect(try Self.batch(treatment).lines == ["HKQuantityDietaryCarbohydrates 0-0 20.5 g x"])
    }

    @Test("Entries of sensors and meters are readings of glucose")
    func entries() throws {
        let json = """
            [{"type": "sgv", "sgv": 112, "date": 1795435200000, "dateString": "2026-11-23T12:00:00.000Z", "direction": "Flat",
              "device": "xDrip-DexcomG6", "uuid": "11111111-2222-4333-8444-555555555501"},
             {"type": "mbg", "mbg": 105, "date": 1795435500000, "device": "meter"},
             {"type": "cal", "slope": 800, "date": 1795435200000}, {"type": "sgv", "sgv": 5, "date": 1795435200000},
             {"type": "sgv", "sgv": 112}, {"type": "rawbg", "date": 1795435200000}]
            """
        let batch = try Self.batch(json, .entries)
        #expect(
            batch.lines == [
                "HKQuantityBloodGlucose 0-0 112 mg/dL xDrip-DexcomG6 NightscoutDirection=Flat",
                "HKQuantityBloodGlucose 300-300 105 mg/dL meter NightscoutType=mbg",
            ])
        #expect(batch.uuids[0] == UUID(uuidString: "11111111-2222-4333-8444-555555555501"))
        #expect(batch.uuids.count == 2)
        #expect(batch.refusedPlaces == ["/3/sgv", "/4", "/5"])
    }

    /// Times without a date.
    static let partialTimes = [
        "\"14:05\"", "\"2:05 PM\"", "\"14:05:00\"", "\"T14:05:00Z\"", "\"14:05+01:00\"", "\"now\"", "\"20.11. 14:05\"",
        "1405", "true",
        "{\"hours\": 14}",
    ]

    @Test(arguments: partialTimes, ["", ", \"created_at\": \"2026-11-23T15:00:00Z\"", ", \"date\": 1795435200000"])
    func `a treatment whose time has no date is refused by name`(time: String, other: String) throws {
        let batch = try Self.batch(
            """
            [{"eventType": "Meal Bolus", "carbs": 40, "insulin": 2, "eventTime": \(time)\(other)},
             {"eventType": "Meal Bolus", "carbs": 12, "created_at": "2026-11-23T12:00:00Z", "enteredBy": "x"}]
            """)
        #expect(batch.lines == ["HKQuantityDietaryCarbohydrates 0-0 12 g x"])
        #expect(batch.refusedPlaces == ["/0"])
        #expect(batch.refusals.entries.map(\.reason) == ["eventTime is not a date with a time of day"])
    }

    @Test(arguments: ["\"14:05\"", "\"2026-11\"", "\"x\""], ["created_at", "timestamp", "date"])
    func `a treatment whose only date is none is refused, and is not one of now`(time: String, key: String) throws {
        let batch = try Self.batch("[{\"eventType\": \"Correction Bolus\", \"insulin\": 2, \"\(key)\": \(time)}]")
        #expect(batch.lines == [])
        #expect(batch.refusals.entries.map(\.reason) == ["it has no valid date"])
    }

    @Test func `an empty time is none`() throws {
        for time in ["\"\"", "null"] {
            let json = """
                {"carbs": 12, "eventTime": \(time), "created_at": "2026-11-23T12:00:00Z", "enteredBy": "x"}
                """
            #expect(try Self.batch(json).lines == ["HKQuantityDietaryCarbohydrates 0-0 12 g x"])
        }
    }

    @Test func `a date of 0 is none`() throws {
        let json = """
            [{"type": "sgv", "sgv": 102, "date": 0, "dateString": "2026-11-23T12:00:02.500Z"},
             {"type": "sgv", "sgv": 103, "date": 0, "dateString": "1970-01-01T00:00:00Z"}]
            """
        let batch = try Self.batch(json, .entries)
        #expect(batch.lines == ["HKQuantityBloodGlucose 2.5-2.5 102 mg/dL Nightscout"])
        #expect(batch.refusedPlaces == ["/1"])
    }

    @Test(
        arguments: [
            (
                #"{"type": "sgv", "sgv": 7.1, "units": "mmol", "date": 1795435200000}"#, NightscoutCollection.entries,
                127.9
            ),
            (#"{"type": "sgv", "sgv": 7.1, "date": 1795435200000}"#, .entries, nil),
            (#"{"type": "sgv", "sgv": 1200, "date": 1795435200000}"#, .entries, nil),
            (#"{"glucose": 7.1, "glucoseType": "Finger", "created_at": "2026-11-23T12:00:00Z"}"#, .treatments, nil),
            (
                #"{"glucose": 7.1, "glucoseType": "Finger", "units": "mmol/L", "date": 1795435200000}"#, .treatments,
                127.9
            ),
            (
                #"{"glucose": "128", "glucoseType": "Manual", "units": "mg/dL", "date": 1795435200000}"#, .treatments,
                128
            ),
            (#"{"glucose": 128, "glucoseType": "Finger", "units": "mmol", "date": 1795435200000}"#, .treatments, nil),
            (#"{"glucose": 128, "eventType": "BG Check", "date": 1795435200000}"#, .treatments, 128),
            (#"{"glucose": 128, "units": "stones", "eventType": "BG Check", "date": 1795435200000}"#, .treatments, nil),
        ] as [(String, NightscoutCollection, Double?)])
    func `glucose goes by its unit, and an impossible value is refused by name`(
        json: String, collection: NightscoutCollection, value: Double?
    ) throws {
        let batch = try Self.batch(json, collection)
        #expect(batch.samples.rows.map { ($0.value * 10).rounded() / 10 } == (value.map { [$0] } ?? []))
        #expect(batch.refusals.count == (value == nil ? 1 : 0))
    }

    @Test func `the glucose of a sensor in a treatment is not a reading of a meter`() throws {
        let json = #"{"glucose": 128, "glucoseType": "Sensor", "insulin": 1, "date": 1795435200000}"#
        #expect(
            try Self.batch(json).lines == ["HKQuantityInsulinDelivery 0-0 1 IU Nightscout HKInsulinDeliveryReason=2"])
    }

    @Test(
        "A document that is not an object is refused with its place, and the others are kept",
        arguments: ["7", "[]", "null"])
    func others(document: String) throws {
        let batch = try Self.batch(
            "[{\"type\": \"sgv\", \"sgv\": 100, \"date\": 1795435200000}, \(document)]", .entries)
        #expect(batch.samples.rows.count == 1)
        #expect(batch.refusals.entries.map(\.pointer) == ["/1"])
    }

    @Test(arguments: [#""sgv": 1e400"#, #""sgv": 110, "noise": [-1e999]"#])
    func `a document with a number outside the range of a double is refused, and the others are kept`(
        fields: String
    ) throws {
        let batch = try Self.batch(
            "[{\"date\": 1795435260000, \(fields)}, {\"sgv\": 100, \"date\": 1795435200000}]", .entries)
        #expect(batch.samples.rows.map(\.value) == [100])
        #expect(batch.refusals.entries.map(\.pointer) == ["/0"])
        #expect(batch.refusals.entries.map(\.reason) == ["a number is outside the range of a double"])
    }

    @Test func `a document that is nested too deep is refused, and the others are kept`() throws {
        let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        let batch = try Self.batch(
            "[{\"date\": 1795435260000, \"sgv\": 110, \"noise\": \(deep)}, {\"sgv\": 100, \"date\": 1795435200000}]",
            .entries)
        #expect(batch.samples.rows.map(\.value) == [100])
        #expect(batch.refusals.entries.map(\.pointer) == ["/0"])
        #expect(batch.refusals.entries.map(\.reason) == ["values are nested deeper than 160 levels"])
    }

    @Test func `texts with half a surrogate pair or an invalid byte are kept with a replacement character`() throws {
        let json = #"""
            [{"eventType": "Note", "date": 1795435200000, "notes": "lunch \ud83d"},
             {"eventType": "Carb Correction", "carbs": 20.5, "date": 1795435200000, "enteredBy": "a^b"}]
            """#
        let bytes = json.utf8.map { $0 == UInt8(ascii: "^") ? 0xFF : $0 }
        let documents = try NightscoutReader.documents(bytes, in: .treatments, now: pushNow).documents
        #expect(documents.map(\.fault) == [nil, nil])
        #expect(documents[0].json["notes"]?.string == "lunch \u{FFFD}")
        let lines = ["HKQuantityDietaryCarbohydrates 0-0 20.5 g a\u{FFFD}b"]
        #expect(try NightscoutReader.batch(bytes, in: .treatments, now: pushNow).lines == lines)
        #expect(try NightscoutReader.file(bytes, now: pushNow).lines == lines)
    }

    @Test func `the last value of a key that a document has twice counts, and is stored`() throws {
        let json = """
            {"eventType": "Carb Correction", "carbs": 20, "date": 1795435100000, "carbs": 30, "date": 1795435200000, "enteredBy": "x"}
            """
        #expect(try Self.batch(json).lines == ["HKQuantityDietaryCarbohydrates 0-0 30 g x"])
        let stored = try Self.document(json).json.text
        #expect(stored.contains("\"carbs\":30") && !stored.contains("\"carbs\":20"))
        #expect(stored.contains("\"date\":1795435200000") && !stored.contains("1795435100000"))
    }

    @Test func `a byte order mark before the documents of a file is ignored`() throws {
        let json = "\u{FEFF}[{\"sgv\": 100, \"date\": 1795435200000}]"
        #expect(try NightscoutReader.file(Array(json.utf8), now: pushNow).samples.rows.map(\.value) == [100])
    }

    @Test(arguments: ["[{\"carbs\": 5}", "[{\"carbs\": tru}]", "[{\"carbs\": 5,}]", ""])
    func `the error of a push that is not JSON names what can be wrong, and the remedy`(json: String) {
        let error = #expect(throws: FormatError.self) { try Self.batch(json) }
        #expect(error?.code == .notAPush)
        #expect(error?.message.hasPrefix("the push is not JSON: it is cut off, or ") == true)
        #expect(error?.remedy == "correct it, and send it again as a whole")
    }

    @Test(
        "A percentage of the basal rate is no rate",
        arguments: [
            #""rate": 150, "type": "NORMAL", "percent": 50"#, #""percent": "150", "rate": 150"#,
            #""temp": "percent", "rate": 150"#,
            #""percent": 50, "rate": 150, "durationInMilliseconds": 1800000, "enteredBy": "openaps://AndroidAPS""#,
            #""percent": -50, "durationInMilliseconds": 1800000, "enteredBy": "openaps://AndroidAPS""#,
            #""percent": -50, "rate": 0.9, "durationInMilliseconds": 1800000, "enteredBy": "other""#,
        ])
    func percentages(fields: String) throws {
        let json = "{\"eventType\": \"Temp Basal\", \"date\": 1795435200000, \"duration\": 30, \(fields)}"
        let batch = try Self.batch(json)
        #expect(batch.samples.rows.isEmpty)
        #expect(batch.refusals.entries.map(\.reason) == ["a percentage of the basal rate is not an amount"])
    }

    @Test("A percentage of AndroidAPS has its rate in units per hour", arguments: [(-50, 0.9), (100, 1.5), (-100, 0)])
    func ratesOfPercentages(percent: Int, rate: Double) throws {
        let json = """
            {"eventType": "Temp Basal", "created_at": "2026-11-23T12:00:00Z", "enteredBy": "openaps://AndroidAPS", "isValid": true,
             "duration": 30, "durationInMilliseconds": 1800000, "type": "NORMAL", "rate": \(rate), "percent": \(percent)}
            """
        let batch = try Self.batch(json)
        #expect(batch.samples.rows.map(\.value) == (rate > 0 ? [rate / 2] : []))
        #expect(batch.refusals.entries.isEmpty)
    }

    @Test(
        "The extended part of a bolus is delivered over its duration",
        arguments: [
            (#""splitNow": 0, "splitExt": 100, "enteredinsulin": 1.5, "relative": 1.5, "duration": 60"#, [1.5]),
            (
                #""insulin": "2.00", "enteredinsulin": "4.00", "splitNow": 50, "splitExt": 50, "duration": 120, "relative": 1"#,
                [2, 2]
            ),
            (#""insulin": 1, "enteredinsulin": 4, "splitNow": 25, "splitExt": 75, "duration": 120"#, [1, 3]),
            // The milliseconds are exact.
            (#""splitExt": 100, "relative": 1.2, "duration": 4, "durationInMilliseconds": 270000"#, [0.09]),
            (#""splitExt": 100, "relative": 6, "duration": 0, "durationInMilliseconds": 30000"#, [0.05]),
        ])
    func extendedBoluses(fields: String, units: [Double]) throws {
        let batch = try Self.batch("{\"eventType\": \"Combo Bolus\", \"date\": 1795435200000, \(fields)}")
        #expect(batch.samples.rows.map(\.value) == units)
        #expect(batch.refusals.entries == [])
        #expect(batch.samples.rows.last.map { $0.end > $0.start } == true)
    }

    @Test(
        arguments: [
            (#""duration": 120, "durationInMilliseconds": 7200000"#, "0-7200 24", 0),
            // The minutes are cut off.
            (#""duration": 90, "durationInMilliseconds": 5430000"#, "0-5430 24", 0),
            // A person has changed the minutes.
            (#""duration": 60, "durationInMilliseconds": 7200000"#, "0-3600 24", 0),
            (#""durationInMilliseconds": 3600000"#, "0-3600 24", 0), (#""duration": 60"#, "0-3600 24", 0),
            // Earlier versions of AndroidAPS.
            (#""duration": 36000000"#, "0-36000 24", 0), (#""duration": 0"#, "0-0 24", 0),
            (#""eventType": "Meal Bolus", "duration": 60"#, "0-3600 24", 0),
            // No duration is possible.
            (#""duration": -60"#, "0-0 24", 1), (#""duration": 5000"#, "0-0 24", 1),
            // The time of exercise, and of deliveries.
            (#""eventType": "Exercise", "duration": 60"#, "0-0 24", 0),
            (
                #""eventType": "Combo Bolus", "duration": 60, "splitNow": 0, "splitExt": 100, "enteredinsulin": 2"#,
                "0-0 24", 0
            ),
            (#""eventType": "Meal Bolus", "duration": 60, "insulin": 2"#, "0-0 24", 0),
        ] as [(String, String, Int)])
    func `carbohydrates without insulin last as long as their sender states`(
        facts: String, expected: String, warnings: Int
    ) throws {
        let batch = try Self.batch("{\"date\": 1795435200000, \"carbs\": 24, \(facts)}")
        let carbs = batch.lines.filter { $0.hasPrefix("HKQuantityDietaryCarbohydrates ") }
        #expect(carbs == ["HKQuantityDietaryCarbohydrates \(expected) g Nightscout"])
        #expect(batch.refusals.count == 0 && batch.warnings.count == warnings)
    }

    @Test("A treatment without a date is one of now, and the time of the event comes first")
    func dates() throws {
        let json =
            #"[{"carbs": 12}, {"carbs": 1, "eventTime": "2026-11-23T10:00:00Z", "created_at": "2026-11-23T11:00:00Z"}]"#
        let rows = try Self.batch(json).samples.rows
        #expect(rows.map(\.start) == [pushNow.timeIntervalSince1970, 1_795_428_000])
    }

    @Test("Treatments are insulin, food and finger pricks")
    func treatments() throws {
        let json = """
            [{"eventType": "Meal Bolus", "created_at": "2026-11-23T12:00:00Z", "insulin": 4.5, "carbs": 45, "fat": 10,
              "enteredBy": "Loop", "syncIdentifier": "11111111-2222-4333-8444-555555555501"},
             {"eventType": "BG Check", "created_at": "2026-11-23T12:00:00Z", "glucose": 5.5, "glucoseType": "Finger", "units": "mmol"},
             {"eventType": "Note", "created_at": "2026-11-23T12:00:00Z", "notes": "walk"},
             {"eventType": "Carb Correction", "created_at": "2026-11-23T12:00:00Z", "carbs": -5},
             {"eventType": "Bolus", "type": "PRIMING", "created_at": "2026-11-23T12:00:00Z", "insulin": 5}]
            """
        let batch = try Self.batch(json)
        #expect(
            batch.lines == [
                "HKQuantityInsulinDelivery 0-0 4.5 IU Loop HKInsulinDeliveryReason=2",
                "HKQuantityDietaryCarbohydrates 0-0 45 g Loop", "HKQuantityDietaryFatTotal 0-0 10 g Loop",
                "HKQuantityBloodGlucose 0-0 99.0857 mmol<180.1558800000541>/L Nightscout NightscoutType=mbg",
            ])
        // Each part has a UUID of its own.
        #expect(Set(batch.uuids.values).count == 4)
        #expect(batch.refusedPlaces == ["/3/carbs", "/4/insulin"])
    }

    @Test func `the samples of a treatment keep their UUIDs when the treatment changes`() throws {
        let documents = try ["\"carbs\": 45", "\"carbs\": 30, \"insulin\": 2"].map {
            try Self.document(#"{"_id": "a", "created_at": "2026-11-23T12:00:00Z", \#($0)}"#)
        }
        let parts = NightscoutReader.reading(documents, now: pushNow).parts
        #expect(parts[0][.carbs] == parts[1][.carbs] && parts[0][.carbs] != nil)
        #expect(parts[1][.insulin] != parts[1][.carbs])
    }

    @Test func `a temporary basal rate is the insulin until its end or the next one`() throws {
        var basal = try Self.document(
            #"{"eventType": "Temp Basal", "created_at": "2026-11-23T12:00:00Z", "duration": 30, "absolute": 1.2, "rate": 1.2}"#
        )
        func lines() -> [String] { NightscoutReader.reading([basal], now: pushNow).push.lines }
        let ending = "IU Nightscout HKInsulinDeliveryReason=1"
        #expect(lines() == ["HKQuantityInsulinDelivery 0-1800 0.6 \(ending)"])
        basal.next = 1_795_435_200 + 600
        #expect(lines() == ["HKQuantityInsulinDelivery 0-600 0.2 \(ending)"])
        basal.next = 1_795_435_200 + 3600
        #expect(lines() == ["HKQuantityInsulinDelivery 0-1800 0.6 \(ending)"])
    }

    @Test(
        arguments: [
            (#""duration": 30, "rate": 1.2, "amount": 0.5"#, "0-1800 0.5", 0),
            (#""durationInMilliseconds": 1800000, "rate": 1.2"#, "0-1800 0.6", 0),
            (#""duration": 7, "durationInMilliseconds": 450000, "rate": 1.2"#, "0-450 0.15", 0),
            // AndroidAPS cuts the minutes off.
            (#""duration": 4, "durationInMilliseconds": 299000, "absolute": 1.2, "rate": 1.2"#, "0-299 0.0996667", 0),
            (#""duration": 0, "durationInMilliseconds": 50000, "absolute": 7.2, "rate": 7.2"#, "0-50 0.1", 0),
            // A person has changed the minutes.
            (#""duration": 10, "durationInMilliseconds": 1800000, "rate": 1.2"#, "0-600 0.2", 0),
            (#""duration": 0, "absolute": 0, "rate": 0"#, nil, 0),
            (#""duration": 30, "absolute": 0"#, nil, 0),
            (#""duration": 30, "temp": "percentage", "rate": 150"#, nil, 1),
            (#""duration": 30, "percent": 50"#, nil, 1),
            (#""rate": 1.2"#, nil, 1), (#""duration": 100000, "rate": 1.2"#, nil, 1),
            (#""duration": 30, "rate": -1"#, nil, 1),
        ] as [(String, String?, Int)])
    func `temporary basal rates without an amount are refused by name, unless they deliver nothing`(
        facts: String, delivered: String?, refusals: Int
    ) throws {
        let batch = try Self.batch(#"{"eventType": "Temp Basal", "created_at": "2026-11-23T12:00:00Z", \#(facts)}"#)
        let expected = delivered.map { "HKQuantityInsulinDelivery \($0) IU Nightscout HKInsulinDeliveryReason=1" }
        #expect(batch.lines == [expected].compactMap { $0 })
        #expect(batch.refusals.count == refusals)
    }

    @Test func `a temporary basal rate of more than a day is delivered until the next one, for a day at most`() throws {
        func basal(_ facts: String, next: Double? = nil) throws -> PushedBatch {
            var document = try Self.document(
                #"{"eventType": "Temp Basal", "created_at": "2026-11-23T12:00:00Z", "duration": 2880, \#(facts)}"#)
            document.next = next.map { 1_795_435_200 + $0 }
            let batch = NightscoutReader.reading([document], now: pushNow).push
            #expect(batch.refusals.count == 0)
            return batch
        }
        let ending = "IU Nightscout HKInsulinDeliveryReason=1"
        for next in [nil, 100_000] as [Double?] {
            let batch = try basal(#""absolute": 1.5"#, next: next)
            #expect(batch.lines == ["HKQuantityInsulinDelivery 0-86400 36 \(ending)"])
            #expect(batch.warnings.entries.map(\.pointer) == ["/duration"])
        }
        let ended = try basal(#""absolute": 1.5"#, next: 3600)
        #expect(ended.lines == ["HKQuantityInsulinDelivery 0-3600 1.5 \(ending)"])
        #expect(ended.warnings.count == 0)
        let delivered = try basal(#""absolute": 1.5, "amount": 40"#)
        #expect(delivered.lines == ["HKQuantityInsulinDelivery 0-86400 40 \(ending)"])
    }

    @Test func `Loop has the name that it has in Apple Health`() throws {
        let json = #"{"carbs": 20, "enteredBy": "loop://Anna's iPhone", "created_at": "2026-11-23T12:00:00Z"}"#
        #expect(try Self.batch(json).lines == ["HKQuantityDietaryCarbohydrates 0-0 20 g Loop"])
    }

    @Test func `activity has heart rates, and running totals of steps are refused`() throws {
        let json = """
            [{"type": "hr-bpm", "timeStamp": 1795435200000, "created_at": "2026-11-23T12:00:00Z", "bpm": 71},
             {"type": "steps-total", "timeStamp": 1795435200000, "created_at": "2026-11-23T12:00:00Z", "steps": 4000}]
            """
        let batch = try Self.batch(json, .activity)
        #expect(batch.lines == ["HKQuantityHeartRate 0-0 71 count/min Nightscout"])
        #expect(batch.refusedPlaces == ["/1"])
    }

    // MARK: Dates

    @Test(
        arguments: [
            ("2026-11-20T12:00:00.5+01:00", 1_795_172_400.5, 60), ("2026-11-20T12:00:00.000+0100", 1_795_172_400, 60),
            ("2026-11-20T11:00:00Z", 1_795_172_400, 0), ("2026-11-20T11:00:00", 1_795_172_400, nil),
            ("2026-11-20T11:00:00,250Z", 1_795_172_400.25, 0), ("2026-11-20 06:00:00 -0500", 1_795_172_400, -300),
            ("2026-11-20", 1_795_132_800, nil), ("Fri, 20 Nov 2026 12:00:00 +0100", 1_795_172_400, 60),
            ("Fri, 20 Nov 2026 11:00:00 GMT", 1_795_172_400, 0),
            ("Fri Nov 20 12:00:00 CET 2026", 1_795_172_400, 60),
            ("Fri Nov 20 12:00:00 GMT+01:00 2026", 1_795_172_400, 60),
            ("Fri Nov 20 2026 12:00:00 GMT+0100 (Central European Standard Time)", 1_795_172_400, 60),
            ("1795172400000", nil, nil), ("20.11.2026 12:00", nil, nil), ("Fri Nov 20 12:00:00 XYZ 2026", nil, nil),
            ("Nov 20, 2026 1:00:00 PM", nil, nil), ("", nil, nil), ("2026-11-31T11:00:00Z", nil, nil),
        ] as [(String, Double?, Int?)])
    func `dates are read as their clients write them`(text: String, seconds: Double?, offset: Int?) {
        let date = NightscoutDate(text)
        #expect(date?.seconds == seconds)
        #expect(date?.offset == offset)
    }

    @Test(arguments: [
        (NightscoutCollection.treatments, "\"eventType\": \"Note\", \"created_at\": \"2026-11-20T12:00:00+01:00\""),
        (.treatments, "\"created_at\": \"2026-11-20\", \"eventTime\": \"Fri, 20 Nov 2026 12:00:00 +0100\""),
        (.activity, "\"type\": \"x\", \"created_at\": \"2026-11-20T12:00:00.000+0100\""),
        (.deviceStatus, "\"created_at\": \"2026-11-20T12:00:00+01:00\""),
        (.deviceStatus, "\"date\": 1795172400000, \"utcOffset\": 60"),
        (.food, "\"created_at\": \"Fri Nov 20 12:00:00 CET 2026\""),
    ])
    func `the date of a document is answered in UTC, with its offset`(
        collection: NightscoutCollection, fields: String
    ) throws {
        let json = try Self.document("{\(fields)}", collection).json
        #expect(json["created_at"]?.string == "2026-11-20T11:00:00.000Z")
        #expect(json["utcOffset"]?.double == 60)
        #expect(json["eventTime"] == nil)
    }

    @Test func `the dates of an entry are one date`() throws {
        let text = "Fri Nov 20 12:00:00 CET 2026"
        for fields in [
            #""date": 1795172400000, "dateString": "\#(text)""#, #""date": 0, "dateString": "\#(text)""#,
            #""date": "1795172400000", "dateString": "\#(text)""#, #""date": 1795172400, "dateString": "\#(text)""#,
        ] {
            let json = try Self.document(#"{"type": "sgv", "sgv": 100, \#(fields)}"#, .entries).json
            #expect(json["date"] == .integer(1_795_172_400_000))
            #expect(json["dateString"]?.string == "2026-11-20T11:00:00.000Z")
            #expect(json["sysTime"]?.string == "2026-11-20T11:00:00.000Z")
            #expect(json["utcOffset"]?.double == 60)
        }
    }

    // MARK: Meals

    @Test func `a meal some minutes after its bolus is a document of its own`() throws {
        let json =
            #"{"eventType": "Meal Bolus", "insulin": 4, "carbs": 45, "fat": 10, "preBolus": 15, "enteredBy": "x", \#(Self.created)}"#
        let documents = try NightscoutReader.documents(Array(json.utf8), in: .treatments, now: pushNow).documents
        #expect(documents.map { $0.json["carbs"]?.double } == [nil, 45])
        #expect(
            documents.map { $0.json["created_at"]?.string?.prefix(16) } == ["2026-11-23T12:00", "2026-11-23T12:15"])
        #expect(
            try Self.batch(json).lines == [
                "HKQuantityInsulinDelivery 0-0 4 IU x HKInsulinDeliveryReason=2",
                "HKQuantityDietaryFatTotal 900-900 10 g x", "HKQuantityDietaryCarbohydrates 900-900 45 g x",
            ])
    }

    private static let created = #""created_at": "2026-11-23T12:00:00Z""#

    @Test func `a meal keeps its identity when the time to its bolus changes`() throws {
        let identities = try [15, -20].map { minutes in
            let json = #"{"_id": "a", "insulin": 4, "carbs": 45, "preBolus": \#(minutes), \#(Self.created)}"#
            return try NightscoutReader.documents(Array(json.utf8), in: .treatments, now: pushNow).documents.map(\.seed)
        }
        #expect(identities[0] == identities[1] && Set(identities[0]).count == 2)
    }

    @Test func `an impossible time from a bolus to its meal is refused by name`() throws {
        let batch = try Self.batch(#"{"insulin": 4, "carbs": 45, "preBolus": 90000, \#(Self.created)}"#)
        #expect(batch.samples.rows.map(\.value) == [4])
        #expect(batch.refusedPlaces == ["/preBolus"])
    }

    // MARK: Documents

    @Test(arguments: ["enteredBy", "device", "eventType", "type", "app"])
    func `a document with a long name is refused before it is compared`(key: String) throws {
        let name = String(repeating: "\\u0000", count: TextLimit.name + 1)
        let document = try Self.document(#"{"carbs": 9, "\#(key)": "\#(name)", \#(Self.created)}"#)
        #expect(document.fault == "\(key) is longer than 4096 bytes")
        #expect(document.json.text == "{}" && document.identity.isEmpty)
    }

    @Test func `a document that is too long is refused`() throws {
        for value in [
            "\"" + String(repeating: "\\u0000", count: 1_000_000) + "\"",
            "[" + String(repeating: "[],", count: 200_000) + "0]",
            "\"" + String(repeating: "\\u0001", count: 60_000) + "\"",
        ] {
            let document = try Self.document("{\"carbs\": 9, \"notes\": \(value), \(Self.created)}")
            #expect(document.fault?.hasPrefix("the document is longer") == true && document.json.text == "{}")
        }
    }

    @Test(arguments: [
        (#"{"identifier": "i", "uuid": "u", "_id": "n"}"#, "i"), (#"{"uuid": "u", "syncIdentifier": "s"}"#, "u"),
        (#"{"syncIdentifier": "s", "id": "d"}"#, "s"),
    ])
    func `an identifier of the sender is the identity of a document`(json: String, identity: String) throws {
        let document = try Self.document(json)
        #expect(document.identity == identity && document.seed == identity)
    }

    @Test func `documents with one identifier of Trio and other dates are different`() throws {
        let identities = try ["12:00:00", "12:30:00"].map { time in
            let json = #"{"id": "F", "enteredBy": "Trio", "carbs": 9, "created_at": "2026-11-23T\#(time)Z"}"#
            return try Self.document(json).identity
        }
        #expect(Set(identities).count == 2)
    }

    @Test func `treatments without a date have the current one, and entries are refused`() throws {
        let note = try Self.document(#"{"eventType": "Note", "enteredBy": "Trio", "notes": "Trio connected"}"#)
        #expect(note.fault == nil && note.date == pushNow.timeIntervalSince1970)
        #expect(note.json["created_at"]?.string == "2026-11-24T12:00:00.000Z")
        #expect(try Self.document(#"{"carbs": 20, "created_at": "x"}"#).fault == "it has no valid date")
        #expect(try Self.document(#"{"sgv": 100}"#, .entries).fault == "it has no valid date")
    }

    @Test func `a document that is not valid has no samples and no content`() throws {
        let document = try Self.document(
            #"{"_id": "a", "isValid": false, "carbs": 17, "notes": "x", "created_at": "2026-11-23T12:00:00Z"}"#)
        #expect(!document.isValid)
        let reading = NightscoutReader.reading([document], now: pushNow)
        #expect(reading.push.samples.rows.isEmpty && reading.push.refusals.count == 0)
        #expect(
            document.deleted.named.text
                == #"{"_id":"a","created_at":"2026-11-23T12:00:00.000Z","utcOffset":0,"isValid":false}"#)
    }

    @Test(arguments: ["Finger: 5.6 mmol/L", "finger", "Manual: 5.6 mmol/L"])
    func `a finger prick may have its value in its type`(type: String) throws {
        let json = """
            {"eventType": "BG Check", "glucose": 101, "glucoseType": "\(type)", "units": "mg/dl", "enteredBy": "xDrip4iOS",
             "eventTime": "2026-11-23T12:00:00.000Z"}
            """
        #expect(try Self.batch(json).lines == ["HKQuantityBloodGlucose 0-0 101 mg/dL xDrip4iOS NightscoutType=mbg"])
    }

    @Test func `a dose of Juggluco with the note of long-acting insulin is basal, and names its app`() throws {
        let json = """
            [{"insulin": 14, "notes": "Long-Acting", "insulinType": "Lantus", "app": "Juggluco", "date": 1795435200000},
             {"insulin": 2, "notes": "Rapid-Acting", "app": "AAPS", "date": 1795435200000}]
            """
        #expect(
            try Self.batch(json).lines == [
                "HKQuantityInsulinDelivery 0-0 14 IU Juggluco HKInsulinDeliveryReason=1",
                "HKQuantityInsulinDelivery 0-0 2 IU AAPS HKInsulinDeliveryReason=2",
            ])
    }

    @Test func `a document that a file has of two senders is one, the later one`() throws {
        func treatment(_ sender: String, _ fields: String) -> String {
            """
            {"eventType": "Meal Bolus", "created_at": "2026-11-23T12:00:00Z", "enteredBy": "\(sender)", \(fields)}
            """
        }
        func lines(_ documents: String...) throws -> [String] {
            try NightscoutReader.file(Array("[\(documents.joined(separator: ","))]".utf8), now: pushNow).lines
        }
        let reason = "HKInsulinDeliveryReason=2"
        #expect(
            try lines(treatment("rig", "\"insulin\": 1"), treatment("pump", "\"insulin\": 2"))
                == ["HKQuantityInsulinDelivery 0-0 2 IU pump \(reason)"])
        // Insulin and carbohydrates are two, and so are documents with identifiers.
        #expect(try lines(treatment("rig", "\"insulin\": 1"), treatment("person", "\"carbs\": 20")).count == 2)
        let named = ["a", "b"].map { treatment($0, "\"insulin\": 1, \"_id\": \"\($0)\"") }
        #expect(try lines(named[0], named[1]).count == 2)
    }

    @Test func `a document of a file has the UUIDs that earlier versions gave it`() throws {
        let json = """
            {"eventType": "Meal Bolus", "created_at": "2026-11-23T12:00:00Z", "enteredBy": "rig", "insulin": 1}
            """
        let document = try Self.document(json)
        #expect(document.identity == "at:1795435200000.0|Meal Bolus|")
        #expect(document.seed == "at:1795435200000.0|Meal Bolus|rig|")
    }

    @Test("Hostile bodies are refused or read without a trap")
    func hostile() {
        for body in hostileBodies {
            for collection in NightscoutCollection.allCases {
                let batch = try? NightscoutReader.batch(body, in: collection, now: pushNow)
                #expect(batch?.samples.rows.isEmpty ?? true)
            }
        }
    }
}
