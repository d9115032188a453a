// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension PermissionTable {
    /// Returns the number of an app, adding it if it is unknown. Updates its version and, if the app has no token, its name. The
    /// name of an app with a token changes only with the owner's consent.
    static func note(_ db: Database, _ app: AppIdentity, at date: Date) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO app (identifier, name, version, added, used) VALUES (?1, ?2, ?3, ?4, ?4)
                ON CONFLICT (identifier) DO UPDATE SET
                    name = CASE WHEN EXISTS (SELECT 1 FROM app_token AS t WHERE t.app = app.id) THEN name
                        ELSE excluded.name END,
                    version = excluded.version, used = excluded.used
                """
        ).execute(arguments: [app.identifier, app.name, app.version, date.timeIntervalSince1970])
        return try number(db, app: app.identifier) ?? db.lastInsertedRowID
    }

    /// Records that an app has used the store, if it is known.
    static func noteUse(_ db: Database, app: String, at date: Date) throws {
        try db.cachedStatement(sql: "UPDATE app SET used = ? WHERE identifier = ?").execute(
            arguments: [date.timeIntervalSince1970, app])
    }

    /// Returns the number of an app, or nil if it is unknown.
    static func number(_ db: Database, app: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM app WHERE identifier = ?"), arguments: [app])
    }

    /// Records that an app has requested authorization to save or read a type.
    static func noteQuestion(_ db: Database, app: Int64, type: String, share: Bool, read: Bool, at date: Date) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO permission (app, type, asked, changed) VALUES (?, ?, ?, ?)
                ON CONFLICT (app, type) DO UPDATE SET asked = asked | excluded.asked
                """
        ).execute(arguments: [app, type, (share ? 1 : 0) | (read ? 2 : 0), date.timeIntervalSince1970])
    }

    /// Records an answer for a type; nil leaves a permission unchanged. If the app can no longer read the type, its
    /// authorizations for individual objects of the type are revoked.
    static func set(
        _ db: Database, app: Int64, type: String, share: AppPermission.Share?, read: AppPermission.Read?, at date: Date
    ) throws {
        let (readNumber, from) = read.map(columns) ?? (nil, nil)
        try db.cachedStatement(
            sql: """
                INSERT INTO permission (app, type, share, read, read_from, changed)
                VALUES (?1, ?2, coalesce(?3, 0), coalesce(?4, 0), ?5, ?6)
                ON CONFLICT (app, type) DO UPDATE SET
                    share = coalesce(?3, share), read = coalesce(?4, read),
                    read_from = CASE WHEN ?4 IS NULL THEN read_from ELSE ?5 END, changed = ?6
                """
        ).execute(
            arguments: [app, type, share.map(column), readNumber, from, date.timeIntervalSince1970])
        let readAction: AccessAction? =
            switch read {
            case .authorized, .limited: .grantRead
            case .denied, .notDetermined: .revokeRead
            case nil: nil
            }
        if let readAction { try AccessLogTable.add(db, readAction, app: app, type: type, at: date) }
        if let share {
            let action: AccessAction = share == .authorized ? .grantSave : .revokeSave
            try AccessLogTable.add(db, action, app: app, type: type, at: date)
        }
        if read == .denied || read == .notDetermined, isByObject(type) { try forbidAll(db, ofType: type, app: app) }
    }

    private static func column(_ share: AppPermission.Share) -> Int {
        switch share {
        case .notDetermined: 0
        case .denied: 1
        case .authorized: 2
        }
    }

    private static func columns(_ read: AppPermission.Read) -> (Int?, Double?) {
        switch read {
        case .notDetermined: (0, nil)
        case .denied: (1, nil)
        case .authorized: (2, nil)
        case .limited(let date): (2, date.timeIntervalSince1970)
        }
    }
}
