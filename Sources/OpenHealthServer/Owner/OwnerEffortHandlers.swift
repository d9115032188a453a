// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthStatistics
import OpenHealthStore

/// The handlers of the routes for workouts of several sources that are one effort.
enum OwnerEffortHandlers {
    static let bindings = [
        RouteBinding(OwnerEffortRoutes.copies, copies), RouteBinding(OwnerEffortRoutes.read, read),
        RouteBinding(OwnerEffortRoutes.split, split), RouteBinding(OwnerEffortRoutes.join, join),
    ]

    private static func copies(_ scope: RequestScope) async throws -> [WorkoutCopyJSON] {
        let database = scope.database
        return try await scope.changing {
            try database.efforts.copies().map { WorkoutCopyJSON(uuid: $0.copy, original: $0.shown) }
        }
    }

    private static func read(_ scope: RequestScope) async throws -> WorkoutEffortJSON {
        let uuid = try QueryText(scope).uuid()
        let database = scope.database
        return try await scope.changing { WorkoutEffortJSON(try database.efforts.explanation(of: uuid)) }
    }

    private static func split(_ scope: RequestScope) async throws -> WorkoutEffortJSON {
        let uuid = try QueryText(scope).uuid()
        let database = scope.database
        return try await scope.changing {
            try database.efforts.split(uuid)
            return WorkoutEffortJSON(try database.efforts.explanation(of: uuid))
        }
    }

    private static func join(_ scope: RequestScope, _ uuids: [UUID]) async throws -> WorkoutEffortJSON {
        let database = scope.database
        return try await scope.changing {
            try database.efforts.join(uuids)
            return WorkoutEffortJSON(try database.efforts.explanation(of: uuids[0]))
        }
    }
}

extension WorkoutEffortJSON {
    fileprivate init(_ effort: EffortExplanation) {
        self.init(
            workouts: effort.workouts.enumerated().map { place, workout in
                Workout(
                    uuid: workout.sample.uuid, source: workout.sample.source, start: workout.sample.start,
                    end: workout.sample.end, isShown: place == 0)
            },
            reasons: effort.reasons.map { Reason($0) }, isChosen: effort.isChosen)
    }
}

extension WorkoutEffortJSON.Reason {
    fileprivate init(_ reason: EffortExplanation.Reason) {
        self.init(kind: "activity", workout: reason.workout, copy: reason.copy)
        switch reason.reason {
        case .time(let shared, _, _): (kind, self.shared) = ("time", shared)
        case .activity: break
        case .distance(let difference): (kind, self.difference) = ("distance", difference)
        case .route(let distance): (kind, metres) = ("route", distance)
        case .heartRate(let correlation, let difference):
            (kind, self.correlation, self.difference) = ("heartRate", correlation, difference)
        case .clock(let seconds): (kind, self.seconds) = ("clock", seconds)
        case .routesApart(let distance): (kind, metres) = ("routesApart", distance)
        }
    }
}
