// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The routes for workouts of several sources that are one effort.
package enum OwnerEffortRoutes {
    package static let all = [copies.route, read.route, split.route, join.route]

    package static let copies = Endpoint<Void, [WorkoutCopyJSON]>(
        "listWorkoutCopies", .get, "/v1/owner/workout-copies", for: .owner,
        "The workouts that are copies of workouts of other sources",
        response: .only("copies", .array(of: WorkoutCopyJSON.format)),
        "The copies, with the workouts that are shown for them.")

    package static let read = Endpoint<Void, WorkoutEffortJSON>(
        "readWorkoutCopies", .get, "/v1/owner/workout-copies/{uuid}", for: .owner,
        "The workouts that are one effort with a workout, and the reasons",
        parameters: [workout],
        response: WorkoutEffortJSON.format, "The effort; a single workout if there are no copies.",
        problems: [.notFound])

    package static let split = Endpoint<Void, WorkoutEffortJSON>(
        "splitWorkout", .post, "/v1/owner/workout-copies/{uuid}/split", for: .owner,
        "Takes a workout out of its effort, also for later imports",
        parameters: [workout],
        response: WorkoutEffortJSON.format, "The effort of the workout, which is by itself.",
        problems: [.notFound, .invalidArgument])

    package static let join = Endpoint<[UUID], WorkoutEffortJSON>(
        "joinWorkouts", .post, "/v1/owner/workout-copies/join", for: .owner,
        "Makes one effort of several workouts, also for later imports",
        request: .only("uuids", .array(of: .uuid, most: 100)), most: 64 << 10,
        response: WorkoutEffortJSON.format, "The effort.",
        problems: [.notFound, .invalidArgument])

    private static let workout = APIParameter.path("uuid", .uuid, "The workout.")
}
