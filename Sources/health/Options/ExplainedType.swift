// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

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
