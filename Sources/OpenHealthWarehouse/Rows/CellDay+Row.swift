// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension CellDay {
    /// The values of the columns `hold`, `last_end` and `last_value`, which earlier versions used: zeros, and empty arrays for
    /// quarters.
    private static let formerColumns = [0.0, 0.0, 0.0]

    /// Writes the columns after the version and digest.
    func writeContent(to rows: inout RowBinaryWriter, style: HKQuantityAggregationStyle) {
        rows.write(start)
        rows.write(finish)
        rows.write(figures.count)
        for value in [
            figures.sum, figures.minimum, figures.maximum, figures.covered, figures.weight, figures.weighted,
        ] + Self.formerColumns { rows.write(value) }
        rows.write(figures.carriedCount)
        for value in [figures.carriedSum, figures.carriedMinimum, figures.carriedMaximum] { rows.write(value) }
        rows.write(quarters.map(\.number))
        let isDiscrete = style != .cumulative
        let isWeighted = isDiscrete && style != .discreteArithmetic
        func values(_ isUsed: Bool, _ value: (Figures) -> Double) -> [Double] {
            isUsed ? quarters.map { value($0.figures) } : []
        }
        rows.write(quarters.map(\.figures.count))
        rows.write(values(true, \.sum))
        rows.write(values(isDiscrete, \.minimum))
        rows.write(values(isDiscrete, \.maximum))
        rows.write(values(true, \.covered))
        rows.write(values(isWeighted, \.weight))
        rows.write(values(isWeighted, \.weighted))
        for _ in Self.formerColumns { rows.write([Double]()) }
        rows.write(quarters.map(\.figures.carriedCount))
        rows.write(values(isDiscrete, \.carriedSum))
        rows.write(values(isDiscrete, \.carriedMinimum))
        rows.write(values(isDiscrete, \.carriedMaximum))
    }
}
