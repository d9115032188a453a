// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HealthStore

/// `health delete`.
struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete samples: all that are named, or none.",
        discussion: """
            There is no way back but a backup. A sample of an export comes back when the export is imported again.

            Examples:
              health delete 0A1B2C3D-0000-0000-0000-000000000000
              health samples bodyMass --format ndjson | jq -r .uuid | xargs health delete
            """)

    @Argument(help: "The samples' UUIDs, from a listing.")
    var uuid: [String]

    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let uuids = try uuid.map(SampleUUID.parse)
        try storeOptions.open(.readWrite).delete(uuids)
        let output = Output.standard()
        try output.line("deleted \(NumberText.grouped(uuids.count)) \(uuids.count == 1 ? "sample" : "samples")")
        try output.flush()
    }
}
