// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A metadata entry: a key and its value as strings.
public struct MetadataPair: Sendable, Hashable {
    /// The key as written; keys can repeat within a record and can differ in case only.
    public var key: String
    /// The value as written.
    public var value: String

    /// The key of workouts from files that are cut off, which lack their end and totals.
    package static let incompleteKey = "OpenHealthKitIncomplete"
    /// The key of workouts that an account only summarises: the format of the account and, if they are known, a hash of its owner and the
    /// identifier of the activity, such as `garmin-account:1f:42`.
    package static let activityKey = "OpenHealthKitActivityIdentifier"

    /// The key of workouts of files that an account has named: the format of the account, such as `strava-account`.
    package static let namedByKey = "OpenHealthKitNamedBy"

    /// Returns whether a value of ``activityKey`` has the owner and the identifier.
    package static func identifiesActivity(_ value: String) -> Bool { value.contains(":") }
    /// The key of segments that are sets of a strength training, with the number of repetitions.
    package static let repetitionsKey = "OpenHealthKitRepetitions"
    /// The key of segments that are sets of a strength training, with the weight and its unit.
    package static let weightKey = "OpenHealthKitWeight"
    /// The key of segments that are sets of a strength training, with the name of the exercise.
    package static let exerciseKey = "OpenHealthKitExercise"

    /// Creates an entry from a key and a value.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
