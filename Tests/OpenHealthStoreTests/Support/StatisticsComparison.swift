// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

extension HealthDatabase {
    /// Expects the result from cells to equal the result from samples. The query is run twice, so that the second result uses
    /// kept cells.
    /// - Returns: The result.
    @discardableResult
    func expectRightCells(
        _ request: StatisticsRequest, _ comment: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [StatisticsRow] {
        let expected = try statistics(request, usesRollups: false)
        for attempt in 1...2 {
            let result = try statistics(request)
            waitForRollups()
            #expect(result.count == expected.count, "\(comment), attempt \(attempt)", sourceLocation: sourceLocation)
            for (left, right) in zip(result, expected) {
                #expect(
                    left.start == right.start && left.end == right.end && left.figures.isClose(to: right.figures)
                        && left.sources?.map(\.source) == right.sources?.map(\.source)
                        && zip(left.sources ?? [], right.sources ?? []).allSatisfy {
                            $0.figures.isClose(to: $1.figures)
                        },
                    "\(comment), attempt \(attempt): \(left) is not \(right)", sourceLocation: sourceLocation)
            }
        }
        return expected
    }
}

extension StatisticsFigures {
    /// Returns a Boolean value that indicates whether figures are equal, apart from rounding due to the order of addition.
    func isClose(to other: StatisticsFigures) -> Bool {
        func close(_ a: Double?, _ b: Double?) -> Bool {
            guard let a, let b else { return a == nil && b == nil }
            return a == b || abs(a - b) <= 1e-9 * max(abs(a), abs(b)) + 1e-12
        }
        return count == other.count && close(sum, other.sum) && close(average, other.average)
            && minimum == other.minimum && maximum == other.maximum && mostRecent == other.mostRecent
            && close(duration, other.duration)
    }
}
