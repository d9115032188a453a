// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension Ingestion {
    /// Stores a workout with all of its parts.
    package func take(_ workout: WorkoutData, texts: [String]) throws {
        var workout = workout
        var activity = HealthEnums.rawValue(ofCase: workout.activityType)
        if activity == nil, let known = try knownActivity(),
            let name = HealthEnums.caseName(ofEnum: "HKWorkoutActivityType", rawValue: known)
        {
            (workout.activityType, activity) = (name, known)
        }
        push?.item.sums = workout.statistics.filter { $0.sum != nil }
        let formerCount = push?.formerMembers.count ?? 0
        push?.formerWorkouts = []
        let place =
            try placeOfUnknownKind(workout, activity: activity)
            ?? takeSample(
                type: "HKWorkoutTypeIdentifier", workout.sample,
                value: Double(activity ?? Int(HKWorkoutActivityType.other.rawValue)),
                isSame: { id in try self.canBe(workout, stored: id) })
        let (id, isNew) = (place.id, place.isNew)
        receipt.count(.workouts, isNew: isNew)
        workoutRange.start = min(workoutRange.start, workout.sample.start)
        workoutRange.end = max(workoutRange.end, Self.knownEnd(workout.sample.start, workout.sample.end))
        if place.isOther { return }
        // The routes have UUIDs of their own, which the push does not carry.
        push?.item = PushedIdentity()
        if isNew { for former in push?.formerWorkouts ?? [] { former.complete(&workout) } }
        if !isNew, push == nil {
            try noteOtherActivity(workout, stored: id)
            try addName(of: workout, to: id)
        }
        if isNew { try details.add(workout, id: id, activity: activity) }
        if completed.contains(id) { try details.replace(workout, id: id, activity: activity) }
        let added = try isNew ? workout : details.addMissing(workout, id: id)
        for (kind, count) in Self.partCounts {
            receipt.count(kind, isNew: false, times: count(workout))
            receipt.add(kind, count(added))
        }
        // A push carries no source of a route, so the routes of a stored workout cannot be told from those of the push.
        let hasRoutes = try push != nil && !isNew && details.has("workout_route", workout: id)
        let former = completed.contains(id) ? try details.routes(ofWorkout: id) : []
        for route in workout.routes where !hasRoutes { try take(route, workout: id) }
        if let push, isNew, workout.routes.isEmpty {
            try keepRoutes(push.formerMembers.dropFirst(formerCount), in: id)
        }
        if !workout.routes.isEmpty { try details.unlink(former.filter { !matched.contains($0) }) }
        try pend(workout.records, in: .workout(id), texts: texts)
    }

    /// Returns the kind of the earlier version of the pushed workout; nil if it is unknown. Apps translate the names of kinds after a change of
    /// the language, and a name that is not recognised says less than the earlier one.
    private func knownActivity() throws -> Int? {
        guard let push, let uuid = push.item.uuid else { return nil }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT u.app, w.activity_type FROM sample_uuid AS u JOIN sample_type AS t ON t.id = u.type
                        JOIN workout AS w ON w.id = u.id
                    WHERE u.uuid = ? AND t.identifier = ? AND w.activity_name IS NULL ORDER BY u.id DESC
                    """), arguments: [uuid.bytes, HKWorkoutTypeIdentifier])
        let own = try rows.first { row in
            try row.decode(String?.self, atIndex: 0).map { push.reach.apps.contains($0) } ?? false
        }
        return try own?.decode(atIndex: 1)
    }

    /// Returns whether a stored workout has other sums, such as another distance.
    func hasOtherSums(_ workout: Int64, than sums: [WorkoutStatisticsData]) throws -> Bool {
        if sums.isEmpty { return false }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT type, unit, sum FROM workout_statistics
                    WHERE workout = ? AND activity IS NULL AND sum IS NOT NULL
                    """), arguments: [workout])
        return try rows.contains { row in
            let (type, unit): (String, String?) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            let stored: Double = try row.decode(atIndex: 2)
            return sums.contains { sum in
                guard sum.type == type, sum.unit == unit, let new = sum.sum else { return false }
                return (new - stored).magnitude > 1e-6 * max(new.magnitude, stored.magnitude)
            }
        }
    }

    /// The numbers of a workout's parts by kind, including those of its activities.
    private static let partCounts: [(ImportReceipt.Kind, @Sendable (WorkoutData) -> Int)] = [
        (.workoutEvents, { $0.events.count + $0.activities.reduce(0) { $0 + $1.events.count } }),
        (.workoutStatistics, { $0.statistics.count + $0.activities.reduce(0) { $0 + $1.statistics.count } }),
        (.workoutActivities, { $0.activities.count }),
    ]

    /// Keeps the routes of the earlier version of a pushed workout in the later one, which has none. Apps leave them out after a change of a
    /// setting.
    private func keepRoutes(_ former: some Sequence<RawSample>, in workout: Int64) throws {
        for sample in former where try records.type(sample.type).identifier == HKWorkoutRouteTypeIdentifier {
            try link(route: sample.id, to: workout)
            matched.insert(sample.id)
        }
    }

    /// Links a route that belongs to no workout.
    private func link(route: Int64, to workout: Int64) throws {
        try db.cachedStatement(sql: "UPDATE workout_route SET workout = ? WHERE id = ? AND workout IS NULL")
            .execute(arguments: [workout, route])
    }

    private func take(_ route: WorkoutRouteData, workout: Int64) throws {
        let place = try takeSample(type: "HKWorkoutRouteTypeIdentifier", route.sample)
        let (id, isNew) = (place.id, place.isNew)
        receipt.count(.routes, isNew: isNew)
        receipt.count(.routePoints, isNew: isNew, times: route.points.count)
        // A route that refers to a file twice contains its points once.
        for file in Set(route.files) { routesOfFile[file, default: []].append((id, isNew)) }
        guard isNew else {
            // The workout that had the route is a copy of this one now, or the earlier version of it.
            if push?.formerMembers.contains(where: { $0.id == id }) ?? true { try link(route: id, to: workout) }
            return
        }
        try db.execute(
            sql: "INSERT INTO workout_route (id, start, workout, files) VALUES (?, ?, ?, ?)",
            arguments: [id, route.sample.start, workout, route.files.isEmpty ? nil : MetadataJSON.strings(route.files)])
        if !route.points.isEmpty { try details.addPoints(route.points, route: id, from: 0) }
    }

    /// Stores the nested records, after all records at the top level.
    ///
    /// A nested record that is also at the top level is the same record: it is linked and counted once. Other nested records are
    /// added.
    func takePendingMembers() throws {
        pendingMembers.sort { a, b in
            let (a, b) = (a.record.row, b.record.row)
            return a.type != b.type ? a.type < b.type : a.start < b.start
        }
        var linkedToWorkout: Set<Int64> = []
        var group: StartGroup?
        var place: (type: Int64, start: Double) = (-1, .nan)
        for member in pendingMembers {
            let record = member.record
            let (index, start) = (typeIndex(of: record.row), record.row.start)
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
                isLinked = { self.linked.contains($0) }
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
                    if stored.id < firstID { try improve(stored, type: type, with: OtherCopy(record)) }
                }
            } else {
                found = try pushedMember(record, of: member.parent, in: group, type: index) { isLinked($0) }
            }
            if let found {
                id = found
                // The sample is from before the import and wasn't matched at the top level, so it is counted here.
                if found < firstID, !matched.contains(found) {
                    countNested(at: index, added: false)
                    matched.insert(found)
                }
            } else {
                let added = try add(member, type: type, group)
                try group?.add(added, facts)
                id = added.id
                countNested(at: index, added: true)
            }
            switch member.parent {
            case .correlation(let parent):
                linked.insert(id)
                try details.link(table: .correlation, parent: parent, id: id, type: type, start: start)
            case .workout(let parent):
                linkedToWorkout.insert(id)
                try details.link(table: .workout, parent: parent, id: id, type: type, start: start)
            }
        }
        pendingMembers = []
        try runs.flush()
    }

    /// Returns the position of the sample that a nested record of a push is: one of the same connection, which gets the facts that it
    /// lacks, one of an import, or one of another connection of which it has a copy.
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
        if let added = try best(where: { $0.id >= self.firstID }) { return added.id }
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

    /// Ends the import and stores its receipt.
    package func finish(file: String, started: Date, timeZone: String?) throws -> ImportReceipt {
        try takePostponed()
        try finishCounts()
        try takePendingMembers()
        try PushedCopy.noteImport(db, isContained: matched.contains)
        try insert.finish(db)
        try extents.flush(db)
        try sources.flush(db)
        try noteEfforts()
        try facts.createViews()
        // Only exports of a phone have a date; the units of their records are the owner's preferred units.
        if receipt.export.exportDate != nil { try units.store(db) { self.provenances[Int($0)].identity.unit } }
        for topic in topics { try topic.bump(db) }
        for type in types where type.read > 0 || type.added > 0 {
            receipt.byType[type.identifier, default: .init()].read += type.read
            receipt.byType[type.identifier, default: .init()].added += type.added
        }
        for remark in remarks.diagnostics(file: file) { diagnose(remark) }
        receipt.sources = sourceNames.sorted()
        if range.start <= range.end { receipt.dateRange = [range.start, range.end] }
        receipt.finish()
        describe()
        try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'change'", arguments: [nextID - 1])
        let info = receipt.export
        let json = String(decoding: try JSONEncoder.sortedKeys.encode(receipt), as: UTF8.self)
        try db.execute(
            sql: """
                INSERT INTO import
                    (file, started, finished, export_date, locale, version, offset, time_zone, first, last, receipt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                file, started.timeIntervalSince1970, Date().timeIntervalSince1970, info.exportDate, info.locale,
                info.version, info.offset, timeZone, firstID, nextID - 1, json,
            ])
        if let timeZone {
            try db.execute(
                sql: """
                    INSERT INTO setting (name, value) VALUES ('time_zone', ?)
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value
                    """,
                arguments: [timeZone])
        }
        return receipt
    }

    /// Returns the end of a sample, or its start if it ends in the distant future as if it had no end.
    static func knownEnd(_ start: Double, _ end: Double) -> Double {
        end < Date.distantFuture.timeIntervalSince1970 ? end : start
    }

    /// Adds the sentence with the content of the input.
    private func describe() {
        guard let format = receipt.format else { return }
        // The end of a sample that is still in progress is in the distant future.
        let end = min(max(range.end, workoutRange.end), Date().timeIntervalSince1970)
        receipt.description = ImportContent.text(
            format: format, workouts: receipt[.workouts].read, days: receipt.days,
            range: (min(range.start, workoutRange.start), end))
    }
}
