// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

@Suite struct MetadataTests {
    @Test func everyKindOfValueRoundTrips() throws {
        let store = try ScratchStore()
        let metadata: [String: Any] = [
            "text": "a \"quoted\" \\ text\nwith 日本語 and \u{1F600}", "empty": "", "digits": "1",
            "whole": 42, "negative": -7, "large": Int.max, "double": 1.0, "fraction": 0.1,
            "tiny": Double.leastNonzeroMagnitude,
            "yes": true, "no": false, "date": Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_78),
            "quantity": HKQuantity(unit: HKUnit(from: "mmol<180.1558800000541>/L"), doubleValue: 5.4),
            HKMetadataKeyTimeZone: "Europe/Paris", HKMetadataKeyWasUserEntered: true,
        ]
        let sample = MadeSamples.quantity(.bodyMass, 70, "kg", metadata: metadata)
        try store.database.save([sample], source: MadeSamples.app)
        let read = try #require(try store.database.sample(uuid: sample.uuid))
        #expect(read.fields.metadata == sample.fields.metadata)
        #expect(read.metadata?["double"] is NSNumber)
        let record = try #require(try store.database.record(uuid: sample.uuid))
        #expect(record.timeZone == "Europe/Paris")
        let texts = Dictionary(uniqueKeysWithValues: record.metadata.map { ($0.key, $0.value) })
        #expect(texts["whole"] == "42")
        #expect(texts["yes"] == "1")
        #expect(texts["double"] == "1")
        #expect(texts["quantity"] == "5.4 mmol<180.1558800000541>/L")
        #expect(texts["text"] == metadata["text"] as? String)
        #expect(record.metadata.map(\.key) == record.metadata.map(\.key).sorted())
    }

    @Test func equalMetadataIsStoredOnce() throws {
        let store = try ScratchStore()
        let samples = (0..<50).map { MadeSamples.steps(1, from: Double($0), metadata: ["a": 1, "b": "x", "c": 2.5]) }
        try store.database.save(samples, source: MadeSamples.app)
        #expect(try store.count("SELECT count(*) FROM metadata") == 1)
        #expect(try store.database.records(SampleRequest()).allSatisfy { $0.metadata.count == 3 })
    }

    /// Strings of exports become values of the type that apps use for each known key.
    @Test func stringsBecomeTypedValues() throws {
        let cases: [(String, String, HKMetadataValue)] = [
            (HKMetadataKeyWasUserEntered, "1", .bool(true)), (HKMetadataKeyIndoorWorkout, "0", .bool(false)),
            (HKMetadataKeyHeartRateMotionContext, "2", .integer(2)),
            (
                HKMetadataKeyElevationAscended, "418 cm",
                .quantity(HKQuantity(unit: HKUnit(from: "cm"), doubleValue: 418))
            ),
            (
                HKMetadataKeyWeatherTemperature, "56 degF",
                .quantity(HKQuantity(unit: .degreeFahrenheit(), doubleValue: 56))
            ),
            (HKMetadataKeyWeatherHumidity, "9400 %", .quantity(HKQuantity(unit: .percent(), doubleValue: 94))),
            (
                HKMetadataKeyAverageMETs, "9.2 kcal/hr·kg",
                .quantity(HKQuantity(unit: HKUnit(from: "kcal/hr·kg"), doubleValue: 9.2))
            ),
            (
                HKMetadataKeyDateOfEarliestDataUsedForEstimate, "2024-03-10 08:00:00 +0100",
                .date(Date(timeIntervalSince1970: 1_710_054_000))
            ),
            (HKMetadataKeyTimeZone, "Europe/Paris", .string("Europe/Paris")),
            (HKMetadataKeyExternalUUID, "12", .string("12")), ("Withings Link", "1", .string("1")),
            (HKMetadataKeyElevationAscended, "a lot", .string("a lot")),
            (HKMetadataKeyWasUserEntered, "perhaps", .string("perhaps")),
            (HKMetadataKeyHeartRateMotionContext, "nan", .string("nan")),
        ]
        for (key, text, value) in cases {
            #expect(MetadataText.value(text, key: key) == value, "\(key)")
        }
        for (_, text, value) in cases.dropFirst(3).prefix(4) { #expect(MetadataText.text(value) == text) }
    }

    /// Values of the correct type round-trip through strings for every known key.
    @Test func everyKnownKeyRoundTripsThroughText() throws {
        for key in HealthMetadataKeys.all {
            let value: HKMetadataValue =
                switch try #require(HealthMetadataKeys.valueKind(key)) {
                case .string: .string("text")
                case .number: .integer(3)
                case .bool: .bool(true)
                case .date: .date(MadeSamples.date(86_400 * 59 + 3_723))
                case .quantity(let unit):
                    .quantity(HKQuantity(unit: HKUnit(from: unit ?? "m"), doubleValue: 12.25))
                }
            #expect(MetadataText.value(MetadataText.text(value), key: key) == value, "\(key)")
        }
    }

    @Test func datesRoundTripThroughText() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            let date = Date(timeIntervalSince1970: generator.number(-6e10, 2.5e11).rounded())
            let text = MetadataText.text(.date(date))
            #expect(MetadataText.date(text) == date, "\(text)")
        }
        #expect(MetadataText.text(.date(MadeSamples.date(0.5))) == "2024-01-01 00:00:00.5 +0000")
        for wrong in ["", "2024-01-01", "2024-13-01 00:00:00 +0000", "2024-01-01 25:00:00 +0000", "a b c"] {
            #expect(MetadataText.date(wrong) == nil)
        }
    }

    @Test func importedMetadataIsTyped() throws {
        let store = try ScratchStore()
        var export = TestExport()
        export.add(
            .init(
                type: "HKQuantityTypeIdentifierHeartRate", unit: "count/min", value: "61", end: 0,
                metadata: [
                    ("HKMetadataKeyHeartRateMotionContext", "1"), ("HKTimeZone", "Asia/Tokyo"), ("Own key", "1"),
                    ("Own key", "2"),
                ]))
        try store.importXML(export.document)
        let sample = try #require(try store.database.samples(SampleRequest()).first)
        #expect(sample.metadata?[HKMetadataKeyHeartRateMotionContext] as? NSNumber == 1)
        #expect(sample.metadata?["Own key"] as? String == "2")
        let record = try #require(try store.database.records(SampleRequest()).first)
        #expect(record.timeZone == "Asia/Tokyo")
        #expect(record.metadata.map(\.value) == ["1", "Asia/Tokyo", "1", "2"])
        #expect(sample.sourceRevision.source.bundleIdentifier == "Ada's iPhone")
        #expect(sample.device?.hardwareVersion == "iPhone14,2")
    }

    @Test func jsonKeepsOrderAndKinds() throws {
        let text = #"{"b":1,"a":1.0,"c":[true,false,null,"x\u00e9\ud83d\ude00\n\\"],"d":{"e":-1.5e+20}}"#
        let value = try #require(JSONValue(text))
        #expect(value["a"]?.double == 1)
        #expect(value["c"]?.array?.last?.string == "xé😀\n\\")
        #expect(JSONValue(value.text) == value)
        #expect(value.text.hasPrefix(#"{"b":1,"a":1.0,"#))
        for wrong in [
            "", "{", "[1,]", "{\"a\"}", "tru", "1 2", "\"\\x\"", "\"", "nan", String(repeating: "[", count: 900),
        ] {
            #expect(JSONValue(wrong) == nil, "\(wrong)")
        }
    }
}
