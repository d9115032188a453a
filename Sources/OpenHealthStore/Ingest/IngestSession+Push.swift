// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The state of a push that is being stored.
struct PushState {
    /// The identifier of the app.
    var app: String
    /// The facts that no sample of the push carries.
    var missing: MissingProperties
    /// The UUID of the item that is being stored, if the phone sent it.
    var itemUUID: UUID?
    /// The metadata of the item that is being stored, if text does not restore their values.
    var itemValues: [String: HKMetadataValue]?
    /// The counts of items by type.
    var items: [String: PushedReceipt.Counts] = [:]
}

extension IngestSession {
    /// Stores the samples of a push.
    ///
    /// A sample of a push can be any stored sample with the same type, source and value that starts and ends in the same seconds;
    /// see ``StartGroup/partial(_:canonical:_:isComplete:allowed:isSame:)``. The stored sample gets the facts that it lacks.
    func take(_ batch: PushedBatch, app: String) throws {
        push = PushState(app: app, missing: batch.missing)
        try takeDictionaries(batch.samples)
        try takeRows(of: batch)
        for (index, item) in batch.samples.items.enumerated() {
            push?.itemUUID = batch.itemUUIDs[index]
            push?.itemValues = batch.itemValues[index]
            try take(item, texts: batch.samples.texts)
        }
    }

    /// Ends the push and returns the counts of its samples by type.
    func finishPush() throws -> [String: PushedReceipt.Counts] {
        try takePendingMembers()
        try insert.finish(db)
        try extents.flush(db)
        try sources.flush(db)
        try facts.createViews()
        for topic in topics { try topic.bump(db) }
        try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'change'", arguments: [nextID - 1])
        var counts = push?.items ?? [:]
        for type in types where type.read > 0 || type.added > 0 {
            counts[type.identifier, default: .init()] =
                counts[type.identifier, default: .init()]
                + .init(added: type.added, updated: type.updated, known: type.read - type.added - type.updated)
        }
        return counts
    }

    /// Counts an item of a push.
    func countItem(_ type: String, isNew: Bool, isUpdated: Bool = false) {
        guard push != nil else { return }
        if isNew {
            push?.items[type, default: .init()].added += 1
        } else if isUpdated {
            push?.items[type, default: .init()].updated += 1
        } else {
            push?.items[type, default: .init()].known += 1
        }
    }

    private func takeRows(of batch: PushedBatch) throws {
        let rows = batch.samples.rows
        let order = Self.order(rows)
        var from = 0
        while from < order.count {
            let type = rows[Int(order[from])].type
            var to = from + 1
            while to < order.count, rows[Int(order[to])].type == type { to += 1 }
            try takeRun(of: batch, order[from..<to], type: typeIndex(of: rows[Int(order[from])]))
            from = to
        }
        try runs.flush()
    }

    /// Stores the records of one type, in order of their start dates.
    private func takeRun(of batch: PushedBatch, _ order: ArraySlice<Int32>, type: Int) throws {
        try types[type].checkPlain()
        let (number, canonical, latestBefore) = (types[type].number, types[type].canonical, types[type].latestBefore)
        let starts = order.lazy.map { batch.samples.rows[Int($0)].start.rounded(.down) }.filter { $0 <= latestBefore }
        if starts.first != nil { try insert.flush() }
        var candidates = try Candidates(reader, type: number, starts: Array(starts))
        var second = Double.nan
        var group = try StartGroup([], facts)
        for position in order {
            let record = self.record(batch.samples.rows[Int(position)], batch.samples.texts)
            let start = record.row.start.rounded(.down)
            if start != second {
                second = start
                group = try StartGroup(start <= latestBefore ? Array(candidates.rows(at: start)) : [], facts)
            }
            let uuid = batch.uuids[position]
            if let stored = try find(record, uuid, in: group, canonical: canonical, type: number) {
                matched.insert(stored.id)
                let copy = OtherCopy(record, uuid: uuid)
                if try improve(stored, type: number, with: copy, app: push?.app) { types[type].updated += 1 }
            } else {
                try group.add(try addPushed(record, uuid, batch.values[position], type: number, group), facts)
                types[type].added += 1
            }
        }
        types[type].read += order.count
    }

