// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The workouts of an import, to find those that occur twice.
///
/// A workout of files is the same as another one with the same dates, activity and source. Activities that accounts only summarise, such as those
/// entered by hand, can have these in common, since people round times. They are the same if the account gives them one identifier, or if their
/// totals agree.
struct KnownWorkouts {
    private struct Key: Hashable {
        var start: Double
        var end: Double
        var activity: String
        var source: String
    }

    private struct Entry {
        /// Whether the workout is only summarised.
        var isSummary: Bool
        var identity: String?
        var distance: Double?
        var energy: Double?
    }

    /// The relation of a workout to those before it.
    enum Finding {
        case new
        /// The workout occurs twice.
        case same
        /// The account has another identifier for it, or it is of another account, and its totals agree.
        case equal
    }

    private var known: [Key: [Entry]] = [:]

    /// The maximum number of workouts of one time that a workout is compared with.
    private static let maximumCompared = 20

    /// Notes a workout.
    /// - Returns: Whether it is new.
    mutating func note(_ workout: ActivityWorkout, source: String) -> Finding {
        let key = Key(start: workout.start, end: workout.end, activity: workout.kind.exportName, source: source)
        let entry = Entry(
            isSummary: workout.isSummary, identity: workout.identity, distance: workout.distance, energy: workout.energy
        )
        let others = known[key] ?? []
        var finding = Finding.new
        for other in others.prefix(Self.maximumCompared) {
            guard entry.isSummary, other.isSummary else { return .same }
            if let identity = entry.identity, identity == other.identity { return .same }
            let isEqual =
                Self.agree(entry.distance, other.distance) && Self.agree(entry.energy, other.energy)
            if isEqual { finding = entry.identity == nil && other.identity == nil ? .same : .equal }
        }
        if case .new = finding, others.count < Self.maximumCompared { known[key, default: []].append(entry) }
        return finding
    }

    /// Returns whether two totals can be those of one workout.
    private static func agree(_ one: Double?, _ other: Double?) -> Bool {
        guard let one, let other else { return true }
        return (one - other).magnitude <= 1e-6 * max(one.magnitude, other.magnitude)
    }
}
