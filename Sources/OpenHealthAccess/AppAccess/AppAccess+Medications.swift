// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppAccess {
    /// Returns the medications that the person has authorized individually.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization.
    package func medications(_ predicate: PredicateNode, limit: Int? = nil) throws -> [HKUserAnnotatedMedication] {
        try predicate.check()
        let type = HKObjectType.userAnnotatedMedicationType()
        return try read(noting: { $0.isEmpty ? [] : [AccessNote(type, count: $0.count)] }) { db in
            // Only the person adds medications, so the app has none of its own.
            if try access(db, HKObjectType.userAnnotatedMedicationType()) == .own { return [] }
            let allowed = try PermissionTable.objects(db, app: app.identifier)
            let found = try Medications.all(db).filter {
                allowed.contains($0.uuid) && predicate.matches($0.medication)
            }
            return found.prefix(limit ?? .max).map(\.medication)
        }
    }
}

extension Medications {
    /// Authorizes an app to read a medication, if it may read any.
    /// - Throws: A ``StoreError``.
    package func allow(_ medication: HKUserAnnotatedMedication, app: AppIdentity) throws {
        try database.write { db in
            guard
                let number = try Int64.fetchOne(
                    db, sql: "SELECT id FROM app WHERE identifier = ?", arguments: [app.identifier])
            else { return }
            try PermissionTable.allow(db, [StoredMedication(medication).uuid], app: number)
            try ChangeRange.Topic.medications.bump(db)
        }
    }
}
