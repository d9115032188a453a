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
    /// - Parameter unansweredIsDenied: Whether reading requested types without a decision is denied rather than not determined.
    static func permission(
        _ db: Database, app: String, type: String, unansweredIsDenied: Bool = false
    ) throws -> AppPermission {
        let members = CorrelationMembers.types(of: type)
        guard !members.isEmpty else { return try own(db, app: app, type: type, unansweredIsDenied) }
        return CorrelationMembers.permission(
            try members.map { try own(db, app: app, type: $0, unansweredIsDenied) }, of: type)
    }

    /// Returns the decision for a type itself.
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
            share: try row.value(of: "share"), read: try row.value(of: "read"), from: try row.value(of: "read_from"))
        if unansweredIsDenied, permission.read == .notDetermined, try row.value(Int.self, of: "asked") != 0 {
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
    static func noteRequest(_ db: Database, app: Int64, type: String, share: Bool, read: Bool, at date: Date) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO permission (app, type, asked, changed) VALUES (?, ?, ?, ?)
                ON CONFLICT (app, type) DO UPDATE SET asked = asked | excluded.asked
                """
        ).execute(arguments: [app, type, (share ? 1 : 0) | (read ? 2 : 0), date.timeIntervalSince1970])
    }

    /// Records a decision for a type; nil leaves a permission unchanged. If the app can no longer read the type, its
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

/// The objects of types that are authorized individually: prescriptions and medications.
extension PermissionTable {
    /// Returns whether objects of a type are authorized individually.
    static func isByObject(_ type: String) -> Bool {
        HKObjectType.named(type)?.requiresPerObjectAuthorization() ?? false
    }

    /// Returns the objects that the person has selected for an app. Deleted objects are included, so that the app is notified of
    /// their deletion.
    static func objects(_ db: Database, app: String) throws -> Set<UUID> {
        Set(
            try Data.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT o.uuid FROM object_permission AS o JOIN app AS a ON a.id = o.app WHERE a.identifier = ?
                        """),
                arguments: [app]
            ).compactMap(UUID.init(bytes:)))
    }

    /// Authorizes an app to read additional objects.
    static func allow(_ db: Database, _ objects: some Sequence<UUID>, app: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO object_permission (app, uuid) VALUES (?, ?)")
        for uuid in objects { try statement.execute(arguments: [app, uuid.bytes]) }
    }

    /// Revokes the authorization of an app to read objects.
    static func forbid(_ db: Database, _ objects: some Sequence<UUID>, app: Int64) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM object_permission WHERE app = ? AND uuid = ?")
        for uuid in objects { try statement.execute(arguments: [app, uuid.bytes]) }
    }

    /// Authorizes an app to read all existing objects of a type.
    /// - Parameter date: The earliest start date of samples. Medications have no date.
    static func allowAll(_ db: Database, ofType type: String, since date: Date?, app: Int64) throws {
        try forbidAll(db, ofType: type, app: app)
        if type == HKObjectType.userAnnotatedMedicationType().identifier {
            return try allow(db, Medications.all(db).map(\.uuid), app: app)
        }
        var samples = try SampleSelection(db, SampleRequest(types: [type]))
        while let sample = try samples.next() {
            if let date, sample.start < date.timeIntervalSince1970 { continue }
            try allow(db, [samples.reader.uuid(sample)], app: app)
        }
    }

    /// Revokes the authorization of an app to read objects of a type, including deleted ones.
    static func forbidAll(_ db: Database, ofType type: String, app: Int64) throws {
        if type == HKObjectType.userAnnotatedMedicationType().identifier {
            return try forbid(db, Medications.all(db).map(\.uuid), app: app)
        }
        let reader = RecordReader(db)
        guard let number = try reader.number(ofType: type) else { return }
        let chosen = try Data.fetchAll(db, sql: "SELECT uuid FROM object_permission WHERE app = ?", arguments: [app])
            .compactMap(UUID.init(bytes:))
        try forbid(db, chosen.filter { try SampleLookup.all($0, reader).contains { $0.type == number } }, app: app)
        try db.execute(
            sql: "DELETE FROM object_permission WHERE app = ? AND uuid IN (SELECT uuid FROM deletion WHERE type = ?)",
            arguments: [app, number])
    }
}
