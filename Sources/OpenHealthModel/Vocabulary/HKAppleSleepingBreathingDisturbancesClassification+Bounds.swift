// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKAppleSleepingBreathingDisturbancesClassification {
    /// Returns nil for every quantity: Apple has not published the bounds of these classes.
    /// - Parameter value: A number of breathing disturbances.
    public init?(classifying value: HKQuantity) { nil }
}
