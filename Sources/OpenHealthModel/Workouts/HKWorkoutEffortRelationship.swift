// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The effort scores of a workout or of one of its activities.
public final class HKWorkoutEffortRelationship: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The workout.
    public let workout: HKWorkout
    /// The activity; `nil` if the scores are those of the entire workout.
    public let activity: HKWorkoutActivity?
    /// The effort scores; `nil` if there are none.
    public let samples: [HKSample]?

    /// Creates a relationship from stored fields.
    package init(workout: HKWorkout, activity: HKWorkoutActivity?, samples: [HKSample]?) {
        self.workout = workout
        self.activity = activity
        self.samples = samples
        super.init()
    }

    var parts: [AnyHashable?] { [workout, activity, samples] }

    /// Returns a Boolean value that indicates whether the other relationship has the same objects.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the objects.
    public override var hash: Int { hashOfParts }

    /// Returns the relationship itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always `true`, because the class supports secure coding.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the relationship with its objects.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(object: workout, "workout")
        archive.set(object: activity, "activity")
        if let samples { archive.set(samples: samples, "samples") }
        coder.encode(archive, forKey: "HKWorkoutEffortRelationship")
    }

    /// Creates a relationship from an archive, or returns `nil` if the archive contains none.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKWorkoutEffortRelationship"),
            let workout = archive.object("workout", as: HKWorkout.self)
        else { return nil }
        self.workout = workout
        self.activity = archive.object("activity", as: HKWorkoutActivity.self)
        self.samples = archive.samples("samples")
        super.init()
    }
}
