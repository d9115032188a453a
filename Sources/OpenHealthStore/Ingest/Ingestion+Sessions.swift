// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// A session of a push, and the stored versions of it.
struct SessionRevision {
    var session: PushedSession
    /// The number of the type.
    var type: Int64
    /// The stored versions of the session, by number.
    var stored: [Int64] = []
    /// The samples of the stored versions.
    var former: [RawSample] = []
    /// Whether a stored version, or another one of the push, is newer, so that the samples of this one are left out.
    var isOutdated = false
    /// The samples of this version: their positions and starts.
    var members: [Int64: Double] = [:]
    /// The samples of this version that were added.
    var added: Set<Int64> = []
}

/// The sessions of a push, and its items that do not count.
final class PushedSessions {
    fileprivate var revisions: [SessionRevision] = []
    /// The items of the push of which it contains a later version, or a longer one.
    fileprivate(set) var outdatedItems: Set<ItemPosition> = []

    /// Returns the identifier of a session, if the sender identifies it.
    func identifier(of session: Int32) -> UUID? { revisions[Int(session)].session.uuid }
}

/// The place of an item in a push of one or several batches.
struct ItemPosition: Hashable {
    var batch: Int
    var index: Int
}

extension PushedSession {
    /// The relation of a session to another one of the same kind and source.
    enum Relation {
        /// Another session.
        case other
        /// A later version.
        case later
        /// An earlier version, or a part.
        case earlier
    }

    /// The dates of a session.
    typealias Period = (start: Double, end: Double)

    /// The maximum difference of the dates of two versions that start or end at the same time, in seconds.
    private static let sameTime = 60.0
    /// The maximum difference of the dates of a shorter correction, as a part of the longer version.
    private static let edge = 0.1

    /// Returns whether one of two periods covers more than half of the other.
    static func isSamePeriod(_ a: Period, _ b: Period) -> Bool {
        let overlap = min(a.end, b.end) - max(a.start, b.start)
        return overlap > 0 && overlap > 0.5 * min(a.end - a.start, b.end - b.start)
    }

    /// Returns what a session is to one that came before, if neither has an identifier or a date of change.
    ///
    /// The longer one of two counts, in whatever order they arrive, because senders repeat pushes of an earlier state. A shorter one is a
    /// correction if it lacks only a little at both edges, or if it was moved or trimmed at both edges and covers more than half.
    /// - Parameter hasParts: Whether a session inside another one, with another start and end, is a session of its own, as for workouts.
    static func relation(of new: Period, to old: Period, hasParts: Bool) -> Relation {
        guard isSamePeriod(new, old) else { return .other }
        let (newLength, oldLength) = (new.end - new.start, old.end - old.start)
        let (longer, shorter) = newLength >= oldLength ? (new, old) : (old, new)
        let isInside =
            shorter.start - longer.start > sameTime && longer.end - shorter.end > sameTime
        let length = max(newLength, oldLength)
        let coversHalf = 2 * min(newLength, oldLength) > length
        if hasParts, isInside, !coversHalf { return .other }
        if newLength >= oldLength { return .later }
        let (first, last) = ((new.start - old.start).magnitude, (new.end - old.end).magnitude)
        if max(first, last) <= edge * length { return .later }
        if min(first, last) <= sameTime { return .earlier }
        let isMoved = new.start < old.start || new.end > old.end || isInside
        let overlap = min(new.end, old.end) - max(new.start, old.start)
        return isMoved && overlap > 0.5 * oldLength ? .later : .earlier
    }

    /// Returns what the session is to one of the same type and source that came before.
    ///
    /// The later date of change decides, except for a short session in a long one, which is a nap in a night rather than a version of it.
    func relation(to old: PushedSession) -> Relation {
        guard let isNewer = isNewer(than: old) else {
            return Self.relation(of: (start, end), to: (old.start, old.end), hasParts: false)
        }
        guard Self.isSamePeriod((start, end), (old.start, old.end)) else { return .other }
        return isNewer ? .later : .earlier
    }

    /// Returns whether the date of change tells that the session is newer than another one; nil if the dates do not tell.
    private func isNewer(than other: PushedSession) -> Bool? {
        guard let updated, let date = other.updated, updated != date else { return nil }
        let (length, otherLength) = (end - start, other.end - other.start)
        let isShort = updated > date ? 2 * length <= otherLength : 2 * otherLength <= length
        return isShort ? nil : updated > date
    }

