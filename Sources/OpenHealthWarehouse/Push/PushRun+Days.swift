// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthStore

extension PushRun {
    /// Updates the days of the shard to those of the store.
    mutating func sendDays(_ plan: PushPlan, _ days: HomeDays, to shard: ClusterLayout.Shard) async throws {
        try next(.days)
        let known = try await warehouse.knownDays(
            of: participant.description, on: shard,
            trusted: "version <= \(plan.base) OR version = \(plan.version)")
        let reader = DayReader(
            DayDifference(
                store, zone: days.zone, participant: participant.description, version: plan.version, known: known))
        while let block = try await reader.next() {
            try await begin(plan, at: shard)
            try await warehouse.insert(block.rows, into: block.table, shard: shard)
            receipt.days += block.count
            try arrived(samples: 0, bytes: block.rows.count)
        }
        receipt.samplesOnNoDay = await reader.samplesOnNoDay()
    }
}

/// A reader of days on its own thread, because reading takes some time and waits for the file.
private final class DayReader: @unchecked Sendable {
    // Unchecked because only the queue accesses the difference.
    private var difference: DayDifference
    private let queue = DispatchQueue(label: "org.openhealthkit.cohort-days")

    init(_ difference: DayDifference) {
        self.difference = difference
    }

    /// Returns the next block, or nil after the last block.
    func next() async throws -> DayBlock? {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.difference.next() }) }
        }
    }

    /// Returns the number of samples that aren't on any of the days. Call it after the last block.
    func samplesOnNoDay() async -> Int {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.difference.leftOut.values.reduce(0, +)) }
        }
    }
}
