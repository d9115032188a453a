// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppAccess {
    /// Stores the content of a push in one transaction.
    ///
    /// The app must be a connection with a phone, and have permission to save each type. Readings of other types are refused by name, and
    /// the others are stored. The samples keep the sources that the push names, so they are not samples of the app; see
    /// ``HealthDatabase/ingest(_:app:now:)``. In the result, all samples of types that the app may not read count as added, since the others
    /// would reveal data of the store.
    /// - Throws: An `HKError` if the app is not registered, may not push, or the store can't be written, and ``QuotaExceeded`` if the push
    ///   has more readings than the app can save on a day. Readings count before they are compared with the store, for the same reason.
    package func ingest(_ push: PushedBatch) throws -> PushedReceipt {
        let receipt = try write(as: .save, ingests: true) { db in
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

    /// Stores a push that is read in batches, in one transaction; see ``ingest(_:)``.
    ///
    /// The memory for it does not depend on its size: what is not stored yet is in a file without a name beside the store.
    /// - Parameters:
    ///   - pages: The mapped bytes of the push; nil for bytes in memory.
    ///   - size: The number of parts from which a batch is complete.
    ///   - read: Reads the push.
    /// - Throws: The errors of the closure, and as ``ingest(_:)``. Nothing is stored then.
    package func ingest(
        pages: MappedBytes? = nil, size: Int = PushSink.usualSize, _ read: (PushSink) throws -> PushEnd
    ) throws -> PushedReceipt {
        // The errors of a reader are no errors of the store.
        var unreadable: (any Error)?
        do {
            let receipt = try write(as: .save, ingests: true) { db in
                try checkMayPush(db)
                let ingest = PushIngest(self, db, size: size)
                // The reader holds the only connection that writes, so that it ends as soon as the work does.
                let work = StoreWork.current
                let sink = PushSink(size: size, pages: pages, checking: { try work?.check() }) { try ingest.take($0) }
                let end: PushEnd
                do {
                    end = try read(sink)
                } catch {
                    try sink.check()
                    unreadable = error
                    throw error
                }
                try sink.check()
                try ingest.take(end.last)
                return try ingest.finish(requiring: end.required)
            }
            if receipt.deleted > 0 { removeUnusedAttachments() }
            return receipt
        } catch {
            throw unreadable ?? error
        }
    }

    /// Stores the content of a push of an app that may push, in the current transaction.
    func ingest(_ db: Database, _ push: PushedBatch) throws -> PushedReceipt {
        let ingest = PushIngest(self, db)
        try ingest.take(push)
        return try ingest.finish()
    }

    /// Returns whether the app can read all samples of a type.
    fileprivate func readsAll(_ db: Database, _ type: String) throws -> Bool {
        try PermissionTable.permission(db, app: app.identifier, type: type).read == .authorized
    }

    /// Returns whether the app can push samples of a type. Phones also push types that apps cannot save with HealthKit, such as
    /// exercise minutes, so only the person's decision counts.
    func mayPush(_ db: Database, _ type: String) throws -> Bool {
        try PermissionTable.permission(db, app: app.identifier, type: type).share == .authorized
    }

    fileprivate func refusal(_ type: String) -> (reason: String, remedy: String) {
        let name = HealthTypes.named(type)?.swiftName ?? type
        return (
            "\(app.name) may not save \(name)",
            "allow it on the Apps page or with `health apps grant \(app.identifier) --share \(name)`"
        )
    }
}

/// The end of a push that is read in batches.
package struct PushEnd {
    /// The last batch.
    package var last: PushedBatch
    /// The types that the app must be able to save, in addition to those of the content, if nothing is stored otherwise; nil if types that it
    /// may not save are refused by name.
    package var required: Set<String>?

    package init(last: PushedBatch, required: Set<String>? = nil) {
        self.last = last
        self.required = required
    }
}

/// A push of an app that may push, which is stored in the current transaction.
final class PushIngest {
    private let access: AppAccess
    private let db: Database
    private let store: PushStore
    private let deletions: Deletions
    /// The types of all batches, with whether the app may save them.
    private var types: [String: Bool] = [:]
    private var refused: [String: (reason: String, remedy: String)] = [:]
    private var found = RefusedTypes()
    private var metadataBytes = 0

    /// The samples that were deleted, by type.
    private final class Deletions {
        var notes: [String: AccessNote] = [:]
    }

    /// - Parameter size: The number of records of a large push that are stored at once.
    init(_ access: AppAccess, _ db: Database, size: Int = PushSink.usualSize) {
        self.access = access
        self.db = db
        let deletions = Deletions()
        self.deletions = deletions
        store = PushStore(
            db, app: access.app.identifier, now: access.clock(), beside: access.database.spillPath, size: size,
            mayDelete: { try access.mayPush(db, $0) },
            willDelete: { type, sample in
                guard let object = HKObjectType.named(type) else { return }
                deletions.notes[type, default: AccessNote(object, count: 0)].add(
                    count: 1, dates: sample.start...max(sample.start, sample.end))
            })
    }

    /// Takes the next batch.
    func take(_ batch: PushedBatch) throws {
        var batch = batch
        for type in batch.types.union([HKWorkoutRouteTypeIdentifier]) where types[type] == nil {
            let mayPush = try access.mayPush(db, type)
            types[type] = mayPush
            if !mayPush { refused[type] = access.refusal(type) }
        }
        batch.remove(refused.keys, noting: &found)
        if access.hasQuotas {
            let app = access.app.identifier
            // A push of HealthKit's samples, which lack nothing, is stored as a whole or not at all.
            if !batch.missing.isEmpty { try QuotaTable.refuseMetadata(db, of: &batch, app: app) }
            try QuotaTable.count(db, samples: batch.readings, app: app, at: access.clock())
            metadataBytes = try QuotaTable.checkMetadata(db, of: batch, after: metadataBytes, app: app)
        }
        try store.take(batch)
    }

    /// Stores the push.
    /// - Parameters:
    ///   - required: The types that the app must be able to save, in addition to those of the content; nil if others are refused.
    ///   - changed: See ``PushStore/finish(_:changed:)``.
    func finish(
        requiring required: Set<String>? = nil, changed: [UUID: Double] = [:]
    ) throws -> PushedReceipt {
        if let required {
            // Routes are a part of workouts.
            try access.checkMayPush(db, required.union(types.keys).subtracting([HKWorkoutRouteTypeIdentifier]))
        }
        let (app, now) = (access.app.identifier, access.clock())
        let receipt = try store.finish(found.refusals(refused), changed: changed)
        if access.hasQuotas { try QuotaTable.checkOrigins(db, app: app, at: now) }
        let notes = receipt.samples.sorted { $0.key < $1.key }.compactMap { type, counts -> AccessNote? in
            let count = counts.added + counts.replaced
            guard count > 0, let object = HKObjectType.named(type) else { return nil }
            return AccessNote(object, count: count)
        }
        try AccessLogTable.add(db, notes, app: app, action: .save, at: now)
        try AccessLogTable.add(
            db, deletions.notes.values.sorted { $0.type < $1.type }, app: app, action: .delete, at: now)
        try PermissionTable.noteUse(db, app: app, at: now)
        // Parts that the store refuses are refused regardless of its content.
        let readings = store.counts.byType
        let concealed = try Set(receipt.samples.keys).union(readings.keys).filter { try !access.readsAll(db, $0) }
        return receipt.concealing(concealed, readings: readings)
    }
}

extension AppAccess {
    /// Checks that the app can push samples of some types; for correlations, those of their members.
    /// - Throws: An `HKError`, `errorAuthorizationDenied`, with the first type that it can't push.
    package func checkMayPush(_ types: Set<String>) throws {
        try read { db in try checkMayPush(db, types) }
    }

    func checkMayPush(_ db: Database, _ types: Set<String>) throws {
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
