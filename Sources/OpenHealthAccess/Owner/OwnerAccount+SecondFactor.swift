// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthStore

/// The owner's second factor.
extension OwnerAccount {
    /// Returns the second factor, or nil if no second factor is enabled.
    /// - Throws: A ``StoreError``.
    package func secondFactor() throws -> StoredSecondFactor? {
        try database.read { db in
            try StoredSecondFactor.fetchOne(
                db, sql: "SELECT \(StoredSecondFactor.Columns.selection) FROM owner_totp")
        }
    }

    /// Enables a second factor, and replaces the current one.
    /// - Parameters:
    ///   - step: The time step of the code that confirmed the authenticator's setup.
    ///   - codes: The SHA-256 of each recovery code.
    /// - Throws: A ``StoreError``.
    package func setSecondFactor(_ secret: Data, step: Int64, codes: [Data], at date: Date) throws {
        try database.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO owner_totp (id, secret, step, created) VALUES (1, ?, ?, ?)",
                arguments: [secret, step, date.timeIntervalSince1970])
            try Self.setRecoveryCodes(db, codes)
        }
    }

    /// Disables the second factor.
    /// - Returns: Whether a second factor was enabled.
    /// - Throws: A ``StoreError``.
    @discardableResult package func removeSecondFactor() throws -> Bool {
        try database.write { db in
            try Self.setRecoveryCodes(db, [])
            try db.execute(sql: "DELETE FROM owner_totp")
            return db.changesCount > 0
        }
    }

    /// Marks a time step and all earlier ones as used, so that no code is accepted twice.
    /// - Returns: Whether the time step was unused.
    /// - Throws: A ``StoreError``.
    package func useSecondFactor(step: Int64) throws -> Bool {
        try database.write { db in
            try db.execute(sql: "UPDATE owner_totp SET step = ? WHERE step < ?", arguments: [step, step])
            return db.changesCount > 0
        }
    }

    /// Returns whether there is a recovery code.
    /// - Parameter hash: The SHA-256 of the code.
    /// - Throws: A ``StoreError``.
    package func hasRecoveryCode(hash: Data) throws -> Bool {
        try database.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM owner_recovery_code WHERE hash = ?)", arguments: [hash]) ?? false
        }
    }

    /// Consumes a recovery code.
    /// - Parameter hash: The SHA-256 of the code.
    /// - Returns: Whether the code was valid.
    /// - Throws: A ``StoreError``.
    package func useRecoveryCode(hash: Data) throws -> Bool {
        try database.write { db in
            try db.execute(sql: "DELETE FROM owner_recovery_code WHERE hash = ?", arguments: [hash])
            return db.changesCount > 0
        }
    }

    /// Replaces the recovery codes.
    /// - Parameter codes: The SHA-256 of each code.
    /// - Throws: A ``StoreError``.
    package func setRecoveryCodes(_ codes: [Data]) throws {
        try database.write { db in try Self.setRecoveryCodes(db, codes) }
    }

    private static func setRecoveryCodes(_ db: Database, _ codes: [Data]) throws {
        try db.execute(sql: "DELETE FROM owner_recovery_code")
        for code in codes {
            try db.execute(sql: "INSERT INTO owner_recovery_code (hash) VALUES (?)", arguments: [code])
        }
    }
}

/// The stored second factor of the owner.
package struct StoredSecondFactor: Sendable, Equatable {
    /// The key of RFC 6238.
    package var secret: Data
    /// The time step of the last accepted code.
    package var step: Int64
    /// The date when the second factor was enabled.
    package var created: Date
    /// The number of remaining recovery codes.
    package var recoveryCodes: Int
}

extension StoredSecondFactor: FetchableRecord {
    fileprivate enum Columns: String, SelectedColumns {
        case secret, step, created
        case recoveryCodes = "recovery_codes"

        var expression: String {
            self == .recoveryCodes ? "(SELECT count(*) FROM owner_recovery_code)" : rawValue
        }
    }

    /// Creates a second factor from a row.
    package init(row: Row) throws {
        self.init(
            secret: try row.value(of: Columns.secret), step: try row.value(of: Columns.step),
            created: try row.date(of: Columns.created), recoveryCodes: try row.value(of: Columns.recoveryCodes))
    }
}
