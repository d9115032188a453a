// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because a client may not subclass it but this module does; all it stores is immutable and Sendable itself.
/// A sample of a type that adds up, such as steps.
///
/// ``HKQuantitySample/init(type:quantity:start:end:)`` gives one of these for such types. The initializers of this class also accept other
/// types, such as `underwaterDepth`, but such a sample cannot be saved.
public class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The sum of everything measured in the interval; the same as ``HKQuantitySample/quantity``.
    public var sumQuantity: HKQuantity { quantity }
}
