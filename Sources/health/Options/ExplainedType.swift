// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

/// A type whose figures can be explained.
struct ExplainedType {
    /// How the figures of a type come about.
    enum Figure {
        /// They add up.
        case sum
        /// They are averaged.
        case average(HKQuantityAggregationStyle)
        /// Times add up by value.
        case durations
    }

    /// The identifier.
    let identifier: String
    /// How its figures come about.
    let figure: Figure
    /// The unit that values are stored in; empty where they have none.
    let unit: String

    /// The name for people.
    var name: String { TypeName.short(identifier) }

    /// Reads the name of a type.
    /// - Throws: a ``ToolError`` that names what to use for types that have no figures.
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
