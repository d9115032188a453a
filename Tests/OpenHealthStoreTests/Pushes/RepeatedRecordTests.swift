// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of records that one push, or several, state twice without an identifier.
@Suite struct RepeatedRecordTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let date = "2024-03-09 08:00:00 +0000"
    private static let end = "2024-03-09 08:01:00 +0000"

    private static func metric(_ name: String, _ unit: String, _ points: [String]) -> String {
        "\"metrics\":[{\"name\":\"\(name)\",\"units\":\"\(unit)\",\"data\":[\(points.joined(separator: ","))]}]"
    }

    private static func rate(_ value: Double, _ facts: String = "") -> String {
        "{\"date\":\"\(date)\",\"Min\":\(value),\"Avg\":\(value),\"Max\":\(value),\"source\":\"Watch\"\(facts)}"
    }

    private static let notification = """
        {"start":"2024-03-09 07:55:00 +0000","end":"2024-03-09 08:05:00 +0000","threshold":120,"source":"Watch",
         "heartRate":[{"hr":130,"units":"bpm","timestamp":{"start":"\(date)","end":"\(end)"}}]}
        """

    /// Stores documents of Health Auto Export one after the other, each in one batch or in several ones.
    private static func store(_ documents: [String], size: Int? = nil) throws -> ScratchStore {
        let store = try ScratchStore()
        for data in documents {
            var document = "{\"data\":{\(data)}}"
            guard let size else {
                try store.push(document)
                continue
            }
            try document.withUTF8 { bytes in
                _ = try store.database.ingest(app: "phone", now: now, size: size) { sink in
                    try HealthAutoExportReader.read(bytes, aggregation: .individual, now: now, into: sink)
                }
            }
        }
        try store.expectNoFaults()
        #expect(try store.database.check().findings == [])
        return store
    }

    private static func lines(_ store: ScratchStore) throws -> [String] {
        try store.database.records(SampleRequest()).map { record in
            let type = HealthTypes.named(record.type)?.swiftName ?? record.type
            let seconds = record.end.timeIntervalSince(record.start)
            return "\(type) \(Int(seconds)) \(record.value ?? -1)"
        }.sorted()
    }

    @Test(arguments: [true, false]) func `of two equal records the one that states more stays`(isFirst: Bool) throws {
        let store = try ScratchStore()
        var builder = PushBuilder(missing: [], now: Self.now)
        for (index, statesMore) in [isFirst, !isFirst].enumerated() {
            var reading = PushBuilder.Reading(
                start: 1_710_000_000, end: 1_710_000_000, source: ProvenanceData(sourceName: "Watch"),
                place: "/samples", index: index)
            if statesMore {
                reading.metadata = [MetadataPair(key: HKMetadataKeyHeartRateMotionContext, value: "1")]
            }
            builder.addQuantity(
                HKQuantityTypeIdentifier.heartRate.rawValue, value: 60, unit: "count/min", reading)
        }
        try store.database.ingest(builder.batch, app: "phone", now: Self.now)
        let records = try store.database.records(SampleRequest())
        #expect(records.map { $0.metadata.isEmpty } == [false])
        try store.expectNoFaults()
    }

    @Test(arguments: [nil, 1, 100], [true, false])
    func `a heart rate in a metric and in a notification is one sample`(size: Int?, metricFirst: Bool) throws {
        let (metric, list) = (
            Self.metric("heart_rate", "bpm", [Self.rate(130)]), "\"heartRateNotifications\":[\(Self.notification)]"
        )
        let parts = metricFirst ? [metric, list] : [list, metric]
        // The end that only the notification states is kept, as with two pushes.
        let expected = ["heartRate 60 130.0", "highHeartRateEvent 600 0.0"]
        let together = parts.joined(separator: ",")
        for documents in [[together], parts, [together, together], parts + [together]] {
            #expect(try Self.lines(Self.store(documents, size: size)) == expected, "\(documents)")
        }
    }

    @Test(arguments: [nil, 1, 100]) func `a reading that one push lists twice is one sample`(size: Int?) throws {
        let reading = Self.metric("heart_rate", "bpm", [Self.rate(61)])
        let twice = Self.metric("heart_rate", "bpm", [Self.rate(61), Self.rate(61)])
        for documents in [[twice], [reading, twice], [twice, reading], [twice, twice]] {
            #expect(try Self.lines(Self.store(documents, size: size)) == ["heartRate 0 61.0"])
        }
    }

    @Test func `a reading with an identifier and one without are one, in any order`() throws {
        let named = Self.rate(61, ",\"id\":\"5BFB1B2A-7020-4C84-8A32-1963F0BF643C\"")
        for points in [[named, Self.rate(61)], [Self.rate(61), named]] {
            let store = try Self.store([Self.metric("heart_rate", "bpm", points)])
            #expect(try Self.lines(store) == ["heartRate 0 61.0"])
            let uuids = try store.database.records(SampleRequest()).map(\.uuid.uuidString)
            #expect(uuids == ["5BFB1B2A-7020-4C84-8A32-1963F0BF643C"])
        }
    }

    @Test func `readings that differ stay two`() throws {
        func lines(_ points: [String], _ name: String = "heart_rate", _ unit: String = "bpm") throws -> Int {
            try Self.lines(Self.store([Self.metric(name, unit, points)])).count
        }
        #expect(try lines([Self.rate(61), Self.rate(62)]) == 2)
        #expect(try lines([Self.rate(61), Self.rate(61).replacing("Watch", with: "Strap")]) == 2)
        #expect(try lines([Self.rate(61), Self.rate(61).replacing("08:00:00", with: "08:00:01")]) == 2)
        let ids = ["a", "b"].map { Self.rate(61, ",\"id\":\"\($0)\"") }
        #expect(try lines(ids) == 2)
        let doses = ["Basal", "Bolus"].map {
            "{\"date\":\"\(Self.date)\",\"qty\":2,\"source\":\"Pump\",\"reason\":\"\($0)\"}"
        }
        #expect(try lines(doses, "insulin_delivery", "IU") == 2)
        // People eat two equal foods.
        let food = "{\"date\":\"\(Self.date)\",\"qty\":20,\"source\":\"Meals\"}"
        #expect(try lines([food, food], "carbohydrates", "g") == 2)
    }

    @Test(arguments: [
        ("\"heartRateNotifications\":[X,X]", notification, 2),
        (
            "\"workouts\":[X,X]",
            "{\"name\":\"Running\",\"start\":\"\(date)\",\"end\":\"2024-03-09 09:00:00 +0000\",\"duration\":3600}", 1
        ),
        (
            "\"metrics\":[{\"name\":\"blood_pressure\",\"units\":\"mmHg\",\"data\":[X,X]}]",
            "{\"date\":\"\(date)\",\"systolic\":120,\"diastolic\":80,\"source\":\"Cuff\"}", 3
        ),
        (
            "\"symptoms\":[X,X]",
            "{\"start\":\"\(date)\",\"end\":\"\(end)\",\"name\":\"Headache\",\"severity\":\"Mild\",\"source\":\"A\"}", 1
        ),
        (
            "\"metrics\":[{\"name\":\"sleep_analysis\",\"units\":\"hr\",\"data\":[X,X]}]",
            "{\"startDate\":\"\(date)\",\"endDate\":\"\(end)\",\"qty\":1,\"value\":\"Core\",\"source\":\"Watch\"}", 1
        ),
        (
            "\"ecg\":[X,X]",
            "{\"start\":\"\(date)\",\"end\":\"\(end)\",\"samplingFrequency\":512,\"voltageMeasurements\":[{\"voltage\":1}]}",
            1
        ),
        (
            "\"stateOfMind\":[X,X]",
            "{\"start\":\"\(date)\",\"end\":\"\(date)\",\"kind\":\"Daily Mood\",\"valence\":0.5}",
            1
        ),
        ("\"medications\":[X,X]", "{\"displayText\":\"A\",\"start\":\"\(date)\",\"status\":\"Taken\"}", 1),
    ])
    func `an element that a list has twice is one`(list: String, element: String, count: Int) throws {
        let document = list.replacing("X", with: element)
        for documents in [[document], [document, document]] {
            let store = try Self.store(documents)
            #expect(try store.count("SELECT count(*) FROM sample") == count)
            // Elements of a large push, whose batches have one record each.
            let large = try Self.store(documents, size: 1)
            #expect(try large.count("SELECT count(*) FROM sample") == count)
        }
    }

    @Test func `the number of sexual activities of a day stays, also if the day is repeated`() throws {
        func day(_ number: Int) -> String {
            "{\"date\":\"\(Self.date)\",\"Unspecified\":\(number),\"source\":\"Health\"}"
        }
        func document(_ days: [String]) -> String { Self.metric("sexual_activity", "count", days) }
        for documents in [
            [document([day(2)])], [document([day(2)]), document([day(2)])], [document([day(2), day(2)])],
            [document([day(1)]), document([day(2)]), document([day(1)])],
        ] {
            #expect(try Self.lines(Self.store(documents)).count == 2, "\(documents)")
        }
        #expect(try Self.lines(Self.store([document([day(1), day(1)])])).count == 1)
        let both = day(1).replacing("\"source\"", with: "\"Protection Used\":1,\"source\"")
        #expect(try Self.lines(Self.store([document([both]), document([both])])).count == 2)
    }

    @Test(arguments: [
        ("\"heart_rate\": [X, X]", "{\"bpm\": 66, \"time\": \"2024-03-09T08:00:00Z\"}"),
        (
            "\"exercise\": [X, X]",
            "{\"type\": \"running\", \"start_time\": \"2024-03-09T08:00:00Z\", \"end_time\": \"2024-03-09T08:30:00Z\"}"
        ),
        (
            "\"sleep\": [X, X]",
            """
            {"session_end_time": "2024-03-09T08:00:00Z", "duration_seconds": 28800, "stages": [
            {"stage": "light", "start_time": "2024-03-09T00:00:00Z", "end_time": "2024-03-09T08:00:00Z"}]}
            """
        ),
        (
            "\"steps\": [X, X]",
            "{\"count\": 5, \"start_time\": \"2024-03-09T08:00:00Z\", \"end_time\": \"2024-03-09T08:05:00Z\"}"
        ),
    ])
    func `a record that HC Webhook lists twice is one`(list: String, record: String) throws {
        let store = try ScratchStore()
        for _ in 0..<2 {
            try store.pushHealthConnect("{\(list.replacing("X", with: record))}")
            #expect(try store.count("SELECT count(*) FROM sample") == 1)
        }
        try store.expectNoFaults()
    }

    @Test func `a record that Open Wearables lists twice is one`() throws {
        let record = """
            {"type": "HKQuantityTypeIdentifierHeartRate", "startDate": "2024-03-09T08:00:00Z", "value": 66,
             "endDate": "2024-03-09T08:00:00Z", "unit": "count/min", "source": {"name": "Watch"}}
            """
        let store = try ScratchStore()
        for _ in 0..<2 {
            try store.pushWearables("{\"provider\": \"apple\", \"data\": {\"records\": [\(record), \(record)]}}")
            #expect(try store.count("SELECT count(*) FROM sample") == 1)
        }
    }

    /// The devices of equal records in several pushes, and the number of samples. A record without a device can be of any.
    private static let devices: [(pushes: [[String]], count: Int)] = [
        ([["Watch", "Watch"]], 1), ([["Watch"], ["Watch"]], 1), ([["Watch", "Band"]], 2), ([["Watch"], ["Band"]], 2),
        ([["Watch", "Band"], ["Band", "Watch"]], 2), ([["", "Watch"]], 1), ([[""], ["Watch"], [""]], 1),
        ([["", "Watch", "Band"]], 2), ([[""], ["Watch", "Band"], ["Band", "Watch"]], 2),
    ]

    @Test(arguments: devices.indices) func `equal records that Open Wearables has of two devices are two`(index: Int)
        throws
    {
        func source(_ device: String) -> String {
            let name = device.isEmpty ? "" : ", \"deviceManufacturer\": \"Maker\", \"deviceModel\": \"\(device)\""
            return "{\"appId\": \"com.example.health\"\(name)}"
        }
        let (pushes, count) = Self.devices[index]
        let (records, workouts) = (try ScratchStore(), try ScratchStore())
        for devices in pushes {
            let rates = devices.map { device in
                """
                {"type": "HEART_RATE", "startDate": "2024-03-09T08:00:00Z", "endDate": "2024-03-09T08:00:00Z", "value": 66,
                 "unit": "bpm", "source": \(source(device))}
                """
            }
            let runs = devices.map { device in
                """
                {"type": "RUNNING", "startDate": "2024-03-09T08:00:00Z", "endDate": "2024-03-09T09:00:00Z",
                 "source": \(source(device))}
                """
            }
            try records.pushWearables(
                "{\"provider\": \"google\", \"data\": {\"records\": [\(rates.joined(separator: ","))]}}")
            try workouts.pushWearables(
                "{\"provider\": \"google\", \"data\": {\"workouts\": [\(runs.joined(separator: ","))]}}")
        }
        // A workout that one push lists with and without a device is not compared.
        let compared = pushes.joined().contains("") ? [records] : [records, workouts]
        for store in compared {
            #expect(try store.count("SELECT count(*) FROM sample") == count, "\(pushes)")
            try store.expectNoFaults()
        }
    }
}
