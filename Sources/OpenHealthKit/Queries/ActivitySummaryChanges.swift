// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The differences between activity summaries and those that were reported before.
struct ActivitySummaryChanges: Sendable {
    private var told: Set<HKActivitySummary.State> = []

    /// Notes the current summaries.
    /// - Returns: The summaries that are new or have changed since the last call.
    mutating func note(_ summaries: [HKActivitySummary]) -> [HKActivitySummary] {
        let now = Set(summaries.map(\.snapshot))
        defer { told = now }
        return summaries.filter { !told.contains($0.snapshot) }
    }
}
