// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

@Suite struct AppleDocumentTests {
    /// The program that checks documents; not on every machine.
    private static let checker = ["/usr/bin/xmllint", "/usr/local/bin/xmllint"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: AppleDocumentTests.checker != nil, "xmllint is part of libxml2-utils"))
    func documentsFollowTheirDocumentType() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        var samples = SavedSamples()
        try samples.save(in: database)
        try world.export(database, to: "export")
        for option in ["--valid", "--dtdattr"] {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: try #require(Self.checker))
            process.arguments = ["--noout", option, world.file("export/apple_health_export/export.xml").path]
            let pipe = Pipe()
            process.standardError = pipe
            try process.run()
            let errors = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(errors.prefix(2000))")
        }
    }

    @Test func selectionsLimitTypesDatesAndSources() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        let steps = "HKQuantityTypeIdentifierStepCount"
        let records = try database.records(SampleRequest(types: [steps]))
        let middle = records[records.count / 2].start
        let source = try #require(records.last?.source)
        let selection = ContentSelection(types: [steps], from: middle, sources: [source])
        let receipt = try world.export(database, to: "steps.zip", selection: selection)
        let expected = records.filter { $0.end >= middle && $0.source == source }.count
        #expect(receipt.types == [steps: expected])
        #expect(try RecordBag(world.file("steps.zip")).top.values.reduce(0, +) == expected)
    }

    @Test func datesBeyondTheFormatAreCounted() throws {
        let world = try ExportWorld()
        let database = try world.store()
        let dates = [-3_000_000_000.0, -2_208_988_800, 0.5, 4_000_000_000]
        let samples = dates.map { seconds in
            let date = Date(timeIntervalSince1970: seconds)
            return HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 7), start: date,
                end: date)
        }
        try database.save(samples, source: SavedSamples.app("Journal"))
        for zone in ["Pacific/Kiritimati", "America/Los_Angeles"] {
            try database.setSetting("time_zone", value: zone)
            let receipt = try world.export(database, to: "export.zip", force: true)
            let left = receipt.notHeld[.datesBeyondCalendar] ?? 0
            #expect(left == (zone == "Pacific/Kiritimati" ? 1 : 2))
            let copy = try world.store()
            #expect(try world.importExport(world.file("export.zip"), into: copy).records.added == 4 - left)
        }
    }

    @Test func anExportOfNothingIsAnError() throws {
        let world = try ExportWorld()
        let database = try world.store()
        #expect(throws: ExportError.self) { try world.export(database, to: "export.zip") }
        #expect(throws: ExportError.self) { try world.export(database, to: "tables", format: "csv") }
        let left = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
        #expect(left.filter { !$0.contains(".db") } == [])
    }

    @Test func anExportEndsWithTheErrorOfItsProgress() throws {
        struct Stop: Error {}
        let world = try ExportWorld()
        let database = try world.demo(records: 10_000)
        for target in ["export.zip", "export"] {
            let exporter = Exporter(format: try ExportFormats.named("apple"))
            #expect(throws: Stop.self) {
                try exporter.run(database, to: world.file(target)) { _ in throw Stop() }
            }
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
        #expect(left.filter { $0.contains("export") } == [])
    }

    @Test func aFileMadeDuringTheExportIsKept() throws {
        let world = try ExportWorld()
        let database = try world.demo(records: 10_000)
        let exporter = Exporter(format: try ExportFormats.named("apple"))
        let file = world.file("export.zip")
        #expect(throws: FormatError.self) {
            try exporter.run(database, to: file) { _ in try Data("mine".utf8).write(to: file) }
        }
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
    }
}
