// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore

extension PushRun {
    /// Another run has begun to push the same store since this one has looked: to look again shows what there is left to do.
    struct Overtaken: Error {}

    /// Throws if another push under the same pseudonym has begun since the last check, and withdraws
    /// the sent rows: those of two stores would mix.
    ///
    /// Each push writes its number down before it looks for others, so that of two at least one sees the other: that with the
    /// lower number, since the higher one stays where rows are merged. And each looks before it removes what others have sent, and
    /// again when its row of the participant is written, so that none removes the samples of one that has just come to its end. Runs
    /// of the same store bring the same and do not disturb one another.
    /// - Throws: a ``WarehouseError``, `busy`; a `StoreError`.
    mutating func checkAlone(_ plan: PushPlan, at shard: ClusterLayout.Shard) async throws {
        let others = try await warehouse.pushes(of: participant, above: highest, shard: shard)
        guard !others.isSubset(of: own) else { return }
        own.formUnion(try store.cohortMemory(cohort: cohort, participant: participant.description)?.pushes ?? [])
        guard !others.isSubset(of: own) else { return }
        try await takeBack(plan, at: shard)
        throw WarehouseError(
            .busy, "another push of \(participant) has begun",
            remedy: "wait until it has come to its end, then push again, each store under a pseudonym of its own")
    }

    /// Removes the rows of this push.
    private mutating func takeBack(_ plan: PushPlan, at shard: ClusterLayout.Shard) async throws {
        // It is not continued from now on, and the next push removes the rest if this one is interrupted here.
        memory.plan = try plan.takenBack.json
        if try store.remember(memory, replacing: known) { known = memory }
        // First that it came to its end, last that it began: until then others see that there may be more.
        for table in [WarehouseTable.participants, .cells, .durations, .samples, .deletions] {
            try await removeRows("version = \(plan.version)", from: table, at: shard)
        }
    }
}

extension CohortMemory {
    /// The numbers of the pushes that it knows of: of the last one that came to its end, and of one that has begun since.
    var pushes: Set<UInt64> {
        Set([UInt64(clamping: version), plan.flatMap(PushPlan.init(json:))?.version ?? 0])
    }
}
