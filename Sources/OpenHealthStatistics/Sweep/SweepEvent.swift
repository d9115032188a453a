// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An event of a sweep, from which a sum is explained.
package enum SweepEvent: Sendable, Hashable {
    /// From one time to another the samples of a rank counted.
    case stretch(from: Double, to: Double, rank: Int32)
    /// A sample without duration counted, or was left out because a sample of a better rank holds the moment.
    case instant(StatisticsInterval, coveredBy: Int32?)
    /// A sample was left out because its source says the same of the same stretch again.
    case repeated(StatisticsInterval)
}
