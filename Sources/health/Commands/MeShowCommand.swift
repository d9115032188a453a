// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthModel
import OpenHealthStore

/// The `health me show` command.
struct MeShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "List your characteristics.",
        discussion: """
            Examples:
              health me
              health me show --format csv
            """)

    @OptionGroup var listing: ListingOptions

    func run() throws {
        try listing.print(as: Self.columns, nothing: "nothing is known") { try $0.characteristics() }
    }

    private static var columns: [Column<MetadataPair>] {
        [
            Column("name", for: .people) { .text(name($0.key)) },
            Column("type", for: .programs) { .text($0.key) },
            Column("name", for: .programs) { .text(name($0.key)) },
            Column("value", for: .people) { .text(CategoryCase.short($0.value, type: $0.key)) },
            Column("value", for: .programs) { .text($0.value) },
        ]
    }

    /// Returns the short name of a characteristic, including unknown ones.
    private static func name(_ identifier: String) -> String {
        let prefix = "HKCharacteristicTypeIdentifier"
        guard HealthTypes.named(identifier) == nil, identifier.hasPrefix(prefix) else {
            return TypeName.short(identifier)
        }
        let rest = identifier.dropFirst(prefix.count)
        return rest.prefix(1).lowercased() + rest.dropFirst()
    }
}
