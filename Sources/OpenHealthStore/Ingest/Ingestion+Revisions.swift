// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// Earlier versions of a reading, and how they were recognised.
struct OutdatedSamples {
    var rows: [StoredRow]
    var reason: SampleRevision.Reason
}

/// The earlier versions of the samples of a push.
final class FormerSamples {
    /// The members of replaced items. Those that the new versions do not contain are deleted at the end.
    fileprivate(set) var members: [RawSample] = []
    /// The earlier versions of the workout that is being stored.
    fileprivate(set) var workouts: [FormerWorkout] = []
    /// The samples without an identity in a second that the connection pushed earlier.
    fileprivate var unnamed: (type: Int64, second: Double, rows: [StoredRow])?

    /// Begins a workout.
    func beginWorkout() { workouts = [] }
}

/// The versions of a reading that the store has.
enum StoredVersions {
    case none
    /// Samples that the reading replaces.
    case earlier(OutdatedSamples)
    /// A sample that is a later version: its position and its start.
    case later(Int64, start: Double)
}

/// A reading of a food or drink. People record them one by one, also several at one time, such as the dishes of a meal.
struct FoodReading {
    /// The name, if it is known.
    var name: String?
    /// Whether the reading is one portion rather than the amount of a period.
    var isPortion: Bool

    /// The maximum difference of two values of one portion, relative to the larger one.
    private static let tolerance = 1e-4

    /// Creates a reading of a type. Water has no names, and another amount at the same time corrects it.
    init(name: String?, type: String, start: Double, end: Double, missing: MissingProperties) {
        self.name = name
        isPortion =
            type != HKQuantityTypeIdentifier.dietaryWater.rawValue && !missing.contains(.end)
            && end - start <= EventRule.longestPortion
    }

    /// Returns the name of the food in metadata.
    static func name(in metadata: [MetadataPair]) -> String? {
        metadata.first { $0.key == HKMetadataKeyFoodType }?.value
    }

    /// Returns whether the reading can be a food with a name.
    func canBe(_ other: String?) -> Bool { name == nil || other == nil || name == other }

    /// Returns whether the reading is a version of a food with a name, of the same time. Portions without names are distinct.
    func isVersion(ofFood other: String?) -> Bool { name == other && (name != nil || !isPortion) }

    /// Returns whether the reading is a version of a stored value with a name, of the same time.
    func isVersion(ofFood other: String?, _ stored: Double, as value: Double) -> Bool {
        isVersion(ofFood: other)
            || canBe(other) && (stored - value).magnitude <= Self.tolerance * max(stored.magnitude, value.magnitude)
    }
}

extension Ingestion {
    // MARK: Foods

    /// Returns the name of the food in metadata.
    func foodName(_ metadata: Int64) throws -> String? {
        guard metadata >= 0 else { return nil }
        return try FoodReading.name(in: records.metadata(metadata).pairs)
    }

    /// Returns the food that a record is; nil for records of other types.
    /// - Parameter type: The index of the type.
    func food(_ record: IngestRecord, type: Int) throws -> FoodReading? {
        guard types[type].isFood else { return nil }
        return FoodReading(
            name: try foodName(record.metadata), type: types[type].identifier, start: record.row.start,
            end: record.row.end, missing: record.provenance.identity.missing)
    }

    // MARK: Identities

    /// The sample of the connection with a UUID.
    enum NamedSample {
        case none
        case match(PushMatch)
        case earlier(OutdatedSamples)
    }

