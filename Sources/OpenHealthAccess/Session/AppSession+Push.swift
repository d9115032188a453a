// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppSession {
    /// Stores the content of a push in one transaction.
    ///
    /// The app must be a connection with a phone, and have permission to save each type. Readings of other types are refused by name, and
    /// the others are stored. The samples keep the sources that the push names, so they are not samples of the app; see
    /// ``HealthDatabase/ingest(_:app:now:)``. In the result, all samples of types that the app may not read count as added, since the others
    /// would reveal data of the store.
    /// - Throws: An `HKError` if the app is not registered, may not push, or the store can't be written, and ``QuotaExceeded`` if the push
    ///   has more readings than the app can save on a day. Readings count before they are compared with the store, for the same reason.
    package func ingest(_ push: PushedBatch) throws -> PushedReceipt {
        let receipt = try write(as: .save) { db in
            try checkMayPush(db)
            return try ingest(db, push)
        }
        if receipt.deleted > 0 { removeUnusedAttachments() }
        return receipt
    }

    /// Checks that the app is connected with a phone.
    /// - Returns: The number of the app.
    @discardableResult
    func checkMayPush(_ db: Database) throws -> Int64 {
        guard let number = try PermissionTable.number(db, app: app.identifier) else {
            throw HKError(.errorAuthorizationNotDetermined, "\(app.name) is not registered.")
        }
        guard try PushPermission.read(db, app: app.identifier) != .none else {
            throw HKError(
                .errorAuthorizationDenied,
                "\(app.name) is not connected with a phone, so it may not push data. Save samples of the app itself, or let the owner "
                    + "connect the phone on the page Connect a phone or with `health apps phone \(app.identifier) --push yes`."
            )
        }
        return number
    }

    /// Stores the content of a push of an app that may push, in the current transaction.
    func ingest(_ db: Database, _ push: PushedBatch) throws -> PushedReceipt {
        var push = push
        var refused: [String: (reason: String, remedy: String)] = [:]
        for type in push.types.union([HKWorkoutRouteTypeIdentifier]) where try !mayPush(db, type) {
            refused[type] = refusal(type)
        }
        push.refuse(refused)
        if hasQuotas {
            try QuotaTable.count(db, samples: push.readings, app: app.identifier, at: clock())
            try QuotaTable.checkMetadata(db, of: push, app: app.identifier)
        }
        var deletions: [String: AccessNote] = [:]
        let receipt = try PushStorage.store(
            db, push, app: app.identifier, now: clock(), mayDelete: { try self.mayPush(db, $0) },
            willDelete: { type, sample in
                guard let object = HKObjectType.named(type) else { return }
                deletions[type, default: AccessNote(object, count: 0)].add(
                    count: 1, dates: sample.start...max(sample.start, sample.end))
            })
        if hasQuotas { try QuotaTable.checkOrigins(db, app: app.identifier, at: clock()) }
        let notes = receipt.samples.sorted { $0.key < $1.key }.compactMap { type, counts -> AccessNote? in
            let count = counts.added + counts.replaced
            guard count > 0, let object = HKObjectType.named(type) else { return nil }
            return AccessNote(object, count: count)
        }
        try AccessLogTable.add(db, notes, app: app.identifier, action: .save, at: clock())
        try AccessLogTable.add(
            db, deletions.values.sorted { $0.type < $1.type }, app: app.identifier, action: .delete, at: clock())
        try PermissionTable.noteUse(db, app: app.identifier, at: clock())
        // Parts that the store refuses are refused regardless of its content.
        push.refuseFaults()
        let readings = push.samplesByType
        let types = try Set(receipt.samples.keys).union(readings.keys).filter { try !readsAll(db, $0) }
        return receipt.concealing(types, readings: readings)
    }

    /// Returns whether the app can read all samples of a type.
    private func readsAll(_ db: Database, _ type: String) throws -> Bool {
        try PermissionTable.permission(db, app: app.identifier, type: type).read == .authorized
    }

    /// Returns whether the app can push samples of a type. Phones also push types that apps cannot save with HealthKit, such as
    /// exercise minutes, so only the person's answer counts.
    func mayPush(_ db: Database, _ type: String) throws -> Bool {
        try PermissionTable.permission(db, app: app.identifier, type: type).share == .authorized
    }

    private func refusal(_ type: String) -> (reason: String, remedy: String) {
        let name = HealthTypes.named(type)?.swiftName ?? type
        return (
            "\(app.name) may not save \(name)",
            "allow it on the Apps page or with `health apps grant \(app.identifier) --share \(name)`"
        )
    }
}

extension AppSession {
    /// Checks that the app can push samples of some types; for correlations, those of their members.
    /// - Throws: An `HKError`, `errorAuthorizationDenied`, with the first type that it can't push.
    package func checkMayPush(_ types: Set<String>) throws {
        try read { db in
            for type in types.sorted().flatMap({
                CorrelationMembers.types(of: $0).isEmpty ? [$0] : CorrelationMembers.types(of: $0)
            }) {
                let permission = try PermissionTable.permission(db, app: app.identifier, type: type)
                guard permission.share != .authorized else { continue }
                let name = HealthTypes.named(type)?.swiftName ?? type
                throw HKError(
                    .errorAuthorizationDenied,
                    "\(app.name) may not save \(name): the person has not allowed it. They can change that on the Apps page or "
                        + "with `health apps grant \(app.identifier) --share \(name)`.")
            }
        }
    }
}
