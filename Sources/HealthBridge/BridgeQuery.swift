// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The changes of a type after an anchor.
struct BridgeChanges: Sendable {
    let samples: [HKSample]
    let deleted: [UUID]
    let anchor: Data
}

/// A query for the changes of a type.
enum BridgeQuery {
    /// Returns a number of changes after an anchor.
    /// - Throws: A ``BridgeError``: `healthKit`.
    static func changes(
        of type: HKSampleType, after anchor: HKQueryAnchor?, limit: Int, in store: HKHealthStore
    ) async throws -> BridgeChanges {
        try await withCheckedThrowingContinuation { continuation in
            let query = HKAnchoredObjectQuery(type: type, predicate: nil, anchor: anchor, limit: limit) {
                _, samples, deleted, anchor, error in
                continuation.resume(
                    with: Result { try result(type, samples, deleted?.map(\.uuid), anchor, error) })
            }
            store.execute(query)
        }
    }

    private static func result(
        _ type: HKSampleType, _ samples: [HKSample]?, _ deleted: [UUID]?, _ anchor: HKQueryAnchor?,
        _ error: (any Error)?
    ) throws -> BridgeChanges {
        guard let samples, let anchor, let data = try? BridgeAnchor.data(anchor) else {
            let reason = error.map { ": \($0.localizedDescription)" } ?? "."
            throw BridgeError(.healthKit, "The changes of \(type.identifier) cannot be read\(reason)")
        }
        return BridgeChanges(samples: samples, deleted: deleted ?? [], anchor: data)
    }
}
