// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The effort scores that belong to a workout or to a part of one.
public final class HKWorkoutEffortRelationship: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The workout.
    public let workout: HKWorkout
    /// The part of the workout; nil where the scores are about all of it.
    public let activity: HKWorkoutActivity?
    /// The scores; nil where there are none.
    public let samples: [HKSample]?

    /// Creates a relationship from stored parts.
    package init(workout: HKWorkout, activity: HKWorkoutActivity?, samples: [HKSample]?) {
        self.workout = workout
        self.activity = activity
        self.samples = samples
        super.init()
    }

    var parts: [AnyHashable?] { [workout, activity, samples] }

    /// Whether the other relates the same objects.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the objects.
    public override var hash: Int { hashOfParts }

    /// The relationship itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the relationship with its objects to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(object: workout, "workout")
        archive.set(object: activity, "activity")
        if let samples { archive.set(samples: samples, "samples") }
        coder.encode(archive, forKey: "HKWorkoutEffortRelationship")
    }

    /// Reads a relationship from an archive, or gives nil where the archive does not hold one.
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
