// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The replacement of earlier versions of a pushed record by a later one.
///
/// A record with an identity of its sender is that record: with other content it replaces its earlier version. Without an
/// identity, three rules find earlier versions. The sum of a longer period with the same start replaces the shorter ones.
/// Another value of the same period replaces the older value. Of two sessions of the same source that overlap by more than
/// half, the longer one is in general the later version. A connection only replaces samples that it pushed, or an earlier
/// connection of its phone; see decision record 2.
struct SampleRevision {
    /// How a later version was recognised.
    enum Reason: Int {
        case identifier = 1, runningTotal, corrected, session
    }

    private(set) var reason: Reason
    /// The maximum number of earlier versions that are counted.
    private static let mostVersions = 1_000_000
    /// The number of earlier versions, including those that earlier versions replaced.
    private(set) var versions = 0
    /// The copies of the earlier versions that other connections have.
    private var copies: [PushedCopy] = []
    /// The positions of the earlier versions with copies, which can be in correlations and workouts of other connections.
    private var copied: Set<Int64> = []

    init(reason: Reason) {
        self.reason = reason
    }

    /// Adds an earlier version that is about to be deleted.
    mutating func add(_ sample: RawSample, _ db: Database) throws {
        let earlier = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT versions FROM sample_revision WHERE sample = ?"), arguments: [sample.id])
        // The number is only shown, and the file can contain any.
        versions += 1 + min(max(earlier ?? 0, 0), Self.mostVersions)
        let copies = try PushedCopy.all(db, of: sample.id)
        if !copies.isEmpty { copied.insert(sample.id) }
        self.copies += copies
    }

    /// Returns whether the later version takes the place of an earlier one in correlations and workouts, which can be those of other connections.
    func keepsLinks(of sample: Int64) -> Bool { copied.contains(sample) }

    /// Stores that a new sample is the later version.
    func note(_ db: Database, newSample sample: StoredRow, type: Int64, at date: Date?) throws {
        guard versions > 0 else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO sample_revision (sample, type, start, versions, reason, replaced)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (sample) DO UPDATE SET
                    versions = versions + excluded.versions, reason = excluded.reason, replaced = excluded.replaced
                """
        ).execute(
            arguments: [
                sample.id, type, sample.start, versions, reason.rawValue, (date ?? Date()).timeIntervalSince1970,
            ])
        try keepCopies(of: sample, type: type, db)
    }

    /// Keeps what other connections know of the earlier versions as their copies of a sample, which takes their places in correlations and
    /// workouts.
    func keepCopies(of sample: StoredRow, type: Int64, _ db: Database) throws {
        for copy in copies { try copy.insert(db, of: sample.id, type: type, start: sample.start) }
        for id in copied { try SampleLinks.move(db, of: id, to: sample.id, type: type, start: sample.start) }
    }
}

extension HealthDatabase {
    /// The samples of a period that replaced earlier versions of themselves.
    package struct Revisions: Sendable, Equatable {
        /// The number of samples.
        package var samples = 0
        /// The number of their earlier versions, which do not count.
        package var versions = 0
    }

    /// Returns the samples of a type that start in a period and replaced earlier versions of themselves.
    /// - Throws: A ``StoreError``.
    package func revisions(type: String, from: Date, to: Date) throws -> Revisions {
        try read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT count(*) AS samples, coalesce(sum(r.versions), 0) AS versions FROM sample_revision AS r
                    JOIN sample_type AS t ON t.id = r.type AND t.identifier = ?
                    WHERE r.start >= ? AND r.start < ?
                    """, arguments: [type, from.timeIntervalSince1970, to.timeIntervalSince1970])
            return try row.map {
                Revisions(samples: try $0.value(of: "samples"), versions: try $0.value(of: "versions"))
            }
                ?? Revisions()
        }
    }
}
