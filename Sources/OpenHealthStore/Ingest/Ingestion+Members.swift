// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// A record inside a correlation or workout, kept until all records at the top level have been read.
struct PendingMember {
    enum Parent {
        case correlation(Int64)
        case workout(Int64)
    }
    var parent: Parent
    /// The food, if the correlation is one.
    var food: FoodReading?
    /// The positions of the members of the foods of other connections that have the identity of the food.
    var shared: Set<Int64>
    /// The members of the earlier version of the correlation.
    var former: [RawSample]
    var record: IngestRecord
    var beats: [Beat]
}

/// The records inside correlations and workouts that are stored after all records at the top level.
final class PendingMembers {
    fileprivate var pending: [PendingMember] = []
    /// The samples that a record inside a correlation matches.
    fileprivate(set) var linked: Set<Int64> = []
    /// The new members of changed correlations, by the positions of the earlier ones of the same type.
    fileprivate(set) var successors: [Int64: StoredRow] = [:]
}

extension Ingestion {
    /// Keeps the records inside a correlation or workout.
    /// - Parameters:
    ///   - food: The food, if the correlation is one.
    ///   - shared: The positions of the members of the foods of other connections that have the identity of the food.
    ///   - former: The members of the earlier version of the correlation.
    func pend(
        _ rows: [NestedRow], in parent: PendingMember.Parent, texts: [String], food: FoodReading? = nil,
        shared: Set<Int64> = [], former: [RawSample] = []
    ) throws {
        for member in rows {
            try types[types.index(of: member.row)].checkPlain()
            members.pending.append(
                PendingMember(
                    parent: parent, food: food, shared: shared, former: former,
                    record: dictionary.record(member.row, texts), beats: member.beats))
        }
    }

    /// Stores the nested records, after all records at the top level.
    ///
    /// A nested record that is also at the top level is the same record: it is linked and counted once. Other nested records are
    /// added.
    func takePendingMembers() throws {
        members.pending.sort { a, b in
            let (a, b) = (a.record.row, b.record.row)
            return a.type != b.type ? a.type < b.type : a.start < b.start
        }
        var linkedToWorkout: Set<Int64> = []
        var group: StartGroup?
        var place: (type: Int64, start: Double) = (-1, .nan)
        for member in members.pending {
            let record = member.record
            let (index, start) = (types.index(of: record.row), record.row.start)
            let type = types[index].number
            if place != (type, start) {
                place = (type, start)
                group = try StartGroup(try samples(type: type, at: start), facts)
            }
            let search: StartIndex.Search
            let isLinked: (Int64) -> Bool
            switch member.parent {
            case .correlation:
                search = .correlation
                isLinked = { self.members.linked.contains($0) }
            case .workout:
                search = .workout
                isLinked = { linkedToWorkout.contains($0) }
            }
            let id: Int64
            // A sample of a record in whole seconds can start later in the second.
            var (found, memberStart): (Int64?, Double) = (nil, start)
            if push == nil {
                found = try group?.best(
                    record.wanted, for: search, facts, allowed: { !isLinked($0) },
                    isSame: { try sameText($0, record) })
                if found == nil, hasPartial,
                    let stored = try group?.partial(
                        record.wanted, canonical: types[index].canonical, facts, allowed: { !isLinked($0.id) },
                        isSame: { _ in true })
                {
                    (found, memberStart) = (stored.id, stored.start)
                    if stored.id < writer.firstID { try improve(stored, type: type, with: OtherCopy(record)) }
                }
            } else if let known = try pushedMember(member, in: group, type: index, isLinked: isLinked) {
                (found, memberStart) = known
            }
            if let found {
                id = found
                // The sample is from before the import and wasn't matched at the top level, so it is counted here.
                if isUnmatched(found) {
                    types.count(index, read: 1)
                    matched.insert(found)
                }
            } else {
                let added = try add(member, type: type, group)
                try group?.add(added, facts)
                noteSuccessor(added, of: member, type: type)
                id = added.id
                types.count(index, read: 1, added: 1)
            }
            switch member.parent {
            case .correlation(let parent):
                members.linked.insert(id)
                try details.link(table: .correlation, parent: parent, id: id, type: type, start: memberStart)
            case .workout(let parent):
                linkedToWorkout.insert(id)
                try details.link(table: .workout, parent: parent, id: id, type: type, start: memberStart)
            }
        }
        members.pending = []
        try writer.endRun()
    }

