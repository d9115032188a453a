// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The table of the figures of intervals that apps on phones pushed. They are not samples.
enum AggregateTables {
    static let aggregates = ExportTable(
        "aggregates",
        [
            .text("type"), .date("start"), .date("end"), .text("interval"), .number("sum"), .number("average"),
            .number("minimum"), .number("maximum"), .text("unit"), .text("original_unit"), .pairs("others"),
            .text("sources"), .text("app"), .date("received"),
        ]
    ) { context, add in
        try context.contents.forEachAggregate { aggregate in
            let point = aggregate.point
            context.receipt.count(.aggregates)
            try add([
                .text(point.type), .date(point.start), point.knownEnd.map(TableCell.date) ?? .null,
                .text(point.interval.rawValue), .optional(point.sum), .optional(point.average),
                .optional(point.minimum), .optional(point.maximum), .optional(aggregate.canonicalUnit),
                .optional(point.unit), .metadata(point.others), .text(point.sources), .text(aggregate.app),
                .date(aggregate.received.timeIntervalSince1970),
            ])
        }
    }
}

extension AggregatedPoint {
    /// The end of the interval; nil if the push did not state it.
    var knownEnd: Double? { end > start ? end : nil }
}
