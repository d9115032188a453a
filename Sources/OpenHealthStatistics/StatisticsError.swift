// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error in a statistics request, with its remedy.
public struct StatisticsError: Error, CustomStringConvertible, Hashable {
    /// The kind of an error, for comparison.
    public typealias Code = ErrorCode<StatisticsError>

    /// The kind of error.
    public var code: Code
    /// The problem.
    public var message: String
    /// The remedy.
    public var remedy: String

    /// The problem and the remedy on one line.
    public var description: String { "\(message); \(remedy)" }
}

extension StatisticsError.Code {
    /// The type does not support an option, such as a sum of heart rates.
    public static let optionDoesNotFit = Self(rawValue: "optionDoesNotFit")
    /// The interval is not a valid length of buckets.
    public static let invalidInterval = Self(rawValue: "invalidInterval")
}

extension StatisticsError: ReportableError {
    /// Whether the problem is in the caller's arguments.
    public var isAboutArguments: Bool { true }
}

extension HKStatisticsOptions {
    /// Checks that a type supports the options.
    ///
    /// A cumulative type has a sum; a discrete type has an average, a minimum and a maximum. All types support the most recent
    /// value, the duration and the separation by source.
    /// - Throws: A ``StatisticsError`` with the code `optionDoesNotFit` if it does not.
    public func checkFit(_ type: HKQuantityType) throws(StatisticsError) {
        let name = HealthTypes.named(type.identifier)?.swiftName ?? type.identifier
        if type.aggregationStyle == .cumulative {
            let wrong = discreteNames.joined(separator: " or ")
            guard wrong.isEmpty else {
                throw StatisticsError(
                    code: .optionDoesNotFit, message: "\(name) adds up over time and has no \(wrong)",
                    remedy: "ask for the sum, the most recent value or the duration")
            }
        } else if contains(.cumulativeSum) {
            throw StatisticsError(
                code: .optionDoesNotFit,
                message: "\(name) is measured at moments and does not add up, so it has no sum",
                remedy: "ask for the average, the minimum, the maximum, the most recent value or the duration")
        }
    }

    private var discreteNames: [String] {
        let all: [(HKStatisticsOptions, String)] = [
            (.discreteAverage, "average"), (.discreteMin, "minimum"), (.discreteMax, "maximum"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