    /// Returns the position and the start of the sample that a nested record of a push is. It is one of the same connection, which gets
    /// the facts that it lacks, one of an import, or one of another connection, of which this one gets a copy.
    ///
    /// Several foods of one time have equal nutrients, each its own.
    private func pushedMember(
        _ member: PendingMember, in group: StartGroup?, type: Int, isLinked: (Int64) -> Bool
    ) throws -> (id: Int64, start: Double)? {
        guard let reach = push?.reach, let group else { return nil }
        let (record, number) = (member.record, types[type].number)
        func best(where isMatch: (StoredRow) throws -> Bool) throws -> StoredRow? {
            try group.partial(
                record.wanted, canonical: types[type].canonical, facts, isComplete: true,
                allowed: { try !isLinked($0.id) && isMatch($0) }, isSame: { _ in true })
        }
        func isFree(_ row: StoredRow, comparesNames: Bool = false) throws -> Bool {
            try !types[type].isFood || self.isFree(row.id, for: member, comparesNames: comparesNames)
        }
        // The records of the push, which are samples now, or were matched with samples.
        if let added = try best(where: { $0.id >= self.writer.firstID }) { return (added.id, added.start) }
        let own =
            try best(where: {
                try self.matched.contains($0.id) && reach.isOwn(self.holder(of: $0)) && isFree($0)
            })
            ?? best(where: { try reach.isOwn(self.holder(of: $0)) && isFree($0) })
        if let own {
            try improve(own, type: number, with: OtherCopy(record), app: push?.app)
            return (own.id, own.start)
        }
        if let imported = try best(where: { try self.holder(of: $0) == .imports && isFree($0) }) {
            return (imported.id, imported.start)
        }
        if try push?.hasCopies(db) == true {
            let few = group.rows.count <= StartGroup.maximumPartialLength ? group.rows : []
            let copied =
                try few.first { try !isLinked($0.id) && hasCopy(of: $0.id, equalTo: record) && isFree($0) }
                ?? best(where: { try self.hasCopy(of: $0.id) && isFree($0) })
            if let copied {
                try renewCopy(of: copied.id, with: record)
                return (copied.id, copied.start)
            }
        }
        let found = try find(
            record.wanted, PushedIdentity(), start: record.row.start, in: group,
            near: nearStarts(of: record.row.start, type: type), canonical: types[type].canonical, type: number,
            food: member.food,
            allowed: { row in
                guard !isLinked(row.id), case .connection(let app) = try self.holder(of: row) else { return false }
                return try !reach.apps.contains(app) && isFree(row, comparesNames: true)
            })
        if case .other(let stored, let holder) = found.match {
            try keep(OtherCopy(record), of: stored, type: number, holder: holder, nil)
            try confirm(stored, type: number)
            return (stored.id, stored.start)
        }
        // The other connection has not sent the change yet, so its sample counts until then.
        let former = try member.former.first { former in
            try former.type == number && former.start.rounded(.down) == record.row.start.rounded(.down)
                && !isLinked(former.id) && !reach.isOwn(PushReach.holder(of: former, records))
                && hasCopy(of: former.id)
        }
        if let former {
            try renewCopy(of: former.id, with: record)
            return (former.id, former.start)
        }
        let shared = try group.rows.first { row in
            try member.shared.contains(row.id) && !isLinked(row.id) && isVersionOfOthers(row) && isFree(row)
        }
        guard let shared else { return nil }
        try keep(OtherCopy(record), of: shared, type: number, holder: holder(of: shared), nil)
        return (shared.id, shared.start)
    }

