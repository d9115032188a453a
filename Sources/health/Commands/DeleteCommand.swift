// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health delete` command.
struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete samples by UUID, all of them or none, or the samples of a source.",
        discussion: """
            Deleted samples can be restored only from a backup, or by importing their export again. A phone that sends the same
            records again does not bring them back.

            Two apps can have samples with the same UUID. Then nothing is deleted until --app names the app, the connection with
            a phone, or the source of the import, as the error lists them.

            With --source, all samples of the source are deleted, or with --type those of the given types, after a \
            confirmation. Without a terminal, --yes is required.

            Examples:
              health delete 0A1B2C3D-0000-0000-0000-000000000000
              health samples bodyMass --format ndjson | jq -r .uuid | xargs health delete
              health delete --source "Old Pedometer"
              health delete --source "Old Pedometer" --type stepCount --yes
            """)

    @Argument(help: "The samples' UUIDs, from a listing.")
    var uuid: [String] = []

    @Option(help: .value("app", "The app, connection or import of the samples, if several have a UUID."))
    var app: String?

    @Option(help: .value("name", "Delete the samples of this source."))
    var source: String?

    @Option(
        parsing: .upToNextOption,
        help: .value("type", "Only samples of these types of the source."),
        completion: .list(HealthTypes.all.map(\.swiftName)))
    var type: [String] = []

    @Flag(help: "Delete the samples of a source without confirmation.")
    var yes = false

    @OptionGroup var outputOptions: StoreOutputOptions

    func validate() throws {
        if source == nil {
            if !type.isEmpty { throw ValidationError("--type needs --source") }
            if uuid.isEmpty { throw ValidationError("Missing expected argument '<uuid> ...' or --source") }
        } else if !uuid.isEmpty {
            throw ValidationError("UUIDs and --source cannot be combined")
        } else if app != nil {
            throw ValidationError("--app is for UUIDs, and cannot be combined with --source")
        }
    }

    func run() throws {
        let count: Int
        if let source {
            count = try delete(source)
        } else {
            let uuids = try uuid.map(SampleUUID.parse)
            try outputOptions.open(.readWrite).delete(uuids, of: app)
            count = uuids.count
        }
        try outputOptions.print(
            ["deleted": .integer(count)],
            text: ["deleted \(NumberText.counted(count, "sample", "samples"))"])
    }

    private func delete(_ source: String) throws -> Int {
        let database = try outputOptions.open(.readWrite)
        let deletion = try SourceDeletion(source: source, types: type, in: database)
        if !yes {
            try Prompt.confirm(
                "Delete \(deletion.summary)?",
                warning: "this would permanently delete \(deletion.summary)", verb: "delete")
        }
        return try deletion.run(in: database)
    }
}
