// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health me` command.
struct MeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "me",
        abstract: "Show your characteristics: date of birth, blood type and so on.",
        discussion: """
            Examples:
              health me
              health me show --format json
              health me set bloodType aPositive
              health me set dateOfBirth 1990-05-23
            """,
        subcommands: [MeShowCommand.self, MeSetCommand.self], defaultSubcommand: MeShowCommand.self)
}

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
        try listing.print(as: Self.columns, nothing: "nothing is known") { try $0.person.characteristics() }
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

/// The `health me set` command.
struct MeSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set one of your characteristics.",
        discussion: """
            Names: \(names.joined(separator: ", ")).

            Examples:
              health me set dateOfBirth 1990-05-23
              health me set biologicalSex female
            """)

    @Argument(help: "The characteristic, such as bloodType.", completion: .list(names))
    var name: String

    @Argument(help: "The value, such as aPositive, or a date such as 1990-05-23.")
    var value: String

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        guard let type = HealthTypes.matching(name), type.kind == .characteristic else {
            let near = HealthTypes.suggestions(for: name, among: Self.names)
            throw ToolError(
                .badArgument, "no characteristic is called \(name.debugDescription)",
                remedy: near.isEmpty
                    ? "give one of \(Self.names.joined(separator: ", "))"
                    : "did you mean \(near.joined(separator: ", "))?")
        }
        let text = try Self.text(value, of: type)
        try outputOptions.open(.create).person.setCharacteristic(type.identifier, value: text)
        try outputOptions.print([
            "type": .string(type.identifier), "name": .string(type.swiftName), "value": .string(text),
        ])
    }

    private static var names: [String] {
        HealthTypes.all.filter { $0.kind == .characteristic }.map(\.swiftName)
    }

    /// Returns the value as exports write it.
    private static func text(_ value: String, of type: HealthTypeDescription) throws -> String {
        if let enumeration = type.valueEnum {
            let rawValue = try CategoryCase.rawValue(of: value, enumeration: enumeration, type: type.identifier)
            return HealthEnums.caseName(ofEnum: enumeration, rawValue: rawValue) ?? value
        }
        guard let zone = TimeZone(secondsFromGMT: 0),
            let span = try? DateParser(timeZone: zone, now: Date()).span(value),
            span.end.timeIntervalSince(span.start) == 86_400, span.start < Date()
        else {
            throw ToolError(
                .badArgument, "\(type.swiftName) must be a day in the past", remedy: "write it as 1990-05-23")
        }
        return String(InstantText.utc(span.start).prefix(10))
    }
}
