// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The state of a push that is being stored.
struct PushState {
    /// The identifier of the app.
    var app: String
    /// The stored samples that the push can change.
    var reach: PushReach
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
    /// see ``StartGroup/partial(_:canonical:_:isComplete:known:allowed:isSame:)``. A stored sample of the same connection gets the facts
    /// that it lacks. A stored sample of another party does not change, and the connection keeps its copy.
    func take(_ batch: PushedBatch, app: String) throws {
        push = PushState(app: app, reach: try PushReach(db, app: app), missing: batch.missing)
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
        try finishAdding()
        var counts = push?.items ?? [:]
        for type in types where type.read > 0 || type.added > 0 {
            counts[type.identifier, default: .init()] =
                counts[type.identifier, default: .init()]
                + .init(added: type.added, updated: type.updated, known: type.read - type.added - type.updated)
        }
        return counts
    }

    /// Writes the added samples to the tables for queries, and advances the order of changes.
    func finishAdding() throws {
        try runs.flush()
        try insert.finish(db)
        try extents.flush(db)
        try sources.flush(db)
        try facts.createViews()
        for topic in topics { try topic.bump(db) }
        try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'change'", arguments: [nextID - 1])
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
        var candidates = try Candidates(reader, type: number, starts: Array(starts), limit: StartGroup.maximumForImport)
        var second = Double.nan
        var group = try StartGroup([], facts)
        var searched = group
        for position in order {
            let record = self.record(batch.samples.rows[Int(position)], batch.samples.texts)
            let start = record.row.start.rounded(.down)
            if start != second {
                second = start
                group = try StartGroup(start <= latestBefore ? Array(candidates.rows(at: start)) : [], facts)
                searched = try searchedGroup(group)
            }
            let uuid = batch.uuids[position]
            let copy = OtherCopy(record, uuid: uuid)
            switch try find(record, uuid, in: searched, canonical: canonical, type: number) {
            case .own(let stored):
                matched.insert(stored.id)
                if try improve(stored, type: number, with: copy, app: push?.app) { types[type].updated += 1 }
            case .other(let stored, let holder):
                matched.insert(stored.id)
                try keep(copy, of: stored, type: number, holder: holder, batch.values[position])
            case .known: break
            case .new:
                try group.add(try addPushed(record, uuid, batch.values[position], type: number, group), facts)
                types[type].added += 1
            }
        }
        types[type].read += order.count
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

    // MARK: Items

    /// Finds the sample of a pushed item by type, dates, source and value, or adds it.
    /// - Parameters:
    ///   - index: The index of the type.
    ///   - isSame: Returns whether an otherwise equal sample of an import has the same details of its kind.
    func takePushedSample(
        _ index: Int, provenance: ProvenanceState, start: Double, end: Double, created: Double, value: Double,
        metadata: [MetadataPair], isSame: (Int64) throws -> Bool
    ) throws -> ItemPlace {
        let (type, identifier) = (types[index].number, types[index].identifier)
        let uuid = push?.itemUUID
        let group = try searchedGroup(StartGroup(samples(type: type, at: start.rounded(.down)), facts))
        let text = try facts.metadata(metadata) ?? -1
        let copy = OtherCopy(
            end: end, value: value, provenance: provenance, metadata: text, created: created, uuid: uuid)
        let match = try find(
            copy.wantedItem, uuid, second: start.rounded(.down), in: group, canonical: nil, type: type, isItem: true,
            isSame: isSame)
        switch match {
        case .own(let stored):
            return ItemPlace(id: try improveItem(stored, index, with: copy), isNew: false)
        case .other(let stored, let holder):
            matched.insert(stored.id)
            try keep(copy, of: stored, type: type, holder: holder, push?.itemValues)
            countItem(identifier, isNew: false)
            return ItemPlace(id: stored.id, isNew: false, isOther: true)
        case .known(let id):
            countItem(identifier, isNew: false)
            return ItemPlace(id: id, isNew: false, isOther: true)
        case .new: break
        }
        let ordinal =
            try uuid == nil
            ? StartGroup(samples(type: type, at: start), facts).nextOrdinal(
                end: end, value: value, source: provenance.identity.source, facts) : -1
        let sample = StoredSampleRow(
            type: type, start: start, end: end, value: value, provenance: provenance.number,
            metadata: try uuid == nil ? text : typed(text, push?.itemValues), created: created, ordinal: ordinal)
        let id = try add(sample, source: provenance.identity.sourceNumber)
        _ = large.take(index, start)
        if let uuid { try name(id, uuid, type: type, start: start) }
        countItem(identifier, isNew: true)
        return ItemPlace(id: id, isNew: true)
    }
}
