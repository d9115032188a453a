// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthWarehouse

/// What several participants' figures come to, as plainly as it can be written.
struct SlowCohort {
    var participants: Int
    var total: Double
    var mean: Double
    var deviation: Double?
    private let sorted: [Double]

    init(_ figures: [Double]) {
        sorted = figures.sorted()
        participants = figures.count
        total = figures.reduce(0, +)
        let mean = total / Double(participants)
        self.mean = mean
        let squares = figures.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        deviation = participants > 1 ? (squares / Double(participants - 1)).squareRoot() : nil
    }

    /// A percentile between the two nearest figures: rank 1 + (n - 1) p, type 7 of Hyndman and Fan.
    func percentile(_ percentile: Double) -> Double {
        let rank = Double(participants - 1) * percentile / 100
        let low = sorted[Int(rank)]
        return Int(rank) + 1 < participants ? low + (rank - rank.rounded(.down)) * (sorted[Int(rank) + 1] - low) : low
    }

    /// Whether figures are these, to 1e-9 of the size of what they are made of.
    func isClose(to figures: CohortRow.Figures, _ question: CohortQuestion, addsUp: Bool) -> Bool {
        let size = sorted.reduce(0) { max($0, abs($1)) }
        func close(_ a: Double?, _ b: Double?, _ size: Double) -> Bool {
            guard let a, let b else { return a == nil && b == nil }
            return abs(a - b) <= 1e-9 * size
        }
        return participants == figures.participants
            && close(addsUp ? total : nil, figures.total, size * Double(participants))
            && close(mean, figures.mean, size) && close(deviation, figures.deviation, size)
            && zip(question.percentiles, figures.percentiles).allSatisfy { close(percentile($0), $1, size) }
            && question.percentiles.count == figures.percentiles.count
    }
}
