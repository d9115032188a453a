// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Metric prefix. iOS 8.0.
public enum HKMetricPrefix: Int, Hashable, Sendable, CaseIterable {
    /// None. iOS 8.0.
    case none = 0

    /// Pico. iOS 8.0.
    case pico = 1

    /// Nano. iOS 8.0.
    case nano = 2

    /// Micro. iOS 8.0.
    case micro = 3

    /// Milli. iOS 8.0.
    case milli = 4

    /// Centi. iOS 8.0.
    case centi = 5

    /// Deci. iOS 8.0.
    case deci = 6

    /// Deca. iOS 8.0.
    case deca = 7

    /// Hecto. iOS 8.0.
    case hecto = 8

    /// Kilo. iOS 8.0.
    case kilo = 9

    /// Mega. iOS 8.0.
    case mega = 10

    /// Giga. iOS 8.0.
    case giga = 11

    /// Tera. iOS 8.0.
    case tera = 12

    /// Femto. iOS 13.0.
    case femto = 13
}
