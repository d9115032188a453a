// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

extension LocalSession {
    package func subscribe(
        after anchor: Int64?, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) async throws -> ChangeSubscription {
        try await perform { try $0.subscribe(after: anchor, handler) }
    }

    package func latestAnchor() async throws -> HKQueryAnchor {
        try await perform { try $0.latestAnchor() }
    }

    package func latestPlace() async throws -> Int64 {
        try await perform { try $0.latestPlace() }
    }

    package func changes(_ parts: [SampleQuery.Part], after anchor: HKQueryAnchor?, limit: Int?) async throws
        -> AppChanges
    {
        try await perform { try $0.changes(parts, after: anchor, limit: limit) }
    }

    package func changedTypes(_ parts: [SampleQuery.Part], in range: ChangeRange) async throws -> Set<HKSampleType> {
        try await perform { try $0.changedTypes(parts, in: range) }
    }
}
