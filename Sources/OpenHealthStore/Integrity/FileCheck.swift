// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Checks the pages of the file of a store.
enum FileCheck {
    /// Returns the faults as lines of a report.
    static func run(_ db: Database) throws -> [String] {
        let faults = try integrity(db)
        return try faults + length(db) + (faults.isEmpty ? unusedPages(db) : [])
    }

    private static func integrity(_ db: Database) throws -> [String] {
        // SQLite does not check the list of free pages of a database whose first table, in the order of its hash table, is a view.
        let lines = try ["\(CheckReport.limit)", "sqlite_master"].flatMap {
            try String.fetchAll(db, sql: "PRAGMA integrity_check(\($0))").flatMap {
                $0.split(separator: "\n").map(String.init)
            }
        }
        var faults: [String] = []
        for line in lines where line != "ok" && !line.hasPrefix("***") && !faults.contains(line) { faults.append(line) }
        return faults.map { "the file is damaged: \($0)" }
    }

    private static func number(_ pragma: String, _ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0
    }

    /// Finds bytes after the last page, which SQLite does not read.
    ///
    /// While a connection reads, no other one adds pages to the file that the reader does not know.
    private static func length(_ db: Database) throws -> [String] {
        guard let path = db.filePath else { return [] }
        let size = try number("page_count", db) * number("page_size", db)
        var facts = stat()
        guard stat(path, &facts) == 0, Int64(facts.st_size) > size else { return [] }
        return [
            "the file has \(Int64(facts.st_size) - size) bytes after its last page, which are not part of the store; a copy made with "
                + "`health backup` does not have them"
        ]
    }

    /// The position of the bytes that SQLite locks. It never uses the page that contains them.
    private static let lockedByte: Int64 = 1 << 30

    /// Finds pages that are part of no table and not free. Like `integrity(_:)`, SQLite finds them only if its first table is not a view.
    private static func unusedPages(_ db: Database) throws -> [String] {
        // Some builds of SQLite don't have this table.
        guard try Bool.fetchOne(db, sql: "SELECT sqlite_compileoption_used('ENABLE_DBSTAT_VTAB')") == true,
            try number("auto_vacuum", db) == 0
        else { return [] }
        let (pages, pageSize) = (try number("page_count", db), try number("page_size", db))
        let used = try Int64.fetchOne(db, sql: "SELECT count(*) FROM dbstat") ?? 0
        let rest = try pages - used - number("freelist_count", db) - (pages * pageSize > lockedByte ? 1 : 0)
        guard rest > 0 else { return [] }
        return [
            "\(rest) pages of the file belong to no table and are not free; a copy made with `health backup` has them too, so restore an "
                + "earlier one"
        ]
    }
}
