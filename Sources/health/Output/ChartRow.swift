// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// One row of a chart.
struct ChartRow: Equatable {
    /// What is drawn.
    enum Mark: Equatable {
        /// A bar from zero to a value.
        case bar(Double)
        /// A line between two values, with a mark on it.
        case range(low: Double, high: Double, middle: Double?)
        /// Nothing: the row has no value.
        case nothing
    }

    /// What the row is of.
    let label: String
    /// What is drawn.
    let mark: Mark
    /// The value as text.
    let figure: String
}
