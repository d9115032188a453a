// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The workouts of an import, to find those that occur twice.
///
/// A workout of files is the same as another one with the same dates, activity and source, or without an activity. Activities that accounts only
/// summarise, such as those entered by hand, can have these in common, since people round times. They are the same if the account gives them one
/// identifier, or if their totals agree.
struct KnownWorkouts {
    private struct Key: Hashable {
        var start: Double
        var end: Double
        var source: String
    }

    private struct Entry {
        var activity: String
        /// Whether the workout is only summarised.
        var isSummary: Bool
        var identity: String?
        var distance: Double?
        var energy: Double?
        /// The greatest extent of its versions, and whether one has lengths of a pool.
        var extent: WorkoutVersion.Extent
        var hasLengths: Bool

        /// Whether the kind is that of files that state none.
        var isOfUnknownKind: Bool { !isSummary && activity == KnownWorkouts.unknownKind }
    }

    /// The relation of a workout to those before it.
    enum Finding {
        case new
        /// The workout occurs twice: whether the version has as much as those before it or more, and whether none of them has lengths of a pool.
        case version(hasMore: Bool, hasNewLengths: Bool)
        /// The account has another identifier for it, or it is of another account, and its totals agree.
        case equal
    }

    private var known: [Key: [Entry]] = [:]

    /// The kind of workouts of files that state none. As in the store, such a workout is also one of another kind.
    private static let unknownKind = ActivityKind(.other).exportName
    /// The maximum number of workouts of one time that a workout is compared with.
    private static let maximumCompared = 20

    /// Notes a workout.
    /// - Returns: Whether it is new.
    mutating func note(
        _ workout: ActivityWorkout, _ extent: WorkoutVersion.Extent, hasLengths: Bool, source: String
    ) -> Finding {
        let key = Key(start: workout.start, end: workout.end, source: source)
        let entry = Entry(
            activity: workout.kind.exportName, isSummary: workout.isSummary, identity: workout.identity,
            distance: workout.distance, energy: workout.energy, extent: extent, hasLengths: hasLengths)
        let others = known[key] ?? []
        var finding = Finding.new
        for (index, other) in others.enumerated() where other.activity == entry.activity {
            guard entry.isSummary, other.isSummary else { return version(entry, key, index) }
            if let identity = entry.identity, identity == other.identity { return version(entry, key, index) }
            let isEqual =
                Self.agree(entry.distance, other.distance) && Self.agree(entry.energy, other.energy)
            if isEqual {
                if entry.identity == nil, other.identity == nil { return version(entry, key, index) }
                finding = .equal
            }
        }
        let unknown = others.firstIndex { other in
            !entry.isSummary && !other.isSummary && (entry.isOfUnknownKind || other.isOfUnknownKind)
        }
        if let unknown { return version(entry, key, unknown) }
        if case .new = finding, others.count < Self.maximumCompared { known[key, default: []].append(entry) }
        return finding
    }

    /// Notes a version of a known workout.
    private mutating func version(_ entry: Entry, _ key: Key, _ index: Int) -> Finding {
        guard var known = known[key]?[index] else { return .new }
        let finding = Finding.version(hasMore: known.extent <= entry.extent, hasNewLengths: !known.hasLengths)
        if known.isOfUnknownKind { known.activity = entry.activity }
        known.extent = max(known.extent, entry.extent)
        known.hasLengths = known.hasLengths || entry.hasLengths
        self.known[key]?[index] = known
        return finding
    }

    /// Returns whether two totals can be those of one workout.
    private static func agree(_ one: Double?, _ other: Double?) -> Bool {
        guard let one, let other else { return true }
        return (one - other).magnitude <= 1e-6 * max(one.magnitude, other.magnitude)
    }
}
