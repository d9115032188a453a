// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension Ingestion {
    /// Stores the samples of a push.
    ///
    /// A sample of a push can be any stored sample with the same type, source and value that starts and ends in the same seconds;
    /// see ``StartGroup/partial(_:canonical:_:isComplete:known:allowed:isSame:)``. A stored sample of the same connection gets the facts
    /// that it lacks, or is replaced if its sender has changed it; see ``SampleRevision``. A stored sample of another party does not change,
    /// and the connection keeps its copy.
    func take(_ batch: PushedBatch) throws {
        try takeDictionaries(batch.samples)
        try takeSessions(batch.sessions, used: Set(batch.rowSessions.values))
        var nights = PushedNights()
        nights.add(batch)
        try takeNights(nights)
        leaveOutEarlierItems([batch])
        push?.begin(LatestVersions(batch))
        try takeRows(of: batch)
        try takeItems(of: batch)
    }

    /// Stores the items of a batch, after all records of the push.
    /// - Parameter number: The number of the batch in the push.
    func takeItems(of batch: PushedBatch, number: Int = 0) throws {
        for (index, item) in batch.samples.items.enumerated() {
            if let type = item.sampleType,
                push?.sessions.outdatedItems.contains(ItemPosition(batch: number, index: index)) == true
            {
                push?.count(type, .init(known: 1))
                continue
            }
            let uuid = batch.itemUUIDs[index]
            if uuid == nil, let type = item.repeatableType, push?.isRepetition(item) == true {
                push?.count(type, .init(known: 1))
                continue
            }
            let content = uuid == nil ? nil : push?.content.hash(item)
            push?.begin(
                PushedIdentity(uuid: uuid, updated: batch.itemUpdated[index], content: content),
                batch.itemValues[index])
            try take(item, texts: batch.samples.texts)
        }
    }

    /// Ends the push and returns the counts of its samples by type.
    func finishPush() throws -> [String: PushedReceipt.Counts] {
        try takePendingMembers()
        try finishSessions()
        try finishNights()
        try removeFormerMembers()
        try finishAdding()
        var counts = push?.items ?? [:]
        for type in types.all where type.read > 0 || type.added > 0 {
            counts[type.identifier, default: .init()] =
                counts[type.identifier, default: .init()]
                + .init(
                    added: type.added, replaced: type.replaced, updated: type.updated,
                    known: type.read - type.added - type.replaced - type.updated)
        }
        return counts
    }

    /// Stores the records of a push, or those of some seconds of it.
    func takeRows(of batch: PushedBatch) throws {
        let rows = batch.samples.rows
        let order = Self.order(rows)
        var from = 0
        while from < order.count {
            let type = rows[Int(order[from])].type
            var to = from + 1
            while to < order.count, rows[Int(order[to])].type == type { to += 1 }
            try takeRun(of: batch, order[from..<to], type: types.index(of: rows[Int(order[from])]))
            from = to
        }
        try writer.endRun()
    }

    /// Stores the records of one type, in order of their start dates.
    private func takeRun(of batch: PushedBatch, _ order: ArraySlice<Int32>, type: Int) throws {
        try types[type].checkPlain()
        let (number, canonical, latestBefore) = (types[type].number, types[type].canonical, types[type].latestBefore)
        let comparesNear = types[type].nearKind != .none
        let latest = comparesNear ? latestBefore + 1 : latestBefore
        let seconds = order.lazy.map { batch.samples.rows[Int($0)].start.rounded(.down) }.filter { $0 <= latest }
        let starts = comparesNear ? NearStarts.seconds(around: Array(seconds)) : Array(seconds)
        if !starts.isEmpty { try writer.flush() }
        var candidates = try Candidates(reader, type: number, starts: starts, limit: StartGroup.maximumForImport)
        var group = try StartGroup([], facts)
        var next = order.startIndex
        while next < order.endIndex {
            let start = batch.samples.rows[Int(order[next])].start.rounded(.down)
            let end =
                order[next...].firstIndex { batch.samples.rows[Int($0)].start.rounded(.down) != start }
                ?? order.endIndex
            let near = comparesNear && start <= latest ? candidates.rows(around: start) : []
            group = try StartGroup(start <= latestBefore ? Array(candidates.rows(at: start)) : [], facts)
            try takeSecond(of: batch, order[next..<end], type: type, &group, near: near, canonical)
            next = end
        }
        types.count(type, read: order.count)
    }

    /// Stores the records of one type that start in one second. Records that are stored already are found first, so that a new record does
    /// not replace one that follows in the push.
    /// - Parameter near: The stored samples of the second and of those before and after it.
    private func takeSecond(
        of batch: PushedBatch, _ order: ArraySlice<Int32>, type: Int, _ group: inout StartGroup,
        near: ArraySlice<StoredRow>, _ canonical: HKUnit?
    ) throws {
        let number = types[type].number
        let near: NearStarts? =
            switch types[type].nearKind {
            case .none: nil
            case .glucose: NearStarts(rows: near, isOfNightscout: false)
            case .treatment: NearStarts(rows: near, isOfNightscout: true)
            }
        let searched = try searchedGroup(group)
        let latest = latestVersions(order, batch)
        let repeated = repetitions(order, of: batch, latest: latest, type: type)
        var others: [(position: Int32, found: PushFind)] = []
        for position in order {
            let record = dictionary.record(batch.samples.rows[Int(position)], batch.samples.texts)
            let identity = identity(of: position, batch)
            if isOutdated(position, batch) || isOutdatedReading(record, position, batch, type: type) { continue }
            if repeated.contains(position) { continue }
            if let uuid = identity.uuid, let last = latest[uuid], last != position { continue }
            let found = try find(
                record.wanted, identity, start: record.row.start, in: searched, near: near, canonical: canonical,
                type: number, food: food(record, type: type))
            switch found.match {
            case .own(let stored):
                matched.insert(stored.id)
                if try improve(stored, type: number, with: OtherCopy(record, uuid: identity.uuid), app: push?.app) {
                    types.count(type, updated: 1)
                }
                try noteContent(identity, of: stored.id)
                noteMember(stored.id, start: stored.start, of: position, batch, isNew: false)
            case .known(let id, let start):
                matched.insert(id)
                noteMember(id, start: start, of: position, batch, isNew: false)
            case .other(let stored, _):
                matched.insert(stored.id)
                others.append((position, found))
            case .new: others.append((position, found))
            }
        }
        for (position, found) in others { try takeOther(position, found, of: batch, type: type, &group, searched) }
    }

    /// Returns the positions of the latest versions of records with an identity, if a push contains several of one second: those with the
    /// latest date of change, or else the last ones.
    private func latestVersions(_ order: ArraySlice<Int32>, _ batch: PushedBatch) -> [UUID: Int32] {
        guard order.count > 1, !batch.uuids.isEmpty else { return [:] }
        var latest: [UUID: Int32] = [:]
        for position in order {
            guard let uuid = batch.uuids[position] else { continue }
            if let other = latest[uuid], let updated = batch.updated[other],
                updated > batch.updated[position] ?? -.infinity
            {
                continue
            }
            latest[uuid] = position
        }
        return latest
    }

    /// Stores a record that is not a stored sample of the connection.
    private func takeOther(
        _ position: Int32, _ found: PushFind, of batch: PushedBatch, type: Int, _ group: inout StartGroup,
        _ searched: StartGroup
    ) throws {
        let number = types[type].number
        let record = dictionary.record(batch.samples.rows[Int(position)], batch.samples.texts)
        let identity = identity(of: position, batch)
        var outdated = found.outdated
        if outdated == nil, try isDeleted(identity, type: number) { return }
        if case .new = found.match, outdated == nil,
            try isUnwanted(record.wanted, start: record.row.start, type: number, identity)
        {
            return
        }
        if outdated == nil {
            switch try versions(of: record, position, in: searched, type: type, batch) {
            case .later(let id, let start):
                if case .new = found.match {
                    return noteMember(id, start: start, of: position, batch, isNew: false)
                }
            case .earlier(let versions): outdated = versions
            case .none: break
            }
        }
        let replaced = try outdated.map { try remove($0, type: number) }
        switch found.match {
        case .other(let stored, let holder):
            try keep(
                OtherCopy(record, uuid: identity.uuid), of: stored, type: number, holder: holder,
                batch.values[position])
            try replaced?.keepCopies(of: stored, type: number, db)
            try confirm(stored, type: number)
            if replaced != nil { types.count(type, replaced: 1) }
        default:
            let added = try addPushed(record, identity, batch.values[position], type: number, group)
            try group.add(added, facts)
            try replaced?.note(db, newSample: added, type: number, at: push?.now)
            types.count(type, added: replaced == nil ? 1 : 0, replaced: replaced == nil ? 0 : 1)
            if replaced == nil { noteReading(added, record, position, batch, type: type) }
            noteMember(added.id, start: added.start, of: position, batch, isNew: replaced == nil)
        }
    }

    /// Returns the stored versions of a record without an identity.
    private func versions(
        of record: IngestRecord, _ position: Int32, in group: StartGroup, type: Int, _ batch: PushedBatch
    ) throws -> StoredVersions {
        let isTotal = batch.totals.contains(position)
        let versions = try earlierVersions(
            of: record.wanted, start: record.row.start, in: group, type: types[type].number,
            isCumulative: types[type].isCumulative, food: food(record, type: type), episode: types[type].episode,
            isTotal: isTotal)
        guard isTotal, types[type].isCumulative else { return versions }
        if case .later = versions { return versions }
        let others = try earlierTotals(record.wanted, start: record.row.start, type: types[type].number)
        guard case .earlier(var all) = versions, case .earlier(let more) = others else {
            if case .none = others { return versions }
            return others
        }
        let known = Set(all.rows.map(\.id))
        all.rows += more.rows.filter { !known.contains($0.id) }
        return .earlier(all)
    }

    /// Returns the identifier, date of change and content hash of a record.
    private func identity(of position: Int32, _ batch: PushedBatch) -> PushedIdentity {
        let uuid = batch.uuids[position]
        return PushedIdentity(
            uuid: uuid, updated: batch.updated[position],
            content: uuid == nil
                ? nil : batch.contents[position] ?? push?.content.hash(batch.samples.rows[Int(position)]))
    }

    private func addPushed(
        _ record: IngestRecord, _ identity: PushedIdentity, _ values: [String: HKMetadataValue]?, type: Int64,
        _ group: StartGroup
    ) throws -> StoredRow {
        var record = record
        var ordinal: Int64 = -1
        if identity.uuid == nil {
            ordinal = try group.nextOrdinal(
                end: record.row.end, value: record.row.value, source: record.provenance.identity.source, facts)
        } else {
            record.metadata = try typedMetadata.number(of: record.metadata, values)
        }
        let added = try add(record, type: type, ordinal: ordinal)
        try name(added.id, identity, type: type, start: added.start)
        return added
    }

    /// Stores the identity of a sample that was just added, if it has a UUID.
    private func name(_ id: Int64, _ identity: PushedIdentity, type: Int64, start: Double) throws {
        guard let uuid = identity.uuid else { return }
        let statement = try BoundStatement(
            db,
            sql: """
                INSERT INTO sample_uuid (id, uuid, type, start, app, content, updated) VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        statement.bind(1, id)
        statement.bind(2, uuid)
        statement.bind(3, type)
        statement.bind(4, start)
        statement.bind(5, push?.app)
        statement.bind(6, identity.content)
        statement.bind(7, identity.updated)
        try statement.run()
    }

    // MARK: Items

    /// Finds the sample of a pushed item by type, dates, source and value, or adds it.
    /// - Parameters:
    ///   - index: The index of the type.
    ///   - isSame: Returns whether an otherwise equal sample of an import has the same details of its kind.
    func takePushedSample(
        _ index: Int, provenance: InputProvenance, start: Double, end: Double, created: Double, value: Double,
        metadata: [MetadataPair], isSame: (Int64) throws -> Bool
    ) throws -> ItemPlace {
        let (type, identifier) = (types[index].number, types[index].identifier)
        let identity = push?.item ?? PushedIdentity()
        let group = try searchedGroup(StartGroup(samples(type: type, at: start.rounded(.down)), facts))
        let text = try facts.metadata(metadata) ?? -1
        let copy = OtherCopy(
            end: end, value: value, provenance: provenance, metadata: text, created: created, uuid: identity.uuid)
        var food: FoodReading?
        if types[index].isFood {
            food = FoodReading(
                name: FoodReading.name(in: metadata), type: identifier, start: start, end: end,
                missing: provenance.identity.missing)
        }
        let found = try find(
            copy.wantedItem, identity, start: start, in: group, canonical: nil, type: type, isItem: true, food: food,
            isSame: isSame)
        switch found.match {
        case .own(let stored):
            let place = try improveItem(stored, index, with: copy)
            try noteContent(identity, of: place.id)
            return place
        case .known(let id, _):
            matched.insert(id)
            push?.count(identifier, .init(known: 1))
            return ItemPlace(id: id, isNew: false, isOther: true)
        case .other, .new: break
        }
        var outdated = found.outdated
        if outdated == nil {
            var isLeftOut = try isDeleted(identity, type: type)
            if !isLeftOut, case .new = found.match {
                isLeftOut = try isUnwanted(copy.wantedItem, start: start, type: type, identity)
            }
            if isLeftOut {
                push?.count(identifier, .init(known: 1))
                return ItemPlace(id: -1, isNew: false, isOther: true)
            }
        }
        if outdated == nil, identifier == HKWorkoutTypeIdentifier {
            let hasIdentity = identity.uuid != nil
            switch try earlierWorkouts(copy.wantedItem, start: start, type: type, hasIdentity: hasIdentity) {
            case .later(let id, _):
                // The push can contain the later version, too, which matches this sample.
                push?.count(identifier, .init(known: 1))
                return ItemPlace(id: id, isNew: false, isOther: true)
            case .earlier(let versions): outdated = versions
            case .none: break
            }
        }
        let replaced = try outdated.map { try remove($0, type: type) }
        if case .other(let stored, let holder) = found.match {
            matched.insert(stored.id)
            try keep(copy, of: stored, type: type, holder: holder, push?.itemValues)
            try replaced?.keepCopies(of: stored, type: type, db)
            push?.count(identifier, replaced == nil ? .init(known: 1) : .init(replaced: 1))
            return ItemPlace(id: stored.id, isNew: false, isOther: true)
        }
        let ordinal =
            try identity.uuid == nil
            ? StartGroup(samples(type: type, at: start), facts).nextOrdinal(
                end: end, value: value, source: provenance.identity.source, facts) : -1
        let sample = StoredSampleRow(
            type: type, start: start, end: end, value: value, provenance: provenance.number,
            metadata: try identity.uuid == nil ? text : typedMetadata.number(of: text, push?.itemValues),
            created: created,
            ordinal: ordinal)
        let id = try writer.add(sample, source: provenance.identity.sourceNumber)
        _ = large.take(index, start)
        try name(id, identity, type: type, start: start)
        try replaced?.note(
            db,
            newSample: StoredRow(
                id: id, start: start, end: end, value: value, provenance: provenance.number, metadata: text,
                ordinal: ordinal), type: type, at: push?.now)
        push?.count(identifier, replaced == nil ? .init(added: 1) : .init(replaced: 1))
        return ItemPlace(id: id, isNew: true)
    }
}
