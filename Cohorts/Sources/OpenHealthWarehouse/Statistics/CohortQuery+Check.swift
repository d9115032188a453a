// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension CohortQuery {
    /// The maximum number of percentiles.
    private static let maximumPercentiles = 100

    /// Validates the query, and returns its types.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if the query is invalid.
    package func check() throws -> [HealthTypeDescription] {
        if let from, let to, to < from {
            throw WarehouseError(
                .invalidArgument, "the range ends on \(to), before it begins on \(from)",
                remedy: "swap the two days")
        }
        guard percentiles.isEmpty || grouping != .participant else {
            throw WarehouseError(
                .invalidArgument, "percentiles are between participants, and each of them has one figure in a row",
                remedy: "ask by group or for all, or leave the percentiles out")
        }
        guard percentiles.count <= Self.maximumPercentiles, percentiles.allSatisfy((0...100).contains) else {
            throw WarehouseError(
                .invalidArgument, "a percentile must be from 0 to 100, and there can be \(Self.maximumPercentiles)",
                remedy: "give some such as 5, 50 and 95")
        }
        guard !types.isEmpty else {
            throw WarehouseError(.invalidArgument, "no type was asked for", remedy: "name one, such as stepCount")
        }
        return try types.map(described)
    }

    /// Returns the function for a type: the requested one, or the default.
    package func function(for type: HealthTypeDescription) -> Function {
        if let function { return function }
        return type.kind == .category ? .duration : type.aggregationStyle == .cumulative ? .sum : .average
    }

    private func described(_ identifier: String) throws -> HealthTypeDescription {
        guard let type = HealthTypes.named(identifier) else {
            throw WarehouseError(
                .invalidArgument, "no type is called \(identifier.debugDescription)",
                remedy: "give the identifier of a quantity or a category, such as HKQuantityTypeIdentifierStepCount")
        }
        switch type.kind {
        case .quantity: try checkQuantity(type)
        case .category: try checkCategory(type)
        default:
            throw WarehouseError(
                .invalidArgument, "\(type.swiftName) has no statistics, since it is neither a quantity nor a category",
                remedy: "ask for a type such as stepCount, heartRate or sleepAnalysis")
        }
        return type
    }

    private func checkQuantity(_ type: HealthTypeDescription) throws {
        let isCumulative = type.aggregationStyle == .cumulative
        switch function(for: type) {
        case .average, .minimum, .maximum:
            guard isCumulative else { return }
            throw WarehouseError(
                .invalidArgument, "\(type.swiftName) adds up over time and has no average, minimum or maximum",
                remedy: "ask for the sum, the duration or the count; the mean over participants comes with each")
        case .sum:
            guard !isCumulative else { return }
            throw WarehouseError(
                .invalidArgument, "\(type.swiftName) is measured at moments and does not add up, so it has no sum",
                remedy: "ask for the average, the minimum, the maximum, the duration or the count")
        case .reported:
            throw WarehouseError(
                .invalidArgument,
                "only categories have durations that were reported, and \(type.swiftName) is a quantity",
                remedy: "ask for the duration")
        case .count, .duration: break
        }
    }

    private func checkCategory(_ type: HealthTypeDescription) throws {
        guard [.duration, .reported].contains(function(for: type)) else {
            throw WarehouseError(
                .invalidArgument,
                "\(type.swiftName) is a category, of which the cluster has only the durations of its values",
                remedy: "ask for the duration or the reported duration; `health cohort symptoms` counts days")
        }
        guard every != .hour else {
            throw WarehouseError(
                .invalidArgument, "\(type.swiftName) is a category, of which the cluster has days but not hours",
                remedy: "ask for days or longer rows")
        }
        // A month of nights differs from the month from midnight to midnight of `health statistics`.
        if type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue, every != .day, every != .week {
            throw WarehouseError(
                .invalidArgument, "\(type.swiftName) is kept by nights, which make up days and weeks and nothing else",
                remedy: "ask for days or weeks")
        }
    }
}
