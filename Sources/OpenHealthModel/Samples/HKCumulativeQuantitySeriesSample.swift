// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because its superclass is; it stores nothing itself.
/// A series of amounts that add up, as versions before iOS 13 handed them out.
///
/// Since iOS 13 ``HKCumulativeQuantitySample`` does the same with its `count`.
public class HKCumulativeQuantitySeriesSample: HKCumulativeQuantitySample, @unchecked Sendable {
    /// The sum over the series; the same as ``HKCumulativeQuantitySample/sumQuantity``.
    public var sum: HKQuantity { quantity }
}
