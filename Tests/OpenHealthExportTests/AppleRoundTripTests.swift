// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

@Suite struct AppleRoundTripTests {
    @Test func importOfAnExportIntoAnEmptyStoreHasTheSameFacts() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        let receipt = try world.export(database, to: "export.zip")
        let copy = try world.store()
        let imported = try world.importExport(world.file("export.zip"), into: copy)
        #expect(imported.diagnosticCount == 0, "\(imported.diagnostics)")
        try Self.expectSame(copy, database)
        #expect(imported.records.rejected == 0)
        #expect(receipt.written[.quantities] ?? 0 > 1000)
        #expect(receipt.notHeld[.unknownElements] == 1)
    }

    @Test func importOfAnExportIntoTheSameStoreAddsNothing() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        var samples = SavedSamples()
        try samples.save(in: database)
        let before = try StoredFacts.lines(database)
        let count = try database.types().reduce(0) { $0 + $1.count }
        try world.export(database, to: "export.zip")
        let receipt = try world.importExport(world.file("export.zip"), into: database)
        #expect(receipt.records.added == 0, "\(receipt.byType.filter { $0.value.added > 0 })")
        #expect(try database.types().reduce(0) { $0 + $1.count } == count)
        #expect(try StoredFacts.lines(database) == before)
    }

    @Test func `values of categories that look like numbers are the same after an export`() throws {
        let values = [
            "1e16", "10000000000000000", "9007199254740993", "-9223372036854775808", "99999999999999999999", "1e99",
            "1.5",
            " 7 ", ".5", "5.", "+3", "0x10", "12 kg", "1_000", "e", "-", "nan",
        ]
        let records = values.enumerated().map { index, value in
            Self.record("HKCategoryTypeIdentifierHeadache", value, second: index)
        }
        let unknown = values.enumerated().map { index, value in Self.record("HKFutureType", value, second: index) }
        try Self.expectRoundTrip(records + unknown, adds: 2 * values.count)
    }

    @Test func `great values of categories are the same numbers after an export`() throws {
        let type = HKCategoryType(.sleepAnalysis)
        let values = [
            1 << 53, -(1 << 53), 1 << 53 + 2, 999_999_999_999_999, 1_000_000_000_000_001, 10_000_000_000_000_000,
            -100_000_000_000_000_000, Int.max - 1023, Int.min,
        ]
        let (world, now) = (try ExportWorld(), Date(timeIntervalSince1970: 1_800_000_000))
        let database = try world.store()
        var builder = PushBuilder(missing: [], now: now)
        for (index, value) in values.enumerated() {
            let start = 1_710_000_000.0 + Double(index)
            builder.addCategory(
                type.identifier, value: value,
                PushBuilder.Reading(
                    start: start, end: start, source: ProvenanceData(sourceName: "Watch"), uuid: UUID(),
                    place: "/samples", index: index))
        }
        #expect(try database.ingest(builder.batch, app: "phone.a", now: now).allSamples.added == values.count)
        try world.export(database, to: "export.zip")
        let again = try world.importExport(world.file("export.zip"), into: database)
        #expect(again.records.added == 0 && again.records.rejected == 0, "\(again.diagnostics)")
        let copy = try world.store("copy.db")
        #expect(try world.importExport(world.file("export.zip"), into: copy).records.added == values.count)
        for store in [database, copy] {
            let samples = try store.samples(SampleRequest(types: [type.identifier]))
            #expect(samples.compactMap { ($0 as? HKCategorySample)?.value } == values)
        }
        #expect(try copy.check().findings == [])
    }

    /// Phones before iOS 16 write `Asleep`, later ones `AsleepUnspecified` for the same sample.
    @Test func `former names of categories' values are the same after an export`() throws {
        let sleep = "HKCategoryTypeIdentifierSleepAnalysis"
        let ovulation = "HKCategoryTypeIdentifierOvulationTestResult"
        let names = [
            "HKCategoryValueSleepAnalysisAsleep", "HKCategoryValueSleepAnalysisAsleepUnspecified",
            "HKCategoryValueSleepAnalysisAsleepCore", "HKCategoryValueOvulationTestResultPositive",
            "HKCategoryValueOvulationTestResultLuteinizingHormoneSurge",
        ]
        let types = [sleep, sleep, sleep, ovulation, ovulation]
        func records(_ names: [String]) -> [String] {
            names.indices.map { Self.record(types[$0], names[$0], second: $0) }
        }
        let copy = try Self.expectRoundTrip(records(names), adds: names.count)
        let written = try StoreContents.read(copy, ContentSelection()) { contents in
            var written: [(start: Double, name: String?)] = []
            for type in contents.types {
                try contents.forEach(type) { sample in
                    written.append((sample.start, try contents.written(sample).writtenName(sample.value)))
                }
            }
            return written.sorted { $0.start < $1.start }.map(\.name)
        }
        #expect(written == names)
        // Both names are one value, and a record with the other name is the same sample.
        let samples = try copy.samples(SampleRequest(types: [sleep]))
        #expect(samples.compactMap { ($0 as? HKCategorySample)?.value } == [1, 1, 3])
        let world = try ExportWorld()
        let others = records([names[1], names[0], names[2], names[4], names[3]]).joined(separator: "\n")
        let document = "<HealthData locale=\"en_US\">\n\(others)\n</HealthData>\n"
        try Data(document.utf8).write(to: world.file("others.xml"))
        #expect(try world.importExport(world.file("others.xml"), into: copy).records.added == 0)
    }

    /// Attributes that no version of the format has are stored with this character before their name.
    @Test func `metadata keys that begin with an at sign are the same after an export`() throws {
        let entries = ["@home", "@", "@@x", "plain"].map { "<MetadataEntry key=\"\($0)\" value=\"1\"/>" }.joined()
        let workout = """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="1" durationUnit="min" sourceName="Watch" \
            startDate="2024-01-01 09:00:00 +0000" endDate="2024-01-01 09:01:00 +0000">\(entries)\
            <WorkoutEvent type="HKWorkoutEventTypeMarker" date="2024-01-01 09:00:00 +0000">\(entries)</WorkoutEvent></Workout>
            """
        let records = [
            Self.record("HKCategoryTypeIdentifierHeadache", "1", second: 0, entries: entries),
            Self.record("HKCategoryTypeIdentifierHeadache", "1", second: 1, attributes: "future=\"1\""), workout,
        ]
        let copy = try Self.expectRoundTrip(records, adds: 2)
        let keys = try copy.records(SampleRequest()).map { Set($0.metadata.map(\.key)) }
        #expect(keys == [["@home", "@", "@@x", "plain"], ["@future"], ["@home", "@", "@@x", "plain"]])
        let events = try copy.workouts().flatMap(\.events)
        #expect(events.map { Set($0.metadata.map(\.key)) } == [["@home", "@", "@@x", "plain"]])
    }

    private static func record(
        _ type: String, _ value: String, second: Int, attributes: String = "", entries: String = ""
    ) -> String {
        let date = "2024-01-01 08:00:\(second < 10 ? "0" : "")\(second) +0000"
        return """
            <Record type="\(type)" sourceName="Watch" \(attributes) startDate="\(date)" endDate="\(date)" \
            value="\(value)">\(entries)</Record>
            """
    }

    /// Imports elements, and expects that their export adds nothing to the store and has the same facts in another one.
    /// - Returns: the other store.
    @discardableResult
    private static func expectRoundTrip(_ elements: [String], adds count: Int) throws -> HealthDatabase {
        let world = try ExportWorld()
        let database = try world.store()
        let document = "<HealthData locale=\"en_US\">\n" + elements.joined(separator: "\n") + "\n</HealthData>\n"
        try Data(document.utf8).write(to: world.file("given.xml"))
        #expect(try world.importExport(world.file("given.xml"), into: database).records.added == count)
        try world.export(database, to: "export.zip")
        for file in ["export.zip", "given.xml"] {
            let again = try world.importExport(world.file(file), into: database)
            #expect(again.records.added == 0 && again.records.rejected == 0, "\(again.diagnostics)")
        }
        let copy = try world.store("copy.db")
        #expect(try world.importExport(world.file("export.zip"), into: copy).records.added == count)
        try expectSame(copy, database)
        #expect(try database.check().findings == [])
        return copy
    }

    @Test func samplesOfAppsHaveTheSameFactsInACopy() throws {
        let world = try ExportWorld()
        let database = try world.store()
        var samples = SavedSamples()
        try samples.save(in: database)
        let receipt = try world.export(database, to: "export.zip")
        let copy = try world.store()
        let imported = try world.importExport(world.file("export.zip"), into: copy)
        // Random values are remarked on, and none is left out.
        #expect(imported.diagnostics.filter { $0.severity == .rejected }.isEmpty, "\(imported.diagnostics)")
        #expect(imported.records.rejected == 0)
        try Self.expectSame(copy, database)
        for kind in [
            ExportKind.fractionsOfSeconds, .bundleIdentifiers, .systemVersions, .typedMetadata, .controlCharacters,
            .electrocardiogramDetails, .prescriptionSources, .uuids,
        ] {
            #expect(receipt.notHeld[kind] ?? 0 > 0, "\(kind)")
        }
        // The copy of the copy is the same export.
        try world.export(copy, to: "again.zip")
        let again = try world.importExport(world.file("again.zip"), into: database)
        #expect(again.records.added == 0)
    }

    @Test func anExportHasTheRecordsOfTheImport() throws {
        let world = try ExportWorld()
        let url = world.file("demo.zip")
        try DemoExport(records: 4000, seed: 5).write(to: url)
        let database = try world.store()
        try world.importExport(url, into: database)
        try world.export(database, to: "export.zip")
        let given = try RecordBag(url)
        let written = try RecordBag(world.file("export.zip"))
        #expect(given.distinct == written.distinct)
        // The effort scores of workouts are only inside them, as in Apple's exports.
        #expect(written.top == written.distinct.filter { !$0.key.contains("WorkoutEffortScore") })
    }

    @Test func secondsWithManySamplesMatch() throws {
        let world = try ExportWorld()
        let database = try world.store()
        let second = 1_704_067_200.0
        let samples = (0..<100).map { index in
            let date = Date(timeIntervalSince1970: second + Double(index) / 100)
            return HKQuantitySample(
                type: HKQuantityType(.heartRate),
                quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: Double(60 + index % 7)),
                start: date, end: date, metadata: ["index": index % 3])
        }
        try database.save(samples, source: SavedSamples.app("Journal"))
        try world.export(database, to: "export.zip")
        #expect(try world.importExport(world.file("export.zip"), into: database).records.added == 0)
        let copy = try world.store()
        #expect(try world.importExport(world.file("export.zip"), into: copy).records.added == 100)
        #expect(try world.importExport(world.file("export.zip"), into: copy).records.added == 0)
        try Self.expectSame(copy, database)
    }

    @Test func unsetCharacteristicsDoNotReplaceSetOnes() throws {
        let world = try ExportWorld()
        let database = try world.demo(records: 500)
        let before = try database.person.characteristics()
        let selection = ContentSelection(types: ["HKQuantityTypeIdentifierStepCount"])
        try world.export(database, to: "steps.zip", selection: selection)
        try world.importExport(world.file("steps.zip"), into: database)
        #expect(try database.person.characteristics() == before)
    }

    private static func expectSame(
        _ copy: HealthDatabase, _ original: HealthDatabase, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (copied, lines) = (try StoredFacts.lines(copy), try StoredFacts.lines(original))
        let (missing, more) = (Set(lines).subtracting(copied), Set(copied).subtracting(lines))
        #expect(
            missing.isEmpty, "\(missing.sorted().prefix(2))\n\(more.sorted().prefix(2))", sourceLocation: sourceLocation
        )
        #expect(copied.count == lines.count, sourceLocation: sourceLocation)
        #expect(more.isEmpty, sourceLocation: sourceLocation)
    }
}