    /// Returns whether the session has some dates, in whole seconds.
    func hasDates(_ start: Double, _ end: Double) -> Bool {
        self.start.rounded(.down) == start.rounded(.down) && self.end.rounded(.down) == end.rounded(.down)
    }

    /// Returns whether a sample states only that the person slept during the session.
    func isWhole(_ sample: RawSample) -> Bool {
        sample.value == Double(HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue)
            && hasDates(sample.start, sample.end)
    }

    /// Returns whether the session counts instead of an overlapping one of the same push that precedes it.
    func replaces(inPush other: PushedSession) -> Bool {
        if isSummary != other.isSummary, hasDates(other.start, other.end) { return other.isSummary }
        if uuid != nil { return updated ?? -.infinity >= other.updated ?? -.infinity }
        return isNewer(than: other) ?? (end - start >= other.end - other.start)
    }
}

extension Ingestion {
    /// The maximum duration of a session that is compared with others, in seconds.
    private static let longestSession = 7 * 86_400.0

    /// Finds the stored versions of the sessions of a push.
    /// - Parameter used: The indices of the sessions that have samples in the push.
    func takeSessions(_ sessions: [PushedSession], used: Set<Int32>) throws {
        push?.sessions.revisions = try sessions.enumerated().map {
            try session($1, isUsed: used.contains(Int32($0)))
        }
        leaveOutEarlierSessions()
    }

