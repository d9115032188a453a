// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKAppleSleepingBreathingDisturbancesClassification {
    /// Always returns `nil`, because Apple has not published the thresholds of the classes.
    /// - Parameter value: The number of breathing disturbances.
    public init?(classifying value: HKQuantity) { nil }
}
