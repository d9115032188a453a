// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// A cached statement without a result, whose parameters are bound without GRDB's arguments. These take as long as adding the row.
struct BoundStatement {
    private let handle: OpaquePointer
    /// Keeps the handle alive.
    private let statement: Statement

    /// SQLite copies what is bound.
    private static var isCopied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    init(_ db: Database, sql: String) throws {
        statement = try db.cachedStatement(sql: sql)
        handle = statement.sqliteStatement
        // GRDB resets a statement when it executes it again, and a statement that is not reset cannot be bound.
        sqlite3_reset(handle)
    }

    func bind(_ parameter: Int32, _ number: Int64?) {
        guard let number else { return bindNull(parameter) }
        sqlite3_bind_int64(handle, parameter, number)
    }

    func bind(_ parameter: Int32, _ number: Double?) {
        guard let number else { return bindNull(parameter) }
        sqlite3_bind_double(handle, parameter, number)
    }

    /// Binds text until its first NUL, as GRDB's arguments do.
    func bind(_ parameter: Int32, _ text: String?) {
        guard let text else { return bindNull(parameter) }
        text.withCString { _ = sqlite3_bind_text(handle, parameter, $0, -1, Self.isCopied) }
    }

    private func bindNull(_ parameter: Int32) { sqlite3_bind_null(handle, parameter) }

    func bind(_ parameter: Int32, _ uuid: UUID) {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            _ = sqlite3_bind_blob(handle, parameter, bytes.baseAddress, Int32(bytes.count), Self.isCopied)
        }
    }

    /// Binds JSON in UTF-8, which is not empty.
    func bind(_ parameter: Int32, json: [UInt8]) {
        json.withUnsafeBytes { bytes in
            _ = sqlite3_bind_text(
                handle, parameter, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
                Self.isCopied)
        }
    }

    /// Executes the statement. The bindings are kept.
    func run() throws {
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else {
            throw DatabaseError(code, of: handle)
        }
    }
}
