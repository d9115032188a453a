// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Statistics options. iOS 8.0.
public struct HKStatisticsOptions: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: UInt

    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Separate by source. iOS 8.0.
    public static let separateBySource = Self(rawValue: 1)

    /// Discrete average. iOS 8.0.
    public static let discreteAverage = Self(rawValue: 2)

    /// Discrete min. iOS 8.0.
    public static let discreteMin = Self(rawValue: 4)

    /// Discrete max. iOS 8.0.
    public static let discreteMax = Self(rawValue: 8)

    /// Cumulative sum. iOS 8.0.
    public static let cumulativeSum = Self(rawValue: 16)

    /// Discrete most recent. iOS 12.0.
    @available(*, deprecated, renamed: "mostRecent")
    public static let discreteMostRecent = Self(rawValue: 32)

    /// Most recent. iOS 13.0.
    public static let mostRecent = Self(rawValue: 32)

    /// Duration. iOS 13.0.
    public static let duration = Self(rawValue: 64)
}
