// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

extension Warehouse {
    /// Sends to the cohort what is new in a person's store: samples, deletions, and the days of quantities and categories that
    /// differ.
    ///
    /// It can be interrupted anywhere, on either side, and repeated: it goes on where it was, and nothing counts twice. Pushes of
    /// different stores can go on side by side, under pseudonyms of their own. A store that has nothing new writes nothing.
    ///
    /// Both sides remember how far they are. A cluster that was restored from a backup gets what it has lost; a store that was
    /// restored from one, or is another copy of the one that was pushed, is sent as a whole, and what the cohort had of the other is
    /// removed.
    /// - Parameters:
    ///   - store: the store, which is written to: it remembers the push.
    ///   - participant: the pseudonym. The first store that is pushed under it is the one that it belongs to.
    ///   - options: what to send besides figures, and more.
    ///   - progress: called with how far it has come; what it throws ends the push.
    /// - Returns: what was sent.
    /// - Throws: a ``WarehouseError``: `otherStore` where the pseudonym belongs to another store, `busy` where another
    ///   store is being pushed under it, `withdrawn`, `notPrepared`, `shardUnreachable`, `readOnly` and others; a `StoreError`.
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
                // Nothing has been sent since, and it is counted anew.
                run.kept = kept
            }
        }
        run.receipt.seconds = (ContinuousClock.now - started) / .seconds(1)
        return run.receipt
    }
}
