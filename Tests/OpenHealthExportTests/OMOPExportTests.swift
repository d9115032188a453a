// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore
import Testing

@testable import OpenHealthExport

@Suite struct OMOPExportTests {
    @Test func measurementsAreDailyFiguresOfEveryQuantity() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        var samples = SavedSamples()
        try samples.save(in: database)
        let receipt = try world.export(database, to: "omop", format: "omop")
        #expect(receipt.files >= 5)
        let rows = try Self.rows(world, "measurement")
        let columns = OMOPTable.measurement.columns
        #expect(rows.first?.split(separator: ",").map(String.init) == columns)
        let expected = try StoreContents.read(database, ContentSelection()) { contents in
            try contents.types.filter { $0.kind == .quantity }.reduce(into: [String: Int]()) { counts, type in
                let figures = try contents.dailyFigures(type).filter { $0.figures.sum ?? $0.figures.average != nil }
                counts[HealthTypes.named(type.identifier)?.swiftName ?? "", default: 0] = figures.count
            }
        }
        var counts: [String: Int] = [:]
        for row in rows.dropFirst() {
            let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            #expect(cells.count == columns.count)
            #expect(Double(cells[8])?.isFinite == true)
            // Single measurements have a time.
            if cells[4].isEmpty { counts[cells[16], default: 0] += 1 }
        }
        counts["sleepAnalysis"] = nil
        #expect(counts == expected.filter { $0.value > 0 })
    }

    @Test func bloodPressuresAndWeightsAreAlsoSingleMeasurementsWithTheirTime() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        try world.export(database, to: "omop", format: "omop")
        var counts: [String: Int] = [:]
        for row in try Self.rows(world, "measurement").dropFirst() {
            let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if cells[4].isEmpty { continue }
            counts[cells[16], default: 0] += 1
            #expect(cells[4].hasPrefix(cells[3] + " "))
        }
        for type in [HKQuantityTypeIdentifier.bodyMass, .bloodPressureSystolic, .bloodPressureDiastolic] {
            let count = try database.types().first { $0.identifier == type.rawValue }?.count ?? 0
            #expect(count > 0)
            #expect(counts[HealthTypes.named(type.rawValue)?.swiftName ?? ""] == count, "\(type.rawValue)")
        }
        #expect(counts["heartRate"] == nil)
    }

    @Test func categoriesWithoutAValueHaveNoneInTheTables() throws {
        let world = try ExportWorld()
        let database = try world.store()
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_US">
             <ExportDate value="2024-12-11 09:00:00 +0100"/>
             <Me HKCharacteristicTypeIdentifierDateOfBirth="1985-05-05"/>
             <Record type="HKCategoryTypeIdentifierMindfulSession" sourceName="iPhone" \
            startDate="2024-05-01 22:45:00 +0200" endDate="2024-05-01 22:50:00 +0200"/>
            </HealthData>
            """
        let url = world.file("export.xml")
        try Data(xml.utf8).write(to: url)
        try world.importExport(url, into: database)
        try world.export(database, to: "omop", format: "omop")
        let rows = try Self.rows(world, "observation")
        #expect(rows.count == 2)
        #expect(!rows.joined().contains("nan"))
    }

    @Test func observationsAreSamplesOfCategoriesAndWorkouts() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        var samples = SavedSamples()
        try samples.save(in: database)
        let receipt = try world.export(database, to: "omop", format: "omop")
        let rows = try Self.rows(world, "observation").dropFirst()
        let nights = receipt.types[HKCategoryTypeIdentifier.sleepAnalysis.rawValue] ?? 0
        let written = (receipt.written[.categories] ?? 0) + (receipt.written[.workouts] ?? 0) - nights
        #expect(rows.count == written)
        #expect(rows.contains { $0.contains(",1931-") })
        #expect((receipt.notHeld[.correlations] ?? 0) > 0)
        #expect((receipt.notHeld[.metadata] ?? 0) > 0)
        let period = try #require(try Self.rows(world, "observation_period").last)
        #expect(period.hasPrefix("1,1,19"))
    }

    @Test func aPersonNeedsAYearOfBirth() throws {
        let world = try ExportWorld()
        let database = try world.store()
        var samples = SavedSamples()
        try samples.save(in: database)
        #expect { try world.export(database, to: "omop", format: "omop") } throws: { error in
            guard let error = error as? ExportError else { return false }
            return error.code == .noYearOfBirth && error.remedy.contains("health me set dateOfBirth")
        }
        #expect(!FileManager.default.fileExists(atPath: world.file("omop").path))
        let demo = try world.demo()
        var selection = ContentSelection()
        selection.types = [HKQuantityTypeIdentifier.stepCount.rawValue]
        #expect { try world.export(demo, to: "omop", format: "omop", selection: selection) } throws: { error in
            (error as? ExportError)?.remedy.contains("--types") == true
        }
        selection.types?.insert(HKCharacteristicTypeIdentifier.dateOfBirth.rawValue)
        let receipt = try world.export(demo, to: "omop", format: "omop", selection: selection)
        #expect(receipt.types.keys.sorted() == [HKQuantityTypeIdentifier.stepCount.rawValue])
    }

    @Test func sourcesCannotBeSelected() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        var selection = ContentSelection()
        selection.sources = ["Watch"]
        #expect { try world.export(database, to: "omop", format: "omop", selection: selection) } throws: { error in
            (error as? ExportError)?.code == .unsupportedSelection
        }
    }

    @Test func namesFitTheirColumns() {
        for type in HealthTypes.all {
            #expect(type.swiftName.unicodeScalars.count <= 50, "\(type.identifier)")
        }
        guard case .text(let text) = OMOPTable.text(String(repeating: "日\0本", count: 40)) else { return }
        #expect(text.unicodeScalars.count == 50)
        #expect(!text.utf8.contains(0))
    }

    @Test func percentagesAreHundredths() {
        let unit = OMOPConcepts.unit("%", of: HKQuantityTypeIdentifier.oxygenSaturation.rawValue)
        #expect(unit.factor == 100)
        #expect(unit.concept == 8554)
        #expect(OMOPConcepts.measurement(HKQuantityTypeIdentifier.heartRate.rawValue) == 3_027_018)
        #expect(OMOPConcepts.measurement("unknown") == 0)
    }

    @Test func anEmptyStoreHasNothingToExport() throws {
        let world = try ExportWorld()
        let database = try world.store()
        #expect { try world.export(database, to: "omop", format: "omop") } throws: { error in
            (error as? ExportError)?.code == .nothing
        }
    }

    /// The lines of a table, none of which has text with a line feed.
    private static func rows(_ world: ExportWorld, _ name: String) throws -> [String] {
        try String(contentsOf: world.file("omop/\(name).csv"), encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
