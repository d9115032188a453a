// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension ActivityWorkout {
    /// Takes the length of the route as the distance, if there is a route.
    ///
    /// Routes of kinds without a distance have no length, but those of an unknown kind do.
    /// - Parameter points: The points of the workout, which state no distance.
    mutating func takeDistance(ofRoute points: some Collection<ActivityPoint>) {
        guard kind.activity == .other || WorkoutDistance.type(of: kind.activity) != nil else { return }
        let line = points.length
        guard line > 0 else { return }
        (distance, isDistanceOfRoute) = (line, true)
    }
}

extension Collection<ActivityPoint> {
    /// The speed beyond which a distance cannot have been covered, in metres per second.
    static var fastest: Double { 50 }

    /// Returns the distance that the points state; nil if there is none, or 0.
    ///
    /// Points count from the start of the workout, or from that of a longer activity of which the workout is a part. Then the first
    /// distance cannot have been covered since the start. Some devices begin the count anew, as after a pause; the distance is the sum then.
    /// - Parameters:
    ///   - start: The start of the workout, in seconds since 1970.
    ///   - isLater: Whether a workout before this one has points of the same count.
    ///   - border: The last point with a distance until the start, from which this workout counts; nil if there is none.
    func distance(since start: Double, isLater: Bool = false, border: ActivityPoint? = nil) -> Double? {
        var (first, last) = (border, border)
        // The distance before the count began anew, and its value then.
        var (sum, end) = (0.0, 0.0)
        for point in self where point.distance >= 0 {
            defer { last = point }
            guard let last else {
                first = point
                continue
            }
            let possible = Self.fastest * Swift.max(1, point.time - last.time)
            if point.distance < last.distance / 2, point.distance <= possible {
                (sum, end) = (sum + last.distance, last.distance)
            } else if end > 0, point.distance >= end {
                // After a jump, the count goes on where it was, and the small values between were errors.
                if point.distance - last.distance > possible { sum -= end }
                end = 0
            }
        }
        guard let first, let last else { return nil }
        let isTooFar = first.distance > Self.fastest * Swift.max(1, first.time - start)
        let isPart = border != nil || isTooFar && (isLater || first.distance > 1000)
        let distance = sum + last.distance - (isPart ? first.distance : 0)
        return distance > 0 ? distance : nil
    }

    /// The length of the line through the places, in metres.
    var length: Double {
        var (sum, last): (Double, RoutePoint?) = (0, nil)
        for point in self where point.hasPlace {
            let place = point.routePoint
            if let last { sum += last.distance(to: place) }
            last = place
        }
        return sum
    }
}