    /// Returns a session of a push with its stored versions.
    /// - Parameter isUsed: Whether the push has samples of the session. Without any, stored versions do not change.
    private func session(_ session: PushedSession, isUsed: Bool) throws -> SessionRevision {
        guard let push, isUsed else { return SessionRevision(session: session, type: 0) }
        var revision = SessionRevision(session: session, type: types[try types.index(session.type)].number)
        let rows = try rows(session, type: revision.type)
        for row in rows where push.reach.apps.contains(row.app) {
            let relation: PushedSession.Relation
            if let uuid = row.uuid, let own = session.uuid {
                var isOlder = false
                if let stored = row.updated, let new = session.updated { isOlder = new < stored }
                relation = uuid != own ? .other : isOlder ? .earlier : .later
            } else if row.source == session.source {
                var old = session
                (old.start, old.end) = (row.start, row.end)
                old.updated = row.updated
                relation = session.relation(to: old)
            } else {
                relation = .other
            }
            if relation == .other { continue }
            if relation == .earlier { revision.isOutdated = true }
            revision.stored.append(row.id)
            let samples = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT start, sample FROM pushed_session_sample WHERE session = ?"),
                arguments: [row.id])
            let former = try samples.compactMap { sample in
                try SampleLookup.sample(
                    db, type: revision.type, start: sample.value(of: "start"), id: sample.value(of: "sample"))
            }
            if session.isSummary, session.hasDates(row.start, row.end),
                former.contains(where: { !session.isWhole($0) })
            {
                revision.isOutdated = true
            }
            revision.former += former
        }
        return revision
    }

    /// Returns the stored sessions that can be versions of a session.
    private func rows(_ session: PushedSession, type: Int64) throws -> [SessionRow] {
        let columns = "SELECT \(SessionRow.Columns.selection) FROM pushed_session WHERE type = ?1"
        // A push can have thousands of series.
        if session.isSeries {
            return try SessionRow.fetchAll(
                db.cachedStatement(sql: "\(columns) AND uuid = ?2 ORDER BY id"),
                arguments: [type, session.uuid?.bytes])
        }
        return try SessionRow.fetchAll(
            db.cachedStatement(
                sql: "\(columns) AND (uuid = ?2 OR end > ?3 AND end < ?5 AND start < ?4) ORDER BY id"),
            arguments: [type, session.uuid?.bytes, session.start, session.end, session.end + Self.longestSession])
    }

    /// Leaves out sessions if the push also contains a later version of them. The later version has the later date of change, or else is
    /// the longer one, or else the last one.
    ///
    /// Sessions with and without an identifier are not compared. Those without are sorted by their start, so that each is compared only with
    /// those that overlap it.
    private func leaveOutEarlierSessions() {
        guard var sessions = push?.sessions.revisions else { return }
        func leaveOutOne(_ first: Int, _ second: Int) -> Int {
            let (first, second) = (min(first, second), max(first, second))
            let isReplaced = sessions[second].session.replaces(inPush: sessions[first].session)
            let earlier = isReplaced ? first : second
            sessions[earlier].isOutdated = true
            return first == earlier ? second : first
        }
        let used = sessions.indices.filter { sessions[$0].type != 0 && !sessions[$0].isOutdated }
        var named: [UUID: Int] = [:]
        for index in used {
            guard let uuid = sessions[index].session.uuid else { continue }
            named[uuid] = named[uuid].map { leaveOutOne($0, index) } ?? index
        }
        let others = used.filter { sessions[$0].session.uuid == nil }.sorted { a, b in
            let (a, b) = (sessions[a], sessions[b])
            return (a.type, a.session.source, a.session.start) < (b.type, b.session.source, b.session.start)
        }
        for (place, index) in others.enumerated() where !sessions[index].isOutdated {
            for other in others.dropFirst(place + 1) {
                let (a, b) = (sessions[index], sessions[other])
                guard a.type == b.type, a.session.source == b.session.source, b.session.start < a.session.end
                else { break }
                guard !b.isOutdated, b.session.relation(to: a.session) != .other else { continue }
                if leaveOutOne(index, other) == other { break }
            }
        }
        push?.sessions.revisions = sessions
    }

    /// Leaves out the items of which the push contains a later version.
    func leaveOutEarlierItems(_ batches: [PushedBatch]) {
        push?.sessions.outdatedItems = earlierItems(batches).union(earlierWorkouts(batches))
    }

    /// Returns the items with an identity whose later version is in the push, too. The later version has the later date of change,
    /// or else is the last one.
    private func earlierItems(_ batches: [PushedBatch]) -> Set<ItemPosition> {
        struct Name: Hashable {
            var uuid: UUID
            var type: String
        }
        var latest: [Name: (position: ItemPosition, updated: Double)] = [:]
        var outdated: Set<ItemPosition> = []
        for (number, batch) in batches.enumerated() where !batch.itemUUIDs.isEmpty {
            for (index, item) in batch.samples.items.enumerated() {
                guard let uuid = batch.itemUUIDs[index], let type = item.sampleType else { continue }
                let name = Name(uuid: uuid, type: type)
                let version = (ItemPosition(batch: number, index: index), batch.itemUpdated[index] ?? -.infinity)
                guard let other = latest[name] else {
                    latest[name] = version
                    continue
                }
                if version.1 >= other.updated {
                    outdated.insert(other.position)
                    latest[name] = version
                } else {
                    outdated.insert(version.0)
                }
            }
        }
        return outdated
    }

    /// Returns the workouts without an identifier of which the push contains a longer version. Workouts of unknown sources are not compared.
    private func earlierWorkouts(_ batches: [PushedBatch]) -> Set<ItemPosition> {
        struct Kind: Hashable {
            var activity: String
            var source: ContentHash
        }
        typealias Workout = (position: ItemPosition, period: PushedSession.Period, identity: SharedRows.Identity)
        var kinds: [Kind: [Workout]] = [:]
        for (number, batch) in batches.enumerated() {
            for (index, item) in batch.samples.items.enumerated() where batch.itemUUIDs[index] == nil {
                guard case .workout(let workout) = item else { continue }
                let identity = dictionary.provenances[Int(workout.sample.provenance)].identity
                if !identity.statesSource { continue }
                let kind = Kind(activity: workout.activityType, source: identity.source)
                kinds[kind, default: []].append(
                    (
                        ItemPosition(batch: number, index: index), (workout.sample.start, workout.sample.end),
                        identity.ofItem
                    ))
            }
        }
        var outdated: Set<ItemPosition> = []
        for workouts in kinds.values where workouts.count > 1 {
            // Of two that start at the same time, the longer one is first.
            let sorted = workouts.sorted { ($0.period.start, -$0.period.end) < ($1.period.start, -$1.period.end) }
            for (place, one) in sorted.enumerated() where !outdated.contains(one.position) {
                for other in sorted.dropFirst(place + 1) {
                    guard other.period.start < one.period.end else { break }
                    // Two workouts of the same time with other content are two; see decision record 2.
                    guard other.period != one.period, !outdated.contains(other.position),
                        other.identity.canBeSameDevice(as: one.identity),
                        PushedSession.relation(of: other.period, to: one.period, hasParts: true) != .other
                    else { continue }
                    let isLonger = other.period.end - other.period.start > one.period.end - one.period.start
                    outdated.insert(isLonger ? one.position : other.position)
                    if isLonger { break }
                }
            }
        }
        return outdated
    }

    /// Returns whether a record belongs to a session of which a stored version is newer, or the push contains a later version of the record.
    func isOutdated(_ position: Int32, _ batch: PushedBatch) -> Bool {
        if let push, let uuid = batch.uuids[position],
            push.versions.isEarlier(uuid, batch.samples.rows[Int(position)])
        {
            return true
        }
        guard let session = batch.rowSessions[position] else { return false }
        return push?.sessions.revisions[Int(session)].isOutdated ?? false
    }

    /// Notes a sample that belongs to a session of the push.
    func noteMember(_ id: Int64, start: Double, of position: Int32, _ batch: PushedBatch, isNew: Bool) {
        guard let session = batch.rowSessions[position] else { return }
        push?.sessions.revisions[Int(session)].members[id] = start
        if isNew { push?.sessions.revisions[Int(session)].added.insert(id) }
    }

    /// Deletes the samples of earlier versions of the sessions that the new versions do not contain, and stores the sessions.
    ///
    /// A session without samples in the push, because its type was refused, does not change.
    func finishSessions() throws {
        for revision in push?.sessions.revisions ?? [] where !revision.isOutdated && !revision.members.isEmpty {
            var removed = SampleRevision(reason: .session)
            for sample in revision.former where revision.members[sample.id] == nil && !matched.contains(sample.id) {
                guard try push?.reach.isOwn(PushReach.holder(of: sample, records)) == true else { continue }
                try removed.add(sample, db)
                try writer.delete(sample)
                matched.insert(sample.id)
            }
            try note(revision, removed)
            try store(revision)
        }
    }

    /// Notes that the added samples of a session replaced earlier ones.
    private func note(_ revision: SessionRevision, _ removed: SampleRevision) throws {
        guard removed.versions > 0, let index = types.index(ofNumber: revision.type) else { return }
        let replaced = min(revision.added.count, removed.versions)
        types.count(index, added: -replaced, replaced: replaced)
        guard let first = revision.added.min() ?? revision.members.keys.min(), let start = revision.members[first]
        else { return }
        try writer.flush()
        if let row = try reader.rows(type: revision.type, from: start, to: start)?.first(where: { $0.id == first }) {
            try removed.note(db, newSample: row, type: revision.type, at: push?.now)
        }
    }

    private func store(_ revision: SessionRevision) throws {
        // Most series are sent again without a change.
        if revision.session.isSeries, revision.stored.count == 1, revision.added.isEmpty,
            Set(revision.former.map(\.id)) == Set(revision.members.keys)
        {
            return
        }
        for id in revision.stored {
            try db.cachedStatement(sql: "DELETE FROM pushed_session WHERE id = ?").execute(arguments: [id])
            try db.cachedStatement(sql: "DELETE FROM pushed_session_sample WHERE session = ?").execute(arguments: [id])
        }
        let session = revision.session
        // A later version of a single reading replaces it by its UUID.
        if session.isSeries, revision.members.count < 2 { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO pushed_session (app, type, source, start, end, uuid, updated) VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                push?.app, revision.type, session.source, session.start, session.end, session.uuid?.bytes,
                session.updated,
            ])
        let id = db.lastInsertedRowID
        for (sample, start) in revision.members.sorted(by: { $0.key < $1.key }) {
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO pushed_session_sample (sample, session, start) VALUES (?, ?, ?)"
            ).execute(arguments: [sample, id, start])
        }
    }
}

/// A row of the table of pushed sessions.
private struct SessionRow: FetchableRecord {
    enum Columns: String, SelectedColumns {
        case id, app, source, start, end, uuid, updated
    }

    let id: Int64
    let app: String
    let source: String
    let start: Double
    let end: Double
    let uuid: UUID?
    let updated: Double?

    init(row: Row) throws {
        id = try row.value(of: Columns.id)
        app = try row.value(of: Columns.app)
        source = try row.value(of: Columns.source)
        start = try row.value(of: Columns.start)
        end = try row.value(of: Columns.end)
        uuid = try row.value(Data?.self, of: Columns.uuid).flatMap(UUID.init(bytes:))
        updated = try row.value(of: Columns.updated)
    }
}
