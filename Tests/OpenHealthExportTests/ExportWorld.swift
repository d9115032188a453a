// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthExport
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// Stores and exports in a folder of their own, which goes away with it.
final class ExportWorld {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "healthexport-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    func store(_ name: String = "\(UUID().uuidString).db") throws -> HealthDatabase {
        try HealthDatabase(url: file(name))
    }

    /// Imports an export into a store.
    @discardableResult
    func importExport(_ url: URL, into database: HealthDatabase) throws -> ImportReceipt {
        try database.ingest(try AppleHealthExportReader(url: url), options: .init(file: url.lastPathComponent))
    }

    /// Exports a store.
    @discardableResult
    func export(
        _ database: HealthDatabase, to name: String, format: String = "apple",
        selection: ContentSelection = ContentSelection(), force: Bool = false
    ) throws -> ExportReceipt {
        var exporter = Exporter(format: try ExportFormats.named(format))
        exporter.selection = selection
        exporter.force = force
        return try exporter.run(database, to: file(name))
    }

    /// A store with the demo's data.
    func demo(records: Int = 3000, seed: UInt64 = 1) throws -> HealthDatabase {
        let url = file("demo-\(UUID().uuidString).zip")
        try DemoExport(records: records, seed: seed).write(to: url)
        let database = try store()
        try importExport(url, into: database)
        return database
    }
}
