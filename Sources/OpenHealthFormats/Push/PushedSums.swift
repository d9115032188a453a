// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The rule of all pushes for negative sums.
enum PushedSums {
    /// Returns whether a value is a sum that cannot be negative: of events, distances, times, food or insulin.
    ///
    /// Apps correct energies with negative values, which HealthKit accepts, so they are kept as in imports. Values of types that are not summed
    /// are remarked on by their ranges.
    static func isImpossible(_ value: Double, of type: HealthTypeDescription) -> Bool {
        value < 0 && type.aggregationStyle == .cumulative && type.canonicalUnit != "kcal"
    }
}
