// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKAppleSleepingBreathingDisturbancesClassification {
    /// Would classify a number of breathing disturbances.
    @available(*, unavailable, message: "Apple has not published the bounds of these classes.")
    public init?(classifying value: HKQuantity) {
        fatalError("unavailable")
    }
}
