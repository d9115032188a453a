// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

@Suite("Insulin of Nightscout's treatments") struct NightscoutDeliveryTests {
    private static func documents(_ json: String) throws -> [NightscoutDocument] {
        try NightscoutReader.documents(Array(json.utf8), in: .treatments, now: pushNow).documents
    }

    private static func lines(_ json: String) throws -> [String] {
        try NightscoutReader.batch(Array(json.utf8), in: .treatments, now: pushNow).lines
    }

    private static let created = #""created_at": "2026-11-23T12:00:00Z""#

    // MARK: Stops of the pump

    @Test(
        arguments: [
            (#""eventType": "Suspend Pump""#, NightscoutDocument.suspension),
            (#""eventType": "Resume Pump""#, NightscoutDocument.resumption),
            (#""eventType": "Pump Suspend""#, NightscoutDocument.suspension),
            (#""eventType": "PumpResume""#, NightscoutDocument.resumption),
            // Trio.
            (#""eventType": "Note", "notes": "PumpSuspend""#, NightscoutDocument.suspension),
            (#""eventType": "Note", "notes": "PumpResume""#, NightscoutDocument.resumption),
            // oref0 adds the model of the pump.
            (#""eventType": "Note", "notes": "PumpSuspend 722 ""#, NightscoutDocument.suspension),
            (#""eventType": "Note", "notes": "PumpResume 722 ""#, NightscoutDocument.resumption),
            (#""eventType": "Note", "notes": "Pump Suspend""#, NightscoutDocument.suspension),
            (#""eventType": "Note", "notes": "resume pump""#, NightscoutDocument.resumption),
            // What a person writes.
            (#""eventType": "Note", "notes": "Suspend pump for the shower""#, "Note"),
            (#""eventType": "Note", "notes": "Pump suspended""#, "Note"), (#""eventType": "Note""#, "Note"),
            (#""eventType": "Meal Bolus", "notes": "PumpSuspend""#, "Meal Bolus"),
            // The rates of tconnectsync are what was delivered.
            (#""eventType": "Basal Suspension", "notes": "site-cart""#, "Basal Suspension"),
        ])
    func `stops and starts of a pump have several forms`(fields: String, kind: String) throws {
        let document = try #require(try Self.documents("{\(fields), \(Self.created)}").first)
        #expect(document.kind == kind)
        #expect(document.isPumpEvent == [NightscoutDocument.suspension, NightscoutDocument.resumption].contains(kind))
    }

    @Test func `the form of a stop is a part of its identity as before`() throws {
        let json = #"{"eventType": "Note", "notes": "PumpSuspend", "enteredBy": "Trio", \#(Self.created)}"#
        #expect(try Self.documents(json).first?.identity.contains("|Note|") == true)
    }

    @Test(
        arguments: [
            ([(900, nil), (2700, 0)], ["0-900 0.5", "2700-3600 0.5"]),
            // In any order, and with events that repeat the state.
            ([(2700, 0), (900, nil)], ["0-900 0.5", "2700-3600 0.5"]),
            ([(900, nil), (1200, nil), (2700, 0), (3000, 0)], ["0-900 0.5", "2700-3600 0.5"]),
            ([(1200, nil)], ["0-1200 0.666667"]), ([(1200, 0)], ["0-3600 2"]),
            // Before the rate.
            ([(-600, nil)], []), ([(-600, nil), (1800, 0)], ["1800-3600 1"]), ([(-600, nil), (-300, 0)], ["0-3600 2"]),
            ([(0, nil), (1800, 0)], ["1800-3600 1"]), ([(0, 0)], ["0-3600 2"]), ([(3600, nil)], ["0-3600 2"]),
            // A stated duration, in minutes.
            ([(1200, 10)], ["0-1200 0.666667", "1800-3600 1"]), ([(-600, 20)], ["600-3600 1.66667"]),
            ([(1200, 30), (1500, 0)], ["0-1200 0.666667", "1500-3600 1.16667"]),
            // The last part has all that follows.
            (
                [
                    (300, nil), (600, 0), (900, nil), (1200, 0), (1500, nil), (1800, 0), (2100, nil), (2400, 0),
                ],
                ["0-300 0.166667", "600-900 0.166667", "1200-1500 0.166667", "1800-3600 0.833333"]
            ),
        ] as [([(second: Int, minutes: Int?)], [String])])
    func `a stopped pump delivers no temporary basal rate`(
        events: [(second: Int, minutes: Int?)], expected: [String]
    ) throws {
        // Nil is a stop without a duration, and 0 a start.
        let others = events.map { event in
            let kind = event.minutes == 0 ? "Resume Pump" : "Suspend Pump"
            let date = (1_795_435_200 + event.second) * 1000
            return "{\"eventType\": \"\(kind)\", \"date\": \(date), \"duration\": \(event.minutes ?? 0)}"
        }
        let basal = #"{"eventType": "Temp Basal", "absolute": 2, "duration": 60, \#(Self.created)}"#
        let body = "[\((others + [basal]).joined(separator: ","))]"
        let batch = try NightscoutReader.file(Array(body.utf8), now: pushNow)
        let ending = " IU Nightscout HKInsulinDeliveryReason=1"
        #expect(batch.lines == expected.map { "HKQuantityInsulinDelivery " + $0 + ending })
        #expect(Set(batch.uuids.values).count == expected.count)
    }

    @Test func `a delivered amount does not depend on stops of the pump`() throws {
        let body = """
            [{"eventType": "Temp Basal", "rate": 2, "amount": 1.5, "duration": 60, \(Self.created)},
             {"eventType": "Suspend Pump", "date": 1795435800000}]
            """
        let lines = try NightscoutReader.file(Array(body.utf8), now: pushNow).lines
        #expect(lines == ["HKQuantityInsulinDelivery 0-3600 1.5 IU Nightscout HKInsulinDeliveryReason=1"])
    }

    @Test func `the rates of a file end with the next ones`() throws {
        let rates = [(0, "2"), (600, "3"), (1200, "0")].map { second, rate in
            let date = (1_795_435_200 + second) * 1000
            return "{\"eventType\": \"Temp Basal\", \"absolute\": \(rate), \"duration\": 30, \"date\": \(date)}"
        }
        let lines = try NightscoutReader.file(Array("[\(rates.joined(separator: ","))]".utf8), now: pushNow).lines
        let ending = " IU Nightscout HKInsulinDeliveryReason=1"
        #expect(lines == ["0-600 0.333333", "600-1200 0.5"].map { "HKQuantityInsulinDelivery " + $0 + ending })
    }

    @Test(
        "a file has no samples of documents that their sender deleted",
        arguments: [
            // With an identifier, in any order.
            (#"[A, {"identifier": "i", "isValid": false, B}]"#, [], true),
            (#"[{"identifier": "i", "isValid": false, B}, A]"#, [], true),
            (#"[A, {"identifier": "other", "isValid": false, B}]"#, [2.5], false),
            // Without one, a later document of the time is new.
            (#"[{"isValid": false, B}, {"insulin": 3, B}]"#, [3], true),
            (#"[{"insulin": 3, B}, {"isValid": false, B}]"#, [], true),
        ])
    func deletionsInFiles(pattern: String, values: [Double], isOfValue: Bool) throws {
        let common = #""eventType": "Bolus", \#(Self.created)"#
        let valid = #"{"identifier": "i", "insulin": 2.5, \#(common)}"#
        let body = pattern.replacing("B", with: common).replacing("A", with: valid)
        let batch = try NightscoutReader.file(Array(body.utf8), now: pushNow)
        #expect(batch.samples.rows.map(\.value) == values)
        #expect(batch.refusals.entries == [])
        let alone = try NightscoutReader.file(
            Array((pattern.contains("A") ? valid : "{\"insulin\": 3, \(common)}").utf8), now: pushNow)
        #expect(Set(batch.deletions).isSuperset(of: alone.uuids.values) == isOfValue)
        #expect(alone.uuids.count == 1 && alone.deletions == [])
    }

    // MARK: Durations

    @Test(
        arguments: [
            (#""endmills": 1795436100000"#, ["0-900 0.5"]), (#""endmills": "1795436100000""#, ["0-900 0.5"]),
            // A stated duration counts.
            (#""endmills": 1795436100000, "duration": 30"#, ["0-1800 1"]),
            (#""endmills": 1795436100000, "durationInMilliseconds": 600000"#, ["0-600 0.333333"]),
            // No end is possible.
            (#""endmills": 1795435199000"#, []), (#""endmills": "x""#, []), (#""endmills": 1e300"#, []),
        ])
    func `the end of a rate without a duration is its stated end`(fields: String, expected: [String]) throws {
        let lines = try Self.lines(#"{"eventType": "Temp Basal", "absolute": 2, \#(fields), \#(Self.created)}"#)
        let ending = " IU Nightscout HKInsulinDeliveryReason=1"
        #expect(lines == expected.map { "HKQuantityInsulinDelivery " + $0 + ending })
    }

    // MARK: Long-acting insulin

    /// Returns the text of a JSON string.
    private static func quoted(_ text: String) -> String { JSONValue.string(text).text }

    @Test(
        arguments: [
            (
                #"[{"insulin": "Novorapid", "units": 2.0}, {"insulin": "Lantus", "units": 10.0}]"#,
                ["2 bolus", "10 basal"]
            ),
            (#"[{"insulin": "Toujeo", "units": 12}]"#, ["12 basal"]),
            (#"[{"insulin": "Tresiba", "units": 4}, {"insulin": "Levemir", "units": 8}]"#, ["12 basal"]),
            (
                #"[{"insulin": "Basaglar (long acting)", "units": 5}, {"insulin": "FIASP", "units": 7}]"#,
                ["7 bolus", "5 basal"]
            ),
            (
                #"[{"insulin": "Insulatard", "units": 11.7}, {"insulin": "Humalog", "units": 0.3}]"#,
                ["0.3 bolus", "11.7 basal"]
            ),
            (#"[{"insulin": "Novorapid", "units": 12}]"#, ["12 bolus"]),
            (#"[{"insulin": "Novorapid", "units": 2}, {"insulin": "Humalog", "units": 10}]"#, ["12 bolus"]),
            // Another sum, or no list.
            (#"[{"insulin": "Lantus", "units": 10}]"#, ["12 bolus"]),
            (#"[{"insulin": "Lantus", "units": 14}, {"insulin": "Novorapid", "units": -2}]"#, ["12 bolus"]),
            (#"[{"insulin": "Lantus"}]"#, ["12 bolus"]), ("[]", ["12 bolus"]), ("[1, null]", ["12 bolus"]),
            ("{}", ["12 bolus"]), ("7", ["12 bolus"]),
        ])
    func `injections of long-acting insulin are basal`(injections: String, expected: [String]) throws {
        for stated in [Self.quoted(injections), injections] {
            let json = #"{"insulin": 12, "insulinInjections": \#(stated), "enteredBy": "xdrip", \#(Self.created)}"#
            #expect(
                try Self.lines(json)
                    == expected.map { dose in
                        let parts = dose.split(separator: " ")
                        return "HKQuantityInsulinDelivery 0-0 \(parts[0]) IU xdrip "
                            + "HKInsulinDeliveryReason=\(parts[1] == "basal" ? 1 : 2)"
                    })
        }
    }

    @Test(arguments: ["x", "", "[", "[{]"])
    func `a list of injections that is not JSON is none`(text: String) throws {
        let json = #"{"insulin": 12, "insulinInjections": \#(Self.quoted(text)), "enteredBy": "x", \#(Self.created)}"#
        #expect(try Self.lines(json) == ["HKQuantityInsulinDelivery 0-0 12 IU x HKInsulinDeliveryReason=2"])
    }

    @Test func `a bolus and a basal injection of one dose have UUIDs of their own`() throws {
        let injections = Self.quoted(#"[{"insulin": "Fiasp", "units": 6}, {"insulin": "Semglee", "units": 6}]"#)
        let json = #"{"insulin": 12, "insulinInjections": \#(injections), \#(Self.created)}"#
        let parts = NightscoutReader.reading(try Self.documents(json), now: pushNow).parts
        #expect(Set(parts[0].keys) == [.insulin, .longActing] && Set(parts[0].values).count == 2)
    }

    @Test(arguments: [("Lantus", 1), ("Insulin glargine", 1), ("Novorapid", 2), ("", 2)])
    func `the type of an insulin says whether it is basal`(type: String, reason: Int) throws {
        let json = #"{"insulin": 3, "insulinType": "\#(type)", "app": "Juggluco", \#(Self.created)}"#
        #expect(
            try Self.lines(json) == ["HKQuantityInsulinDelivery 0-0 3 IU Juggluco HKInsulinDeliveryReason=\(reason)"])
    }

    // MARK: Time zones

    @Test(
        arguments: [
            (#""created_at": "2026-11-23T07:00:00-05:00""#, "GMT-0500"),
            (#""created_at": "2026-11-23T17:45:00.000+0545""#, "GMT+0545"),
            (#""created_at": "Mon Nov 23 13:00:00 CET 2026""#, "GMT+0100"),
            (#""date": 1795435200000, "utcOffset": -300"#, "GMT-0500"),
            (#""created_at": "2026-11-23T12:00:00Z", "utcOffset": 60"#, "GMT+0100"),
            (#""created_at": "2026-11-23T12:00:00Z""#, nil), (#""created_at": "2026-11-23T12:00:00""#, nil),
            (#""created_at": "2026-11-23T12:00:00Z", "utcOffset": 0"#, nil),
            // Hours, seconds, and what is no number.
            (#""date": 1795435200000, "utcOffset": 2"#, nil), (#""date": 1795435200000, "utcOffset": 3600"#, nil),
            (#""date": 1795435200000, "utcOffset": 1e300"#, nil), (#""date": 1795435200000, "utcOffset": "x""#, nil),
        ] as [(String, String?)])
    func `a stated offset is the time zone of the samples`(fields: String, zone: String?) throws {
        let ending = zone.map { " HKTimeZone=" + $0 } ?? ""
        #expect(
            try Self.lines("{\"carbs\": 7, \"enteredBy\": \"x\", \(fields)}")
                == ["HKQuantityDietaryCarbohydrates 0-0 7 g x" + ending])
    }

    @Test func `a meal after its bolus and an entry have the time zone, too`() throws {
        let meal = """
            {"insulin": 4, "carbs": 45, "preBolus": 15, "enteredBy": "x", "created_at": "2026-11-23T07:00:00-05:00"}
            """
        #expect(
            try Self.lines(meal) == [
                "HKQuantityInsulinDelivery 0-0 4 IU x HKTimeZone=GMT-0500 HKInsulinDeliveryReason=2",
                "HKQuantityDietaryCarbohydrates 900-900 45 g x HKTimeZone=GMT-0500",
            ])
        let entry = """
            {"type": "sgv", "sgv": 112, "date": 1795435200000, "dateString": "2026-11-23T13:00:00.000+0100", "device": "sensor"}
            """
        let batch = try NightscoutReader.batch(Array(entry.utf8), in: .entries, now: pushNow)
        #expect(batch.lines == ["HKQuantityBloodGlucose 0-0 112 mg/dL sensor HKTimeZone=GMT+0100"])
    }
}
