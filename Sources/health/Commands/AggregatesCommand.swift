// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health aggregates` command.
struct AggregatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "aggregates",
        abstract: "List the figures of hours and days that apps on phones pushed.",
        discussion: """
            They are not samples. Statistics count the part of a sum that exceeds the samples of its interval, and an average
            where there are no samples. Values are in the unit of the type.

            Examples:
              health aggregates
              health aggregates stepCount --format csv
            """)

    @Argument(help: "The types; all by default.")
    var type: [String] = []

    @OptionGroup var listing: ListingOptions

    func run() throws {
        let database = try listing.open()
        let types = try type.map { try TypeName.identifier(of: $0, stored: database.types().map(\.identifier)) }
        try listing.print(
            try database.pushes.aggregates(types: types), as: Self.columns, clock: try listing.clock(for: database),
            nothing: "no figures of intervals")
    }

    private static var columns: [Column<StoredAggregate>] {
        [
            Column("type") { .text(TypeName.short($0.point.type)) },
            Column("start") { .instant(Date(timeIntervalSince1970: $0.point.start)) },
            Column("interval") { .text($0.point.interval.rawValue) },
            Column("sum", alignment: .right) { .number($0.point.sum) },
            Column("average", alignment: .right) { .number($0.point.average) },
            Column("minimum", alignment: .right) { .number($0.point.minimum) },
            Column("maximum", alignment: .right) { .number($0.point.maximum) },
            Column("unit") { .text($0.canonicalUnit) },
            Column("others", for: .programs) { row in
                .json(.object(row.point.others.map { ($0.key, .string($0.value)) }))
            },
            Column("sources", fit: .cuttable) { .text($0.point.sources) },
            Column("app", for: .programs) { .text($0.app) },
            Column("received", for: .programs) { .instant($0.received) },
        ]
    }
}
