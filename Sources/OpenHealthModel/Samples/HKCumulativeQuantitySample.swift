// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class has subclasses; all stored properties are immutable and Sendable.
/// A sample of a cumulative type, such as steps.
///
/// ``HKQuantitySample/init(type:quantity:start:end:)`` returns an instance of this class for cumulative types. The initializers
/// of this class also accept other types, such as `underwaterDepth`, but such a sample cannot be saved.
public class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The sum of all measurements in the interval; the same as ``HKQuantitySample/quantity``.
    public var sumQuantity: HKQuantity { quantity }
}
