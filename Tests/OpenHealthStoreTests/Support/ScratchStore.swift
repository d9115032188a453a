// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// A store in a temporary folder, which is removed with it.
final class ScratchStore {
    let folder: URL
    let database: HealthDatabase

    /// Creates a store.
    /// - Parameter contents: The bytes of its file, from ``bytes()``; nil for an empty store.
    init(_ contents: Data? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "healthstore-\(UUID().uuidString)", isDirectory: true)
        let file = folder.appendingPathComponent("health.db")
        if let contents {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try contents.write(to: file)
        }
        database = try HealthDatabase(url: file)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Imports a document.
    @discardableResult
    func importXML(_ xml: String, partial: Bool = false) throws -> ImportReceipt {
        let reader = try AppleHealthExportReader(
            data: Array(xml.utf8), name: "export.xml", options: .init(partial: partial))
        return try database.ingest(reader, options: .init(file: "export.xml"))
    }

    /// Imports batches.
    @discardableResult
    func importBatches(_ batches: [SampleBatch]) throws -> ImportReceipt {
        try database.ingest(BatchList(batches), options: .init(file: "batches"))
    }

    /// Returns the bytes of a copy of the store, without attachments. Many tests can begin with the same store.
    func bytes() throws -> Data {
        let copy = folder.appendingPathComponent("copy.db")
        defer { try? FileManager.default.removeItem(at: copy) }
        try database.backup(to: copy)
        return try Data(contentsOf: copy)
    }

    /// Reads the store as other programs do, which trust the schema.
    func readAsOtherProgram<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try DatabaseQueue(path: database.url.path).read(body)
    }

    func count(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try database.read { db in try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0 }
    }

    /// Expects the tables to fulfil their invariants.
    func expectNoFaults(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let faults = try faults()
        #expect(faults == [], sourceLocation: sourceLocation)
    }

    /// Returns the violated invariants of the tables as sentences.
    func faults() throws -> [String] {
        try database.read { db in
            var faults: [String] = []
            func check(_ what: String, _ sql: String) throws {
                let count = try Int.fetchOne(db, sql: sql) ?? 0
                if count > 0 { faults.append("\(what): \(count)") }
            }
            try check("samples that end before they start", "SELECT count(*) FROM sample WHERE end < start")
            try check("ids used twice", "SELECT count(*) - count(DISTINCT id) FROM sample")
            try check(
                "samples outside their run",
                """
                SELECT count(*) FROM sample AS s WHERE NOT EXISTS (
                    SELECT 1 FROM change_run AS r WHERE s.id BETWEEN r.first AND r.last AND r.type = s.type
                    AND s.start BETWEEN r.min_start AND r.max_start)
                """)
            try check(
                "runs that overlap",
                "SELECT count(*) FROM change_run AS a JOIN change_run AS b ON b.first > a.first AND b.first <= a.last")
            try check(
                "places beyond the counter",
                "SELECT count(*) FROM sample WHERE id > (SELECT value FROM counter WHERE name = 'change')")
            try check(
                "derived UUIDs that two samples share",
                """
                SELECT count(*) FROM (
                    SELECT 1 FROM sample AS s JOIN provenance AS p ON p.id = s.provenance WHERE s.ordinal IS NOT NULL
                    GROUP BY s.type, s.start, coalesce(s.end, s.start), s.value, p.source, s.ordinal HAVING count(*) > 1)
                """)
            try check(
                "samples without provenance",
                "SELECT count(*) FROM sample WHERE provenance NOT IN (SELECT id FROM provenance)")
            try check(
                "samples with metadata that is not there",
                "SELECT count(*) FROM sample WHERE metadata > 0 AND metadata NOT IN (SELECT id FROM metadata)")
            return faults
        }
    }
}

/// A source of existing batches.
struct BatchList: SampleBatchSource {
    private var batches: ArraySlice<SampleBatch>

    init(_ batches: [SampleBatch]) {
        self.batches = batches[...]
    }

    mutating func nextBatch() throws -> SampleBatch? {
        batches.popFirst()
    }
}

/// A source of batches that ends with an error.
struct FailingSource: SampleBatchSource {
    struct Failure: Error {}
    private var batches: ArraySlice<SampleBatch>

    init(after batches: [SampleBatch]) {
        self.batches = batches[...]
    }

    mutating func nextBatch() throws -> SampleBatch? {
        guard let batch = batches.popFirst() else { throw Failure() }
        return batch
    }
}
