// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the owner's routes for display preferences.
enum PreferenceHandlers {
    static let bindings = [
        RouteBinding(PreferenceRoutes.show) { scope in
            let database = scope.database
            return PreferencesJSON(try await scope.blocking { try database.preferences() })
        },
        RouteBinding(PreferenceRoutes.change) { scope, change in
            let database = scope.database
            return PreferencesJSON(try await scope.changing { try database.change(PreferencesChange(change)) })
        },
    ]
}

extension PreferencesChange {
    fileprivate init(_ change: PreferencesChangeJSON) {
        self.init()
        pins = change.pins?.map(\.identifier)
        largePins = change.largePins?.map(\.identifier)
        hidesCharts = change.hidesCharts
        for (type, goal) in change.goals {
            goals.updateValue(goal.map { Preferences.Goal(value: $0.value, unit: $0.unit) }, forKey: type.identifier)
        }
        clearsGoals = change.clearsGoals
        units = change.units
        clearsUnits = change.clearsUnits
        language = change.language
        timeZone = change.timeZone
        firstWeekday = change.firstWeekday
        appearance = change.appearance.map { $0.flatMap(Preferences.Appearance.init(rawValue:)) }
    }
}

extension PreferencesJSON {
    fileprivate init(_ preferences: Preferences) {
        var (goals, units): ([String: Goal], [String: String]) = ([:], [:])
        for (type, goal) in preferences.goals { goals[Self.name(type)] = (value: goal.value, unit: goal.unit) }
        for (type, unit) in preferences.units { units[Self.name(type.identifier)] = unit.unitString }
        self.init(
            pins: preferences.pins.map(Self.name), largePins: preferences.largePins.map(Self.name),
            hidesCharts: preferences.hidesCharts, goals: goals, units: units, language: preferences.language,
            timeZone: preferences.timeZone?.identifier, firstWeekday: preferences.firstWeekday,
            appearance: preferences.appearance?.rawValue)
    }

    /// Returns the short name of a type.
    private static func name(_ identifier: String) -> String {
        HealthTypes.named(identifier)?.swiftName ?? identifier
    }
}
