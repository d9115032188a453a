// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

extension Warehouse {
    /// Sends the changes of a person's store to the cohort: samples, deletions, and the days of quantities and categories that
    /// differ.
    ///
    /// A push can be interrupted at any time, on either side, and repeated: it continues where it stopped, and nothing counts
    /// twice. Pushes of different stores with different pseudonyms can run concurrently. A store without changes writes nothing.
    ///
    /// Both sides record the progress. A cluster that was restored from a backup receives what it has lost. A store that was
    /// restored from a backup, or is another copy of the one that was pushed, is sent completely, and the cohort's data of the
    /// other copy is removed.
    /// - Parameters:
    ///   - store: The store. The push is recorded in it.
    ///   - participant: The pseudonym. It belongs to the first store that is pushed with it.
    ///   - options: The details to send besides values, and other options.
    ///   - progress: A closure that is called with the progress. If it throws an error, the push ends.
    /// - Returns: The receipt of the push.
    /// - Throws: A ``WarehouseError``: `otherStore` if the pseudonym belongs to another store, `busy` if another store is being
    ///   pushed with it, `withdrawn`, `notPrepared`, `shardUnreachable`, `readOnly` and others; a `StoreError`.
    public func push(
        _ store: HealthDatabase, as participant: Pseudonym, options: PushOptions = PushOptions(),
        progress: (@Sendable (PushProgress) throws -> Void)? = nil
    ) async throws -> PushReceipt {
        try options.check()
        let started = ContinuousClock.now
        var run = try await PushRun(self, store, participant, options, progress: progress)
        while true {
            let kept = run.kept
            do {
                let hasResumed = try await run.go()
                guard hasResumed, try store.latestChange() > run.receipt.anchor else { break }
                run.options.since = nil
            } catch is PushRun.Overtaken {
                // Nothing has been sent since then, and the details are counted again.
                run.kept = kept
            }
        }
        run.receipt.seconds = (ContinuousClock.now - started) / .seconds(1)
        return run.receipt
    }
}
