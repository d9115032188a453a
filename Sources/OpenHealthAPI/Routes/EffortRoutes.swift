// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Routes about how hard workouts were.
package enum EffortRoutes {
    package static let all = [query, relate, unrelate, zones]

    package static let query = APIRoute(
        "queryEffort", .post, "/v1/effort-relationships/query", for: .app,
        "The samples of effort that are related to workouts",
        details: """
            A further query sends the anchor and the workouts of the previous answer. A workout among these that no longer has \
            samples is returned without samples. An anchor that the daemon did not issue to the app is treated as no anchor.
            """,
        body: .json(
            .object(
                optional: [
                    "predicate": .named("Predicate"), "anchor": anchor, "mostRelevant": .bool, "workouts": workouts,
                ]), most: 8 << 20),
        answers: [
            .json(
                .object([
                    "relationships": .array(of: .named("EffortRelationship")), "anchor": anchor, "workouts": workouts,
                ]), "The relationships, in the order in which the workouts start.")
        ], problems: [.forbidden])

    package static let relate = APIRoute(
        "relateEffort", .post, "/v1/workouts/{uuid}/effort", for: .app,
        "Relates a sample of effort to a workout, and saves it where it is not there yet",
        parameters: [workout],
        body: .json(.object(["sample": .named("NewSample")], optional: ["activity": .uuid])),
        answers: [.nothing("They are related.")], problems: [.forbidden, .invalidArgument])

    package static let unrelate = APIRoute(
        "unrelateEffort", .delete, "/v1/workouts/{uuid}/effort/{sample}", for: .app,
        "Ends the relation of a sample to a workout; the sample stays",
        parameters: [
            workout, .path("sample", .uuid, "The sample of effort."),
            .query("activity", .uuid, "The activity of the workout that the sample is related to."),
            .query(
                "type", .named("TypeName"),
                "The type of the sample. With it, a type that was never asked for is an error of its own."),
        ],
        answers: [.nothing("They are not related any more.")], problems: [.forbidden, .invalidArgument])

    package static let zones = APIRoute(
        "readWorkoutZones", .get, "/v1/workout-zones", for: .app,
        "The zones in which the latest workout was divided, not counting zones that an app drew",
        parameters: [.query("type", .named("TypeName"), "The quantity type, such as heartRate.", isRequired: true)],
        answers: [
            .json(
                .object(optional: ["zones": .named("WorkoutZones")]),
                "The zones; none where no workout that the app may see has any.")
        ], problems: [.forbidden, .invalidArgument])

    private static let workout = APIParameter.path("uuid", .uuid, "The workout.")
    private static let anchor = JSONSchema.integer(anchors)
    /// Anchors are encrypted, and fit the whole numbers of JavaScript.
    private static let anchors = 0...(1 << 52 - 1)
    private static let workouts = JSONSchema.array(of: .uuid, most: mostWorkouts)

    /// How many workouts can be sent.
    package static let mostWorkouts = 100_000

    /// A place in the order in which relations change.
    package static func anchor(_ json: JSONReader) throws(Problem) -> Int {
        let anchor = try json.integer()
        guard anchors.contains(anchor) else { throw json.problem("This has to be an anchor that the daemon gave.") }
        return anchor
    }
}
