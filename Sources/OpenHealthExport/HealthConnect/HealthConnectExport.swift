// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The database of an export of Health Connect, which an Android phone merges with its own.
struct HealthConnectExport: ExportFormat {
    let name = "health-connect"
    let summary = "a zip for the import of Health Connect on Android"
    let stream = ExportStreamForm.archive
    let kinds = ExportedKinds(
        full: [.bundleIdentifiers, .controlCharacters],
        part: [
            .quantities, .categories, .metadata, .correlations, .workouts, .workoutEvents,
            .workoutStatistics, .routes, .routePoints, .quantitySeries, .uuids, .systemVersions, .fractionsOfSeconds,
        ])
    /// An export of the phone, to which the records are added; nil for a database of its own.
    var base: URL?

    /// The name of the only member of the archive.
    static let fileName = "health_connect_export.db"

    func write(_ context: ExportContext) throws {
        let file = try HealthConnectFile(base: base)
        try file.write { db in
            let writer = try HealthConnectWriter(db, date: context.date, isAddition: base != nil)
            try HealthConnectSamples(context, writer).write()
            try writer.finish()
        }
        try context.omitOthers()
        if context.receipt.written.isEmpty { return }
        try context.output.file(Self.fileName) { try file.copy(to: $0) }
    }
}

/// A database on disk that becomes the member of an export of Health Connect, and is removed afterwards.
final class HealthConnectFile {
    private let folder: URL
    private let url: URL
    private let base: URL?

    private static let pieceSize = 1 << 18
    private static let header = Array("SQLite format 3\0".utf8)

    /// Creates the file: an empty one, or a copy of the database in an export of a phone.
    /// - Throws: an ``ExportError`` if the export has no database, or a `FormatError`.
    init(base: URL?) throws {
        self.base = base
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "health-connect-\(UUID().uuidString)", isDirectory: true)
        url = folder.appendingPathComponent(HealthConnectExport.fileName)
        guard NewFile.createFolder(folder.path) else {
            throw FormatError(
                .notWritable, file: folder.path,
                message: "the folder cannot be created: \(String(cString: strerror(errno)))",
                remedy: "check the folder for temporary files, or set TMPDIR to another")
        }
        if let base { try unpack(base) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func unpack(_ base: URL) throws {
        let archive = try ZipArchive(url: base)
        guard let entry = archive.entries.first(where: { $0.path == HealthConnectExport.fileName }) else {
            throw Self.unusable(base, "the archive has no member \(HealthConnectExport.fileName)")
        }
        var source = try archive.open(entry)
        let sink = try FileByteSink(url: url)
        try Self.copy(&source) { try sink.write($0) }
        try sink.finish()
        guard try Data(contentsOf: url, options: .alwaysMapped).starts(with: Self.header) else {
            throw Self.unusable(base, "its member \(HealthConnectExport.fileName) is not an SQLite database")
        }
    }

    /// Writes to the database in one transaction.
    /// - Throws: an ``ExportError`` if the database of the phone is damaged or has an unknown structure.
    func write(_ body: (Database) throws -> Void) throws {
        var configuration = Configuration.guarded()
        configuration.prepareDatabase { db in
            // The file is new, and removed after an error. Unused parts of its pages are zeros and not the memory of the process.
            try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA secure_delete = ON")
        }
        do {
            let queue = try DatabaseQueue(path: url.path, configuration: configuration)
            try queue.writeWithoutTransaction { db in
                // Phones write ahead; the member of the archive is one file.
                _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
                try base == nil ? create(db) : check(db)
                try db.inTransaction {
                    try body(db)
                    return .commit
                }
            }
            try queue.close()
        } catch let error as DatabaseError {
            if let base, error.resultCode != .SQLITE_FULL, error.resultCode != .SQLITE_IOERR {
                throw Self.unusable(base, "its database is damaged")
            }
            throw FormatError(
                .notWritable, file: url.path, message: "the database cannot be written",
                remedy: "check the free space in the folder for temporary files, or set TMPDIR to another", cause: error
            )
        }
    }

    private func create(_ db: Database) throws {
        try db.inTransaction {
            for statement in HealthConnectSchema.statements { try db.execute(sql: statement) }
            try db.execute(sql: "INSERT INTO android_metadata (locale) VALUES ('en_US')")
            try db.execute(sql: "PRAGMA user_version = \(HealthConnectSchema.version)")
            return .commit
        }
    }

    /// Checks what the import of a phone checks, and that the database is sound.
    private func check(_ db: Database) throws {
        guard let base else { return }
        guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" else {
            throw Self.unusable(base, "its database is damaged")
        }
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard version >= HealthConnectSchema.oldestVersion else {
            throw Self.unusable(base, "its schema has the version \(version), which phones do not import")
        }
        for table in ["application_info_table", "device_info_table", "activity_date_table"] {
            guard try db.tableExists(table) else { throw Self.unusable(base, "its database has no \(table)") }
        }
    }

    /// Writes the bytes of the file to a sink.
    func copy(to sink: any ByteSink) throws {
        var (source, sink) = (try FileByteSource(url: url), sink)
        try Self.copy(&source) { try sink.write($0) }
    }

    private static func copy(_ source: inout some ByteSource, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { return }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    private static func unusable(_ url: URL, _ problem: String) -> ExportError {
        ExportError(
            .unusableBase, message: "\(url.path) is not a usable export of Health Connect: \(problem)",
            remedy: "export again on the phone: Health Connect, Manage data, Backup and restore")
    }
}
