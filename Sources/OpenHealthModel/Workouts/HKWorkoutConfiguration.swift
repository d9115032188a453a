// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The configuration of a workout or of a part of one. Its properties can be set, from any thread.
public final class HKWorkoutConfiguration: NSObject, NSCopying, NSSecureCoding, Sendable {
    private struct State: Hashable, Sendable {
        var activityType = HKWorkoutActivityType.other
        var locationType = HKWorkoutSessionLocationType.unknown
        var swimmingLocationType = HKWorkoutSwimmingLocationType.unknown
        var lapLength: HKQuantity?
    }

    private let state: Mutex<State>

    /// Creates a configuration of some other workout at an unknown place.
    public override init() {
        state = Mutex(State())
        super.init()
    }

    private init(_ state: State) {
        self.state = Mutex(state)
        super.init()
    }

    /// The activity type.
    public var activityType: HKWorkoutActivityType {
        get { state.withLock { $0.activityType } }
        set { state.withLock { $0.activityType = newValue } }
    }

    /// Whether it happens indoors or outdoors.
    public var locationType: HKWorkoutSessionLocationType {
        get { state.withLock { $0.locationType } }
        set { state.withLock { $0.locationType = newValue } }
    }

    /// Whether one swims in a pool or in open water.
    public var swimmingLocationType: HKWorkoutSwimmingLocationType {
        get { state.withLock { $0.swimmingLocationType } }
        set { state.withLock { $0.swimmingLocationType = newValue } }
    }

    /// The length of the pool, in a unit of length; nil where there is none.
    public var lapLength: HKQuantity? {
        get { state.withLock { $0.lapLength } }
        set { state.withLock { $0.lapLength = newValue } }
    }

    private var snapshot: State { state.withLock { $0 } }

    /// Whether the other says the same now.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutConfiguration else { return false }
        return other === self || other.snapshot == snapshot
    }

    /// A hash of what the configuration says now.
    public override var hash: Int { snapshot.hashValue }

    /// A configuration that says the same and can be changed on its own.
    public func copy(with zone: NSZone? = nil) -> Any { HKWorkoutConfiguration(snapshot) }

    /// A copy, typed.
    package var duplicate: HKWorkoutConfiguration { HKWorkoutConfiguration(snapshot) }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the configuration to an archive.
    public func encode(with coder: NSCoder) {
        let state = snapshot
        var archive = HKArchive()
        archive.set(raw: state.activityType, "activityType")
        archive.set(raw: state.locationType, "locationType")
        archive.set(raw: state.swimmingLocationType, "swimmingLocationType")
        archive.set(state.lapLength, "lapLength")
        coder.encode(archive, forKey: "HKWorkoutConfiguration")
    }

    /// Reads a configuration from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKWorkoutConfiguration"),
            let activity = archive.raw("activityType", as: HKWorkoutActivityType.self),
            let location = archive.raw("locationType", as: HKWorkoutSessionLocationType.self),
            let swimming = archive.raw("swimmingLocationType", as: HKWorkoutSwimmingLocationType.self)
        else { return nil }
        state = Mutex(
            State(
                activityType: activity, locationType: location, swimmingLocationType: swimming,
                lapLength: archive.quantity("lapLength")))
        super.init()
    }
}
