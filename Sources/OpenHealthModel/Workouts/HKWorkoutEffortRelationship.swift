// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The effort scores of a workout or of one of its activities.
public final class HKWorkoutEffortRelationship: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject,
    Sendable
{
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
    }

    var parts: [AnyHashable?] { [workout, activity, samples] }

    /// Returns a Boolean value that indicates whether the other relationship has the same objects.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the objects.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive {
        ["workout": workout, "activity": activity, "samples": samples.map(HKArchive.list)]
    }

    /// Creates a relationship from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
            let workout = archive.object("workout", as: HKWorkout.self)
        else { return nil }
        self.init(
            workout: workout, activity: archive.object("activity", as: HKWorkoutActivity.self),
            samples: archive.samples("samples"))
    }
}
