// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

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
            return try allow(db, HealthDatabase.medications(db).map(\.uuid), app: app)
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
            return try forbid(db, HealthDatabase.medications(db).map(\.uuid), app: app)
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
