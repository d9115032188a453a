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

extension PushedSession {
    /// Returns whether one of two periods covers more than half of the other.
    static func isSamePeriod(_ a: (start: Double, end: Double), _ b: (start: Double, end: Double)) -> Bool {
        let overlap = min(a.end, b.end) - max(a.start, b.start)
        return overlap > 0 && overlap > 0.5 * min(a.end - a.start, b.end - b.start)
    }
}

extension IngestSession {
    /// The maximum duration of a session that is compared with others, in seconds.
    private static let longestSession = 7 * 86_400.0

    /// Returns a session of a push with its stored versions.
    /// - Parameter isUsed: Whether the push has samples of the session. Without any, stored versions do not change.
    func session(_ session: PushedSession, isUsed: Bool) throws -> SessionRevision {
        guard let push, isUsed else { return SessionRevision(session: session, type: 0) }
        var revision = SessionRevision(session: session, type: types[try typeIndex(session.type)].number)
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, app, source, start, end, uuid, updated FROM pushed_session
                    WHERE type = ?1 AND (uuid = ?2 OR end > ?3 AND end < ?5 AND start < ?4) ORDER BY id
                    """),
            arguments: [
                revision.type, session.uuid?.bytes, session.start, session.end, session.end + Self.longestSession,
            ])
        for row in rows where push.reach.apps.contains(try row.decode(atIndex: 1)) {
            let uuid = try row.decode(Data?.self, atIndex: 5).flatMap(UUID.init(bytes:))
            let isSame: Bool
            if let uuid, let own = session.uuid {
                isSame = uuid == own
            } else {
                isSame =
                    try row.decode(String.self, atIndex: 2) == session.source
                    && PushedSession.isSamePeriod(
                        (row.decode(atIndex: 3), row.decode(atIndex: 4)), (session.start, session.end))
            }
            guard isSame else { continue }
            if let stored = try row.decode(Double?.self, atIndex: 6), let new = session.updated, new < stored {
                revision.isOutdated = true
            }
            let id: Int64 = try row.decode(atIndex: 0)
            revision.stored.append(id)
            let samples = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT start, sample FROM pushed_session_sample WHERE session = ?"),
                arguments: [id])
            revision.former += try samples.compactMap { sample in
                try SampleLookup.sample(
                    db, type: revision.type, start: sample.decode(atIndex: 0), id: sample.decode(atIndex: 1))
            }
        }
        return revision
    }

    /// Leaves out the sessions of which the push contains a later version: the one with the later date of change, or else the last one.
    ///
    /// Sessions with and without an identifier are not compared. Those without are sorted by their start, so that each is compared only with
    /// those that overlap it.
    func leaveOutEarlierSessions() {
        guard var sessions = push?.sessions else { return }
        func leaveOutOne(_ first: Int, _ second: Int) -> Int {
            let (first, second) = (min(first, second), max(first, second))
            let updated = [first, second].map { sessions[$0].session.updated ?? -.infinity }
            let earlier = updated[0] > updated[1] ? second : first
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
                let (first, second) = ((a.session.start, a.session.end), (b.session.start, b.session.end))
                guard !b.isOutdated, PushedSession.isSamePeriod(first, second) else { continue }
                if leaveOutOne(index, other) == other { break }
            }
        }
        push?.sessions = sessions
    }

    /// Returns whether a record belongs to a session of which a stored version is newer.
    func isOutdated(_ position: Int32, _ batch: PushedBatch) -> Bool {
        guard let session = batch.rowSessions[position] else { return false }
        return push?.sessions[Int(session)].isOutdated ?? false
    }

    /// Notes a sample that belongs to a session of the push.
    func noteMember(_ id: Int64, start: Double, of position: Int32, _ batch: PushedBatch, isNew: Bool) {
        guard let session = batch.rowSessions[position] else { return }
        push?.sessions[Int(session)].members[id] = start
        if isNew { push?.sessions[Int(session)].added.insert(id) }
    }

    /// Deletes the samples of earlier versions of the sessions that the new versions do not contain, and stores the sessions.
    ///
    /// A session without samples in the push, because its type was refused, does not change.
    func finishSessions() throws {
        for revision in push?.sessions ?? [] where !revision.isOutdated && !revision.members.isEmpty {
            var removed = SampleRevision(reason: .session)
            for sample in revision.former where revision.members[sample.id] == nil && !matched.contains(sample.id) {
                guard try push?.reach.isOwn(PushReach.holder(of: sample, records)) == true else { continue }
                try insert.flush()
                try removed.add(sample, db)
                try SampleDeletion.delete(sample, reader: records, place: nextID)
                nextID += 1
                matched.insert(sample.id)
            }
            try note(revision, removed)
            try store(revision)
        }
    }

    /// Notes that the added samples of a session replaced earlier ones.
    private func note(_ revision: SessionRevision, _ removed: SampleRevision) throws {
        guard removed.versions > 0, let index = types.firstIndex(where: { $0.number == revision.type }) else { return }
        let replaced = min(revision.added.count, removed.versions)
        types[index].added -= replaced
        types[index].replaced += replaced
        guard let first = revision.added.min() ?? revision.members.keys.min(), let start = revision.members[first]
        else { return }
        try insert.flush()
        if let row = try reader.rows(type: revision.type, from: start, to: start)?.first(where: { $0.id == first }) {
            try removed.note(db, newSample: row, type: revision.type, at: push?.now)
        }
    }

    private func store(_ revision: SessionRevision) throws {
        for id in revision.stored {
            try db.cachedStatement(sql: "DELETE FROM pushed_session WHERE id = ?").execute(arguments: [id])
            try db.cachedStatement(sql: "DELETE FROM pushed_session_sample WHERE session = ?").execute(arguments: [id])
        }
        let session = revision.session
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
