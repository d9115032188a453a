// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Query options. iOS 8.0. Without options, a sample must end at the start of the interval or later, and start before
/// its end.
public struct HKQueryOptions: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: UInt

    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Strict start date. iOS 8.0. The sample must start at the start of the interval or later, and before its end.
    public static let strictStartDate = Self(rawValue: 1)

    /// Strict end date. iOS 8.0. The sample must end at the start of the interval or later, and before its end.
    public static let strictEndDate = Self(rawValue: 2)
}
