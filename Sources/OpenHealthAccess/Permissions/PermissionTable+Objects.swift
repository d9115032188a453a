// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

/// Objects of the types that the person allows one by one: prescriptions and medications.
extension PermissionTable {
    /// Whether the person allows objects of a type one by one.
    static func isByObject(_ type: String) -> Bool {
        HKObjectType.named(type)?.requiresPerObjectAuthorization() ?? false
    }

    /// The objects that the person has chosen for an app to see. One that is deleted stays among them, so that the app can be
    /// told of its end.
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

    /// Lets an app see some objects, beside those that it sees already.
    static func allow(_ db: Database, _ objects: some Sequence<UUID>, app: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO object_permission (app, uuid) VALUES (?, ?)")
        for uuid in objects { try statement.execute(arguments: [app, uuid.bytes]) }
    }

    /// Takes some objects out of an app's sight.
    static func forbid(_ db: Database, _ objects: some Sequence<UUID>, app: Int64) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM object_permission WHERE app = ? AND uuid = ?")
        for uuid in objects { try statement.execute(arguments: [app, uuid.bytes]) }
    }

    /// Lets an app see every object that there is of a type.
    /// - Parameter date: samples must start then or later. Medications have no date.
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

    /// Takes every object of a type out of an app's sight, also those that are deleted.
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
