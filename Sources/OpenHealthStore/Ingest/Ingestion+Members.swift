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
    var record: IngestRecord
    var beats: [Beat]
}

/// The records inside correlations and workouts that are stored after all records at the top level.
final class PendingMembers {
    fileprivate var pending: [PendingMember] = []
    /// The samples that a record inside a correlation matches.
    fileprivate(set) var linked: Set<Int64> = []
}

extension Ingestion {
    /// Keeps the records inside a correlation or workout.
    func pend(_ rows: [NestedRow], in parent: PendingMember.Parent, texts: [String]) throws {
        for member in rows {
            try types[types.index(of: member.row)].checkPlain()
            members.pending.append(
                PendingMember(parent: parent, record: dictionary.record(member.row, texts), beats: member.beats))
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
            var found: Int64?
            if push == nil {
                found = try group?.best(
                    record.wanted, for: search, facts, allowed: { !isLinked($0) },
                    isSame: { try sameText($0, record) })
                if found == nil, hasPartial,
                    let stored = try group?.partial(
                        record.wanted, canonical: types[index].canonical, facts, allowed: { !isLinked($0.id) },
                        isSame: { _ in true })
                {
                    found = stored.id
                    if stored.id < writer.firstID { try improve(stored, type: type, with: OtherCopy(record)) }
                }
            } else {
                found = try pushedMember(record, of: member.parent, in: group, type: index) { isLinked($0) }
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
                id = added.id
                types.count(index, read: 1, added: 1)
            }
            switch member.parent {
            case .correlation(let parent):
                members.linked.insert(id)
                try details.link(table: .correlation, parent: parent, id: id, type: type, start: start)
            case .workout(let parent):
                linkedToWorkout.insert(id)
                try details.link(table: .workout, parent: parent, id: id, type: type, start: start)
            }
        }
        members.pending = []
        try writer.endRun()
    }

    /// Returns the position of the stored sample that equals a nested record of a push. The sample is from the same connection,
    /// and then gets the facts that it lacks; from an import; or from another connection if this connection has sent it, too.
    ///
    /// Several foods of one time have equal nutrients, each its own.
    private func pushedMember(
        _ record: IngestRecord, of parent: PendingMember.Parent, in group: StartGroup?, type: Int,
        isLinked: (Int64) -> Bool
    ) throws -> Int64? {
        guard let reach = push?.reach else { return nil }
        func best(where isMatch: (StoredRow) throws -> Bool) throws -> StoredRow? {
            try group?.partial(
                record.wanted, canonical: types[type].canonical, facts, isComplete: true,
                allowed: { try !isLinked($0.id) && isMatch($0) }, isSame: { _ in true })
        }
        func isOfNoOther(_ id: Int64) throws -> Bool {
            guard types[type].isFood, case .correlation(let food) = parent else { return true }
            return try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT NOT EXISTS (SELECT 1 FROM correlation_member WHERE id = ? AND correlation <> ?)"),
                arguments: [id, food]) ?? true
        }
        // The records of the push, which are samples now, or were matched with samples.
        if let added = try best(where: { $0.id >= self.writer.firstID }) { return added.id }
        let own =
            try best(where: {
                try self.matched.contains($0.id) && reach.isOwn(self.holder(of: $0)) && isOfNoOther($0.id)
            })
            ?? best(where: { try reach.isOwn(self.holder(of: $0)) && isOfNoOther($0.id) })
        if let own {
            try improve(own, type: types[type].number, with: OtherCopy(record), app: push?.app)
            return own.id
        }
        if let imported = try best(where: { try self.holder(of: $0) == .imports }) { return imported.id }
        return try best { try self.hasCopy(of: $0.id) }?.id
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