    /// Returns the stored sample with the UUID of a record, or else one that the record can be.
    private func find(
        _ record: IngestRecord, _ uuid: UUID?, in group: StartGroup, canonical: HKUnit?, type: Int64
    ) throws -> StoredRow? {
        if let uuid, let named = try sample(uuid, type: type, second: record.row.start.rounded(.down)) {
            return matched.contains(named.id) || named.id >= firstID ? nil : named
        }
        guard !group.rows.isEmpty else { return nil }
        return try group.partial(
            record.wanted, canonical: canonical, facts, isComplete: true,
            allowed: { try $0 < self.firstID && !self.matched.contains($0) && (uuid == nil || !self.hasUUID($0)) },
            isSame: { _ in true })
    }

    private func addPushed(
        _ record: IngestRecord, _ uuid: UUID?, _ values: [String: HKMetadataValue]?, type: Int64, _ group: StartGroup
    ) throws -> StoredRow {
        var record = record
        var ordinal: Int64 = -1
        if uuid == nil {
            ordinal = try group.nextOrdinal(
                end: record.row.end, value: record.row.value, source: record.provenance.identity.source, facts)
        } else {
            record.metadata = try typed(record.metadata, values)
        }
        let added = try add(record, type: type, ordinal: ordinal)
        if let uuid { try name(added.id, uuid, type: type, start: added.start) }
        return added
    }

    /// Stores the UUID of a sample that was just added.
    func name(_ id: Int64, _ uuid: UUID, type: Int64, start: Double) throws {
        try db.cachedStatement(sql: "INSERT INTO sample_uuid (id, uuid, type, start, app) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [id, uuid.bytes, type, start, push?.app])
    }

    /// Returns the sample of a type with a stored UUID that starts in a second.
    private func sample(_ uuid: UUID, type: Int64, second: Double) throws -> StoredRow? {
        let places = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT start, id FROM sample_uuid WHERE uuid = ? AND type = ?"),
            arguments: [uuid.bytes, type])
        for place in places {
            let (start, id): (Double, Int64) = (place[0], place[1])
            guard start.rounded(.down) == second else { continue }
            try insert.flush()
            if let row = try reader.rows(type: type, from: start, to: start)?.first(where: { $0.id == id }) {
                return row
            }
        }
        return nil
    }

    /// Returns whether a phone or another app gave a sample its UUID. Derived UUIDs are stored too if the facts that they were derived
    /// from have changed.
    private func hasUUID(_ id: Int64) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT u.app IS NOT NULL OR o.bundle_identifier IS NOT NULL FROM sample_uuid AS u
                    JOIN sample AS s ON s.type = u.type AND s.start = u.start AND s.id = u.id
                    JOIN provenance AS p ON p.id = s.provenance JOIN source AS o ON o.id = p.source WHERE u.id = ?
                    """), arguments: [id]) ?? false
    }

    // MARK: Items

    /// Returns the stored sample that an item can be if the facts that one of both lacks are left out of the comparison.
    func partialItem(
        type: Int, start: Double, end: Double, value: Double, provenance: ProvenanceState
    ) throws -> StoredRow? {
        guard hasPartial || push != nil else { return nil }
        let number = types[type].number
        if let uuid = push?.itemUUID, let named = try sample(uuid, type: number, second: start.rounded(.down)) {
            return named.id < firstID && !matched.contains(named.id) ? named : nil
        }
        let rows = try samples(type: number, at: start.rounded(.down)).filter { $0.id < firstID }
        var identity = provenance.identity
        // Phones write different metadata with a workout from one version to the next.
        identity.missing.formUnion([.metadata, .device])
        let wanted = StartGroup.Wanted(end: end, value: value, text: 0, identity: identity, metadata: -1)
        let isPush = push != nil
        let candidates = try rows.filter { row in
            try isPush || !facts.identity(ofProvenance: row.provenance).missing.isEmpty
        }
        let uuid = push?.itemUUID
        return try StartGroup(candidates, facts).partial(
            wanted, canonical: nil, facts, isComplete: true,
            allowed: { try !self.matched.contains($0) && (uuid == nil || !self.hasUUID($0)) }, isSame: { _ in true })
    }
}
