// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension Collection<ActivityPoint> {
    /// Returns the distance of a workout whose file does not state it: that of its points, or else the length of its route; nil if there
    /// is none.
    /// - Parameters:
    ///   - kind: The kind of the workout. Routes of kinds without a distance have no length.
    ///   - start: The start of the workout, in seconds since 1970.
    func distance(of kind: ActivityKind, since start: Double) -> Double? {
        if let stated = distance(since: start) { return stated }
        guard WorkoutDistance.type(of: kind.activity) != nil else { return nil }
        let line = length
        return line > 0 ? line : nil
    }

    /// Returns the distance that the points state; nil if there is none, or 0.
    ///
    /// Points count from the start of the workout, or from that of a longer activity of which the workout is a part. Then the first
    /// distance cannot have been covered since the start.
    func distance(since start: Double) -> Double? {
        var (first, last): (ActivityPoint?, ActivityPoint?)
        for point in self where point.distance >= 0 {
            if first == nil { first = point }
            last = point
        }
        guard let first, let last else { return nil }
        let isPart = first.distance > 1000 && first.distance > 50 * Swift.max(1, first.time - start)
        let distance = last.distance - (isPart ? first.distance : 0)
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
