// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An event of a sweep, used to explain a sum.
package enum SweepEvent: Sendable, Hashable {
    /// The samples of a rank counted from one time to another, among those of a purpose and those that can have it.
    case stretch(from: Double, to: Double, rank: Int32, StatisticsInterval.Purpose)
    /// A sample without duration counted, or was not counted because a sample of a better rank covers its time.
    case instant(StatisticsInterval, coveredBy: Int32?)
    /// A part of an event with a duration ended, at the end of the event or of a bucket, and counted with an amount; see ``EventRule``.
    case event(StatisticsInterval, until: Double, amount: Double)
    /// A sample was not counted because it duplicates another sample of its source.
    case repeated(StatisticsInterval)
}
