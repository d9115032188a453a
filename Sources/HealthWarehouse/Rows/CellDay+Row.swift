// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HealthModel

extension CellDay {
    /// Writes the day as a row of the table `cells`.
    package func write(
        to rows: inout RowBinaryWriter, participant: String, version: UInt64, style: HKQuantityAggregationStyle
    ) {
        rows.write(participant)
        rows.write(type)
        rows.write(day)
        rows.write(version)
        var content = RowBinaryWriter()
        writeContent(to: &content, style: style)
        rows.write(Self.digest(content.bytes))
        rows.append(content)
    }

    /// What tells days of different content apart: the first eight bytes of a SHA-256.
    package func digest(style: HKQuantityAggregationStyle) -> UInt64 {
        var content = RowBinaryWriter()
        writeContent(to: &content, style: style)
        return Self.digest(content.bytes)
    }

    package static func digest(_ bytes: [UInt8]) -> UInt64 {
        SHA256.hash(data: bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func writeContent(to rows: inout RowBinaryWriter, style: HKQuantityAggregationStyle) {
        rows.write(start)
        rows.write(finish)
        rows.write(figures.count)
        for value in [
            figures.sum, figures.minimum, figures.maximum, figures.covered, figures.weight, figures.weighted,
            figures.hold,
            figures.lastEnd, figures.lastValue,
        ] { rows.write(value) }
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
        rows.write(values(isWeighted, \.hold))
        rows.write(values(isWeighted, \.lastEnd))
        rows.write(values(isWeighted, \.lastValue))
        rows.write(quarters.map(\.figures.carriedCount))
        rows.write(values(isDiscrete, \.carriedSum))
        rows.write(values(isDiscrete, \.carriedMinimum))
        rows.write(values(isDiscrete, \.carriedMaximum))
    }
}
