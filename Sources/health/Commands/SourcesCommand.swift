// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthCommandLine
import OpenHealthStore

/// The `health sources` command.
struct SourcesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources",
        abstract: "List the sources of the data, and set their order of precedence.",
        discussion: """
            If several sources have data for the same time, the one with the highest precedence counts, and the others fill its \
            gaps. The default order: entries by hand, Apple Watch, iPhone, other Apple devices, apps and \
            accessories. --rank shows the order of a type, or changes it: the named sources come first, the \
            others follow in the default order. A part of a name is sufficient: "watch" means all sources with watch in their name.

            Examples:
              health sources
              health sources --format json
              health sources --rank stepCount
              health sources --rank stepCount "Watch" "iPhone"
              health sources --default-order stepCount
            """)

    @Option(
        parsing: .upToNextOption,
        help: .value("type name", "A type and, to change the order, the names of its sources in order of precedence."))
    var rank: [String] = []

    @Option(help: .value("type", "Restore the default order of the sources of a type."))
    var defaultOrder: String?

    @OptionGroup var listing: ListingOptions

    func validate() throws {
        if !rank.isEmpty, defaultOrder != nil {
            throw ValidationError("--rank and --default-order cannot be combined")
        }
    }

    func run() throws {
        if let type = defaultOrder {
            try change(type, to: [])
        } else if let type = rank.first {
            try change(type, to: rank.count > 1 ? Array(rank.dropFirst()) : nil)
        } else {
            try listing.print(as: Self.columns, nothing: "no sources yet") { database in
                // A source whose samples were deleted or taken over by another record has none.
                try database.sources().filter { $0.count > 0 }
            }
        }
    }

    /// Prints the order of a type's sources.
    /// - Parameter names: The new order; `nil` leaves it unchanged, an empty array restores the default.
    private func change(_ type: String, to names: [String]?) throws {
        let database = try listing.storeOptions.open(names == nil ? .readOnly : .readWrite)
        let ranking = try SourceRanking(type, in: database)
        if let names { try ranking.set(names, in: database) }
        try listing.print(
            RankColumns.rows(try database.sourceOrder(type: ranking.type)), as: RankColumns.all,
            clock: try listing.clock(for: database), nothing: "no source has \(TypeName.short(ranking.type))")
    }

    private static var columns: [Column<SourceSummary>] {
        [
            Column("source") { .text($0.name) },
            Column("bundleIdentifier", for: .programs) { .text($0.bundleIdentifier) },
            Column("count", alignment: .right) { .count($0.count) },
            Column("earliest") { .instant($0.earliest) },
            Column("latest") { .instant($0.latest) },
            Column("devices", fit: .cuttable) { .list($0.devices) },
            Column("versions", for: .programs) { .list($0.versions) },
        ]
    }
}
