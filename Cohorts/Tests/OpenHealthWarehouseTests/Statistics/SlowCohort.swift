// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse

/// A simple reference implementation of the combined statistics of several participants.
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

    /// Returns a percentile, interpolated between the two nearest figures: rank 1 + (n - 1) p, type 7 of Hyndman and Fan.
    func percentile(_ percentile: Double) -> Double {
        let rank = Double(participants - 1) * percentile / 100
        let low = sorted[Int(rank)]
        return Int(rank) + 1 < participants ? low + (rank - rank.rounded(.down)) * (sorted[Int(rank) + 1] - low) : low
    }

    /// Returns the numbers of figures below and above the position of a percentile.
    private func sides(_ percentile: Double) -> (below: Int, above: Int) {
        let rank = Double(participants - 1) * percentile / 100
        return (
            (0..<participants).count { Double($0) < rank }, (0..<participants).count { Double($0) > rank }
        )
    }

    /// Returns a Boolean value that indicates whether a step is at least the change that one participant can cause, and not
    /// much larger.
    private func isStep(_ step: Double?, for change: Double, _ rule: SmallGroups) -> Bool {
        guard rule.minimum > 1, change > 0 else { return step == nil }
        guard let step else { return false }
        return step >= change * (1 - 1e-9) && step <= change * 2.5 * (1 + 1e-9)
    }

    /// Returns a Boolean value that indicates whether figures match these: exactly, or rounded to their steps, and without
    /// hidden figures.
    func isClose(to figures: CohortRow.Figures, _ query: CohortQuery, addsUp: Bool) -> Bool {
        let rule = query.smallGroups
        let size = sorted.reduce(0) { max($0, abs($1)) }
        let change = max((sorted[participants - 1] - sorted[0]) / Double(participants), size / 1000)
        guard isStep(figures.step, for: change, rule),
            addsUp ? isStep(figures.totalStep, for: size, rule) : figures.totalStep == nil
        else { return false }
        func close(_ exact: Double?, _ told: Double?, _ step: Double?, _ size: Double) -> Bool {
            guard let exact, let told else { return exact == nil && told == nil }
            guard let step else { return abs(exact - told) <= 1e-9 * size }
            let steps = told / step
            return abs(exact - told) <= step / 2 + 1e-9 * size && abs(steps - steps.rounded()) <= 1e-6
        }
        let percentiles = zip(query.percentiles, figures.percentiles).allSatisfy { wanted, told in
            let (below, above) = sides(wanted)
            let isTold = rule.minimum == 1 || min(below, above) >= rule.minimum
            return close(isTold ? percentile(wanted) : nil, told, figures.step, size)
        }
        return participants == figures.participants && percentiles
            && query.percentiles.count == figures.percentiles.count
            && close(addsUp ? total : nil, figures.total, figures.totalStep, size * Double(participants))
            && close(mean, figures.mean, figures.step, size)
            && close(deviation, figures.deviation, figures.step, size)
    }
}