    /// Returns the sample of the connection with the UUID of a reading.
    ///
    /// The content that the connection pushed is compared by its hash. If it is unknown, or an earlier connection of the phone pushed the
    /// sample, the content of the sample is compared.
    /// - Parameter elsewhere: Receives the positions of the samples of other parties that were given the UUID.
    func named(
        _ identity: PushedIdentity, _ uuid: UUID, _ wanted: StartGroup.Wanted, start: Double, canonical: HKUnit?,
        type: Int64, _ elsewhere: inout Set<Int64>, isSame: (Int64) throws -> Bool
    ) throws -> NamedSample {
        guard let push else { return .none }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT start, id, app, content, updated, imported FROM sample_uuid
                    WHERE uuid = ? AND type = ? ORDER BY id
                    """),
            arguments: [uuid.bytes, type])
        var own: [Row] = []
        for row in rows {
            let app = try row.value(String?.self, of: "app")
            if let app, push.reach.apps.contains(app) {
                own.append(row)
            } else if try app != nil || row.value(Bool.self, of: "imported") {
                elsewhere.insert(try row.value(of: "id"))
            }
        }
        guard let place = try own.first(where: { try $0.value(String.self, of: "app") == push.app }) ?? own.first
        else { return .none }
        let (storedStart, id): (Double, Int64) = (try place.value(of: "start"), try place.value(of: "id"))
        let content: Int64? = try place.value(of: "content")
        let known = NamedSample.match(.known(id, start: storedStart))
        if matched.contains(id) || id >= writer.firstID { return known }
        let isComparable = try content != nil && place.value(String.self, of: "app") == push.app
        let updated: Double? = try place.value(of: "updated")
        if isComparable, content == identity.content {
            if let new = identity.updated, new > updated ?? -.infinity { try noteContent(identity, of: id) }
            return known
        }
        try writer.flush()
        guard
            let stored = try reader.rows(type: type, from: storedStart, to: storedStart)?.first(where: { $0.id == id })
        else { return .none }
        guard push.reach.isOwn(try holder(of: stored)) else { return known }
        if !isComparable, storedStart.rounded(.down) == start.rounded(.down) {
            let same = try StartGroup([stored], facts).partial(
                wanted, canonical: canonical, facts, isComplete: true, allowed: { try isSame($0.id) },
                isSame: { _ in true })
            if let same { return .match(.own(same)) }
        }
        if let updated, let new = identity.updated, new < updated { return known }
        return .earlier(OutdatedSamples(rows: [stored], reason: .identifier))
    }

    /// Stores the hash of the content that the connection pushed with the UUID of a sample.
    func noteContent(_ identity: PushedIdentity, of id: Int64) throws {
        guard let uuid = identity.uuid, let push else { return }
        try db.cachedStatement(
            sql: "UPDATE sample_uuid SET content = ?, updated = ? WHERE id = ? AND uuid = ? AND app = ?"
        ).execute(arguments: [identity.content, identity.updated, id, uuid.bytes, push.app])
    }

    // MARK: Readings without an identity

    /// Returns the stored versions of a reading among the samples without an identity of the same connection, type, source and device that start
    /// at the same time.
    ///
    /// The sum of a longer period is a later version, and so is another value of the same period. The sum of a shorter period is an earlier
    /// version, in whatever order they arrive. Apps do not send running totals of foods and drinks, except totals that they compute. Of an
    /// episode, the version with the latest end counts.
    /// - Parameters:
    ///   - food: The food, if the reading is one.
    ///   - episode: The kind of the episode, if the reading is one.
    ///   - isTotal: Whether the sender computes the reading again with each push, sometimes from a part of the period. The greatest value is
    ///     then the latest version.
    func earlierVersions(
        of wanted: StartGroup.Wanted, start: Double, in group: StartGroup, type: Int64, isCumulative: Bool,
        food: FoodReading?, episode: EpisodeKind?, isTotal: Bool
    ) throws -> StoredVersions {
        var (totals, values): ([StoredRow], [StoredRow]) = ([], [])
        let hasTotals = isCumulative && (food == nil || isTotal)
        for row in try unnamedRows(of: group, type: type, second: start.rounded(.down))
        where row.start == start && !matched.contains(row.id) {
            let isLonger =
                hasTotals && row.end > start && row.end != wanted.end && wanted.end > start
                || episode?.isVersion(row, of: wanted, start: start) == true
            guard isLonger || row.end == wanted.end,
                try facts.identity(ofProvenance: row.provenance).isSameOrigin(as: wanted.identity)
            else { continue }
            if let food, !isTotal,
                try !food.isVersion(ofFood: foodName(row.metadata), row.value, as: wanted.value)
            {
                continue
            }
            if isTotal ? row.value >= wanted.value : isLonger && row.end > wanted.end {
                return .later(row.id, start: row.start)
            }
            if isLonger { totals.append(row) } else { values.append(row) }
        }
        if isTotal, !(values + totals).isEmpty {
            return .earlier(OutdatedSamples(rows: values + totals, reason: .runningTotal))
        }
        if let value = values.first { return .earlier(OutdatedSamples(rows: [value], reason: .corrected)) }
        if totals.isEmpty { return .none }
        return .earlier(OutdatedSamples(rows: totals, reason: episode == nil ? .runningTotal : .session))
    }

    /// Returns the samples without an identity in a second that the connection pushed earlier; none if there are more than
    /// ``StartGroup/maximumPartialLength``. They are read once for all records of the second.
    private func unnamedRows(of group: StartGroup, type: Int64, second: Double) throws -> [StoredRow] {
        guard let push, !group.rows.isEmpty else { return [] }
        if let known = push.former.unnamed, known.type == type, known.second == second { return known.rows }
        let rows = try group.rows.filter { row in
            try row.id < writer.firstID && push.reach.isOwn(holder(of: row)) && givenUUID(row) == nil
        }
        let compared = rows.count <= StartGroup.maximumPartialLength ? rows : []
        push.former.unnamed = (type, second, compared)
        return compared
    }

    /// Returns the stored versions of a workout among those of the same connection, source and activity; see
    /// ``PushedSession/relation(of:to:hasParts:)``. One of the two has no identity: apps that give workouts one, such as version 2 of Health Auto
    /// Export, sent them without it before. A workout with an identity is never left out. Another activity at exactly the same time corrects the
    /// activity, if the source is known.
    func earlierWorkouts(
        _ wanted: StartGroup.Wanted, start: Double, type: Int64, hasIdentity: Bool
    ) throws -> StoredVersions {
        let hasSource = wanted.identity.statesSource
        let all = try samePeriod(wanted, start: start, type: type, includesNamed: !hasIdentity) { row in
            row.value == wanted.value || hasSource && row.start == start && row.end == wanted.end
        }
        var versions: [StoredRow] = []
        for row in all {
            if row.value != wanted.value, try givenUUID(row) != nil { continue }
            switch PushedSession.relation(of: (start, wanted.end), to: (row.start, row.end), hasParts: true) {
            case .earlier where !hasIdentity: return .later(row.id, start: row.start)
            case .later where !matched.contains(row.id), .earlier where !matched.contains(row.id): versions.append(row)
            case .later, .earlier, .other: continue
            }
        }
        return versions.isEmpty ? .none : .earlier(OutdatedSamples(rows: versions, reason: .session))
    }

    /// Returns the stored versions of a total that its sender computes from all of its sources: the totals that it covers by more than half, and
    /// the longer one that covers it. The sender computes them for other periods after a change of its settings or of the time zone.
    func earlierTotals(_ wanted: StartGroup.Wanted, start: Double, type: Int64) throws -> StoredVersions {
        let all = try samePeriod(wanted, start: start, type: type) { $0.metadata < 0 }
        if let longer = all.first(where: { $0.end - $0.start > wanted.end - start }) {
            return .later(longer.id, start: longer.start)
        }
        let versions = all.filter { !matched.contains($0.id) }
        return versions.isEmpty ? .none : .earlier(OutdatedSamples(rows: versions, reason: .runningTotal))
    }

    /// Returns the samples of the same connection, type and source that cover more than half of a period, or of which it covers more than half.
    /// - Parameter includesNamed: Whether to include samples with an identity.
    private func samePeriod(
        _ wanted: StartGroup.Wanted, start: Double, type: Int64, includesNamed: Bool = false,
        where isComparable: (StoredRow) -> Bool
    ) throws -> [StoredRow] {
        guard let push else { return [] }
        try writer.flush()
        let earliest = try TypeExtents.earliestStart(db, type: type, endingFrom: start)
        let rows = try reader.rows(type: type, from: earliest, to: wanted.end) ?? []
        return try rows.filter { row in
            guard row.id < writer.firstID, isComparable(row),
                PushedSession.isSamePeriod((row.start, row.end), (start, wanted.end)),
                try facts.identity(ofProvenance: row.provenance).isSameOrigin(as: wanted.identity),
                push.reach.isOwn(try holder(of: row))
            else { return false }
            return try includesNamed || givenUUID(row) == nil
        }
    }

    // MARK: Replacing

    /// Deletes earlier versions of a reading.
    func remove(_ outdated: OutdatedSamples, type: Int64) throws -> SampleRevision {
        var revision = SampleRevision(reason: outdated.reason)
        for row in outdated.rows {
            guard let sample = try SampleLookup.sample(db, type: type, start: row.start, id: row.id) else { continue }
            try revision.add(sample, db)
            push?.former.members += try members(of: sample)
            // A connection that leaves out metadata also leaves out figures that it does not know.
            if push?.missing.contains(.metadata) == true,
                try records.type(sample.type).identifier == HKWorkoutTypeIdentifier
            {
                push?.former.workouts.append(try FormerWorkout(sample, db))
            }
            try writer.delete(sample, keepsLinks: revision.keepsLinks(of: row.id))
            matched.insert(row.id)
        }
        return revision
    }

    /// Returns the samples in a correlation or workout.
    func members(of sample: RawSample) throws -> [RawSample] {
        let identifier = try records.type(sample.type).identifier
        guard HealthTypes.otherKind(identifier, than: HealthTypes.plainKinds) != nil else { return [] }
        let places = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT type, start, id FROM correlation_member WHERE correlation = ?1
                    UNION SELECT type, start, id FROM workout_sample WHERE workout = ?1
                    UNION SELECT s.type, r.start, r.id FROM workout_route AS r
                        JOIN sample_type AS t ON t.identifier = ?2
                        JOIN sample AS s ON s.type = t.id AND s.start = r.start AND s.id = r.id
                    WHERE r.workout = ?1
                    """), arguments: [sample.id, HKWorkoutRouteTypeIdentifier])
        return try places.compactMap { row in
            try SampleLookup.sample(
                db, type: row.value(of: "type"), start: row.value(of: "start"), id: row.value(of: "id"))
        }
    }
}
