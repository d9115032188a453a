// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health apps phone` command.
struct AppsPhoneCommand: ParsableCommand {
    /// The person's reply to a prompt.
    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case yes, no
    }

    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Show or set what an app may push as the connection with a phone.",
        discussion: """
            `health apps pair --for` and the page "Connect a phone" create connections. A connection pushes data with the \
            sources that the phone names, and can change and delete only what it has pushed. Other apps save samples as \
            themselves.

            --imports states that the connection is with the phone whose exports you import: what is deleted on the phone is \
            then deleted in the store, too, if an import brought it. `health apps deletions` lists these samples and restores \
            them. --continues lets a connection also change and delete what an earlier connection of the same phone, and \
            those that it continued, pushed; --continues none ends this. What has been changed is left as it is.

            Examples:
              health apps phone phone.health-bridge
              health apps phone phone.health-bridge --imports yes
              health apps phone phone.health-bridge-2 --continues phone.health-bridge
              health apps phone phone.health-bridge-2 --continues none
              health apps phone org.example.bridge --push no
            """)

    @Argument(help: "The identifier of the app, such as phone.health-bridge.")
    var app: String

    @Option(help: .value("choice", "Whether the app may push: yes or no."))
    var push: Choice?

    @Option(help: .value("choice", "Whether it is the phone whose exports you import: yes or no."))
    var imports: Choice?

    @Option(help: .value("connection", "An earlier connection of the same phone, or none."))
    var continues: String?

    /// The value of `--continues` for no connection. Identifiers of connections have a period.
    private static let none = "none"

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        if push == .no, imports == .yes {
            throw ToolError(
                .badArgument, "--imports yes needs an app that may push", remedy: "leave out --push, or give --push yes"
            )
        }
        let changes = push != nil || imports != nil || continues != nil
        let database = try outputOptions.open(changes ? .readWrite : .readOnly)
        guard let known = try database.apps.all().first(where: { $0.identifier == app }) else {
            throw ToolError(
                .notFound, "no app \(app.printable) is connected", remedy: "list the apps with `health apps`")
        }
        if push != nil || imports != nil {
            try database.apps.connections.setPushPermission(permission(after: known.pushes), of: app)
        }
        if continues == Self.none {
            try database.apps.connections.removePredecessors(of: app)
        } else if let continues {
            try database.apps.connections.addPredecessor(continues, of: app)
        }
        let pushes = try database.apps.all().first { $0.identifier == app }?.pushes ?? .none
        let earlier = try database.apps.connections.predecessors(of: app)
        let deleted = try database.pushes.countDeletions(of: app)
        try outputOptions.print(
            [
                "app": .string(app), "pushes": .bool(pushes != .none),
                "imports": .bool(pushes == .connectionAndImports),
                "continues": .texts(earlier), "deletions": .integer(deleted),
            ],
            text: [
                "may push: \(pushes == .none ? "no" : "yes")",
                "phone of the imports: \(pushes == .connectionAndImports ? "yes" : "no")",
                "continues: \(earlier.isEmpty ? "no other connection" : earlier.map { $0.printable }.joined(separator: ", "))",
                "deleted imported samples: \(deleted)",
            ])
    }

    private func permission(after pushes: PushPermission) -> PushPermission {
        if push == .no { return .none }
        return switch imports {
        case .yes: .connectionAndImports
        case .no: push == nil && pushes == .none ? .none : .connection
        case nil: pushes == .none ? .connection : pushes
        }
    }
}

/// The `health apps deletions` command.
struct AppsDeletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deletions",
        abstract: "List and restore imported samples that a phone deleted.",
        discussion: """
            Only a connection with the phone of the imports deletes imported samples; see `health apps phone`. The last \
            deletions come first. Attachments of a sample are not restored.

            Examples:
              health apps deletions phone.health-bridge
              health apps deletions phone.health-bridge --restore 12 13
              health apps deletions phone.health-bridge --restore-all
            """)

    @Argument(help: "The identifier of the connection, such as phone.health-bridge.")
    var app: String

    @Option(parsing: .upToNextOption, help: .value("number", "Restore the samples with these numbers."))
    var restore: [Int64] = []

    @Flag(help: "Restore all samples that the connection deleted.")
    var restoreAll = false

    @Option(help: .value("count", "The maximum number of listed deletions."))
    var limit = 100

    @OptionGroup var listing: ListingOptions

    func run() throws {
        guard limit > 0 else {
            throw ToolError(.badArgument, "--limit is less than 1", remedy: "give a number of at least 1")
        }
        if restoreAll || !restore.isEmpty {
            let database = try listing.storeOptions.open(.readWrite)
            let count = try database.pushes.restoreDeletions(of: app, ids: restoreAll ? nil : restore)
            return Terminal.note("\(count) \(count == 1 ? "sample is" : "samples are") restored.\n")
        }
        try listing.print(as: Self.columns, nothing: "\(app.printable) has deleted no imported samples") {
            try $0.pushes.deletions(of: app, limit: limit)
        }
    }

    private static var columns: [Column<PushedDeletion>] {
        [
            Column("number") { .count(Int($0.id)) },
            Column("deleted") { .instant($0.deleted) },
            Column("type", for: .people) { .text(TypeName.short($0.type)) },
            Column("type", for: .programs) { .text($0.type) },
            Column("start") { .instant($0.start) },
            Column("source", fit: .cuttable) { .text($0.source) },
            Column("restored") { .text($0.isRestored ? "yes" : "no") },
        ]
    }
}
