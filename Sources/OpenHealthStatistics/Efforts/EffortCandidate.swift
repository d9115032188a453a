// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A workout that can be one effort with workouts of other sources.
package struct EffortCandidate: Sendable, Hashable {
    /// The number of the workout.
    package var id: Int64
    /// The number of its source.
    package var source: Int64
    /// The start, in seconds since 1970.
    package var start: Double
    /// The end, in seconds since 1970.
    package var end: Double
    package var activity: HKWorkoutActivityType
    /// Whether an app saved the workout, in contrast to imports and phones. Such a workout does not change how others count.
    package var isOfApp: Bool
    /// The model of the device that recorded it; nil if it is unknown.
    package var device: String?
    /// Whether the workout is of a file that is cut off, and ends earlier than the session.
    package var isIncomplete: Bool

    package init(
        id: Int64, source: Int64, start: Double, end: Double, activity: HKWorkoutActivityType, isOfApp: Bool = false,
        device: String? = nil, isIncomplete: Bool = false
    ) {
        self.id = id
        self.source = source
        self.start = start
        self.end = end
        self.activity = activity
        self.isOfApp = isOfApp
        self.device = device
        self.isIncomplete = isIncomplete
    }

    /// The time from the start to the end, with pauses.
    var length: Double { end - start }

    /// Whether it consists of several sports.
    package var isMultisport: Bool { activity == .swimBikeRun }

    /// Returns whether one device recorded both, as far as it is known. Two devices of a person can have the same source, such as a watch and
    /// a bicycle computer of one maker.
    func hasRecorder(of other: Self) -> Bool {
        source == other.source && (device == nil || other.device == nil || device == other.device)
    }

    /// Returns whether it is one of the sports of another workout, and takes place in its time.
    func isPart(of other: Self) -> Bool {
        guard other.isMultisport, !isMultisport, ActivityFamily.relation(activity, other.activity) == .related else {
            return false
        }
        return min(end, other.end) - max(start, other.start) >= 0.9 * length
    }

    /// Returns whether it is a recording of a part of another workout by another device: it is of the same kind, and takes place in its time.
    package func isPiece(of other: Self) -> Bool {
        guard id != other.id, !isMultisport, !other.isMultisport, !hasRecorder(of: other), length > 0,
            length < other.length
        else { return false }
        switch ActivityFamily.relation(activity, other.activity) {
        case .same, .related: return min(end, other.end) - max(start, other.start) >= 0.9 * length
        case .unspecified, .different: return false
        }
    }

    /// Returns whether two workouts follow each other, as the parts of an effort that one device records.
    func isApart(from other: Self) -> Bool {
        min(end, other.end) - max(start, other.start) <= 0.05 * min(length, other.length)
    }

    /// Returns the workouts that cover a whole effort: workouts of several sports. If there are none, these are the workouts that another
    /// device recorded as at least two consecutive parts, which cover more than half of the workout's time.
    package static func wholes(of group: [Self]) -> [Self] {
        let multisport = group.filter(\.isMultisport)
        return multisport.isEmpty ? group.filter { $0.isCovered(by: group) } : multisport
    }

    /// Returns whether a device recorded at least two consecutive parts of the workout, which cover more than half of its time.
    func isCovered(by workouts: [Self]) -> Bool {
        if isOfApp { return false }
        let pieces = workouts.filter { $0.isPiece(of: self) }.sorted(by: Self.isOrdered)
        if pieces.count < 2 { return false }
        return pieces.contains { first in
            var parts: [Self] = []
            var covered = 0.0
            for piece in pieces where piece.hasRecorder(of: first) {
                if let last = parts.last, !piece.isApart(from: last) { continue }
                parts.append(piece)
                covered += min(end, piece.end) - max(start, piece.start)
            }
            return parts.count > 1 && 2 * covered > length
        }
    }

    /// Whether a candidate is before another one in an order that depends on the content first, so that comparisons of two
    /// candidates do not depend on the order in which they arrived.
    static func isOrdered(_ a: Self, _ b: Self) -> Bool {
        if a.start != b.start { return a.start < b.start }
        if a.end != b.end { return a.end < b.end }
        if a.activity != b.activity { return a.activity.rawValue < b.activity.rawValue }
        return a.id < b.id
    }
}

/// A place of a route.
package struct EffortPlace: Sendable, Hashable {
    /// The time, in seconds since 1970.
    package var time: Double
    /// In degrees.
    package var latitude: Double
    /// In degrees.
    package var longitude: Double

    package init(time: Double, latitude: Double, longitude: Double) {
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A heart rate.
package struct EffortReading: Sendable, Hashable {
    /// The time, in seconds since 1970.
    package var time: Double
    /// In beats per minute.
    package var value: Double

    package init(time: Double, value: Double) {
        self.time = time
        self.value = value
    }
}

/// The facts about workouts that are read only if their times do not decide.
package protocol EffortFacts {
    /// Returns the distance in metres; nil if it is unknown.
    func distance(of candidate: EffortCandidate) throws -> Double?

    /// Returns some places of the route, in order of their times; empty if there is none.
    func route(of candidate: EffortCandidate) throws -> [EffortPlace]

    /// Returns the heart rates, in order of their times; empty if there are none.
    func heartRate(of candidate: EffortCandidate) throws -> [EffortReading]
}

/// A reason why two workouts are one effort.
package enum EffortReason: Sendable, Hashable {
    /// The workouts overlap.
    /// - Parameters:
    ///   - shared: The part of the time of both that they share, from 0 to 1. If a clock was wrong, it is corrected.
    ///   - start: The seconds from the start of the first workout to that of the second.
    ///   - end: The seconds from the end of the first workout to that of the second.
    case time(shared: Double, start: Double, end: Double)
    /// The activities are equal or related.
    case activity
    /// The distances agree.
    /// - Parameter difference: The difference as a part of the longer distance.
    case distance(difference: Double)
    /// The routes agree.
    /// - Parameter distance: The median distance of the places at the same time, in metres.
    case route(distance: Double)
    /// The heart rates rise and fall together.
    /// - Parameters:
    ///   - correlation: The correlation without the linear trend, from -1 to 1.
    ///   - difference: The mean difference in beats per minute.
    case heartRate(correlation: Double, difference: Double)
    /// The clock or the time zone of one of the workouts was wrong.
    /// - Parameter seconds: The seconds by which the second workout is later than the first.
    case clock(seconds: Double)
    /// The routes are in different places at the same moment, so that only the decision of the person makes the workouts one effort.
    /// - Parameter distance: The median distance of the places at the same time, in metres.
    case routesApart(distance: Double)
}

/// The result of a comparison of two workouts.
package struct EffortComparison: Sendable, Hashable {
    /// How they are one effort; nil if they are not.
    package var match: EffortMatch?
    /// The median distance in metres of the places of their routes at the same time if the routes contradict each other.
    package var routesApart: Double?
}

/// The result of a comparison of two workouts that are one effort.
package struct EffortMatch: Sendable, Hashable {
    /// The certainty; greater is better.
    package var score: Double
    /// The seconds by which the clock of the second workout is ahead of that of the first; 0 if both clocks are right.
    package var shift: Double

    package init(score: Double, shift: Double) {
        self.score = score
        self.shift = shift
    }
}
