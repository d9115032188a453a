// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// Synthetic content of series, for tests that do not depend on it.
enum SeriesContent {
    /// Returns the measurements of a sample that is a series, or nil for others.
    static func measurements(of sample: HKSample) -> SeriesMeasurements? {
        let length = sample.endDate.timeIntervalSince(sample.startDate)
        switch sample {
        case let electrocardiogram as HKElectrocardiogram:
            let count = electrocardiogram.numberOfVoltageMeasurements
            return .electrocardiogram((0..<count).map { voltage(at: Double($0) / Double(max(count, 1)) * length) })
        case let beats as HKHeartbeatSeriesSample:
            let distance = length / Double(max(beats.count, 1))
            return .heartbeats(
                (0..<beats.count).map { SeriesHeartbeat(time: Double($0) * distance, precededByGap: false) })
        case let route as HKWorkoutRoute:
            return .route(points(route, length), workout: nil)
        default:
            return nil
        }
    }

    /// Returns the voltage of a heart with one beat per second, in microvolts: a spike with a gentle wave in between.
    private static func voltage(at time: Double) -> Double {
        let phase = time - time.rounded(.down)
        return phase < 0.04 ? 900 : 60 * sin(2 * .pi * phase)
    }

    /// Returns the points of a run to the north at three meters per second.
    private static func points(_ route: HKWorkoutRoute, _ length: Double) -> [RoutePoint] {
        let steps = Double(max(route.count - 1, 1))
        return (0..<route.count).map { index in
            let time = length * Double(index) / steps
            return RoutePoint(
                time: route.startDate.timeIntervalSince1970 + time, latitude: 52.5 + time * 3 / 111_195,
                longitude: 13.4, altitude: 34, speed: 3, course: 0, horizontalAccuracy: 5, verticalAccuracy: 3)
        }
    }
}
