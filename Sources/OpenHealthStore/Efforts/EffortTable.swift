// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// A workout of an effort with several workouts.
struct EffortMember: Hashable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "effort_member"
    static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

    enum Columns: String, SelectedColumns {
        case workout, effort, counted, source, start, end, first, last
    }

    var workout: Int64
    /// The workout that is shown.
    var effort: Int64
    /// Whether its samples count in sums.
    var isCounted: Bool
    var source: Int64
    var start: Double
    var end: Double
    /// The first and the last start of the samples that an app added to the workout.
    var added: ClosedRange<Double>?

    /// Whether another workout is shown.
    var isCopy: Bool { workout != effort }

    init(row: Row) throws {
        workout = try row.value(of: Columns.workout)
        effort = try row.value(of: Columns.effort)
        isCounted = try row.value(Int.self, of: Columns.counted) != 0
        source = try row.value(of: Columns.source)
        start = try row.value(of: Columns.start)
        end = try row.value(of: Columns.end)
        if let first = try row.value(Double?.self, of: Columns.first),
            let last = try row.value(Double?.self, of: Columns.last)
        {
            added = first...max(first, last)
        }
    }

    func encode(to container: inout PersistenceContainer) {
        container[Columns.workout] = workout
        container[Columns.effort] = effort
        container[Columns.counted] = isCounted ? 1 : 0
        container[Columns.source] = source
        container[Columns.start] = start
        container[Columns.end] = end
        container[Columns.first] = added?.lowerBound
        container[Columns.last] = added?.upperBound
    }

    init(_ candidate: EffortCandidate, effort: Int64, isCounted: Bool, added: ClosedRange<Double>?) {
        workout = candidate.id
        self.effort = effort
        self.isCounted = isCounted
        source = candidate.source
        start = candidate.start
        end = candidate.end
        self.added = added
    }
}

/// The tables of efforts.
struct EffortTable {
    let db: Database
    /// The number of the type of workouts.
    let type: Int64

    /// Creates a view of the tables, or returns nil if the store has never had workouts.
    init?(_ db: Database) throws {
        guard let type = try RecordReader.typeNumber(db, of: HKWorkoutTypeIdentifier) else { return nil }
        self.db = db
        self.type = type
    }

    // MARK: Members

    private static let columns = EffortMember.Columns.selection

    /// Returns a workout of an effort with several; nil if it is an effort by itself.
    func member(_ workout: Int64) throws -> EffortMember? {
        try EffortMember.fetchOne(
            db.cachedStatement(sql: "SELECT \(Self.columns) FROM effort_member WHERE workout = ?"),
            arguments: [workout]
        )
    }

    /// Returns the workouts of an effort, in order of their start dates.
    func members(ofEffort effort: Int64) throws -> [EffortMember] {
        try EffortMember.fetchAll(
            db.cachedStatement(
                sql: "SELECT \(Self.columns) FROM effort_member WHERE effort = ? ORDER BY start, end, workout"),
            arguments: [effort]
        )
    }

