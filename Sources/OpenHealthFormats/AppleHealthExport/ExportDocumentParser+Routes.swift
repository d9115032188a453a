// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension ExportDocumentParser {
    /// Reads the start tag of a workout route.
    mutating func startRoute(of workout: Pending<WorkoutData>, closed: Bool) throws {
        guard let sample = try sampleFacts("WorkoutRoute", others: []) else { return push(.skipped, unless: closed) }
        let facts = WorkoutRouteData(sample: sample)
        start(facts, closed: closed, as: { .route($0, of: workout) }) { workout.value.routes.append($1) }
    }

    /// Reads a start tag inside a route.
    mutating func startInRoute(_ route: Pending<WorkoutRouteData>, closed: Bool) throws {
        if scanner.name.equals("FileReference") {
            if let path = text("path") {
                route.value.files.append(path)
                routeFiles.append(path)
            }
            push(.leaf, unless: closed)
        } else if scanner.name.equals("Location") {
            try readLocation(into: route)
            push(.leaf, unless: closed)
        } else {
            try startMetadata(in: "WorkoutRoute", closed: closed) { route.value.sample.metadata.append($0) }
        }
    }

    private mutating func readLocation(into route: Pending<WorkoutRouteData>) throws {
        guard let date = date("date"), let latitude = number("latitude"), let longitude = number("longitude"),
            abs(latitude) <= 90, abs(longitude) <= 180
        else {
            try report(.rejected, "Location", "its date, latitude or longitude is missing or out of range")
            return
        }
        let point = RoutePoint(
            time: date, latitude: latitude, longitude: longitude,
            altitude: number("altitude") ?? .nan, speed: number("speed") ?? .nan,
            course: number("course") ?? .nan, horizontalAccuracy: number("horizontalAccuracy") ?? .nan,
            verticalAccuracy: number("verticalAccuracy") ?? .nan)
        route.value.points.append(point)
    }
}
