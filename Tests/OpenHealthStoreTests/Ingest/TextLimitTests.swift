// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthStore

/// Tests of the limits of texts and of the number of sources.
@Suite(.timeLimit(.usual)) struct TextLimitTests {
    private static let long = String(repeating: "x", count: TextLimit.name + 1)
    private static let steps = "HKQuantityTypeIdentifierStepCount"

    private static func batch(_ provenance: ProvenanceData, metadata: [MetadataPair] = [], type: String = steps)
        -> SampleBatch
    {
        var batch = SampleBatch()
        batch.newTypes = [type]
        batch.newProvenances = [provenance]
        if !metadata.isEmpty { batch.newMetadata = [metadata] }
        batch.rows = [
            SampleRow(type: 0, provenance: 0, metadata: metadata.isEmpty ? -1 : 0, start: 0, end: 0, value: 1)
        ]
        return batch
    }

    /// Batches in which one text is as long as given.
    private static func batches(_ text: String) -> [SampleBatch] {
        let source = ProvenanceData(sourceName: "Phone", unit: "count")
        let fields: [WritableKeyPath<ProvenanceData, String?>] = [
            \.bundleIdentifier, \.sourceVersion, \.productType, \.operatingSystemVersion, \.unit,
        ]
        let properties: [WritableKeyPath<DeviceData, String?>] = [
            \.name, \.manufacturer, \.model, \.hardware, \.firmware, \.software, \.localIdentifier,
            \.udiDeviceIdentifier,
        ]
        var batches = [batch(ProvenanceData(sourceName: text)), batch(source, type: text)]
        for field in fields {
            var provenance = source
            provenance[keyPath: field] = text
            batches.append(batch(provenance))
        }
        for property in properties {
            var provenance = source
            provenance.device = DeviceData()
            provenance.device?[keyPath: property] = text
            batches.append(batch(provenance))
        }
        for pair in [MetadataPair(key: text, value: "1"), MetadataPair(key: "key", value: "1")] {
            batches.append(batch(source, metadata: [pair]))
            var provenance = source
            provenance.device = DeviceData(other: [pair])
            batches.append(batch(provenance))
        }
        return batches
    }

    @Test func `every name that is too long is refused, and the longest is stored`() throws {
        for batch in Self.batches(String(Self.long.dropLast())) {
            let store = try ScratchStore()
            #expect(try store.importBatches([batch]).records.added == 1)
        }
        let refused = Self.batches(Self.long).filter { batch in
            let texts =
                batch.newMetadata.joined().map(\.key)
                + batch.newProvenances.flatMap {
                    $0.device?.other.map(\.key) ?? []
                }
            return !texts.contains("key")
        }
        for batch in refused {
            let store = try ScratchStore()
            let error = #expect(throws: StoreError.self) { try store.importBatches([batch]) }
            #expect(error?.code == .invalidArgument && (error?.message.count ?? .max) < 200)
            #expect(try store.count("SELECT count(*) FROM sample") == 0)
        }
    }

    @Test func `a long value of metadata is stored by an import up to its limit`() throws {
        func batch(_ length: Int) -> SampleBatch {
            Self.batch(
                ProvenanceData(sourceName: "Phone", unit: "count"),
                metadata: [MetadataPair(key: "key", value: String(repeating: "x", count: length))])
        }
        let store = try ScratchStore()
        #expect(try store.importBatches([batch(TextLimit.value)]).records.added == 1)
        #expect(throws: StoreError.self) { try store.importBatches([batch(TextLimit.value + 1)]) }
    }

    /// Items with one text that is too long, and the name of the text.
    private static var items: [(ImportedItem, String)] {
        let (pair, name) = (MetadataPair(key: long, value: "1"), MetadataPair(key: "key", value: long))
        let value = MetadataPair(key: "key", value: String(repeating: "x", count: TextLimit.value + 1))
        let sample = SampleData(provenance: 0, start: 0, end: 60)
        func workout(_ change: (inout WorkoutData) -> Void) -> ImportedItem {
            var workout = WorkoutData(activityType: "HKWorkoutActivityTypeRunning", sample: sample)
            change(&workout)
            return .workout(workout)
        }
        func electrocardiogram(_ change: (inout ElectrocardiogramData) -> Void) -> ImportedItem {
            var electrocardiogram = ElectrocardiogramData(
                path: "a", start: 0, classification: nil, header: [], device: nil, softwareVersion: nil, sampleRate: 1,
                unit: "µV", voltages: [1])
            change(&electrocardiogram)
            return .electrocardiogram(electrocardiogram)
        }
        return [
            (workout { $0.activityType = long }, "activity type"),
            (workout { $0.attributes = [pair] }, "key of the workout"),
            (workout { $0.attributes = [value] }, "value of the workout"),
            (workout { $0.events = [WorkoutEventData(type: long, date: 0)] }, "type of an event"),
            (workout { $0.events = [WorkoutEventData(type: "a", date: 0, metadata: [value])] }, "value of an event"),
            (
                workout {
                    $0.activities = [WorkoutActivityData(uuid: "a", start: 0)]
                    $0.activities[0].other = [value]
                }, "value of an activity"
            ),
            (workout { $0.statistics = [WorkoutStatisticsData(type: "a", start: 0, end: 0, unit: long)] }, "unit"),
            (workout { $0.zoneGroups = [WorkoutZoneGroupData(attributes: [], zones: [[pair]])] }, "key of a zone"),
            (.characteristics([name]), "value of a characteristic"),
            (.activitySummary(ActivitySummaryData(day: "2024-03-10", values: [pair])), "key of the activity summary"),
            (electrocardiogram { $0.classification = long }, "classification"),
            (electrocardiogram { $0.header = [value] }, "value of the header"),
            (electrocardiogram { $0.unit = long }, "unit"),
            (
                .audiogram(AudiogramData(type: "HKDataTypeIdentifierAudiogram", sample: sample, points: [[pair]])),
                "point"
            ),
        ]
    }

    @Test func `an import leaves out items with a text that is too long, and names it`() throws {
        for (item, name) in Self.items {
            let store = try ScratchStore()
            var batch = Self.batch(ProvenanceData(sourceName: "Phone", unit: "count"))
            batch.items = [item]
            let receipt = try store.importBatches([batch])
            #expect(receipt.records.added == 1)
            let reasons = receipt.diagnostics.map(\.reason)
            #expect(
                reasons.count == 1 && reasons[0].contains(name) && reasons[0].hasSuffix("is too long"), "\(reasons)")
            #expect(try store.count("SELECT count(*) FROM sample") == 1)
            for table in ["characteristic", "activity_summary", "workout", "electrocardiogram"] {
                #expect(try store.count("SELECT count(*) FROM \(table)") == 0)
            }
        }
    }

    @Test func `a push refuses items with a text that is too long`() throws {
        for (item, name) in Self.items {
            var push = PushedBatch()
            push.samples = Self.batch(ProvenanceData(sourceName: "Phone", unit: "count"))
            push.samples.rows = []
            push.samples.items = [item]
            push.itemPlaces = ["/items/0"]
            push.refuseFaults()
            #expect(push.samples.items.isEmpty)
            let entries = push.refusals.entries
            #expect(entries.count == 1 && entries[0].pointer == "/items/0" && entries[0].reason.contains(name))
        }
    }

    @Test func `saves refuse texts that are too long`() throws {
        let store = try ScratchStore()
        let value = String(repeating: "x", count: TextLimit.value + 1)
        func workout(_ metadata: [String: Any]) -> HKWorkout {
            let (start, end) = (MadeSamples.date(0), MadeSamples.date(60))
            let event = HKWorkoutEvent(
                type: .marker, dateInterval: DateInterval(start: start, duration: 0), metadata: metadata)
            return HKWorkout(
                activityType: .yoga, start: start, end: end, workoutEvents: [event], totalEnergyBurned: nil,
                totalDistance: nil, metadata: nil)
        }
        for metadata in [["key": value], [Self.long: "1"]] {
            for sample in [workout(metadata), MadeSamples.steps(1, from: 0, metadata: metadata)] {
                let error = #expect(throws: StoreError.self) {
                    try store.database.save([sample], source: MadeSamples.app)
                }
                #expect(error?.code == .invalidArgument && error?.message.hasSuffix("is too long") == true)
            }
        }
        let fits = ["key": String(value.dropLast()), String(Self.long.dropLast()): "1"]
        try store.database.save(
            [workout(fits), MadeSamples.steps(1, from: 0, metadata: fits)], source: MadeSamples.app)
        #expect(throws: StoreError.self) { try store.database.person.setCharacteristic("name", value: Self.long) }
        #expect(try store.database.person.characteristics().isEmpty)
    }

    @Test func `pushed texts that are too long are refused, and answers and remarks are short`() throws {
        let store = try ScratchStore()
        let name = String(repeating: "n", count: 200_000)
        let good = #"{"date":"2024-03-10 08:00:00 +0000","qty":1,"source":"Watch"}"#
        let bad = #"{"date":"2024-03-10 09:00:00 +0000","qty":1,"source":"\#(name)"}"#
        let receipt = try store.push(
            """
            {"data":{"metrics":[{"name":"step_count","units":"count","data":[\(good),\(bad)]},
            {"name":"\(name)","units":"count","data":[\(good)]}],"\(name)":3}}
            """)
        #expect(receipt.allSamples.added == 1)
        #expect(receipt.refusals.count == 3)
        for entry in receipt.refusals.entries {
            #expect(entry.pointer.count <= 400 && entry.reason.count <= 400 && entry.remedy.count <= 400)
        }
        let remarks = try store.database.pushes.all(of: "phone").flatMap(\.remarks)
        #expect(remarks.count == 3 && remarks.allSatisfy { $0.count < 1300 })
        #expect(try store.database.sources().map(\.name) == ["Watch"])
    }

    @Test func `the number of sources of a store is limited`() throws {
        let store = try ScratchStore()
        var limits = FactLimits()
        limits.allSources = 3
        func add(_ name: String) throws {
            try store.database.write { db in
                _ = try SharedRows(db, limits: limits).source(name: name, bundleIdentifier: nil)
            }
        }
        for name in ["a", "b", "c", "a"] { try add(name) }
        let error = #expect(throws: StoreError.self) { try add("d") }
        #expect(error?.code == .tooManyFacts)
        try add("b")
    }

    @Test func `the names of the sources of an import have a total length`() throws {
        let store = try ScratchStore()
        var limits = FactLimits()
        limits.nameBytes = 10
        for name in ["é34", "new"] {
            let error = try store.database.write { db in
                let ingestion = try Ingestion(db, limits: limits)
                func take(_ name: String, unit: String) throws {
                    var batch = SampleBatch()
                    batch.newProvenances = [ProvenanceData(sourceName: name, unit: unit)]
                    try ingestion.takeDictionaries(batch)
                }
                // A name counts once, and also if the store has it.
                try take("é34", unit: "count")
                try take("é34", unit: "m")
                try take("567890", unit: "m")
                return name == "new" ? #expect(throws: StoreError.self) { try take("new", unit: "m") } : nil
            }
            #expect((error?.code == .tooManyFacts) == (name == "new"))
        }
    }

    @Test func `pages of sources are parts of the list`() throws {
        let store = try ScratchStore()
        try store.database.write { db in
            let facts = try SharedRows(db)
            for number in 0..<23 { _ = try facts.source(name: "Source \(number % 7)", bundleIdentifier: "b\(number)") }
        }
        let all = try store.database.sources()
        #expect(all.count == 23)
        var pages: [SourceSummary] = []
        while true {
            let page = try store.database.sources(after: pages.last?.id, limit: 5)
            #expect(page.count <= 5)
            if page.isEmpty { break }
            pages += page
        }
        #expect(pages == all)
        #expect(throws: StoreError.self) { try store.database.sources(after: 99, limit: 5) }
    }
}
