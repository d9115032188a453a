// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing

@testable import OpenHealthStore

/// A store of an earlier version, or of this one.
struct OldFixture: CustomStringConvertible {
    /// The name of the fixture; nil for a store of this version.
    var name: String?
    /// The mode of the journal.
    var journal: String

    /// The names of the fixtures.
    static let names = ["store-v1", "store-v2", "store-v9-plain-records"]

    /// All fixtures and a store of this version, in both modes of the journal.
    static let all = (names + [nil]).flatMap { name in ["DELETE", "WAL"].map { OldFixture(name: name, journal: $0) } }

    var description: String { "\(name ?? "this version"), \(journal)" }

    /// Creates the store in a new folder.
    /// - Returns: The file of the store.
    func make() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fixture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent("health.db")
        if let name {
            let fixture = try #require(
                Bundle.module.url(forResource: name, withExtension: "sqlite", subdirectory: "Fixtures"))
            try FileManager.default.copyItem(at: fixture, to: url)
        } else {
            let store = try ScratchStore()
            try store.importBatches(IngestFailureTests.batches(2))
            try store.database.backup(to: url)
        }
        let queue = try DatabaseQueue(path: url.path)
        try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = \(journal)") }
        try queue.close()
        return url
    }

    /// Returns the samples of a store by statements that are valid for all versions, one line each.
    static func samples(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT t.identifier || ' ' || s.start || ' ' || coalesce(s.end, s.start) || ' ' || coalesce(s.value, '-')
                    || ' ' || coalesce(t.unit, '-') || ' ' || coalesce(p.unit, '-') || ' ' || c.name
                FROM sample AS s JOIN sample_type AS t ON t.id = s.type
                JOIN provenance AS p ON p.id = s.provenance JOIN source AS c ON c.id = p.source ORDER BY 1
                """)
    }
}
