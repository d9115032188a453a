// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKAppleWalkingSteadinessClassification {
    /// Would classify a walking steadiness.
    @available(*, unavailable, message: "Apple has not published the bounds of these classes.")
    public init(for value: HKQuantity) throws {
        fatalError("unavailable")
    }

    /// Would be the smallest walking steadiness of the class.
    @available(*, unavailable, message: "Apple has not published the bounds of these classes.")
    public var minimum: HKQuantity { fatalError("unavailable") }

    /// Would be the largest walking steadiness of the class.
    @available(*, unavailable, message: "Apple has not published the bounds of these classes.")
    public var maximum: HKQuantity { fatalError("unavailable") }
}
