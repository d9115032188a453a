// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStatistics

/// A comparison of the figures of buckets.
struct FiguresComparison {
    /// The tolerance, relative to the larger of the number and the scale of the samples.
    var tolerance = 1e-9
    /// The magnitude of a typical value, by which rounding is judged if numbers cancel out.
    var scale = 1.0

    /// Returns a description of the first difference, or `nil` if there is none.
    func difference(
        _ actual: [BucketKey: StatisticsFigures], _ expected: [BucketKey: StatisticsFigures]
    ) -> String? {
        for key in Set(actual.keys).union(expected.keys).sorted() {
            guard let left = actual[key] else { return "\(key) is missing" }
            guard let right = expected[key] else { return "\(key) should not be there: \(left)" }
            if let text = difference(left, right) { return "\(key): \(text)" }
        }
        return nil
    }

    private func difference(_ actual: StatisticsFigures, _ expected: StatisticsFigures) -> String? {
        if actual.count != expected.count { return "count \(actual.count), not \(expected.count)" }
        if let text = difference("sum", actual.sum, expected.sum) { return text }
        if let text = difference("average", actual.average, expected.average) { return text }
        if actual.minimum != expected.minimum {
            return "minimum \(actual.minimum as Any), not \(expected.minimum as Any)"
        }
        if actual.maximum != expected.maximum {
            return "maximum \(actual.maximum as Any), not \(expected.maximum as Any)"
        }
        if actual.mostRecent != expected.mostRecent {
            return "mostRecent \(actual.mostRecent), not \(expected.mostRecent)"
        }
        return difference("duration", actual.duration, expected.duration)
    }

    private func difference(_ name: String, _ actual: Double?, _ expected: Double?) -> String? {
        switch (actual, expected) {
        case (nil, nil): nil
        case (let actual?, let expected?):
            isClose(actual, expected) ? nil : "\(name) \(actual), not \(expected)"
        default: "\(name) \(actual as Any), not \(expected as Any)"
        }
    }

    /// Returns a Boolean value that indicates whether two numbers are equal apart from rounding.
    func isClose(_ actual: Double, _ expected: Double) -> Bool {
        abs(actual - expected) <= tolerance * max(abs(expected), scale)
    }
}
