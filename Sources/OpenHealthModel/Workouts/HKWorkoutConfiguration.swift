// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The configuration of a workout or activity. Its properties can be set from any thread.
public final class HKWorkoutConfiguration: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, Sendable {
    private struct State: Hashable, Sendable {
        var activityType = HKWorkoutActivityType.other
        var locationType = HKWorkoutSessionLocationType.unknown
        var swimmingLocationType = HKWorkoutSwimmingLocationType.unknown
        var lapLength: HKQuantity?
    }

    private let state: Mutex<State>

    /// Creates a configuration of another activity at an unknown location.
    public override init() {
        state = Mutex(State())
    }

    private init(_ state: State) {
        self.state = Mutex(state)
    }

    /// The activity type.
    public var activityType: HKWorkoutActivityType {
        get { state.withLock { $0.activityType } }
        set { state.withLock { $0.activityType = newValue } }
    }

    /// The location type: indoors or outdoors.
    public var locationType: HKWorkoutSessionLocationType {
        get { state.withLock { $0.locationType } }
        set { state.withLock { $0.locationType = newValue } }
    }

    /// The swimming location type: a pool or open water.
    public var swimmingLocationType: HKWorkoutSwimmingLocationType {
        get { state.withLock { $0.swimmingLocationType } }
        set { state.withLock { $0.swimmingLocationType = newValue } }
    }

    /// The length of the pool, in a unit of length; `nil` if there is none.
    public var lapLength: HKQuantity? {
        get { state.withLock { $0.lapLength } }
        set { state.withLock { $0.lapLength = newValue } }
    }

    private var snapshot: State { state.withLock { $0 } }

    /// Returns a Boolean value that indicates whether the other object currently has the same configuration.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutConfiguration else { return false }
        return other === self || other.snapshot == snapshot
    }

    /// A hash of the current values.
    public override var hash: Int { snapshot.hashValue }

    /// Returns an independent copy of the configuration.
    public func copy(with zone: NSZone? = nil) -> Any { HKWorkoutConfiguration(snapshot) }

    /// A typed copy.
    package var duplicate: HKWorkoutConfiguration { HKWorkoutConfiguration(snapshot) }

    var archive: HKArchive {
        let state = snapshot
        return [
            "activityType": state.activityType.rawValue, "locationType": state.locationType.rawValue,
            "swimmingLocationType": state.swimmingLocationType.rawValue, "lapLength": state.lapLength,
        ]
    }

    /// Creates a configuration from an archive, or returns `nil` if the archive contains none.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
            let activity = archive.raw("activityType", as: HKWorkoutActivityType.self),
            let location = archive.raw("locationType", as: HKWorkoutSessionLocationType.self),
            let swimming = archive.raw("swimmingLocationType", as: HKWorkoutSwimmingLocationType.self)
        else { return nil }
        state = Mutex(
            State(
                activityType: activity, locationType: location, swimmingLocationType: swimming,
                lapLength: archive.quantity("lapLength")))
    }
}
