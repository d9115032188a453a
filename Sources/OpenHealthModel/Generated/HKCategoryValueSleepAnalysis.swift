// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: sleep analysis. iOS 8.0.
public enum HKCategoryValueSleepAnalysis: Int, Hashable, Sendable, CaseIterable {
    /// In bed. iOS 8.0.
    case inBed = 0

    /// Asleep unspecified. iOS 16.0.
    case asleepUnspecified = 1

    /// Awake. iOS 10.0.
    case awake = 2

    /// Asleep core. iOS 16.0.
    case asleepCore = 3

    /// Asleep deep. iOS 16.0.
    case asleepDeep = 4

    /// Asleep REM. iOS 16.0.
    case asleepREM = 5

    /// The former name of ``asleepUnspecified``.
    @available(*, deprecated, renamed: "asleepUnspecified")
    public static var asleep: Self { .asleepUnspecified }
}
