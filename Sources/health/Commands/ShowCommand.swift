// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthStore

/// The `health show` command.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all properties of a sample.",
        discussion: """
            Examples:
              health show 0A1B2C3D-0000-0000-0000-000000000000
              health show 0A1B2C3D-0000-0000-0000-000000000000 --format json
            """)

    @Argument(help: "The sample's UUID, from a listing.")
    var uuid: String

    @OptionGroup var listing: ListingOptions

    func run() throws {
        let uuid = try SampleUUID.parse(uuid)
        let database = try listing.open()
        guard let record = try database.record(uuid: uuid) else { throw SampleUUID.notFound(uuid, kind: "sample") }
        let facts = SampleDetailsText(
            record: record, details: try database.details(uuid: uuid), clock: try listing.clock(for: database))
        let output = Output.standard()
        switch listing.format {
        case .table:
            for line in facts.lines { try output.line(line) }
        case .csv:
            for row in [["section", "name", "value"]] + facts.rows { try output.write(CSVText.line(row)) }
        case .json, .ndjson:
            try output.line(facts.json.text)
        }
        try output.flush()
    }
}
