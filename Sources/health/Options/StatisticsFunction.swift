// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// A statistics function.
enum StatisticsFunction: String, CaseIterable {
    case sum, average, minimum, maximum, mostRecent, duration, count

    /// The accepted names, for help and errors.
    static let names = "sum, average, min, max, latest, duration or count"

    private static let words: [String: StatisticsFunction] = [
        "sum": .sum, "average": .average, "min": .minimum, "minimum": .minimum, "max": .maximum, "maximum": .maximum,
        "latest": .mostRecent, "mostrecent": .mostRecent, "duration": .duration, "count": .count,
    ]

    /// Parses names separated by commas.
    /// - Throws: A ``ToolError`` if a name is unknown.
    static func parse(_ text: String) throws -> Set<StatisticsFunction> {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        return Set(
            try names.map { name in
                guard let function = words[name.lowercased()] else {
                    throw ToolError(
                        .badArgument, "\(name.debugDescription) is not a statistic for --functions",
                        remedy: "give one or more of \(Self.names), with commas between them")
                }
                return function
            })
    }

    /// Returns the default functions of a type.
    static func standard(for type: HealthTypeDescription) -> Set<StatisticsFunction> {
        switch type.aggregationStyle {
        case nil: [.duration, .count]
        case .cumulative: [.sum]
        default: [.average, .minimum, .maximum, .mostRecent]
        }
    }

    /// Checks that a quantity type or a category type supports the functions.
    /// - Throws: A ``ToolError`` with the reason and the alternative if it does not.
    static func checkFit(_ functions: Set<StatisticsFunction>, _ type: HealthTypeDescription) throws {
        if type.kind == .category {
            let fitting: Set<StatisticsFunction> = [.duration, .count]
            let wrong = allCases.filter { functions.contains($0) && !fitting.contains($0) }
            guard wrong.isEmpty else {
                throw ToolError(
                    .badArgument,
                    "\(type.swiftName) has named values instead of numbers, so it has no "
                        + wrong.map(\.words).joined(separator: " or "),
                    remedy: "request the duration or the count, which are listed by value")
            }
            return
        }
        let options = functions.reduce(into: HKStatisticsOptions()) { $0.formUnion($1.option) }
        try options.checkFit(HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier)))
    }

    private var words: String { self == .mostRecent ? "most recent value" : rawValue }

    private var option: HKStatisticsOptions {
        switch self {
        case .sum: .cumulativeSum
        case .average: .discreteAverage
        case .minimum: .discreteMin
        case .maximum: .discreteMax
        case .mostRecent: .mostRecent
        case .duration: .duration
        case .count: []
        }
    }
}

/// A type whose statistics can be explained.
struct ExplainedType {
    /// The computation of a type's statistics.
    enum Figure {
        /// The values are summed.
        case sum
        /// The values are averaged.
        case average(HKQuantityAggregationStyle)
        /// The durations are summed for each value.
        case durations
    }

    /// The identifier.
    let identifier: String
    /// The computation of the statistics.
    let figure: Figure
    /// The unit in which values are stored; empty if they have none.
    let unit: String

    /// The name for display.
    var name: String { TypeName.short(identifier) }

    /// Creates the type from its name.
    /// - Throws: A ``ToolError`` with an alternative if the type has no statistics.
    init(_ text: String, in database: HealthDatabase) throws {
        let type = try StatisticsType.named(text, in: database)
        identifier = type.identifier
        unit = type.canonicalUnit ?? ""
        switch type.aggregationStyle {
        case .cumulative?: figure = .sum
        case let style?: figure = .average(style)
        case nil: figure = .durations
        }
    }
}
