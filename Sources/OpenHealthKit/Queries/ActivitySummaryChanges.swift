// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The differences between activity summaries and those that were reported before.
struct ActivitySummaryChanges: Sendable {
    private var told: Set<HKActivitySummary.State> = []

    /// Notes what is there now.
    /// - Returns: those of the summaries that were not there like this the last time.
    mutating func note(_ summaries: [HKActivitySummary]) -> [HKActivitySummary] {
        let now = Set(summaries.map(\.snapshot))
        defer { told = now }
        return summaries.filter { !told.contains($0.snapshot) }
    }
}
