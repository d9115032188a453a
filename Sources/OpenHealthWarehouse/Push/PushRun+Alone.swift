// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore

extension PushRun {
    /// The error if another run has started to push the same store. Starting over determines the remaining work.
    struct Overtaken: Error {}

    /// Checks that no other push with the same pseudonym has started; otherwise, removes the sent rows, because those of two
    /// stores would be mixed.
    ///
    /// Each push records its number before it looks for others, so at least one of two pushes detects the other: the one with the
    /// lower number, because merging rows keeps the higher one. Each push also checks before it removes rows of others, and again
    /// after it has written the participant's row, so that no push removes the samples of a push that has just been completed.
    /// Runs of the same store send the same data and don't conflict.
    /// - Throws: A ``WarehouseError``: `busy` if there is another push; a `StoreError`.
    mutating func checkAlone(_ plan: PushPlan, at shard: ClusterLayout.Shard) async throws {
        let others = try await warehouse.pushes(of: participant, above: highest, shard: shard)
        guard !others.isSubset(of: own) else { return }
        own.formUnion(try store.cohortMemory(cohort: cohort, participant: participant.description)?.pushes ?? [])
        guard !others.isSubset(of: own) else { return }
        try await takeBack(plan, at: shard)
        throw WarehouseError(
            .busy, "another push of \(participant) has begun",
            remedy: "wait until it ends, then push again, each store under its own pseudonym")
    }

    /// Removes the rows of this push.
    private mutating func takeBack(_ plan: PushPlan, at shard: ClusterLayout.Shard) async throws {
        // The push isn't continued from now on, and the next push removes the remaining rows if this one is interrupted here.
        memory.plan = try plan.takenBack.json
        if try store.remember(memory, replacing: known) { known = memory }
        // The record of the completion is removed first and that of the start last, so that others detect remaining rows until
        // then.
        for table in [WarehouseTable.participants, .cells, .durations, .samples, .deletions] {
            try await removeRows("version = \(plan.version)", from: table, at: shard)
        }
    }
}

extension CohortMemory {
    /// The numbers of the recorded pushes: the last completed push, and a push that has started since.
    var pushes: Set<UInt64> {
        Set([UInt64(clamping: version), plan.flatMap(PushPlan.init(json:))?.version ?? 0])
    }
}
