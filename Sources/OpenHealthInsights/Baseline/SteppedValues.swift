// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The distribution of values that are measured in whole steps. Each value represents all values within half a step.
///
/// Values between steps, such as the average of two readings, represent only themselves.
struct SteppedValues {
    private let sorted: [Double]
    /// Half a step; 0 if values represent only themselves.
    private let reach: Double

    /// Creates the distribution of at least one value.
    init(_ values: [Double], step: Double) {
        sorted = values.sorted()
        let isInSteps =
            step > 0
            && values.allSatisfy { value in
                let steps = value / step
                return steps.magnitude < 1e9 && (steps - steps.rounded()).magnitude < 1e-6
            }
        reach = isInSteps ? step / 2 : 0
    }

    /// The median.
    var median: Double {
        guard reach > 0, let low = sorted.first, let high = sorted.last else { return Robust.median(sorted) ?? 0 }
        return Self.root(from: low - reach, to: high + reach) { share(upTo: $0) - 0.5 }
    }

    /// Returns the median of the deviations from the median: of differences, or of the logarithms of ratios.
    func deviation(_ scale: PersonalBaseline.Scale) -> Double {
        let center = median
        func size(_ value: Double) -> Double {
            scale == .linear ? (value - center).magnitude : log(max(value, center * 1e-6) / center).magnitude
        }
        guard let low = sorted.first, let high = sorted.last else { return 0 }
        guard reach > 0 else { return Robust.median(sorted.map(size)) ?? 0 }
        func value(_ deviation: Double) -> Double { scale == .linear ? center + deviation : center * exp(deviation) }
        return Self.root(from: 0, to: max(size(low - reach), size(high + reach))) {
            share(upTo: value($0)) - share(upTo: value(-$0)) - 0.5
        }
    }

    /// Returns the share of the values up to a number.
    private func share(upTo number: Double) -> Double {
        let shares = sorted.reduce(0) { $0 + min(max((number - $1) / (2 * reach) + 0.5, 0), 1) }
        return shares / Double(sorted.count)
    }

    /// Returns where a function that does not decrease is 0, by bisection.
    private static func root(from low: Double, to high: Double, of function: (Double) -> Double) -> Double {
        var (low, high) = (low, high)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if function(middle) < 0 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
