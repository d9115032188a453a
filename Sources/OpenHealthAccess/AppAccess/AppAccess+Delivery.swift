// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppAccess {
    /// Enables notifications of changes to a type, including changes while the app isn't running.
    ///
    /// Enabling it again changes the frequency and resets failed deliveries, but keeps the acknowledged position.
    /// - Throws: An `HKError`: `errorInvalidArgument` for correlations, `errorAuthorizationNotDetermined` if the app hasn't
    ///   requested authorization for the type.
    package func enableDelivery(of type: HKObjectType, frequency: HKUpdateFrequency) throws {
        if type is HKCorrelationType {
            throw HKError(
                .errorInvalidArgument,
                "\(type.identifier) is a correlation, which has no background delivery. Enable it for the types it holds."
            )
        }
        try write(as: .settings) { db in
            _ = try access(db, type)
            let number = try PermissionTable.note(db, app, at: clock())
            // Changes that aren't visible to the app don't affect the initial position.
            let place = try (type as? HKSampleType).map { try lastPlace(RecordReader(db), of: [$0]) } ?? 0
            try db.cachedStatement(
                sql: """
                    INSERT INTO background_delivery (app, type, frequency, anchor) VALUES (?, ?, ?, ?)
                    ON CONFLICT (app, type) DO UPDATE SET frequency = excluded.frequency, failures = 0
                    """
            ).execute(arguments: [number, type.identifier, frequency.rawValue, place])
            try ChangeRange.Topic.deliveries.bump(db)
        }
    }

    /// Disables background delivery of a type. Has no effect if it isn't enabled.
    /// - Throws: An `HKError`.
    package func disableDelivery(of type: HKObjectType) throws {
        try write(as: .settings) { db in
            try db.cachedStatement(
                sql: """
                    DELETE FROM background_delivery
                    WHERE app = (SELECT id FROM app WHERE identifier = ?) AND type = ?
                    """
            ).execute(arguments: [app.identifier, type.identifier])
            try ChangeRange.Topic.deliveries.bump(db)
        }
    }

    /// Disables background delivery of all types.
    /// - Throws: An `HKError`.
    package func disableAllDeliveries() throws {
        try write(as: .settings) { db in
            try db.cachedStatement(
                sql: "DELETE FROM background_delivery WHERE app = (SELECT id FROM app WHERE identifier = ?)"
            ).execute(arguments: [app.identifier])
            try ChangeRange.Topic.deliveries.bump(db)
        }
    }

    /// Returns the background deliveries of some types.
    /// - Throws: An `HKError`.
    package func deliveries(of types: Set<HKSampleType>) throws -> [HKSampleType: BackgroundDelivery] {
        try read { db in
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT type, frequency, anchor, delivered, failures FROM background_delivery
                        WHERE app = (SELECT id FROM app WHERE identifier = ?)
                        """),
                arguments: [app.identifier])
            let named = Dictionary(types.map { ($0.identifier, $0) }) { first, _ in first }
            var deliveries: [HKSampleType: BackgroundDelivery] = [:]
            while let row = try rows.next() {
                guard let type = named[try row.value(of: "type")] else { continue }
                guard let frequency = HKUpdateFrequency(rawValue: try row.value(of: "frequency")) else {
                    throw StoreError.inconsistent(
                        "unknown update frequency: \(try row.value(Int.self, of: "frequency"))")
                }
                deliveries[type] = BackgroundDelivery(
                    frequency: frequency, anchor: try row.value(of: "anchor"),
                    delivered: (try row.value(Double?.self, of: "delivered")).map(Date.init(timeIntervalSince1970:)),
                    failures: try row.value(of: "failures"))
            }
            return deliveries
        }
    }

    /// Records that the app has acknowledged the changes to some types up to a position.
    /// - Parameters:
    ///   - delivered: The types that had changes.
    ///   - date: The date of the delivery.
    /// - Throws: An `HKError`.
    package func acknowledgeDelivery(
        of types: Set<HKSampleType>, through place: Int64, delivered: Set<HKSampleType>, at date: Date
    ) throws {
        try write(as: .settings) { db in
            for type in types {
                let seconds = delivered.contains(type) ? date.timeIntervalSince1970 : nil
                try db.cachedStatement(
                    sql: """
                        UPDATE background_delivery
                        SET anchor = max(anchor, ?1), failures = 0, delivered = coalesce(?2, delivered)
                        WHERE app = (SELECT id FROM app WHERE identifier = ?3) AND type = ?4
                        """
                ).execute(arguments: [place, seconds, app.identifier, type.identifier])
            }
        }
    }

    /// Records that the app hasn't acknowledged a delivery of changes to some types.
    /// - Returns: The number of consecutive deliveries without acknowledgement for each type, without types that are no longer
    ///   enabled.
    /// - Throws: An `HKError`.
    package func noteFailedDelivery(of types: Set<HKSampleType>, at date: Date) throws -> [HKSampleType: Int] {
        try write(as: .settings) { db in
            var failures: [HKSampleType: Int] = [:]
            for type in types {
                failures[type] = try Int.fetchOne(
                    db.cachedStatement(
                        sql: """
                            UPDATE background_delivery SET failures = failures + 1, delivered = ?
                            WHERE app = (SELECT id FROM app WHERE identifier = ?) AND type = ? RETURNING failures
                            """),
                    arguments: [date.timeIntervalSince1970, app.identifier, type.identifier])
            }
            return failures
        }
    }

    /// Checks that the app has requested authorization for some types, regardless of the decision.
    /// - Throws: `HKError.errorAuthorizationNotDetermined` if it hasn't requested a type.
    package func checkReadable(_ types: Set<HKSampleType>) throws {
        try read { db in for type in types { _ = try access(db, type) } }
    }
}

extension AppAccess {
    package func subscribe(
        after anchor: Int64? = nil, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) throws -> ChangeSubscription {
        do {
            return try database.subscribe(after: anchor, handler)
        } catch {
            throw HKError(storeError: error)
        }
    }

    package func attachmentBytes(_ uuid: UUID, from offset: Int, count: Int?) throws -> Data {
        let url = try attachmentFile(uuid).file
        do {
            let descriptor = AttachmentFolder.openFile(url)
            guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            defer { try? file.close() }
            try file.seek(toOffset: UInt64(offset))
            return try (count.map { try file.read(upToCount: $0) } ?? file.readToEnd()) ?? Data()
        } catch {
            throw HKError(
                .errorDatabaseInaccessible,
                userInfo: [
                    NSLocalizedDescriptionKey: "The bytes of the attachment cannot be read: \(error)",
                    NSUnderlyingErrorKey: error,
                ])
        }
    }

    package func sharePermission(for type: HKObjectType) throws -> AppPermission.Share {
        // Without `intercept`, since authorizationStatus(for:) cannot report a failure that a test plans for the next query.
        do {
            return try database.read { db in try sharing(db, type) }
        } catch {
            throw HKError(storeError: error)
        }
    }

    /// All objects of a type are candidates, not only visible ones, because the person hasn't been asked yet.
    package func objectCandidates(of type: HKObjectType, predicate: PredicateNode) throws -> [ObjectCandidate] {
        try predicate.check()
        do {
            if type is HKUserAnnotatedMedicationType {
                return try database.medications.all().filter { predicate.matches($0.medication) }.map {
                    ObjectCandidate(
                        uuid: $0.uuid, text: $0.medication.nickname ?? $0.medication.medication.displayText)
                }
            }
            return try database.samples(SampleRequest(types: [type.identifier])).filter { predicate.matches($0) }.map {
                ObjectCandidate(
                    uuid: $0.uuid,
                    text: "\($0.startDate.formatted(.iso8601.year().month().day())), \($0.sourceRevision.source.name)")
            }
        } catch {
            throw HKError(storeError: error)
        }
    }
}
