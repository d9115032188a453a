// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the superclass is; the class has no stored properties.
/// A series of cumulative quantities, as versions before iOS 13 returned them.
///
/// Since iOS 13, ``HKCumulativeQuantitySample`` with its `count` replaces this class.
public class HKCumulativeQuantitySeriesSample: HKCumulativeQuantitySample, @unchecked Sendable {
    /// The sum over the series; the same as ``HKCumulativeQuantitySample/sumQuantity``.
    public var sum: HKQuantity { quantity }
}
