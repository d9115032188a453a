// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthStore

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
        let preferences = try database.preferences()
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
