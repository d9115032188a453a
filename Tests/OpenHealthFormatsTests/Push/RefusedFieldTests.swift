// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthFormats

/// Tests that refusals name the field as the sender wrote it, and what is wrong with it.
@Suite(.timeLimit(.usual)) struct RefusedFieldTests {
    private static func refusals(_ push: PushedBatch) -> [String] {
        push.refusals.entries.map { "\($0.pointer): \($0.reason)" }
    }

    private static func metric(
        _ name: String, _ fields: String, aggregation: HealthAutoExportReader.Aggregation = .individual
    ) throws -> [String] {
        var document = """
            {"data":{"metrics":[{"name":"\(name)","units":"","data":[{"date":"2026-11-23 12:00:31 +0000",\(fields)}]}]}}
            """
        let push = try document.withUTF8 {
            try HealthAutoExportReader.read($0, aggregation: aggregation, now: pushNow)
        }
        return refusals(push)
    }

    @Test(arguments: [HealthAutoExportReader.Aggregation.individual, .interval(.hours)])
    func `a number of Health Auto Export`(aggregation: HealthAutoExportReader.Aggregation) throws {
        func refusals(_ fields: String) throws -> [String] {
            try Self.metric("step_count", fields, aggregation: aggregation).map {
                $0.replacing("/data/metrics/0/data/0", with: "")
            }
        }
        for text in ["\"5,5\"", "\"5\"", "\" 5 \"", "true", "[]"] {
            #expect(try refusals("\"qty\":\(text)") == ["/qty: qty is not a number"])
            #expect(try refusals("\"Avg\":\(text)") == ["/Avg: Avg is not a number"])
        }
        #expect(try refusals("\"qty\":-5") == ["/qty: the sum of stepCount is negative"])
        #expect(try refusals("\"Avg\":-5") == ["/Avg: the sum of stepCount is negative"])
        #expect(try refusals("\"qty\":null") == [": it has no number called qty"])
        let blood = try Self.metric("blood_pressure", "\"systolic\":\"120\",\"diastolic\":80")
        #expect(blood == ["/data/metrics/0/data/0/systolic: systolic is not a number"])
        #expect(
            try Self.metric("blood_pressure", "\"systolic\":120") == [
                "/data/metrics/0/data/0: it has no number called diastolic"
            ])
    }

    @Test func `a date of Health Auto Export`() throws {
        #expect(
            try Self.metric("heart_rate", "\"qty\":60,\"endDate\":5") == [
                "/data/metrics/0/data/0/endDate: endDate is not a date"
            ])
        #expect(
            try Self.metric("heart_rate", "\"qty\":60,\"start\":\"soon\"") == [
                "/data/metrics/0/data/0/start: start is not a date"
            ])
    }

    @Test(arguments: [
        (
            #"{"bloodGlucose":[{"mmolPerLiter":"5,6","time":"2026-11-23T12:00:00Z"}]}"#,
            "/bloodGlucose/0/mmolPerLiter: mmolPerLiter is not a number"
        ),
        (
            #"{"blood_glucose":[{"mmol_per_liter":"5,6","time":"2026-11-23T12:00:00Z"}]}"#,
            "/blood_glucose/0/mmol_per_liter: mmol_per_liter is not a number"
        ),
        (
            #"{"activeCalories":[{"time":"2026-11-23T12:00:00Z"}]}"#,
            "/activeCalories/0/calories: it has no calories"
        ),
        (
            #"{"bodyFat":[{"percentage":-5,"time":"2026-11-23T12:00:00Z"}]}"#,
            "/bodyFat/0/percentage: percentage is negative"
        ),
        (#"{"steps":[{"count":5,"startTime":"soon"}]}"#, "/steps/0/startTime: startTime is not a date"),
        (
            #"{"steps":[{"count":5,"startTime":"2026-11-23T12:00:00Z","endTime":"soon"}]}"#,
            "/steps/0/endTime: endTime is not a date"
        ),
        (#"{"steps":[null]}"#, "/steps/0: expected a JSON object"),
        (
            #"{"menstruation_flow":[{"flow":true,"time":"2026-11-23T12:00:00Z"}]}"#,
            "/menstruation_flow/0/flow: its flow is unknown"
        ),
        (
            #"{"ovulation_test":[{"result":true,"time":"2026-11-23T12:00:00Z"}]}"#,
            "/ovulation_test/0: it has no result"
        ),
        (
            #"{"nutrition":[{"calories":5,"proteinGrams":-1,"name":"a","startTime":"2026-11-23T12:00:00Z"}]}"#,
            "/nutrition/0/proteinGrams: proteinGrams is negative"
        ),
    ])
    func `a field of HC Webhook`(json: String, refusal: String) throws {
        let push = try HealthConnectWebhookReader.batch(Array(json.utf8), now: pushNow)
        #expect(Self.refusals(push) == [refusal])
    }

    @Test func `a list of HC Webhook can be null or empty`() throws {
        let push = try HealthConnectWebhookReader.batch(
            Array(#"{"steps":null,"heartRate":[],"sleep":null}"#.utf8), now: pushNow)
        #expect(push.refusals.count == 0 && push.warnings.count == 0)
    }

    @Test func `a value of another kind is warned of by the key of HC Webhook`() throws {
        let json = #"{"exercise":[{"type":8,"startTime":"2026-11-23T12:00:00Z","distanceMeters":"far"}]}"#
        let push = try HealthConnectWebhookReader.batch(Array(json.utf8), now: pushNow)
        #expect(push.warnings.entries.map(\.pointer).contains("/exercise/0/distanceMeters"))
    }

    @Test(arguments: [
        (
            #""records":[{"type":"HKQuantityTypeIdentifierStepCount","startDate":true,"value":1}]"#,
            "records/0/startDate: startDate is not a date"
        ),
        (#""records":[{"type":"HKQuantityTypeIdentifierStepCount","value":1}]"#, "records/0: it has no startDate"),
        (
            #""records":[{"type":"HKQuantityTypeIdentifierStepCount","startDate":"2026-11-23T12:00:00Z","value":"5,5"}]"#,
            "records/0/value: value is not a number"
        ),
        (
            #""records":[{"type":"HKQuantityTypeIdentifierStepCount","startDate":"2026-11-23T12:00:00Z"}]"#,
            "records/0: it has no value"
        ),
    ])
    func `a field of Open Wearables`(list: String, refusal: String) throws {
        let json = "{\"provider\":\"apple\",\"data\":{\(list)}}"
        let push = try OpenWearablesReader.batch(Array(json.utf8), now: pushNow)
        #expect(Self.refusals(push) == ["/data/" + refusal])
    }

    // MARK: Nightscout

    private static let values: [(String, Double?)] = [
        ("\"3,5\"", nil), ("\"NaN\"", nil), ("\"Infinity\"", nil), ("\"1e400\"", nil),
        ("\"3.5 U\"", nil),
        ("\"1_0\"", nil), ("\"0x\"", nil), ("\"0x-1\"", nil), ("true", nil), ("[3]", nil), ("{\"a\":1}", nil),
        ("\" 3.5 \"", 3.5), ("\"0x10\"", 16), ("\"0b11\"", 3), ("\"1e1\"", 10), ("\"+2\"", 2), ("\"5.\"", 5),
        ("\".5\"", 0.5),
    ]

    /// A text is the number that JavaScript makes of it, as on a server of Nightscout.
    @Test(arguments: values) func `a number of Nightscout that is sent as text`(text: String, number: Double?) throws {
        for (key, type) in [("insulin", "InsulinDelivery"), ("carbs", "DietaryCarbohydrates")] {
            let json = "{\"eventType\":\"Meal Bolus\",\"created_at\":\"2026-11-23T12:00:00Z\",\"\(key)\":\(text)}"
            let request = try NightscoutReader.documents(Array(json.utf8), in: .treatments, now: pushNow)
            let document = try #require(request.documents.first)
            #expect(document.fault == nil && document.json[key]?.double == number)
            #expect((document.json[key] == nil) == (number == nil))
            let push = NightscoutReader.reading(request.documents, now: pushNow).push
            #expect(push.samples.rows.map(\.value) == [number].compactMap { $0 }, "\(type)")
            #expect(Self.refusals(push) == (number == nil ? ["/\(key): \(key) is not a number"] : []))
        }
        let entry = "{\"type\":\"sgv\",\"date\":1795435200000,\"sgv\":\(text)}"
        let document = try #require(
            try NightscoutReader.documents(Array(entry.utf8), in: .entries, now: pushNow).documents.first)
        #expect(document.json["sgv"]?.double == number)
    }

    @Test(arguments: ["duration", "absolute", "rate", "amount", "percent"])
    func `a rate with a field that is no number has no insulin`(key: String) throws {
        let facts = ["duration": "30", "absolute": "1", "rate": "1"].merging([key: "\"3,5\""]) { $1 }
        let fields = facts.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        let json = "{\"eventType\":\"Temp Basal\",\"created_at\":\"2026-11-23T12:00:00Z\",\(fields)}"
        let push = try NightscoutReader.batch(Array(json.utf8), in: .treatments, now: pushNow)
        #expect(push.samples.rows.isEmpty)
        #expect(Self.refusals(push) == ["/\(key): \(key) is not a number"])
    }

    @Test func `a glucose that is no number has no unit and no type`() throws {
        let json = """
            {"eventType":"BG Check","created_at":"2026-11-23T12:00:00Z","glucose":"5,6","glucoseType":"Finger","units":"mmol"}
            """
        let documents = try NightscoutReader.documents(Array(json.utf8), in: .treatments, now: pushNow).documents
        let document = try #require(documents.first)
        for key in ["glucose", "glucoseType", "units"] { #expect(document.json[key] == nil) }
        #expect(
            Self.refusals(NightscoutReader.reading(documents, now: pushNow).push) == [
                "/glucose: glucose is not a number"
            ])
    }

    @Test(arguments: [("sgv", NightscoutCollection.entries), ("mbg", .entries), ("bpm", .activity)])
    func `a reading of Nightscout that is no number`(key: String, collection: NightscoutCollection) throws {
        let type = key == "bpm" ? "hr-bpm" : key
        let json = "{\"type\":\"\(type)\",\"created_at\":\"2026-11-23T12:00:00Z\",\"\(key)\":\"112,5\"}"
        let push = try NightscoutReader.batch(Array(json.utf8), in: collection, now: pushNow)
        #expect(push.samples.rows.isEmpty && Self.refusals(push) == ["/\(key): \(key) is not a number"])
    }

    /// The tolerance of a day is that of all pushes.
    @Test func `health data of Nightscout that is more than a day in the future is refused as a whole`() throws {
        func fault(_ json: String, _ collection: NightscoutCollection, _ days: Double) throws -> String? {
            let date = NightscoutDate.text(pushNow.timeIntervalSince1970 + days * 86_400)
            let dated = json.replacing("DATE", with: "\"\(date)\"")
            return try NightscoutReader.documents(Array(dated.utf8), in: collection, now: pushNow).documents.first?
                .fault
        }
        let late = "its date is more than a day in the future"
        for (json, collection) in [
            (#"{"type":"sgv","sgv":100,"dateString":DATE}"#, NightscoutCollection.entries),
            (#"{"eventType":"Meal Bolus","carbs":10,"created_at":DATE}"#, .treatments),
            (#"{"eventType":"Temp Basal","rate":0,"duration":30,"created_at":DATE}"#, .treatments),
            (#"{"type":"hr-bpm","bpm":70,"created_at":DATE}"#, .activity),
        ] {
            #expect(try fault(json, collection, 1) == nil)
            #expect(try fault(json, collection, 1.001) == late)
            #expect(try fault(json, collection, 400) == late)
        }
        // What has no health data can be planned.
        #expect(try fault(#"{"eventType":"Note","notes":"x","created_at":DATE}"#, .treatments, 3) == nil)
        #expect(try fault(#"{"defaultProfile":"x","startDate":DATE}"#, .profile, 3) == nil)
    }
}
