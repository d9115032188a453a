// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppAccess {
    /// Returns the current cursor for some types and the topics that are visible to the app.
    /// - Parameter types: The types; nil for all types that the app has requested.
    package func cursor(of types: [HKSampleType]? = nil) throws -> AppCursor {
        try read { db in try cursor(db, of: types ?? askedTypes(db)) }
    }

    /// Returns the changes since a cursor.
    /// - Parameter types: The types to report; nil for all types that the app has requested.
    /// - Returns: The types with changes that are visible to the app, the topics that changed, and the cursor after these
    ///   changes.
    package func changes(
        of types: [HKSampleType]?, since cursor: AppCursor
    ) throws -> (types: [String], topics: [ChangeRange.Topic], cursor: AppCursor) {
        try read { db in
            let wanted = try types ?? askedTypes(db)
            let now = try self.cursor(db, of: wanted)
            // A position beyond the last one comes from another store, or from this one before it was restored.
            let after = min(cursor.place, now.place)
            let changed =
                wanted.isEmpty || after == now.place
                ? [] : try changedTypes(db, wanted.map { SampleQuery.Part($0) }, after: after, through: now.place)
            let topics = now.topics.keys.filter { topic in
                cursor.topics[topic].map { $0 != now.topics[topic] } ?? !cursor.topics.isEmpty
            }
            return (
                changed.map(\.identifier).sorted(), topics.sorted { $0.rawValue < $1.rawValue }, now
            )
        }
    }

    /// Returns the sample types that the app has requested or has a decision for, including correlations whose members it has
    /// requested.
    package func askedSampleTypes() throws -> [HKSampleType] {
        try read(askedTypes)
    }

    private func cursor(_ db: Database, of types: [HKSampleType]) throws -> AppCursor {
        let counters = try ChangeCounters(db)
        var topics: [ChangeRange.Topic: UInt64] = [:]
        for topic in ChangeRange.Topic.allCases { topics[topic] = try stamp(db, of: topic, counters) }
        return AppCursor(place: try lastPlace(RecordReader(db), of: types), topics: topics)
    }

    /// Returns a number that changes when a topic changes for the app, or nil for a topic that is not visible to the app.
    private func stamp(_ db: Database, of topic: ChangeRange.Topic, _ counters: ChangeCounters) throws -> UInt64? {
        let count = UInt64(bitPattern: counters.topics[topic] ?? 0)
        switch topic {
        case .permissions: return try Self.stamp(rows(db, Self.permissionRows))
        case .deliveries: return try Self.stamp(rows(db, Self.deliveryRows))
        case .units: return try Self.stamp(visibleUnits(db))
        case .characteristics: return try visibleCharacteristics(db).map(Self.stamp)
        case .summaries:
            guard let access = try known({ try access(db, HKObjectType.activitySummaryType()) }) else { return nil }
            switch access {
            case .all: return count
            case .own: return nil
            case .since(let date):
                let first = HKActivitySummary.name(ofDay: date, in: try HealthDatabase.homeTimeZone(db) ?? .current)
                return Self.stamp(
                    try String.fetchAll(
                        db, sql: "SELECT day || attributes FROM activity_summary WHERE day >= ? ORDER BY day",
                        arguments: [first]))
            }
        case .relations: return try visibleRelations(db, count)
        // For other apps, all samples count in sums, so that efforts change nothing.
        case .efforts: return try seesEfforts(db) ? count : nil
        case .medications:
            let allowed = try known { () -> Set<UUID> in
                if try access(db, HKObjectType.userAnnotatedMedicationType()) == .own { return [] }
                return try PermissionTable.objects(db, app: app.identifier)
            }
            guard let allowed, !allowed.isEmpty else { return nil }
            return try Self.stamp(
                Medications.all(db).filter { allowed.contains($0.uuid) }.map { medication in
                    var archive = HKArchive()
                    archive.set(medication.medication, "medication")
                    return ArchiveJSON.write(archive)?.text ?? ""
                })
        }
    }

    /// Returns the units that the person has chosen for types that the app can read or save, and those of the export for types
    /// that it can read.
    private func visibleUnits(_ db: Database) throws -> [String] {
        let chosen = try PreferredUnits.all(db).filter { try seesChosenUnit(readingPermission(db, $0.key)) }
        let written = try PreferredUnits.allWritten(db).filter {
            try readingPermission(db, $0.key).read == .authorized
        }
        return
            (chosen.map { $0.key.identifier + " " + $0.value.unitString }
            + written.map { $0.key.identifier + " " + $0.value.unitString + " written" }).sorted()
    }

    /// Returns the characteristics that the app can read, or nil if it can't read any.
    private func visibleCharacteristics(_ db: Database) throws -> [String]? {
        let types = try HealthTypes.all.filter { $0.kind == .characteristic }.map(\.identifier).filter { type in
            switch try PermissionTable.permission(db, app: app.identifier, type: type).read {
            case .authorized, .limited: true
            case .denied, .notDetermined: false
            }
        }
        guard !types.isEmpty else { return nil }
        return try Row.fetchAll(db, sql: "SELECT name, value FROM characteristic ORDER BY name")
            .filter { types.contains(try $0.value(of: "name")) }.map {
                (try $0.value(String.self, of: "name")) + " " + (try $0.value(String.self, of: "value"))
            }
    }

    /// Returns a number for the visible relations of effort samples to workouts, or nil for an app that can't read workouts.
    private func visibleRelations(_ db: Database, _ count: UInt64) throws -> UInt64? {
        let workouts = try known { try visibility(db, .workoutType()) }
        guard let workouts else { return nil }
        if case .access(.own) = workouts.rule { return nil }
        let reader = RecordReader(db)
        let sees = try sight(reader)
        let rows = try Row.fetchAll(
            db, sql: "SELECT workout, type, start, id, place FROM effort_relation ORDER BY 1, 4")
        let visible = try rows.filter { row in
            guard let workout = try SampleLookup.sample(reader, at: try row.value(of: "workout")),
                try workouts.sees(workout, reader),
                let sample = try SampleLookup.sample(
                    db, type: try row.value(of: "type"), start: try row.value(of: "start"),
                    id: try row.value(of: "id"))
            else { return false }
            return try sees(sample)
        }
        // If all relations are visible, the counter also covers changes such as the removal of a workout's last relation.
        if visible.count == rows.count, case .access(.all) = workouts.rule,
            try known({ try seesAllEffort(db) }) == true
        {
            return count
        }
        return Self.stamp(
            try visible.map {
                "\(try $0.value(Int64.self, of: "workout")) \(try $0.value(Int64.self, of: "id")) \(try $0.value(Int64.self, of: "place"))"
            })
    }

    /// Returns the result of a read, or nil if the app hasn't requested the type.
    private func known<T>(_ read: () throws -> T) throws -> T? {
        do {
            return try read()
        } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
            return nil
        }
    }

    func askedTypes(_ db: Database) throws -> [HKSampleType] {
        let asked = Set(
            try String.fetchAll(
                db.cachedStatement(
                    sql: "SELECT p.type FROM permission AS p JOIN app AS a ON a.id = p.app WHERE a.identifier = ?"),
                arguments: [app.identifier]))
        return try HealthTypes.all.compactMap { facts in
            guard let type = HKObjectType.named(facts.identifier) as? HKSampleType else { return nil }
            let members = CorrelationMembers.types(of: facts.identifier)
            guard members.isEmpty ? asked.contains(facts.identifier) : !asked.isDisjoint(with: members) else {
                return nil
            }
            do {
                _ = try visibility(db, type)
                return type
            } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                return nil
            }
        }
    }

    private static let permissionRows = """
        SELECT p.type || ' ' || p.asked || ' ' || p.share || ' ' || p.read || ' ' || coalesce(p.read_from, '')
        FROM permission AS p JOIN app AS a ON a.id = p.app WHERE a.identifier = ?1
        UNION ALL SELECT hex(o.uuid) FROM object_permission AS o JOIN app AS a ON a.id = o.app WHERE a.identifier = ?1
        ORDER BY 1
        """
    private static let deliveryRows = """
        SELECT d.type || ' ' || d.frequency || ' ' || d.anchor FROM background_delivery AS d
        JOIN app AS a ON a.id = d.app WHERE a.identifier = ?1 ORDER BY 1
        """

    /// Returns rows of the app.
    private func rows(_ db: Database, _ sql: String) throws -> [String] {
        try String.fetchAll(db.cachedStatement(sql: sql), arguments: [app.identifier])
    }

    /// Returns a hash of some strings.
    private static func stamp(_ texts: [String]) -> UInt64 {
        var hash = ContentHash.empty
        for text in texts { hash.combine(text) }
        return hash.low
    }
}
