// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The figures of a version of a workout, and its extent. Several files can have one workout, such as a file that is cut off and the whole one,
/// or a FIT file and the TCX file that a program made of it.
///
/// One version counts, whatever the order of the files: a whole one, or else that with more figures, more events or more points of a route. Of two
/// that have as many, the one with the greater figures counts.
package struct WorkoutVersion {
    /// Whether the file is not cut off.
    package var isWhole: Bool
    /// The duration, totals and averages by their names.
    package var figures: [String: Double] = [:]
    /// The number of events.
    package var events = 0
    /// The number of points of the routes.
    package var points = 0

    /// The amount of content of a version, without the values.
    package struct Extent: Comparable {
        fileprivate var isWhole: Bool
        fileprivate var figures: Int
        fileprivate var events: Int
        fileprivate var points: Int

        package static func < (left: Extent, right: Extent) -> Bool {
            if left.isWhole != right.isWhole { return right.isWhole }
            return (left.figures, left.events, left.points) < (right.figures, right.events, right.points)
        }
    }

    /// The amount of content. The version with the greater extent counts.
    package var extent: Extent { Extent(isWhole: isWhole, figures: figures.count, events: events, points: points) }

    /// The greatest difference of equal figures, relative to the larger one.
    private static let tolerance = 1e-6

    /// Creates a version without figures.
    package init(isWhole: Bool) { self.isWhole = isWhole }

    /// Creates the version that a file has.
    package init(_ workout: WorkoutData) {
        isWhole = !workout.sample.metadata.contains { $0.key == MetadataPair.incompleteKey }
        figures["duration"] = workout.duration
        add(workout.statistics, workout.attributes)
        events = workout.events.count
        points = workout.routes.reduce(0) { $0 + $1.points.count }
    }

    /// Adds the totals and averages. The distance of a kind for which HealthKit has no type is an attribute.
    package mutating func add(_ statistics: [WorkoutStatisticsData], _ attributes: [MetadataPair]) {
        for part in statistics {
            let isDistance = WorkoutDistance.types.contains(HKQuantityTypeIdentifier(rawValue: part.type))
            let values = [
                ("sum", part.sum), ("average", part.average), ("minimum", part.minimum), ("maximum", part.maximum),
            ]
            for (name, value) in values {
                if let value { figures[isDistance ? "distance" : "\(part.type) \(name)"] = value }
            }
        }
        let distance = attributes.first { $0.key == "totalDistance" }
        figures["distance"] = figures["distance"] ?? distance.flatMap { Double($0.value) }
    }

    /// Returns whether the versions state different values of a figure.
    package func contradicts(_ other: WorkoutVersion) -> Bool {
        figures.contains { name, value in
            guard let known = other.figures[name] else { return false }
            return Self.differs(value, known)
        }
    }

    /// Returns whether the version counts instead of another one.
    package func isBetter(than other: WorkoutVersion) -> Bool {
        if extent != other.extent { return other.extent < extent }
        let (names, otherNames) = (figures.keys.sorted(), other.figures.keys.sorted())
        if names != otherNames { return names.lexicographicallyPrecedes(otherNames) }
        for name in names {
            if let value = figures[name], let known = other.figures[name], Self.differs(value, known) {
                return value > known
            }
        }
        return false
    }

    /// Returns whether the versions state the same.
    package func isEqual(to other: WorkoutVersion) -> Bool {
        isWhole == other.isWhole && events == other.events && points == other.points
            && Set(figures.keys) == Set(other.figures.keys) && !contradicts(other)
    }

    private static func differs(_ one: Double, _ other: Double) -> Bool {
        (one - other).magnitude > tolerance * max(one.magnitude, other.magnitude)
    }
}
