// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

/// One push on its way.
struct PushRun {
    let warehouse: Warehouse
    let store: HealthDatabase
    let participant: Pseudonym
    var options: PushOptions
    let cohort: String
    let secret: SampleSecret
    private let report: (@Sendable (PushProgress) throws -> Void)?
    var progress = PushProgress(step: .looking, samples: 0, samplesInAll: 0, bytes: 0)
    var receipt: PushReceipt
    var kept = SampleBlock.KeptHome()
    /// The memory for the store.
    var memory: CohortMemory
    /// The memory of the store, as this run has read or written it.
    var known: CohortMemory?
    /// The numbers of this store's pushes that this run knows of.
    var own: Set<UInt64> = []
    /// The highest number that had been given on the shard before this push.
    var highest: UInt64 = 0
    /// Whether both sides know of this push.
    var hasBegun = false

    init(
        _ warehouse: Warehouse, _ store: HealthDatabase, _ participant: Pseudonym, _ options: PushOptions,
        progress: (@Sendable (PushProgress) throws -> Void)?
    ) async throws {
        self.warehouse = warehouse
        self.store = store
        self.participant = participant
        self.options = options
        report = progress
        cohort = try await warehouse.cohortIdentifier().uuidString.lowercased()
        secret = SampleSecret(identity: try store.storeIdentity(), cohort: cohort)
        receipt = PushReceipt(participant: participant.description, shard: "", anchor: 0)
        memory = CohortMemory(cohort: cohort, participant: participant.description, shard: "")
    }

    /// Reports the next step.
    mutating func next(_ step: PushProgress.Step) throws {
        try Task.checkCancellation()
        progress.step = step
        try report?(progress)
    }

    /// Reports the arrival of a block.
    mutating func arrived(samples: Int, bytes: Int) throws {
        progress.samples += samples
        progress.bytes += bytes
        receipt.blocks += 1
        receipt.bytes += bytes
        try report?(progress)
    }

    /// Sends what there is to send.
    /// - Returns: whether it went on with an earlier push, which went as far as that one.
    mutating func go() async throws -> Bool {
        try next(.looking)
        let (shard, state) = try await look()
        let days = HomeDays(zone: zone(state))
        let (plan, kind) = try PushPlan.make(try situation(state, days))
        hasBegun = kind == .resumed
        receipt.resumed = receipt.resumed || kind == .resumed
        receipt.restarted = receipt.restarted || kind == .restarted
        try await sendSamples(plan, days, to: shard)
        try await sendDeletions(plan, to: shard)
        try await sendDays(plan, days, to: shard)
        try await end(plan, days, state, at: shard)
        return kind == .resumed
    }

    /// Finds the shard and what it has.
    private mutating func look() async throws -> (ClusterLayout.Shard, ShardState) {
        known = try store.cohortMemory(cohort: cohort, participant: participant.description)
        if let known { memory = known }
        own.formUnion(known?.pushes ?? [])
        let (shard, state) = try await warehouse.shard(
            of: participant, remembered: known.map { ($0.shard, $0.version > 0) })
        memory.shard = shard.name
        highest = state.highest
        // Of what one server has and another lacks the next answers may not tell.
        receipt.missingServers = try await settle(shard)
        receipt.shard = shard.name
        try await checkAdmission(to: shard, admits: options.admitsAgain)
        if let row = state.row, row.store != secret.storeTag {
            throw WarehouseError(
                .otherStore, "the pseudonym \(participant) belongs to another store",
                remedy: "push the store that it belongs to, or choose another pseudonym")
        }
        guard let row = state.row, let pending = memory.plan.flatMap(PushPlan.init(json:)),
            row.version == pending.version
        else { return (shard, state) }
        // It came to its end, and the store has not heard of it.
        try await removeOlderRows(pending, tables: [.participants], at: shard)
        try remember(pending, anchor: row.anchor, pushed: row.pushed)
        return (shard, state)
    }

    private func zone(_ state: ShardState) -> TimeZone {
        if let zone = options.timeZone { return zone }
        if let row = state.row, let zone = TimeZone(identifier: row.timeZone) { return zone }
        return store.homeTimeZone ?? .current
    }

    private func situation(_ state: ShardState, _ days: HomeDays) throws -> PushPlan.Situation {
        PushPlan.Situation(
            state: state, memory: memory.version > 0 ? memory : nil,
            pending: memory.plan.flatMap(PushPlan.init(json:)), latest: try store.latestChange(),
            timeZone: days.zone.identifier, disclosure: options.disclosure, since: options.since)
    }

    /// Refuses who was withdrawn.
    func checkAdmission(to shard: ClusterLayout.Shard, admits: Bool) async throws {
        guard try await warehouse.isWithdrawn(participant, shard: shard) else { return }
        guard admits else {
            throw WarehouseError(
                .withdrawn, "the participant \(participant) has been withdrawn from the cohort",
                remedy: "if they want to take part again, push with --admit")
        }
        try await warehouse.admit(participant, shard: shard)
    }

    /// Writes down on both sides that the push begins, before the first of its rows.
    /// - Throws: ``Overtaken``; a ``WarehouseError``, `busy` where another store's push has begun meanwhile; a `StoreError`.
    mutating func begin(_ plan: PushPlan, at shard: ClusterLayout.Shard) async throws {
        guard !hasBegun else { return }
        let step = progress.step
        try next(.beginning)
        memory.plan = try plan.json
        guard try store.remember(memory, replacing: known) else { throw Overtaken() }
        known = memory
        own.insert(plan.version)
        var row = RowBinaryWriter()
        row.write(participant.description)
        // No sample has this place.
        row.write(UInt64(0))
        row.write(plan.version)
        try await warehouse.insert(row.bytes, into: .deletions, shard: shard)
        hasBegun = true
        try await checkAlone(plan, at: shard)
        try next(step)
    }

    /// Remembers that a push has come to its end.
    mutating func remember(_ plan: PushPlan, anchor: Int64, pushed: Double) throws {
        memory.version = Int64(clamping: plan.version)
        memory.origin = Int64(clamping: plan.origin)
        memory.anchor = anchor
        memory.pushed = Date(timeIntervalSince1970: pushed)
        memory.plan = nil
        // Another run of this store may have done so, and gone on.
        if try store.remember(memory, replacing: known) { known = memory }
    }
}
