// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the effort of workouts.
package enum EffortRoutes {
    package static let all = [query.route, relate.route, unrelate.route, zones.route]

    package static let query = Endpoint<EffortQueryJSON, EffortResponseJSON>(
        "queryEffort", .post, "/v1/effort-relationships/query", for: .app,
        "The effort samples that are related to workouts", onlyReads: true,
        details: """
            A further query sends the anchor and the workouts of the previous response. A workout among these that no longer has \
            samples is returned without samples. An anchor that the server did not issue to the app is treated as no anchor.
            """,
        request: EffortQueryJSON.format, most: 8 << 20,
        response: EffortResponseJSON.format, "The relationships, in the order in which the workouts start.",
        problems: [.forbidden])

    package static let relate = Endpoint<EffortRelationJSON, Void>(
        "relateEffort", .post, "/v1/workouts/{uuid}/effort", for: .app,
        "Relates an effort sample to a workout, and saves it if it is new",
        parameters: [workout],
        request: .effortRelation,
        response: .nothing, "The relationship is saved.",
        problems: [.forbidden, .invalidArgument])

    package static let unrelate = Endpoint<Void, Void>(
        "unrelateEffort", .delete, "/v1/workouts/{uuid}/effort/{sample}", for: .app,
        "Removes the relationship of a sample to a workout; the sample stays",
        parameters: [
            workout, .path("sample", .uuid, "The effort sample."),
            .query("activity", .uuid, "The activity of the workout to which the sample is related."),
            .query(
                "type", .named("TypeName"),
                "The type of the sample. With it, a type that was never requested is a different error."),
        ],
        response: .nothing, "The relationship is removed.",
        problems: [.forbidden, .invalidArgument])

    package static let zones = Endpoint<Void, HKWorkoutZoneConfiguration?>(
        "readWorkoutZones", .get, "/v1/workout-zones", for: .app,
        "The zones of the latest workout, except zones that an app configured",
        parameters: [.query("type", .named("TypeName"), "The quantity type, such as heartRate.", isRequired: true)],
        response: .optional("zones", .zoneConfiguration),
        "The zones; none if no workout that the app may see has any.",
        problems: [.forbidden, .invalidArgument])

    private static let workout = APIParameter.path("uuid", .uuid, "The workout.")
    /// The maximum number of workouts in a request.
    package static let maximumWorkouts = 100_000
}
