// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An explanation of a sum: the intervals in which each source counts.
package struct ExplanationJSON: JSONRepresentable {
    /// A source, which has no bundle identifier if it was imported.
    package struct Source: JSONRepresentable {
        package var name: String
        package var bundleIdentifier: String?

        package init(name: String, bundleIdentifier: String?) {
            self.name = name
            self.bundleIdentifier = bundleIdentifier
        }

        package static let format = JSONFormat<Source>.object(
            .required("name", \.name, .string), .optional("bundleIdentifier", \.bundleIdentifier, .string)
        ) { Source(name: $0, bundleIdentifier: $1) }
    }

    /// A source and the reason of its rank.
    package typealias Rank = (source: Source, reason: String)

    /// Samples that do not count in an interval.
    package struct LeftOut: JSONRepresentable {
        package var source: Source
        package var amount: Double
        package var samples: Int
        /// The reason.
        package var reason: String
        /// The source that counts instead, if the reason is `betterSource`.
        package var better: Source?

        package init(source: Source, amount: Double, samples: Int, reason: String, better: Source?) {
            self.source = source
            self.amount = amount
            self.samples = samples
            self.reason = reason
            self.better = better
        }

        package static let format = JSONFormat<LeftOut>.object(
            .required("source", \.source, Source.format), .required("amount", \.amount, .number),
            .required("samples", \.samples, .integer(0...Int.max)),
            .required(
                "reason", \.reason,
                .one(of: ["betterSource", "reportedTwice", "betterInformed", "copyOfWorkout"].map { ($0, $0) })),
            .optional("better", \.better, Source.format)
        ) { LeftOut(source: $0, amount: $1, samples: $2, reason: $3, better: $4) }
    }

    /// An interval in which one source counts.
    package struct Stretch: JSONRepresentable {
        package var start: Date
        package var end: Date
        package var source: Source
        package var amount: Double
        package var samples: Int
        package var leftOut: [LeftOut]

        package init(start: Date, end: Date, source: Source, amount: Double, samples: Int, leftOut: [LeftOut]) {
            self.start = start
            self.end = end
            self.source = source
            self.amount = amount
            self.samples = samples
            self.leftOut = leftOut
        }

        package static let format = JSONFormat<Stretch>.object(
            .required("startDate", \.start, .date), .required("endDate", \.end, .date),
            .required("source", \.source, Source.format), .required("amount", \.amount, .number),
            .required("samples", \.samples, .integer(0...Int.max)),
            .required("leftOut", \.leftOut, .array(of: LeftOut.format))
        ) { Stretch(start: $0, end: $1, source: $2, amount: $3, samples: $4, leftOut: $5) }
    }

    package var type: String
    package var unit: String
    package var start: Date
    package var end: Date
    package var total: Double
    package var order: [Rank]
    package var stretches: [Stretch]

    package init(
        type: String, unit: String, start: Date, end: Date, total: Double, order: [Rank], stretches: [Stretch]
    ) {
        self.type = type
        self.unit = unit
        self.start = start
        self.end = end
        self.total = total
        self.order = order
        self.stretches = stretches
    }

    package static let format = JSONFormat<ExplanationJSON>.object(
        named: "Explanation", about: "The parts of a sum.",
        .required("type", \.type, .string.schema(.named("TypeName"))),
        .required("unit", \.unit, .string.schema(.named("Unit"))), .required("startDate", \.start, .date),
        .required("endDate", \.end, .date), .required("total", \.total, .number),
        .required(
            "order", \.order,
            .array(of: rank).described("The sources with samples in the range, in their order of precedence.")),
        .required("stretches", \.stretches, .array(of: Stretch.format))
    ) { type, unit, start, end, total, order, stretches in
        ExplanationJSON(
            type: type, unit: unit, start: start, end: end, total: total, order: order, stretches: stretches)
    }

    private static let rank = JSONFormat<Rank>.object(
        .required("source", \.source, Source.format), .required("reason", \.reason, .sourceRankReason)
    ) { (source: $0, reason: $1) }
}
