// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The table of permissions, by app and type.
enum PermissionTable {
    /// Returns the permission of an app for a type. Correlations have no permissions of their own; those of their members apply.
    /// - Parameter unansweredIsDenied: Whether reading requested types without an answer is denied rather than not determined.
    static func permission(
        _ db: Database, app: String, type: String, unansweredIsDenied: Bool = false
    ) throws -> AppPermission {
        let members = CorrelationMembers.types(of: type)
        guard !members.isEmpty else { return try own(db, app: app, type: type, unansweredIsDenied) }
        return CorrelationMembers.permission(
            try members.map { try own(db, app: app, type: $0, unansweredIsDenied) }, of: type)
    }

    /// Returns the answer for a type itself.
    private static func own(
        _ db: Database, app: String, type: String, _ unansweredIsDenied: Bool
    ) throws -> AppPermission {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT p.share, p.read, p.read_from, p.asked FROM permission AS p JOIN app AS a ON a.id = p.app
                        WHERE a.identifier = ? AND p.type = ?
                        """),
                arguments: [app, type])
        else { return AppPermission() }
        var permission = try permission(
            share: try row.decode(atIndex: 0), read: try row.decode(atIndex: 1), from: try row.decode(atIndex: 2))
        if unansweredIsDenied, permission.read == .notDetermined, try row.decode(Int.self, atIndex: 3) != 0 {
            permission.read = .denied
        }
        return permission
    }

    /// Returns a permission from its columns.
    static func permission(share: Int, read: Int, from date: Double?) throws -> AppPermission {
        AppPermission(share: try Self.share(share), read: try Self.read(read, from: date))
    }

    private static func share(_ number: Int) throws -> AppPermission.Share {
        switch number {
        case 0: .notDetermined
        case 1: .denied
        case 2: .authorized
        default: throw StoreError.inconsistent("unknown permission to save: \(number)")
        }
    }

    private static func read(_ number: Int, from date: Double?) throws -> AppPermission.Read {
        switch number {
        case 0: .notDetermined
        case 1: .denied
        case 2: date.map { .limited(since: Date(timeIntervalSince1970: $0)) } ?? .authorized
        default: throw StoreError.inconsistent("unknown permission to read: \(number)")
        }
    }
}
