// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppAccess {
    /// Performs a change and keeps its response, in one transaction. If the request is repeated, the change isn't performed again,
    /// and the response is the same.
    /// - Parameter request: The request; nil for a request that can't be repeated.
    /// - Throws: An `HKError`, ``IdempotencyConflict``, or ``QuotaExceeded`` if the app has too many kept responses; then nothing is changed.
    ///   A kept response is not removed before its time, since the repetition of its request would be performed again. Errors aren't kept.
    func once(
        _ request: IdempotencyRecord?, as operation: AppOperation, _ body: (Database) throws -> IdempotencyResponse
    ) throws -> IdempotencyResponse {
        guard let request else { return try write(as: operation, body) }
        let response: IdempotencyResponse? = try write(as: operation) { db in
            guard let number = try PermissionTable.number(db, app: app.identifier) else {
                throw HKError(.errorAuthorizationNotDetermined, "\(app.name) is not registered.")
            }
            let date = clock()
            let now = date.timeIntervalSince1970
            try db.cachedStatement(sql: "DELETE FROM idempotency WHERE created < ?").execute(
                arguments: [now - IdempotencyRecord.seconds])
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT request, status, response FROM idempotency WHERE app = ? AND key = ?"),
                arguments: [number, request.key])
            if let row {
                guard try row.value(Data.self, of: "request") == request.hash else { return nil }
                return IdempotencyResponse(status: try row.value(of: "status"), body: try row.value(of: "response"))
            }
            let response = try body(db)
            if hasQuotas {
                let kept = database.companions.companion { KeptResponses() }
                try kept.count(db, response.body.count, app: app.identifier, at: date)
            }
            try db.cachedStatement(
                sql: "INSERT INTO idempotency (app, key, request, status, response, created) VALUES (?, ?, ?, ?, ?, ?)"
            ).execute(arguments: [number, request.key, request.hash, response.status, response.body, now])
            return response
        }
        guard let response else { throw IdempotencyConflict() }
        return response
    }

    /// Saves samples as in ``save(_:adding:to:savesMissing:)`` or ``saveNew(_:)``, at most once for each request.
    /// - Parameters:
    ///   - savesNewOnly: Whether existing samples are skipped.
    ///   - response: Returns the response for the UUIDs of the stored samples.
    package func save(
        _ samples: [(HKSample, SeriesMeasurements?)], adding members: [HKSample], to workout: UUID?, savesMissing: Bool,
        savesNewOnly: Bool, once request: IdempotencyRecord?, response: ([UUID]) -> IdempotencyResponse
    ) throws -> IdempotencyResponse {
        guard !samples.isEmpty || !members.isEmpty else {
            throw HKError(.errorInvalidArgument, "There is nothing to save: the array of objects is empty.")
        }
        return try once(request, as: .save) { db in
            let uuids =
                savesNewOnly
                ? try saveNew(db, samples)
                : try save(db, samples, adding: members, to: workout, savesMissing: savesMissing)
            return response(uuids)
        }
    }

    /// Registers a webhook as in ``Webhooks/add(_:url:secret:types:frequency:at:most:)``, at most once for each request.
    /// - Parameter response: Returns the response for the webhook, and whether it is new.
    /// - Throws: An `HKError`, ``QuotaExceeded`` or ``IdempotencyConflict``.
    package func addWebhook(
        url: String, secret: Data, types: Set<HKSampleType>, frequency: HKUpdateFrequency,
        once request: IdempotencyRecord?, response: (Webhook, Bool) -> IdempotencyResponse
    ) throws -> IdempotencyResponse {
        try checkReadable(types)
        return try once(request, as: .settings) { db in
            let most = try QuotaTable.limit(db, .webhooks, app: app.identifier)
            let added = try Webhooks.add(
                db, app, url: url, secret: secret, types: types.map(\.identifier).sorted(), frequency: frequency,
                at: clock(), most: most)
            guard let added else { throw QuotaExceeded(quota: .webhooks, limit: most) }
            return response(added.webhook, added.isNew)
        }
    }

    /// Requests authorization as in ``ask(_:lifetime:)``, at most once for each request.
    /// - Parameter response: Returns the response for the stored request.
    /// - Returns: The response; nil if too many requests of the app are waiting.
    /// - Throws: An `HKError` or ``IdempotencyConflict``.
    package func ask(
        _ wanted: AuthorizationRequest, lifetime: TimeInterval, once request: IdempotencyRecord,
        response: (StoredAuthorizationRequest) -> IdempotencyResponse
    ) throws -> IdempotencyResponse? {
        try unlessFull {
            try once(request, as: .settings) { db in response(try Self.found(try ask(db, wanted, lifetime: lifetime))) }
        }
    }

    /// Requests objects as in ``ask(forObjectsOf:predicate:lifetime:)``, at most once for each request.
    /// - Parameter response: Returns the response for the stored request.
    /// - Returns: The response; nil if too many requests of the app are waiting.
    /// - Throws: An `HKError` or ``IdempotencyConflict``.
    package func ask(
        forObjectsOf type: HKObjectType, predicate: PredicateNode, lifetime: TimeInterval,
        once request: IdempotencyRecord, response: (StoredAuthorizationRequest) -> IdempotencyResponse
    ) throws -> IdempotencyResponse? {
        let text = try StoredAuthorizationRequest.column(predicate)
        return try unlessFull {
            try once(request, as: .settings) { db in
                response(try Self.found(try ask(db, forObjectsOf: type, predicate: text, lifetime: lifetime)))
            }
        }
    }

    /// - Throws: ``QuotaExceeded`` if there is no request, since too many are waiting. It undoes the transaction.
    private static func found(_ stored: StoredAuthorizationRequest?) throws -> StoredAuthorizationRequest {
        guard let stored else { throw QuotaExceeded(quota: .openRequests, limit: 0) }
        return stored
    }

    private func unlessFull(_ body: () throws -> IdempotencyResponse) throws -> IdempotencyResponse? {
        do {
            return try body()
        } catch let error as QuotaExceeded where error.quota == .openRequests {
            return nil
        }
    }

    private func saveNew(_ db: Database, _ samples: [(HKSample, SeriesMeasurements?)]) throws -> [UUID] {
        let find = try finder(RecordReader(db))
        let new = try samples.filter { try find($0.0.uuid) == nil }
        if new.isEmpty { return samples.map(\.0.uuid) }
        let uuids = Dictionary(zip(new.map(\.0.uuid), try save(db, new))) { first, _ in first }
        return samples.map { uuids[$0.0.uuid] ?? $0.0.uuid }
    }
}