    /// Returns the positions of the members of the correlations of other connections that have the identity of the one that is being stored, and
    /// start in the same second.
    func sharedMembers(type: String, start: Double) throws -> Set<Int64> {
        guard let push, let uuid = push.item.uuid else { return [] }
        let number = types[try types.index(type)].number
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT start, id, app FROM sample_uuid WHERE uuid = ? AND type = ? AND app IS NOT NULL"),
            arguments: [uuid.bytes, number])
        var positions: Set<Int64> = []
        for row in rows {
            let other: Double = try row.value(of: "start")
            guard other.rounded(.down) == start.rounded(.down),
                try !push.reach.apps.contains(row.value(of: "app")),
                let sample = try SampleLookup.sample(db, type: number, start: other, id: row.value(of: "id"))
            else { continue }
            positions.formUnion(try members(of: sample).map(\.id))
        }
        return positions
    }

    /// Returns whether a sample can be a nutrient of a food: it is in no other food of the connection.
    /// - Parameter comparesNames: Whether it must be in no food with another name either.
    private func isFree(_ sample: Int64, for member: PendingMember, comparesNames: Bool) throws -> Bool {
        guard case .correlation(let food) = member.parent else { return true }
        return try correlations(with: sample).allSatisfy { other in
            if other.id == food { return true }
            if other.isOwn { return false }
            return try !comparesNames || member.food?.canBe(foodName(other.metadata)) != false
        }
    }

    /// Returns the correlations that contain a sample, and whether they are those of the connection.
    private func correlations(with sample: Int64) throws -> [(id: Int64, isOwn: Bool, metadata: Int64)] {
        let ids = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT correlation FROM correlation_member WHERE id = ?"), arguments: [sample])
        return try ids.map { id in
            guard id < writer.firstID, let stored = try SampleLookup.sample(records, at: id) else {
                return (id, true, -1)
            }
            let isOwn = try push?.reach.isOwn(PushReach.holder(of: stored, records)) == true
            return (id, isOwn, stored.metadata)
        }
    }

    // MARK: Earlier members

    /// Notes that a new sample takes the place of the member of the same type in the earlier version of a correlation.
    private func noteSuccessor(_ added: StoredRow, of member: PendingMember, type: Int64) {
        let former = member.former.first { $0.type == type && members.successors[$0.id] == nil }
        if let former { members.successors[former.id] = added }
    }

    /// Deletes the members of replaced items that the new versions do not contain, and the copies that the connection had of those of other
    /// connections. Samples of other parties, samples with an identity of their own and members of other items remain. The copies of other
    /// connections become copies of the new member.
    func removeFormerMembers() throws {
        guard let push else { return }
        for sample in push.former.members where !members.linked.contains(sample.id) && isUnmatched(sample.id) {
            guard try SampleLookup.sample(db, type: sample.type, start: sample.start, id: sample.id) != nil else {
                continue
            }
            let isInOwn = try correlations(with: sample.id).contains { $0.isOwn }
            if try !push.reach.isOwn(PushReach.holder(of: sample, records)) {
                if !isInOwn { try removeCopy(of: sample.id) }
                continue
            }
            let row = StoredRow(
                id: sample.id, start: sample.start, end: sample.end, value: sample.value,
                provenance: sample.provenance, metadata: sample.metadata, ordinal: sample.ordinal)
            if try givenUUID(row) != nil { continue }
            if try PushedCopy.all(db, of: sample.id).isEmpty {
                if try !isMember(sample.id) { try writer.delete(sample) }
            } else if !isInOwn, let successor = members.successors[sample.id] {
                var revision = SampleRevision(reason: .corrected)
                try revision.add(sample, db)
                try writer.delete(sample, keepsLinks: true)
                try revision.keepCopies(of: successor, type: sample.type, db)
            }
        }
    }

    /// Returns whether a sample is in a correlation or workout.
    private func isMember(_ sample: Int64) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM correlation_member WHERE id = ?1)
                        OR EXISTS (SELECT 1 FROM workout_sample WHERE id = ?1)
                    """), arguments: [sample]) ?? false
    }

    private func add(_ member: PendingMember, type: Int64, _ group: StartGroup?) throws -> StoredRow {
        let ordinal =
            try group?.nextOrdinal(
                end: member.record.row.end, value: nil, source: member.record.provenance.identity.source, facts) ?? 0
        let added = try add(member.record, type: type, ordinal: ordinal)
        if !member.beats.isEmpty { try details.addBeats(added.id, member.beats) }
        return added
    }
}
