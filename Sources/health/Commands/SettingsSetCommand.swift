// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthStore

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

    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        let isDefault = value.lowercased() == "default"
        var change = PreferencesChange()
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
        _ = try answer.open(.create).change(change)
        try answer.print(["setting": .string(setting.rawValue), "value": .optional(text)])
    }
}
