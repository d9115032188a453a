// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A reader of query results that hides small groups.
struct CohortReader {
    let query: CohortQuery
    let type: String
    let function: CohortQuery.Function
    let buckets: BucketSQL
    private let table: ResultTable
    private let places: [String: Int]

    init(
        query: CohortQuery, type: String, function: CohortQuery.Function, buckets: BucketSQL,
        _ table: ResultTable
    ) {
        self.function = function
        (self.query, self.type, self.buckets, self.table) = (query, type, buckets, table)
        places = Dictionary(table.columns.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Returns the rows.
    /// - Throws: ``ServerFailure/unreadable(_:)`` if the result is invalid.
    func rows() throws -> [CohortRow] {
        let rows = try table.rows.map(row)
        return query.grouping == .participant ? rows : hide(rows)
    }

    private func row(_ fields: [String]) throws -> CohortRow {
        let days = try buckets.days(of: try number("bucket", fields))
        let content: CohortRow.Content =
            if query.grouping == .participant {
                .participant(try text("participant", fields), figure: try number("figure", fields))
            } else {
                .figures(try figures(fields))
            }
        return CohortRow(
            type: type, value: places["value"] == nil ? nil : try number("value", fields), firstDay: days.first,
            lastDay: days.last, hour: days.hour,
            group: query.grouping == .all ? nil : try text("cohort_group", fields), content: content)
    }

    private func figures(_ fields: [String]) throws -> CohortRow.Figures {
        let people: Int = try number("people", fields)
        let deviation: Double = try number("deviation", fields)
        let total: Double = try number("total", fields)
        let rounding = FigureRounding(
            query.smallGroups, participants: people, smallest: try number("smallest", fields),
            largest: try number("largest", fields))
        return CohortRow.Figures(
            participants: people,
            total: function.addsUp ? rounding.roundedTotal(total) : nil,
            mean: rounding.rounded(try number("mean", fields)),
            deviation: people > 1 ? rounding.rounded(deviation) : nil,
            percentiles: try query.percentiles.enumerated().map { place, percentile in
                guard query.smallGroups.allows(percentile: percentile, of: people) else { return nil }
                return rounding.rounded(try number("percentile_\(place)", fields))
            },
            step: rounding.step?.value, totalStep: function.addsUp ? rounding.totalStep?.value : nil)
    }

    /// Hides groups that are too small, for each bucket and value.
    private func hide(_ rows: [CohortRow]) -> [CohortRow] {
        var rows = rows
        var first = 0
        while first < rows.count {
            let last = (rows[first...].firstIndex { !Self.isSameStretch($0, rows[first]) } ?? rows.count) - 1
            let counts = rows[first...last].map { $0.figures?.participants ?? 0 }
            for (place, isHidden) in query.smallGroups.hidden(counts).enumerated() where isHidden {
                rows[first + place].content = query.smallGroups.isSmall(counts[place]) ? .tooFew : .withheld
            }
            first = last + 1
        }
        return rows
    }

    private static func isSameStretch(_ left: CohortRow, _ right: CohortRow) -> Bool {
        left.firstDay == right.firstDay && left.hour == right.hour && left.value == right.value
    }

    private func text(_ name: String, _ fields: [String]) throws -> String {
        guard let place = places[name] else { throw ServerFailure.unreadable("the column \(name) is missing") }
        return fields[place]
    }

    private func number<Number: LosslessStringConvertible>(_ name: String, _ fields: [String]) throws -> Number {
        try ResultTable.number(try text(name, fields))
    }
}

/// The rounding of statistics of several participants.
///
/// Without rounding, the results of two queries whose participants differ by one person would disclose that person's figure by
/// subtraction. One person changes a mean of n figures by at most their range divided by n, and a total by at most the largest
/// figure. Results are rounded to steps of at least this size, so their difference discloses hardly anything about the figure.
struct FigureRounding {
    /// A rounding step: 1, 2 or 5 times a power of ten.
    struct Step: Hashable {
        let digit: Double
        let exponent: Int

        /// Creates the smallest step of at least a size. Returns nil for sizes that need no step, or for which there is no step.
        init?(atLeast size: Double) {
            guard size > 0, size.isFinite else { return nil }
            let exponent = Int(log10(size).rounded(.down))  // checked: finite, and above 0
            // The last digit of a logarithm may be incorrect.
            for candidate in (exponent - 1)...(exponent + 1) {
                for digit in [1.0, 2, 5] where Self.value(digit, candidate) >= size {
                    (self.digit, self.exponent) = (digit, candidate)
                    return
                }
            }
            return nil
        }

        /// The value of the step.
        var value: Double { Self.value(digit, exponent) }

        private static func value(_ digit: Double, _ exponent: Int) -> Double {
            exponent < 0 ? digit / pow(10, Double(-exponent)) : digit * pow(10, Double(exponent))
        }

        /// Returns the multiple of the step nearest to a number.
        func rounded(_ number: Double) -> Double {
            let scale = pow(10, Double(-exponent))
            // Uses only powers of ten above 1, so that 0.07 is exactly 0.07. The sum converts negative zero to zero.
            let result =
                exponent < 0
                ? (number * scale / digit).rounded() * digit / scale : (number / value).rounded() * value
            return result.isFinite ? result + 0 : number
        }
    }

    /// The step of means, deviations and percentiles; nil if they are exact.
    let step: Step?
    /// The step of totals; nil if they are exact.
    let totalStep: Step?

    /// The minimum step relative to the largest figure. It is relevant if all participants have nearly the same figure, which the
    /// result would otherwise disclose.
    private static let finest = 1e-3

    /// Creates the rounding of figures.
    /// - Parameters:
    ///   - rule: The rule for hidden groups; if it hides no groups, nothing is rounded.
    ///   - participants: The number of figures.
    ///   - smallest: The smallest figure.
    ///   - largest: The largest figure.
    init(_ rule: SmallGroups, participants: Int, smallest: Double, largest: Double) {
        guard rule.minimum > 1, participants > 0 else {
            (step, totalStep) = (nil, nil)
            return
        }
        let size = max(smallest.magnitude, largest.magnitude)
        step = Step(atLeast: max((largest - smallest) / Double(participants), size * Self.finest))
        totalStep = Step(atLeast: size)
    }

    /// Returns a rounded mean, deviation or percentile.
    func rounded(_ figure: Double) -> Double { step?.rounded(figure) ?? figure }

    /// Returns a rounded total.
    func roundedTotal(_ total: Double) -> Double { totalStep?.rounded(total) ?? total }
}
