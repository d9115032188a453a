// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Quantity aggregation style. iOS 8.0.
public enum HKQuantityAggregationStyle: Int, Hashable, Sendable, CaseIterable {
    /// Cumulative. iOS 8.0.
    case cumulative = 0

    /// Discrete arithmetic. iOS 13.0.
    case discreteArithmetic = 1

    /// Discrete temporally weighted. iOS 13.0.
    case discreteTemporallyWeighted = 2

    /// Discrete equivalent continuous level. iOS 13.0.
    case discreteEquivalentContinuousLevel = 3

    /// The former name of ``discreteArithmetic``.
    @available(*, deprecated, renamed: "discreteArithmetic")
    public static var discrete: Self { .discreteArithmetic }
}
