// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: ovulation test result. iOS 9.0.
public enum HKCategoryValueOvulationTestResult: Int, Hashable, Sendable, CaseIterable {
    /// Negative. iOS 9.0.
    case negative = 1

    /// Luteinizing hormone surge. iOS 13.0.
    case luteinizingHormoneSurge = 2

    /// Indeterminate. iOS 9.0.
    case indeterminate = 3

    /// Estrogen surge. iOS 13.0.
    case estrogenSurge = 4

    /// The former name of ``luteinizingHormoneSurge``.
    @available(*, deprecated, renamed: "luteinizingHormoneSurge")
    public static var positive: Self { .luteinizingHormoneSurge }
}
