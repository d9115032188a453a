// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// Brings the efforts up to date at the end of a transaction.
///
/// The efforts are a function of the stored workouts, their details and the decisions of the person. Only workouts in ranges of
/// time with changes are compared, with the workouts around them; the workouts that these are linked to follow, so that each effort is
/// determined as a whole.
final class EffortUpdate {
    private let db: Database
    private let table: EffortTable
    private let choices: EffortChoices
    private let matcher: EffortMatcher<StoredEffortFacts>
    private var reached: [Int64: EffortCandidate] = [:]
    private var links: [EffortLink] = []
    /// The pairs whose routes contradict each other.
    private var contradictions: Set<EffortLink> = []
    /// The pairs that were compared.
    private var compared: Set<EffortLink> = []
    private var crowded: [Int64: Bool] = [:]
    private var knownTypes: [Int64]?

    /// The maximum number of workouts of imports and phones that start within 15 hours of a workout that is compared.
    private static let most = 256
    /// The maximum number of workouts of its source that start within 15 hours of a workout that is compared.
    private static let mostOfSource = 64

    private init(_ table: EffortTable) throws {
        db = table.db
        self.table = table
        choices = try EffortChoices(db)
        matcher = EffortMatcher(try StoredEffortFacts(db))
    }

    /// Returns the position of the last change; nil if it is not a number, as in a damaged store.
    static func place(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT CASE typeof(value) WHEN 'integer' THEN value END FROM counter WHERE name = 'change'"))
    }

    /// Updates the efforts.
    /// - Parameter before: The position in the order of changes before the transaction.
    /// - Returns: The number of compared pairs of workouts.
    @discardableResult
    static func run(_ db: Database, after before: Int64?) throws -> Int {
        guard let before, let place = try place(db) else { return 0 }
        let isNoted = try Bool.fetchOne(db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM effort_change)")) ?? false
        guard place != before || isNoted else { return 0 }
        let ranges = try EffortTable.changes(db, after: before)
        if isNoted { try db.execute(sql: "DELETE FROM effort_change") }
        guard let table = try EffortTable(db) else { return 0 }
        let old = try table.deletedMembers(after: before)
        let changed = try ranges.flatMap(table.workouts(overlapping:))
        if old.isEmpty && changed.isEmpty { return 0 }
        let update = try EffortUpdate(table)
        guard try update.compare(changed, deleted: old) else { return update.compared.count }
        // Sums change for subscribers, although no sample of their type has.
        try ChangeRange.Topic.efforts.bump(db)
        // Cells that are computed at the same time are for the position of the last change, so that it must not stay the same.
        if place == before {
            try db.execute(sql: "UPDATE counter SET value = value + 1 WHERE name = 'change'")
        }
        return update.compared.count
    }

    /// Determines the efforts of some workouts.
    /// - Returns: Whether a copy has changed.
    private func compare(_ changed: [EffortCandidate], deleted: [EffortMember]) throws -> Bool {
        var old: [Int64: EffortMember] = [:]
        var queue = changed
        for effort in Set(try changed.compactMap { try table.member($0.id)?.effort } + deleted.map(\.effort)) {
            for member in try table.members(ofEffort: effort) {
                old[member.workout] = member
                if let candidate = try table.workout(member.workout) { queue.append(candidate) }
            }
        }
        try reach(queue)
        for id in reached.keys where old[id] == nil { old[id] = try table.member(id) }
        let new = try members()
        var hasChanged = false
        for id in Set(old.keys).union(new.keys) where old[id] != new[id] {
            hasChanged = true
            if old[id] != nil { try table.remove(id) }
            if let member = new[id] { try table.insert(member) }
            for member in [old[id], new[id]].compactMap({ $0 }) where !member.isCounted { try dropRollups(of: member) }
        }
        return hasChanged
    }

    /// Follows the links from some workouts.
    private func reach(_ workouts: [EffortCandidate]) throws {
        var queue = workouts
        while let candidate = queue.popLast() {
            guard reached.updateValue(candidate, forKey: candidate.id) == nil else { continue }
            for id in choices.joined(with: candidate.id) where reached[id] == nil {
                if let other = try table.workout(id) { queue.append(other) }
            }
            if choices.separate.contains(candidate.id) { continue }
            if try isCrowded(candidate) { continue }
            let reach = EffortMatcher<StoredEffortFacts>.reach
            var others = try table.workouts(near: candidate, reach: reach, areOfApps: false)
            // A workout of an app is compared with workouts of imports and phones only, so that no app can cause many comparisons.
            if !candidate.isOfApp { others += try table.workouts(near: candidate, reach: reach, areOfApps: true) }
            for other in others where !choices.separate.contains(other.id) {
                if try isCrowded(other) { continue }
                let pair = EffortLink(a: candidate.id, b: other.id, score: 0)
                guard compared.insert(pair).inserted else { continue }
                let comparison = try matcher.compare(candidate, other)
                if comparison.routesApart != nil {
                    contradictions.insert(pair)
                    continue
                }
                let new = [
                    comparison.match.map { EffortLink(a: candidate.id, b: other.id, score: $0.score) },
                    EffortLink.ofPiece(candidate, other),
                ].compactMap { $0 }
                if new.isEmpty { continue }
                links += new
                if reached[other.id] == nil { queue.append(other) }
            }
        }
    }

    /// Returns whether there are more workouts around a workout than a person has: they are not compared, which takes time for each pair.
    private func isCrowded(_ candidate: EffortCandidate) throws -> Bool {
        if let known = crowded[candidate.id] { return known }
        let reach = EffortMatcher<StoredEffortFacts>.reach
        let range = (candidate.start - reach)...(candidate.start + reach)
        let isCrowded =
            try table.hasMore(than: Self.mostOfSource, startingIn: range, source: candidate.source)
            || table.hasMore(than: Self.most, startingIn: range)
        crowded[candidate.id] = isCrowded
        return isCrowded
    }

    /// Returns the workouts of the efforts with several, by their numbers.
    private func members() throws -> [Int64: EffortMember] {
        var members: [Int64: EffortMember] = [:]
        let groups = EffortGroups.groups(
            Array(reached.values), links: links, joined: choices.joined, separate: choices.separate,
            contradictions: contradictions)
        var order = try EffortOrder(db)
        for group in groups where group.count > 1 {
            let chosen = try order.choose(from: group)
            for candidate in group {
                members[candidate.id] = EffortMember(
                    candidate, effort: chosen.shown.id, isCounted: chosen.counted.contains(candidate.id),
                    added: try table.added(to: candidate.id))
            }
        }
        return members
    }

    /// Removes the rollups with samples of a workout that do not count.
    private func dropRollups(of member: EffortMember) throws {
        // A sample of which half is in the time of the workout starts and ends within the length of the workout.
        let margin = member.end - member.start + EffortCopies.shortSample
        let from = min(member.start - margin, member.added?.lowerBound ?? .infinity)
        let to = max(member.end + margin, member.added?.upperBound ?? -.infinity)
        for type in try summedTypes() {
            try RollupInvalidation.drop(db, type: type, source: member.source, from: from, to: to)
        }
    }

    /// Returns the types with rollups whose sums count each effort once.
    private func summedTypes() throws -> [Int64] {
        if let knownTypes { return knownTypes }
        let types = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT id, identifier FROM sample_type WHERE id IN (SELECT type FROM rollup)")
        ).filter { try EffortCopies.isSummed($0.value(String.self, of: "identifier")) }.map {
            try $0.value(Int64.self, of: "id")
        }
        knownTypes = types
        return types
    }
}
