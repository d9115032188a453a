// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

extension PushRun {
    /// The maximum number of blocks that are sent concurrently, while another one is read. A slow server therefore slows down
    /// reading.
    private static let blocksAtOnce = 2

    /// Sends the samples.
    mutating func sendSamples(_ plan: PushPlan, _ days: HomeDays, to shard: ClusterLayout.Shard) async throws {
        let blocks = PushPlan.blocks(after: plan.samplesAfter, through: plan.through, length: options.blockLength)
        guard let first = blocks.first, let last = blocks.last else { return }
        let count = try await store.cohorts.countOfSaved(places: first.lowerBound...last.upperBound)
        progress.samplesInAll = progress.samples + count
        try next(.samples)
        let terms = SampleBlock.Terms(
            participant: participant, version: plan.version, disclosure: options.disclosure, days: days, secret: secret)
        let (store, warehouse) = (store, warehouse)
        try await withThrowingTaskGroup(of: (samples: Int, bytes: Int).self) { group in
            var underWay = 0
            for places in blocks {
                for block in try await Self.read(places, of: store, terms) {
                    kept.add(block.kept)
                    guard block.count > 0 else { continue }
                    try await begin(plan, at: shard)
                    if underWay == Self.blocksAtOnce, let (samples, bytes) = try await group.next() {
                        underWay -= 1
                        try arrived(samples: samples, bytes: bytes)
                    }
                    underWay += 1
                    group.addTask {
                        try await warehouse.insert(block.rows, into: .samples, shard: shard)
                        return (block.count, block.rows.count)
                    }
                }
            }
            for try await (samples, bytes) in group { try arrived(samples: samples, bytes: bytes) }
        }
    }

    /// Returns the samples of a range of positions, which is split in halves if they are of too many years.
    private static func read(
        _ places: ClosedRange<Int64>, of store: HealthDatabase, _ terms: SampleBlock.Terms
    ) async throws -> [SampleBlock] {
        let block = try await store.cohorts.samples(places: places, into: SampleBlock(terms)) { try $0.add($1) }
        guard block.hasTooManyYears, places.count > 1 else { return [block] }
        let middle = places.lowerBound + Int64(places.count / 2)
        return try await read(places.lowerBound...middle - 1, of: store, terms)
            + read(middle...places.upperBound, of: store, terms)
    }

    /// Sends the deletions of samples.
    mutating func sendDeletions(_ plan: PushPlan, to shard: ClusterLayout.Shard) async throws {
        try next(.deletions)
        for places in PushPlan.blocks(after: plan.deletionsAfter, through: plan.through, length: options.blockLength) {
            let deleted = try await store.cohorts.deletedPlaces(places: places, upTo: plan.reach)
            guard !deleted.isEmpty else { continue }
            try await begin(plan, at: shard)
            var rows = RowBinaryWriter()
            for place in deleted {
                rows.write(participant.description)
                rows.write(UInt64(place))
                rows.write(plan.version)
            }
            try await warehouse.insert(rows.bytes, into: .deletions, shard: shard)
            receipt.deletions += deleted.count
            try arrived(samples: 0, bytes: rows.bytes.count)
        }
    }

    /// Records the completion of the push on both sides, if there was anything to send.
    mutating func end(
        _ plan: PushPlan, _ days: HomeDays, _ state: ShardState, at shard: ClusterLayout.Shard
    ) async throws {
        var row = state.row ?? ParticipantRow(participant)
        row.version = plan.version
        row.group = options.group ?? row.group
        row.timeZone = plan.timeZone
        row.store = secret.storeTag
        row.anchor = plan.through
        row.disclosed = plan.disclosure.map(\.rawValue)
        (row.birthYear, row.birthDate, row.sex) = (0, "", 0)
        let keepsDate = try row.takePerson(of: store, disclosure: options.disclosure)
        try await row.takeDays(of: store, days: days)
        row.pushed = Date().timeIntervalSince1970
        if hasBegun || state.row.map({ !row.saysTheSame(as: $0) }) ?? true {
            try await begin(plan, at: shard)
            try await checkAlone(plan, at: shard)
            if plan.removesOlder {
                try next(.removing)
                try await removeOlderRows(plan, tables: [.samples, .deletions], at: shard)
            }
            try next(.settling)
            receipt.missingServers = try await settle(shard)
            try next(.finishing)
            try await checkStillThere(shard)
            try await checkAlone(plan, at: shard)
            try await warehouse.insert(row.bytes, into: .participants, shard: shard)
            receipt.described = true
            // A withdrawal looks for rows after it is recorded, so rows in between are found by one of the two.
            try await checkStillThere(shard)
            try await checkAlone(plan, at: shard)
            try await removeOlderRows(plan, tables: [.participants], at: shard)
            // The servers that have the row now might fail soon.
            receipt.missingServers = try await settle(shard)
            try next(.remembering)
            try remember(plan, anchor: row.anchor, pushed: row.pushed)
        }
        receipt.anchor = row.anchor
        receipt.samples = progress.samples
        receipt.keptHome = PushReceipt.KeptHome(
            sourceNames: kept.sources.count, deviceNames: kept.devices.count, metadataEntries: kept.metadataEntries,
            birthDates: keepsDate ? 1 : 0, textValues: kept.textValues,
            samplesOfUnknownTypes: kept.samplesOfUnknownTypes)
    }

    func settle(_ shard: ClusterLayout.Shard) async throws -> [String] {
        try await warehouse.settle(shard).map(\.absoluteString)
    }

    /// Checks that the participant hasn't been withdrawn during the push; otherwise, removes the rows that were sent.
    private func checkStillThere(_ shard: ClusterLayout.Shard) async throws {
        guard try await warehouse.isWithdrawn(participant, shard: shard) else { return }
        try await warehouse.removeRows(of: participant, from: shard)
        try await checkAdmission(to: shard, admits: false)
    }

    /// Removes the rows of earlier pushes if they must not be kept.
    func removeOlderRows(_ plan: PushPlan, tables: [WarehouseTable], at shard: ClusterLayout.Shard) async throws {
        guard plan.removesOlder else { return }
        for table in tables { try await removeRows("version < \(plan.version)", from: table, at: shard) }
    }

    /// Removes the rows of the participant that match a condition.
    func removeRows(_ condition: String, from table: WarehouseTable, at shard: ClusterLayout.Shard) async throws {
        // Servers log such conditions, so they don't contain the pseudonym.
        try await warehouse.delete(
            "SHA256(participant) = unhex('\(participant.hash)') AND \(condition)", from: table, shard: shard)
    }
}
