// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel

/// What the person lets apps do, by app and type.
enum PermissionTable {
    /// What an app may do with a type. Correlations have no answers of their own: what they hold is asked for.
    static func permission(_ db: Database, app: String, type: String) throws -> AppPermission {
        let members = CorrelationMembers.types(of: type)
        guard !members.isEmpty else { return try own(db, app: app, type: type) }
        return CorrelationMembers.permission(
            try members.map { try own(db, app: app, type: $0) }, of: type)
    }

    /// The answer about a type itself.
    private static func own(_ db: Database, app: String, type: String) throws -> AppPermission {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT p.share, p.read, p.read_from FROM permission AS p JOIN app AS a ON a.id = p.app
                        WHERE a.identifier = ? AND p.type = ?
                        """),
                arguments: [app, type])
        else { return AppPermission() }
        return try permission(share: row[0], read: row[1], from: row[2])
    }

    /// A permission out of its columns.
    static func permission(share: Int, read: Int, from date: Double?) throws -> AppPermission {
        AppPermission(share: try Self.share(share), read: try Self.read(read, from: date))
    }

    private static func share(_ number: Int) throws -> AppPermission.Share {
        switch number {
        case 0: .notDetermined
        case 1: .denied
        case 2: .authorized
        default: throw StoreError.inconsistent("there is no permission to save called \(number)")
        }
    }

    private static func read(_ number: Int, from date: Double?) throws -> AppPermission.Read {
        switch number {
        case 0: .notDetermined
        case 1: .denied
        case 2: date.map { .limited(since: Date(timeIntervalSince1970: $0)) } ?? .authorized
        default: throw StoreError.inconsistent("there is no permission to read called \(number)")
        }
    }
}
