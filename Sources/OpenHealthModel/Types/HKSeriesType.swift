// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// A type whose samples are series of measurements: routes and heartbeats.
public final class HKSeriesType: HKSampleType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.series] }

    /// The type of the routes of workouts.
    public class func workoutRoute() -> Self {
        Self(facts: HKObjectType.facts(of: HKWorkoutRouteTypeIdentifier, .series))
    }

    /// The type of series of heartbeats.
    public class func heartbeat() -> Self {
        Self(facts: HKObjectType.facts(of: HKDataTypeIdentifierHeartbeatSeries, .series))
    }
}
