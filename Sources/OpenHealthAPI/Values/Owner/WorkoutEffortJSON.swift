// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The workouts of several sources that are one effort, and the reasons.
package struct WorkoutEffortJSON: JSONRepresentable {
    /// A workout of the effort.
    package struct Workout: JSONRepresentable {
        package var uuid: UUID
        package var source: String
        package var start: Date
        package var end: Date
        /// Whether it is shown; the others are its copies.
        package var isShown: Bool

        package init(uuid: UUID, source: String, start: Date, end: Date, isShown: Bool) {
            self.uuid = uuid
            self.source = source
            self.start = start
            self.end = end
            self.isShown = isShown
        }

        package static let format = JSONFormat<Workout>.object(
            .required("uuid", \.uuid, .uuid), .required("source", \.source, .string),
            .required("startDate", \.start, .date), .required("endDate", \.end, .date),
            .required("shown", \.isShown, .bool.described("Whether it is shown; the others are its copies."))
        ) { Workout(uuid: $0, source: $1, start: $2, end: $3, isShown: $4) }
    }

    /// A reason why a workout is a copy of another, or a contradiction of workouts that the person joined.
    package struct Reason: JSONRepresentable {
        package var kind: String
        /// The workout of which the other is a copy.
        package var workout: UUID
        package var copy: UUID
        /// The part of the time of both that they share.
        package var shared: Double?
        /// A part of a distance, or beats per minute.
        package var difference: Double?
        /// A distance of routes in metres.
        package var metres: Double?
        /// The correlation of heart rates.
        package var correlation: Double?
        /// The seconds by which a clock is ahead.
        package var seconds: Double?

        package init(kind: String, workout: UUID, copy: UUID) {
            self.kind = kind
            self.workout = workout
            self.copy = copy
        }

        package static let format = JSONFormat<Reason>.object(
            .required(
                "kind", \.kind,
                .one(
                    of: ["time", "activity", "distance", "route", "heartRate", "clock", "routesApart"].map { ($0, $0) })
            ),
            .required("workout", \.workout, .uuid), .required("copy", \.copy, .uuid),
            .optional("shared", \.shared, .number), .optional("difference", \.difference, .number),
            .optional("metres", \.metres, .number), .optional("correlation", \.correlation, .number),
            .optional("seconds", \.seconds, .number)
        ) { kind, workout, copy, shared, difference, metres, correlation, seconds in
            var reason = Reason(kind: kind, workout: workout, copy: copy)
            reason.shared = shared
            reason.difference = difference
            reason.metres = metres
            reason.correlation = correlation
            reason.seconds = seconds
            return reason
        }
    }

    package var workouts: [Workout]
    package var reasons: [Reason]
    /// Whether the owner joined or separated workouts.
    package var isChosen: Bool

    package init(workouts: [Workout], reasons: [Reason], isChosen: Bool) {
        self.workouts = workouts
        self.reasons = reasons
        self.isChosen = isChosen
    }

    package static let format = JSONFormat<WorkoutEffortJSON>.object(
        named: "WorkoutEffort", about: "Workouts of several sources that are one effort.",
        .required("workouts", \.workouts, .array(of: Workout.format).described("The shown one is the first.")),
        .required("reasons", \.reasons, .array(of: Reason.format)),
        .required(
            "decision", \.isChosen, .one(of: [("automatic", false), ("person", true)]))
    ) { WorkoutEffortJSON(workouts: $0, reasons: $1, isChosen: $2) }
}

/// A workout that is a copy of another.
package struct WorkoutCopyJSON: JSONRepresentable {
    package var uuid: UUID
    package var original: UUID

    package init(uuid: UUID, original: UUID) {
        self.uuid = uuid
        self.original = original
    }

    package static let format = JSONFormat<WorkoutCopyJSON>.object(
        .required("uuid", \.uuid, .uuid), .required("copyOf", \.original, .uuid)
    ) { WorkoutCopyJSON(uuid: $0, original: $1) }
}
