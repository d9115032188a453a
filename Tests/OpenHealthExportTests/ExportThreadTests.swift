// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

/// Exports by several threads.
@Suite struct ExportThreadTests {
    private struct Stop: Error {}

    private static func files(_ folder: URL) throws -> [String: Data] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: paths.filter { $0.hasSuffix(".parquet") }.map {
                ($0, try Data(contentsOf: folder.appendingPathComponent($0)))
            })
    }

    @Test func filesDoNotDependOnTheNumberOfThreads() throws {
        let world = try ExportWorld()
        let database = try world.demo(records: 20_000)
        var saved = SavedSamples()
        try saved.save(in: database)
        var exporter = Exporter(format: ParquetExport())
        exporter.threads = 1
        let expected = try exporter.run(database, to: world.file("one"))
        let files = try Self.files(world.file("one"))
        #expect(files.count > 50 && expected.files == files.count)
        for threads in [2, 3, 8] {
            exporter.threads = threads
            let name = "threads-\(threads)"
            #expect(try exporter.run(database, to: world.file(name)) == expected)
            #expect(try Self.files(world.file(name)) == files)
        }
    }

    @Test(arguments: ExportFormats.all.map(\.name)) func anExportHasTheSameBytesEachTime(format: String) throws {
        let world = try ExportWorld()
        let database = try world.demo()
        var saved = SavedSamples()
        try saved.save(in: database)
        var exporter = Exporter(format: try ExportFormats.named(format))
        exporter.date = Date(timeIntervalSince1970: 1_800_000_000)
        let exports = try (1...4).map { number in
            let url = world.file("\(number).zip")
            _ = try exporter.run(database, to: url)
            return try Data(contentsOf: url)
        }
        #expect(exports.allSatisfy { $0 == exports[0] })
    }

    @Test(arguments: [1, 4]) func anErrorEndsAllThreadsAndLeavesNothing(threads: Int) throws {
        let world = try ExportWorld()
        let database = try world.demo(records: 20_000)
        var exporter = Exporter(format: ParquetExport())
        exporter.threads = threads
        #expect(throws: Stop.self) { try exporter.run(database, to: world.file("folder")) { _ in throw Stop() } }
        let left = try FileManager.default.contentsOfDirectory(atPath: world.folder.path).filter {
            $0.hasPrefix("folder")
        }
        #expect(left.isEmpty, "\(left)")
        #expect(try exporter.run(database, to: world.file("folder")).files > 50)
    }

    @Test func measurementsOfElectrocardiogramsAreCounted() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        let parquet = try world.export(database, to: "parquet", format: "parquet")
        let tables = try world.export(database, to: "csv", format: "csv")
        #expect(parquet.written[.voltages] ?? 0 > 0)
        #expect(parquet.written[.voltages] == tables.written[.voltages])
    }
}
