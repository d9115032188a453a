// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A row of a chart.
struct ChartRow: Equatable {
    /// The mark.
    enum Mark: Equatable {
        /// A bar from zero to a value.
        case bar(Double)
        /// A line between two values, with a mark on it.
        case range(low: Double, high: Double, middle: Double?)
        /// No mark, for a row without a value.
        case nothing
    }

    /// The label of the row.
    let label: String
    /// The mark.
    let mark: Mark
    /// The value as a string.
    let figure: String
}
