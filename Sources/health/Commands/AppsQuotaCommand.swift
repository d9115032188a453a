// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthStore

/// The `health apps quota` command.
struct AppsQuotaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quota",
        abstract: "Show or set the quotas of an app of the server.",
        discussion: """
            The quotas are \(AppQuota.allCases.map(\.rawValue).joined(separator: ", ")). They apply to apps that use the server, \
            and not to programs that open the store themselves. "usual" restores the usual limit. samplesPerDay counts all \
            readings of a push, also those that the store had already.

            Examples:
              health apps quota org.example.steps
              health apps quota org.example.steps samplesPerDay 5000
              health apps quota org.example.steps samplesPerDay usual
            """)

    @Argument(help: "The bundle identifier of the app, such as org.example.steps.")
    var app: String

    @Argument(help: "The quota to set.", completion: .list(AppQuota.allCases.map(\.rawValue)))
    var quota: String?

    @Argument(help: "The limit: an integer, or usual.")
    var limit: String?

    @OptionGroup var listing: ListingOptions

    func run() throws {
        guard let quota else { return try list() }
        guard let named = AppQuota(rawValue: quota) else {
            throw ToolError(
                .badArgument, "no quota is called \(quota.printable)",
                remedy: "name one of \(AppQuota.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard let limit, let number = limit == "usual" ? .some(nil) : Int(limit).map(Optional.some), number ?? 0 >= 0
        else {
            throw ToolError(.badArgument, "no limit is given", remedy: "give a whole number, or usual")
        }
        try listing.storeOptions.open(.readWrite).apps.quotas.set([named: number], of: app)
        // The table format prints nothing; the others print the current quotas.
        if listing.format != .table { try list() }
    }

    private func list() throws {
        try listing.print(as: Self.columns, nothing: "no quotas") { try $0.apps.quotas.all(of: app, at: Date()) }
    }

    private static var columns: [Column<AppQuotaState>] {
        [
            Column("quota") { .text($0.quota.rawValue) },
            Column("limit") { .count($0.limit) },
            Column("usual") { .count($0.quota.usual) },
            Column("used") { state in state.used.map(Cell.count) ?? .none },
        ]
    }
}
