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
        #expect(written.top == written.distinct)
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
        let before = try database.characteristics()
        let selection = ContentSelection(types: ["HKQuantityTypeIdentifierStepCount"])
        try world.export(database, to: "steps.zip", selection: selection)
        try world.importExport(world.file("steps.zip"), into: database)
        #expect(try database.characteristics() == before)
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
