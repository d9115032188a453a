// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthStore

/// A run of a push.
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
    /// The numbers of the days that were sent.
    private var sentDays: Set<UInt16> = []
    /// The state of the push for the store.
    var memory: CohortMemory
    /// The state in the store that this run last read or wrote.
    var known: CohortMemory?
    /// The known numbers of this store's pushes.
    var own: Set<UInt64> = []
    /// The highest number on the shard before this push.
    var highest: UInt64 = 0
    /// Whether the start of this push is recorded on both sides.
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
        secret = SampleSecret(identity: try store.cohorts.storeIdentity(), cohort: cohort)
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

    /// Sends all changes.
    /// - Returns: Whether an earlier push was continued, which ends at the position of that push.
    mutating func go() async throws -> Bool {
        try next(.looking)
        let (shard, state) = try await look()
        let days = HomeDays(zone: try zone(state))
        let (plan, kind) = try PushPlan.make(try situation(state, days))
        try rememberZone()
        hasBegun = kind == .resumed
        receipt.resumed = receipt.resumed || kind == .resumed
        receipt.restarted = receipt.restarted || kind == .restarted
        try await sendSamples(plan, days, to: shard)
        try await sendDeletions(plan, to: shard)
        try await sendDays(plan, days, to: shard)
        try await end(plan, days, state, at: shard)
        return kind == .resumed
    }

    /// Finds the shard and the state of the participant.
    private mutating func look() async throws -> (ClusterLayout.Shard, ShardState) {
        known = try store.cohorts.memory(cohort: cohort, participant: participant.description)
        if let known { memory = known }
        own.formUnion(known?.pushes ?? [])
        let (shard, state) = try await warehouse.shard(
            of: participant, remembered: known.map { ($0.shard, $0.version > 0) })
        memory.shard = shard.name
        highest = state.highest
        // If one server has rows that another lacks, the next query might miss them.
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
        // The push was completed, but the store hasn't recorded it.
        try await removeOlderRows(pending, tables: [.participants], at: shard)
        try remember(pending, anchor: row.anchor, pushed: row.pushed)
        return (shard, state)
    }

    /// Returns the home zone: the given one, also of an earlier push, or else that of the store. If the store has none, the zone of
    /// the last push is kept, so that it does not depend on the machine.
    private func zone(_ state: ShardState) throws -> TimeZone {
        if let zone = options.timeZone { return zone }
        if let zone = try store.setting(zoneSetting).flatMap(TimeZone.init(identifier:)) { return zone }
        if let zone = store.homeTimeZone { return zone }
        return state.row.flatMap { TimeZone(identifier: $0.timeZone) } ?? .current
    }

    /// The name of the store's setting with the zone that was given for the participant.
    private var zoneSetting: String { "cohort_time_zone \(cohort) \(participant)" }

    /// Stores the given zone for later pushes. An interrupted push is therefore continued without giving it again.
    private func rememberZone() throws {
        guard let zone = options.timeZone?.identifier, try store.setting(zoneSetting) != zone else { return }
        try store.setSetting(zoneSetting, value: zone)
    }

    private func situation(_ state: ShardState, _ days: HomeDays) throws -> PushPlan.Situation {
        PushPlan.Situation(
            state: state, memory: memory.version > 0 ? memory : nil,
            pending: memory.plan.flatMap(PushPlan.init(json:)), latest: try store.latestChange(),
            timeZone: days.zone.identifier, disclosure: options.disclosure, since: options.since)
    }

    /// Checks that the participant isn't withdrawn, or admits them again.
    func checkAdmission(to shard: ClusterLayout.Shard, admits: Bool) async throws {
        guard try await warehouse.isWithdrawn(participant, shard: shard) else { return }
        guard admits else {
            throw WarehouseError(
                .withdrawn, "the participant \(participant) has been withdrawn from the cohort",
                remedy: "if they want to take part again, push with --admit")
        }
        try await warehouse.admit(participant, shard: shard)
    }

    /// Records the start of the push on both sides, before the first of its rows.
    /// - Throws: ``Overtaken``; a ``WarehouseError``: `busy` if a push of another store has started meanwhile; a `StoreError`.
    mutating func begin(_ plan: PushPlan, at shard: ClusterLayout.Shard) async throws {
        guard !hasBegun else { return }
        let step = progress.step
        try next(.beginning)
        memory.plan = try plan.json
        guard try store.cohorts.remember(memory, replacing: known) else { throw Overtaken() }
        known = memory
        own.insert(plan.version)
        var row = RowBinaryWriter()
        row.write(participant.description)
        // No sample has this position.
        row.write(UInt64(0))
        row.write(plan.version)
        try await warehouse.insert(row.bytes, into: .deletions, shard: shard)
        hasBegun = true
        try await checkAlone(plan, at: shard)
        try next(step)
    }

    /// Records the completion of a push in the store.
    mutating func remember(_ plan: PushPlan, anchor: Int64, pushed: Double) throws {
        memory.version = Int64(clamping: plan.version)
        memory.origin = Int64(clamping: plan.origin)
        memory.anchor = anchor
        memory.pushed = Date(timeIntervalSince1970: pushed)
        memory.plan = nil
        // Another run of this store can have recorded it already, and continued.
        if try store.cohorts.remember(memory, replacing: known) { known = memory }
    }
}

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
        own.formUnion(try store.cohorts.memory(cohort: cohort, participant: participant.description)?.pushes ?? [])
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
        if try store.cohorts.remember(memory, replacing: known) { known = memory }
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
            sentDays.formUnion(block.days)
            receipt.days = sentDays.count
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