    /// Returns the workouts of efforts that have been deleted.
    /// - Parameter place: The position in the order of changes after which they were deleted.
    func deletedMembers(after place: Int64) throws -> [EffortMember] {
        try EffortMember.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM effort_member
                    WHERE workout IN (SELECT sample FROM deletion WHERE id > ? AND type = ?)
                    """),
            arguments: [place, type]
        )
    }

    func remove(_ workout: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM effort_member WHERE workout = ?").execute(arguments: [workout])
    }

    func insert(_ member: EffortMember) throws {
        try member.insert(db)
    }

    // MARK: Workouts

    private static let candidate = """
        SELECT \(EffortCandidate.Columns.selection)
        FROM sample AS s JOIN workout AS w ON w.id = s.id \(origin)
        """

    private static let origin = """
        JOIN provenance AS p ON p.id = s.provenance JOIN source AS o ON o.id = p.source
        LEFT JOIN sample_uuid AS u ON u.id = s.id
        """

    /// Whether an app saved a workout itself; see ``SampleHolder``.
    fileprivate static let isOfApp =
        "(o.bundle_identifier IS NOT NULL AND p.app IS NULL AND u.app IS NULL AND coalesce(u.imported, 0) = 0)"

    /// Whether a workout is of a file that is cut off.
    fileprivate static let isIncomplete = """
        EXISTS (SELECT 1 FROM metadata AS m WHERE m.id = s.metadata AND instr(m.entries, '"\(MetadataPair.incompleteKey)"') > 0)
        """

    /// Returns the workout at a position; nil if it has been deleted.
    func workout(_ id: Int64) throws -> EffortCandidate? {
        try EffortCandidate.fetchOne(
            db.cachedStatement(
                sql: Self.candidate
                    + " WHERE s.type = ?1 AND s.start = (SELECT start FROM workout WHERE id = ?2) AND s.id = ?2"),
            arguments: [type, id]
        )
    }

    /// Returns the workouts that start in a range, in order.
    func workouts(startingFrom first: Double, through last: Double) throws -> [EffortCandidate] {
        try EffortCandidate.fetchAll(
            db.cachedStatement(
                sql: Self.candidate + " WHERE s.type = ? AND s.start BETWEEN ? AND ? ORDER BY s.start, s.id"),
            arguments: [type, first, last]
        )
    }

    /// Returns the workouts that start before and after a workout, the nearest ones of each if there are many.
    /// - Parameters:
    ///   - reach: The maximum distance of the starts in seconds.
    ///   - areOfApps: Whether to return those that apps saved, or those of imports and phones.
    func workouts(near candidate: EffortCandidate, reach: Double, areOfApps: Bool) throws -> [EffortCandidate] {
        let before = """
            WHERE s.type = ?1 AND s.start >= ?2 - ?4 AND (s.start, s.id) < (?2, ?3) AND \(Self.isOfApp) = ?6
            ORDER BY s.start DESC, s.id DESC LIMIT ?5
            """
        let after = """
            WHERE s.type = ?1 AND s.start <= ?2 + ?4 AND (s.start, s.id) > (?2, ?3) AND \(Self.isOfApp) = ?6
            ORDER BY s.start, s.id LIMIT ?5
            """
        return try [before, after].flatMap { condition in
            try EffortCandidate.fetchAll(
                db.cachedStatement(sql: "\(Self.candidate) \(condition)"),
                arguments: [type, candidate.start, candidate.id, reach, Self.neighbours, areOfApps]
            )
        }
    }

    /// The maximum number of workouts before and after a workout with which it is compared, so that the number of comparisons is
    /// proportional to that of the workouts.
    static let neighbours = 100

    /// Returns whether more workouts than a number start in a range.
    /// - Parameter source: The source of the workouts; nil for all but those that apps saved.
    func hasMore(than number: Int, startingIn range: ClosedRange<Double>, source: Int64? = nil) throws -> Bool {
        let condition = source == nil ? "NOT \(Self.isOfApp) AND ?5 IS NULL" : "p.source = ?5"
        let count = try Int.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT count(*) FROM (
                        SELECT 1 FROM sample AS s \(Self.origin)
                        WHERE s.type = ?1 AND s.start BETWEEN ?2 AND ?3 AND \(condition) LIMIT ?4)
                    """),
            arguments: [type, range.lowerBound, range.upperBound, number + 1, source])
        return (count ?? 0) > number
    }

    /// Returns the workouts that overlap a range.
    func workouts(overlapping range: ClosedRange<Double>) throws -> [EffortCandidate] {
        let first = try TypeExtents.earliestStart(db, type: type, endingFrom: range.lowerBound)
        return try workouts(startingFrom: first, through: range.upperBound).filter { $0.end >= range.lowerBound }
    }

    /// Returns the first and the last start of the samples that an app added to a workout; nil if there are none.
    func added(to workout: Int64) throws -> ClosedRange<Double>? {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: "SELECT min(start) AS first, max(start) AS last FROM workout_sample WHERE workout = ?"),
                arguments: [workout]),
            let first = try row.value(Double?.self, of: "first"), let last = try row.value(Double?.self, of: "last")
        else { return nil }
        return first...max(first, last)
    }

    // MARK: Changes

    /// Records a range of time whose workouts are compared again at the end of the transaction.
    static func noteChange(_ db: Database, from: Double, to: Double) throws {
        try db.cachedStatement(sql: "INSERT INTO effort_change (start, end) VALUES (?, ?)").execute(
            arguments: [from, max(from, to)])
    }

    /// Returns the recorded ranges, and those of the samples that were added and deleted after a position in the order of changes, of types
    /// on which efforts depend. Ranges that are close to each other are one.
    static func changes(_ db: Database, after place: Int64) throws -> [ClosedRange<Double>] {
        var ranges = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT start AS min_start, end AS max_start FROM effort_change")
        ).map(range)
        let workouts = try EffortTable(db)?.type
        let runs = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT min_start, max_start, type, first, last FROM change_run
                    WHERE first >= coalesce((SELECT max(first) FROM change_run WHERE first <= ?1), 0) AND last > ?1
                    AND type IN (\(types))
                    UNION ALL SELECT min(start), max(start), 0, 0, 0 FROM deletion
                    WHERE id > ?1 AND start IS NOT NULL AND type IN (\(types)) GROUP BY type
                    """),
            arguments: [place])
        while let run = try runs.next() {
            let extent = try range(run)
            guard try run.value(Int64.self, of: "type") == workouts, extent.upperBound - extent.lowerBound > gap else {
                ranges.append(extent)
                continue
            }
            // Two workouts of one import can be years apart, and those in between are unchanged.
            let starts = try Double.fetchAll(
                db.cachedStatement(
                    sql: "SELECT start FROM sample WHERE type = ? AND start BETWEEN ? AND ? AND id BETWEEN ? AND ?"),
                arguments: [
                    workouts, extent.lowerBound, extent.upperBound, max(try run.value(of: "first"), place + 1),
                    try run.value(Int64.self, of: "last"),
                ])
            ranges += starts.map { $0...$0 }
        }
        return ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound <= last.upperBound + gap {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }

    private static func range(_ row: Row) throws -> ClosedRange<Double> {
        let (first, last): (Double, Double) = (try row.value(of: "min_start"), try row.value(of: "max_start"))
        return first...max(first, last)
    }

    /// The distance of ranges in seconds up to which they are one: workouts in between are compared in any case.
    private static let gap = EffortMatcher<StoredEffortFacts>.reach

    /// Selects the numbers of the types on which efforts, or the samples that do not count, depend.
    private static let types = """
        SELECT id FROM sample_type WHERE identifier IN (\(EffortCopies.relevantTypes.map { "'\($0)'" }.joined(separator: ", ")))
        """
}

/// The person's decisions about efforts.
struct EffortChoices {
    /// The workouts that the person took out of efforts. They are one effort only with workouts that the person joined with them.
    private(set) var separate: Set<Int64> = []
    /// The workouts that the person joined.
    private(set) var joined: [[Int64]] = []
    private var listOfWorkout: [Int64: Int] = [:]

    /// Reads the decisions about workouts that the store contains.
    init(_ db: Database) throws {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT uuid, effort, separate FROM effort_choice ORDER BY effort, uuid"))
        if rows.isEmpty { return }
        let reader = RecordReader(db)
        var lists: [Int64: Int] = [:]
        for row in rows {
            guard let uuid = UUID(bytes: try row.value(Data.self, of: "uuid")) else { continue }
            let found = try SampleLookup.all(uuid, reader).filter {
                try reader.type($0.type).identifier == HKWorkoutTypeIdentifier
            }.map(\.id)
            if try row.value(Int.self, of: "separate") != 0 { separate.formUnion(found) }
            guard let effort = try row.value(Int64?.self, of: "effort") else { continue }
            let list = lists[effort] ?? joined.count
            if list == joined.count { joined.append([]) }
            lists[effort] = list
            joined[list] += found
            for workout in found { listOfWorkout[workout] = list }
        }
    }

    /// Returns the workouts that the person joined with a workout, including itself; empty if there are none.
    func joined(with workout: Int64) -> [Int64] { listOfWorkout[workout].map { joined[$0] } ?? [] }

    /// Whether the person decided about one of some workouts.
    func decides(_ workouts: [Int64]) -> Bool {
        workouts.contains { listOfWorkout[$0] != nil || separate.contains($0) }
    }

    /// Removes decisions to join a workout with none.
    static func removeSingle(_ db: Database) throws {
        let single = "SELECT effort FROM effort_choice WHERE effort IS NOT NULL GROUP BY effort HAVING count(*) = 1"
        try db.execute(
            sql: """
                UPDATE effort_choice SET effort = NULL WHERE effort IN (\(single));
                DELETE FROM effort_choice WHERE effort IS NULL AND separate = 0;
                """)
    }
}

extension EffortCandidate: FetchableRecord {
    /// The columns of the query ``EffortTable/candidate``.
    fileprivate enum Columns: String, SelectedColumns {
        case id, source, start, end, activity, device
        case isOfApp = "is_of_app"
        case isIncomplete = "is_incomplete"

        var expression: String {
            switch self {
            case .id, .start: "s.\(rawValue)"
            case .source: "p.source"
            case .end: "coalesce(s.end, s.start)"
            case .activity: "w.activity_type"
            case .device: "(SELECT model FROM device WHERE id = p.device)"
            case .isOfApp: EffortTable.isOfApp
            case .isIncomplete: EffortTable.isIncomplete
            }
        }
    }

    /// Creates a candidate from a row.
    package init(row: Row) throws {
        let start: Double = try row.value(of: Columns.start)
        let activity = UInt(exactly: try row.value(Int.self, of: Columns.activity))
        self.init(
            id: try row.value(of: Columns.id), source: try row.value(of: Columns.source), start: start,
            end: max(start, try row.value(of: Columns.end)),
            activity: activity.flatMap(HKWorkoutActivityType.init(rawValue:)) ?? .other,
            isOfApp: try row.value(of: Columns.isOfApp), device: try row.value(of: Columns.device),
            isIncomplete: try row.value(of: Columns.isIncomplete))
    }
}
