// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health settings` command.
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show and change the home time zone, the first day of the week and units.",
        discussion: """
            The settings are part of the store: the tool and the pages of `health serve` use them.

            Examples:
              health settings
              health settings set timeZone Europe/Berlin
              health settings set firstWeekday sunday
              health units bodyMass lb
            """,
        subcommands: [SettingsShowCommand.self, SettingsSetCommand.self], defaultSubcommand: SettingsShowCommand.self)
}

/// The `health settings show` command.
struct SettingsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "List the settings.",
        discussion: """
            Examples:
              health settings
              health settings show --format json
            """)

    /// A setting.
    struct Row {
        let setting: String
        let value: String
        /// Whether the person has chosen the value.
        let isChosen: Bool
        /// The origin of a default value, and the command that changes it.
        let note: String
    }

    @OptionGroup var listing: ListingOptions

    func run() throws {
        try listing.print(as: Self.columns, nothing: "no settings") { try Self.rows($0) }
    }

    private static func rows(_ database: HealthDatabase) throws -> [Row] {
        let preferences = try database.preferences.current()
        let zone = preferences.timeZone
        let day = preferences.firstWeekday.flatMap(Weekday.init(rawValue:))
        let units = preferences.units.map { (TypeName.short($0.key.identifier), $0.value.unitString) }.sorted {
            $0.0 < $1.0
        }
        return [
            Row(
                setting: "timeZone", value: TimeZoneName.text(zone ?? .current), isChosen: zone != nil,
                note: zone == nil ? "that of this machine; health settings set timeZone Europe/Berlin" : ""),
            Row(
                setting: "firstWeekday", value: (day ?? .monday).name, isChosen: day != nil,
                note: day == nil ? "the default; health settings set firstWeekday sunday" : ""),
        ]
            + units.map { Row(setting: "unit of \($0.0)", value: $0.1, isChosen: true, note: "") }
            + (units.isEmpty
                ? [
                    Row(
                        setting: "units", value: "usual", isChosen: false,
                        note: "those of your export or region; health units bodyMass lb")
                ] : [])
    }

    private static var columns: [Column<Row>] {
        [
            Column("setting") { .text($0.setting) },
            Column("value") { .text($0.value) },
            Column("chosen", for: .programs) { .json(.bool($0.isChosen)) },
            Column("note", for: .people) { .text($0.note) },
        ]
    }
}

/// The `health settings set` command.
struct SettingsSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change a setting.",
        discussion: """
            Settings: timeZone, a name such as Europe/Berlin; firstWeekday, sunday to saturday. "default" \
            restores the default. Units are chosen with `health units`.

            Examples:
              health settings set timeZone Europe/Berlin
              health settings set firstWeekday sunday
              health settings set timeZone default
            """)

    /// The settings with a single value.
    enum Setting: String, CaseIterable, ExpressibleByArgument {
        case timeZone
        case firstWeekday
    }

    @Argument(help: "The setting: timeZone or firstWeekday.")
    var setting: Setting

    @Argument(help: "The value, or default.")
    var value: String

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        let isDefault = value.lowercased() == "default"
        var change = PreferencesUpdate()
        var text: String?
        switch setting {
        case .timeZone:
            let zone = isDefault ? nil : try ZoneOptions.zone(named: value)
            text = zone.map(TimeZoneName.text)
            change.timeZone = .some(zone)
        case .firstWeekday:
            let day = isDefault ? nil : Weekday.named(value)
            guard isDefault || day != nil else {
                throw ToolError(
                    .badArgument, "\(value.debugDescription) is not a day of the week",
                    remedy: "give one of \(Weekday.allCases.map(\.name).joined(separator: ", "))")
            }
            text = day?.name
            change.firstWeekday = .some(day?.rawValue)
        }
        _ = try outputOptions.open(.create).preferences.change(change)
        try outputOptions.print(["setting": .string(setting.rawValue), "value": .optional(text)])
    }
}
