// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKAppleWalkingSteadinessClassification {
    /// Creates the class of a walking steadiness. Unavailable.
    @available(*, unavailable, message: "Apple has not published the bounds of these classes.")
    public init(for value: HKQuantity) throws {
        fatalError("unavailable")
    }

    /// The smallest walking steadiness of the class. Unavailable.
    @available(*, unavailable, message: "Apple has not published the bounds of these classes.")
    public var minimum: HKQuantity { fatalError("unavailable") }

    /// The largest walking steadiness of the class. Unavailable.
    @available(*, unavailable, message: "Apple has not published the bounds of these classes.")
    public var maximum: HKQuantity { fatalError("unavailable") }
}

extension HKAppleSleepingBreathingDisturbancesClassification {
    /// Always returns `nil`, because Apple has not published the thresholds of the classes.
    /// - Parameter value: The number of breathing disturbances.
    public init?(classifying value: HKQuantity) { nil }
}
